// Stores what private channels said, so that a client can go on after a cut. Run by the projector.
import type { Session } from '../../base/db/index.ts';
import type { Projection } from '../../base/projections/index.ts';
import { createOrderFold } from './orders/order-fold.ts';
import { loadOpenOrders, type OrderRecord } from './orders/order-rows.ts';
import { createPrivateTeller, type PrivateEventParts } from './private-events.ts';

const KEPT_MS = 26 * 3_600_000;
const PRUNE_EVERY_MS = 600_000;

/** The projection; it stands in one group behind the orders' own. */
export function createPrivateProjection(parts: PrivateEventParts): Projection {
  const fold = createOrderFold(parts.accounts);
  const teller = createPrivateTeller(parts);
  let prunedAtMs = 0;

  async function prune(session: Session, nowMs: number): Promise<void> {
    if (nowMs - prunedAtMs < PRUNE_EVERY_MS) return;
    prunedAtMs = nowMs;
    await session.execute('DELETE FROM private_events WHERE at_ms < $1', [nowMs - KEPT_MS]);
  }

  return {
    name: 'private-events',
    tables: ['private_events'],
    async load(session) {
      fold.restore(await loadOpenOrders(session));
    },
    async apply(steps, session) {
      const rows: object[] = [];
      for (const step of steps) {
        const touched = new Map<number, OrderRecord>();
        for (const event of step.events) {
          for (const row of fold.apply(event, step)) touched.set(row.order_id, row);
        }
        for (const { ownerId, write } of teller.tellStep(step, touched)) {
          const event = write();
          rows.push({ owner_id: ownerId, number: event.seq, at_ms: event.at, event });
        }
      }
      const last = steps.at(-1);
      if (last !== undefined) await prune(session, last.atMs);
      if (rows.length === 0) return;
      await session.execute(
        `INSERT INTO private_events
         SELECT * FROM jsonb_populate_recordset(null::private_events, $1)
         ON CONFLICT DO NOTHING`,
        [JSON.stringify(rows)],
      );
    },
  };
}
