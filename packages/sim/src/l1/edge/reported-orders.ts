// A person's orders as their private channel told them, each by its newest row, compared at the end
// with the reference model: what changes an order must be told. Orders from before a beginning are
// not known here, since whoever begins loads their lists by call. Used by private-news.ts.
import type { Model } from '../../model/state.ts';
import type { OrderNews } from './frames.ts';
import { readSteps } from './local-book.ts';
import type { Truth } from './truth.ts';

const openStatuses: readonly string[] = ['NEW', 'PARTIALLY_FILLED', 'PENDING_NEW'];

/** The orders of one person. */
export class ReportedOrders {
  readonly #rows = new Map<string, OrderNews>();

  /** They are told to load their lists: what they knew counts no more. */
  beginAnew(): void {
    this.#rows.clear();
  }

  /** Take the row that news came with. */
  take(row: OrderNews): void {
    this.#rows.set(row.orderId, row);
  }

  /** What differs from the model, "" when nothing does. */
  findWrong(model: Model, { markets }: Truth): string {
    const open = new Map(model.orders.map((order) => [String(order.orderId), order]));
    for (const [orderId, row] of this.#rows) {
      const order = open.get(orderId);
      const isReportedOpen = openStatuses.includes(row.status);
      if (isReportedOpen !== (order !== undefined)) return `order ${orderId} is told ${row.status}`;
      if (order === undefined) continue;
      const lotDecimals = markets.get(order.market.instrumentId)?.lotDecimals ?? 0;
      const reported = [row.quantity, row.executedQuantity, row.preventedQuantity].map((text) =>
        readSteps(text, lotDecimals),
      );
      const expected = [order.sizeLots, order.executedLots, order.preventedLots];
      if (reported.join() !== expected.join()) {
        return `order ${orderId} is told ${reported.join()}, not ${expected.join()}`;
      }
    }
    return '';
  }
}
