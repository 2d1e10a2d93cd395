// Rows of when waiting orders of people came to life: a stop at its price, a follower after the
// order before it. Gathered from committed events and written with a batch. No rule. Used by the
// projection of orders.
import { type CoreEvent, EventKind } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderRecord } from './order-rows.ts';

/** A row of spot_triggers. */
interface TriggerRecord {
  readonly order_id: number;
  readonly sequence: number;
  readonly from_status: number;
  readonly owner_id: number;
  readonly at_ms: number;
}

/** Gathers and writes. */
export interface TriggerRows {
  /** Forget what was gathered and not written. */
  reset(): void;
  /**
   * Take in one event.
   *
   * @param open - orders as they were before it.
   */
  take(event: CoreEvent, step: CommittedStep, open: ReadonlyMap<number, OrderRecord>): void;
  /** Write what was gathered since the last time. */
  write(session: Session): Promise<void>;
}

/** Make an empty gatherer. */
export function createTriggerRows(): TriggerRows {
  let rows: TriggerRecord[] = [];

  return {
    reset() {
      rows = [];
    },
    take(event, step, open) {
      if (event.kind !== EventKind.orderTriggered) return;
      const before = open.get(event.orderId);
      if (before === undefined) return;
      rows.push({
        order_id: event.orderId,
        sequence: step.sequence,
        from_status: before.status,
        owner_id: before.owner_id,
        at_ms: step.atMs,
      });
    },
    async write(session) {
      if (rows.length === 0) return;
      await session.execute(
        `INSERT INTO spot_triggers
         SELECT * FROM jsonb_populate_recordset(null::spot_triggers, $1)`,
        [JSON.stringify(rows)],
      );
      rows = [];
    },
  };
}
