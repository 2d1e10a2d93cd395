// Stores what private channels said, so that a client can go on after a cut. Run by the projector.
import type { PrivateEvent } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import type { Projection } from '../../base/projections/index.ts';
import { createOrderFold } from './orders/order-fold.ts';
import { loadOpenOrders, type OrderRecord } from './orders/order-rows.ts';
import { createPrivateTeller, type PrivateEventParts } from './private-events.ts';

const KEPT_MS = 26 * 3_600_000;
const PRUNE_EVERY_MS = 600_000;

/** What one person's channel said in one writing. */
interface Piece {
  readonly owner_id: number;
  readonly first_number: number;
  last_number: number;
  at_ms: number;
  readonly events: PrivateEvent[];
}

function addEvent(pieces: Map<number, Piece>, ownerId: number, event: PrivateEvent): void {
  const piece = pieces.get(ownerId);
  if (piece === undefined) {
    pieces.set(ownerId, {
      owner_id: ownerId,
      first_number: event.seq,
      last_number: event.seq,
      at_ms: event.at,
      events: [event],
    });
    return;
  }
  piece.events.push(event);
  piece.last_number = event.seq;
  piece.at_ms = event.at;
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
        for (const { ownerId, write } of teller.tellStep(step, touched)) {
          addEvent(pieces, ownerId, write());
        }
      }
      const last = steps.at(-1);
      if (last !== undefined) await prune(session, last.atMs);
      if (pieces.size === 0) return;
      await session.execute(
        {
          name: 'project-private-pieces',
          text: `INSERT INTO private_pieces
                 SELECT * FROM json_populate_recordset(null::private_pieces, $1)
                 ON CONFLICT DO NOTHING`,
        },
        [JSON.stringify([...pieces.values()])],
      );
    },
  };
}
