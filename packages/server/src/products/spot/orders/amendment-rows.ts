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
  /** Client order id before and after; null of amendments from before these were kept. */
  readonly from_name: string | null;
  readonly to_name: string | null;
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
  /** The name that an order had before this step gave it another. */
  let renamed = { sequence: 0, orderId: 0, name: '' };

  return {
    reset() {
      rows = [];
    },
    take(event, step, open) {
      const isNamed = event.kind === EventKind.clientOrderIdSet;
      if (!isNamed && event.kind !== EventKind.orderAmended) return;
      const before = open.get(event.orderId);
      if (before === undefined) return;
      const { sequence } = step;
      if (isNamed) {
        renamed = { sequence, orderId: event.orderId, name: before.client_order_id };
        return;
      }
      const isRenamed = renamed.sequence === sequence && renamed.orderId === event.orderId;
      rows.push({
        order_id: event.orderId,
        sequence,
        owner_id: before.owner_id,
        instrument_id: event.instrumentId,
        from_lots: before.size_lots,
        to_lots: event.sizeLots,
        at_ms: step.atMs,
        from_name: isRenamed ? renamed.name : before.client_order_id,
        to_name: before.client_order_id,
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
