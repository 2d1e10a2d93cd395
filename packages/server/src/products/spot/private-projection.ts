// Stores what private channels said, so that a client can go on after a cut. Run by the projector.
import type { Session } from '../../base/db/index.ts';
import type { Projection } from '../../base/projections/index.ts';
import { createOrderFold } from './orders/order-fold.ts';
import { loadOpenOrders, type OrderRecord } from './orders/order-rows.ts';
import {
  createPrivateTeller,
  type OwnedEvent,
  type PrivateEventParts,
  type StoredEvent,
} from './private-events.ts';

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

/** The projection; it stands in one group behind the orders' own. */
export function createPrivateProjection(parts: PrivateEventParts): Projection {
  const fold = createOrderFold(parts.accounts);
  const teller = createPrivateTeller(parts);
  let prunedAtMs = 0;

  async function prune(session: Session, nowMs: number): Promise<void> {
    if (nowMs - prunedAtMs < PRUNE_EVERY_MS) return;
    prunedAtMs = nowMs;
    await session.execute('DELETE FROM private_pieces WHERE at_ms < $1', [nowMs - KEPT_MS]);
  }

  return {
    name: 'private-events',
    tables: ['private_pieces'],
    async load(session) {
      fold.restore(await loadOpenOrders(session));
    },
    async apply(steps, session) {
      const pieces = new Map<number, Piece>();
      for (const step of steps) {
        const touched = new Map<number, OrderRecord>();
        for (const event of step.events) {
          for (const row of fold.apply(event, step)) touched.set(row.order_id, row);
        }
        for (const event of teller.tellStep(step, touched)) addEvent(pieces, event, step.atMs);
      }
      const last = steps.at(-1);
      if (last !== undefined) await prune(session, last.atMs);
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
