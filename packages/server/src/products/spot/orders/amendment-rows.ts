// Rows of what was amended of people's orders, gathered from committed events and written with a
// batch. No rule. Used by the projection of orders.
import { type CoreEvent, EventKind } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderRecord } from './order-rows.ts';

/** A row of spot_amendments. */
export interface AmendmentRecord {
  readonly order_id: number;
  readonly sequence: number;
  readonly owner_id: number;
  readonly instrument_id: number;
  readonly from_lots: number;
  readonly to_lots: number;
  readonly at_ms: number;
}

/** Gathers and writes. */
export interface AmendmentRows {
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
export function createAmendmentRows(): AmendmentRows {
  let rows: AmendmentRecord[] = [];

  return {
    reset() {
      rows = [];
    },
    take(event, step, open) {
      if (event.kind !== EventKind.orderAmended) return;
      const before = open.get(event.orderId);
      if (before === undefined) return;
      rows.push({
        order_id: event.orderId,
        sequence: step.sequence,
        owner_id: before.owner_id,
        instrument_id: event.instrumentId,
        from_lots: before.size_lots,
        to_lots: event.sizeLots,
        at_ms: step.atMs,
      });
    },
    async write(session) {
      if (rows.length === 0) return;
      await session.execute(
        `INSERT INTO spot_amendments
         SELECT * FROM jsonb_populate_recordset(null::spot_amendments, $1)`,
        [JSON.stringify(rows)],
      );
      rows = [];
    },
  };
}
