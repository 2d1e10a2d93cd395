// Stores what private channels said, so that a client can go on after a cut. A part of the
// projection of orders.
import type { Session } from '../../../base/db/index.ts';
import type { OrderReader } from './order-reader.ts';
import type { OrderRecord } from './order-rows.ts';
import {
  createPrivatePublisher,
  type OwnedEvent,
  type PrivateEventParts,
  type StoredEvent,
} from '../private-events.ts';

const KEPT_MS = 26 * 3_600_000;
const PRUNE_EVERY_MS = 600_000;

/** What one person's channel said in one writing. */
interface Piece {
  readonly ownerId: number;
  readonly firstNumber: number;
  lastNumber: number;
  atMs: number;
  readonly events: StoredEvent[];
}

function addEvent(pieces: Map<number, Piece>, event: OwnedEvent, atMs: number): void {
  const { ownerId, seq } = event;
  let piece = pieces.get(ownerId);
  if (piece === undefined) {
    piece = { ownerId, firstNumber: seq, lastNumber: seq, atMs, events: [] };
    pieces.set(ownerId, piece);
  }
  piece.events.push(event.pack());
  piece.lastNumber = seq;
  piece.atMs = atMs;
}

/** A value among those of a list of the database. */
function quote(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}

/** A list a column: the database reads them several times as fast as rows with names. */
function listColumns(pieces: readonly Piece[]): string[] {
  const list = (read: (piece: Piece) => number | string) => `{${pieces.map(read).join(',')}}`;
  return [
    list((piece) => piece.ownerId),
    list((piece) => piece.firstNumber),
    list((piece) => piece.lastNumber),
    list((piece) => piece.atMs),
    list((piece) => quote(JSON.stringify(piece.events))),
  ];
}

/** Make what writes them. */
export function createPrivatePieces(parts: PrivateEventParts): OrderReader {
  const publisher = createPrivatePublisher(parts);
  let pieces = new Map<number, Piece>();
  let touched = new Map<number, OrderRecord>();
  let atMs = 0;
  let prunedAtMs = 0;

  async function prune(session: Session): Promise<void> {
    if (atMs - prunedAtMs < PRUNE_EVERY_MS) return;
    prunedAtMs = atMs;
    // The newest of each person stays: it says which number was their last.
    await session.execute(
      `DELETE FROM private_pieces WHERE at_ms < $1 AND EXISTS
         (SELECT 1 FROM private_pieces newer WHERE newer.owner_id = private_pieces.owner_id
          AND newer.last_number > private_pieces.last_number)`,
      [atMs - KEPT_MS],
    );
  }

  return {
    tables: ['private_pieces'],
    load: (session) => publisher.load(session),
    reset() {
      pieces = new Map();
      touched = new Map();
    },
    take(read) {
      for (const row of read.touched) touched.set(row.order_id, row);
    },
    endStep(step) {
      atMs = step.atMs;
      for (const event of publisher.publishStep(step, touched)) addEvent(pieces, event, atMs);
      if (touched.size > 0) touched = new Map();
    },
    async write(session) {
      await prune(session);
      if (pieces.size === 0) return;
      await session.execute(
        {
          name: 'project-private-pieces',
          text: `INSERT INTO private_pieces (owner_id, first_number, last_number, at_ms, events)
                 SELECT * FROM
                 unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::json[])
                 ON CONFLICT DO NOTHING`,
        },
        listColumns([...pieces.values()]),
      );
    },
  };
}
