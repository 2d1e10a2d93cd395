// People's open orders as of the newest committed step, in memory. Fed by the private feed, which
// folds them anyway. Read by the trading dialect, which waits for steps here too.
import { PassingMap } from '../../base/process/passing-map.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import type { PublishedSteps } from '../../base/projections/index.ts';
import type { OrderRecord } from './orders/order-rows.ts';

/** A number, or a client order id, of an order on one market. */
export interface MarketReference {
  readonly instrumentId: number;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
}

/** Open orders of people. Rows stay true: one that is kept shows how its order ended. */
export interface OpenOrders extends PublishedSteps {
  restore(open: ReadonlyMap<number, OrderRecord>): void;
  /** Rows that a step changed, as they are after it. */
  apply(step: CommittedStep, rows: Iterable<OrderRecord>): void;
  find(ownerId: number, orderId: number): OrderRecord | undefined;
  /** The open order of a market with a client order id. */
  findNamed(ownerId: number, instrumentId: number, name: string): OrderRecord | undefined;
  /** In order of number. */
  list(ownerId: number, instrumentId?: number): OrderRecord[];
}

/** Make an empty list. @param steps - told how far the orders are. */
export function createOpenOrders(steps: PublishedSteps): OpenOrders {
  const byOwner = new PassingMap<number, PassingMap<number, OrderRecord>>();

  function put(row: OrderRecord): void {
    const own = byOwner.get(row.owner_id);
    if (row.status !== 3) {
      const rows = own ?? new PassingMap<number, OrderRecord>();
      if (own === undefined) byOwner.set(row.owner_id, rows);
      rows.set(row.order_id, row);
    } else if (own?.delete(row.order_id) && own.size === 0) byOwner.delete(row.owner_id);
  }

  return {
    ...steps,
    restore(open) {
      // What is read now may be older than what was told: that is waited for.
      steps.noteReadAnew();
      byOwner.clear();
      for (const row of open.values()) put(row);
    },
    apply(step, rows) {
      for (const row of rows) put(row);
      steps.noteFollowed(step.sequence);
    },
    find: (ownerId, orderId) => byOwner.get(ownerId)?.get(orderId),
    findNamed(ownerId, instrumentId, name) {
      if (name === '') return undefined;
      for (const row of byOwner.get(ownerId)?.readNow().values() ?? []) {
        if (row.instrument_id === instrumentId && row.client_order_id === name) return row;
      }
      return undefined;
    },
    list(ownerId, instrumentId) {
      return [...(byOwner.get(ownerId)?.readNow().values() ?? [])]
        .filter((row) => instrumentId === undefined || row.instrument_id === instrumentId)
        .sort((one, two) => one.order_id - two.order_id);
    },
  };
}
