// What one person is told over their private channel, compared event by event with the journal:
// each number once, in order, without a gap, their own and committed. Used by listener.ts.
import { type BalanceData, type FillNews, type OrderNews, type PrivateEvent } from './frames.ts';
import { readSteps } from './local-book.ts';
import { ReportedOrders } from './reported-orders.ts';
import type { PrivateTruth, Truth } from './truth.ts';

/** The news of one person. */
export class PrivateNews {
  readonly ownerId: number;
  readonly #truth: Truth;
  /** Balances as of the last news, undefined until they are told. */
  balances: readonly BalanceData[] | undefined;
  readonly orders: ReportedOrders = new ReportedOrders();

  constructor(ownerId: number, truth: Truth) {
    this.ownerId = ownerId;
    this.#truth = truth;
  }

  /** They are told to load everything anew. */
  beginAnew(): void {
    this.balances = undefined;
    this.orders.beginAnew();
  }

  /** Compare one event. @returns what is wrong, "" when nothing is. */
  take(event: PrivateEvent): string {
    const { seq, kind, at } = event;
    this.balances = undefined;
    const known = this.#truth.newsOf(this.ownerId)[seq - 1];
    if (known === undefined) return `news ${seq} of ${this.ownerId}, which are not committed`;
    if (known.kind !== kind || known.atMs !== at) {
      return `news ${seq} of ${this.ownerId} are ${kind} at ${at}, not ${known.kind}`;
    }
    const isTrue = kind === 'fill' ? this.#isFill(event, known) : this.#isOrder(event, known);
    return isTrue
      ? ''
      : `news ${seq} of ${this.ownerId} say something else: ${JSON.stringify(event)}`;
  }

  #isOrder({ kind, data }: PrivateEvent, known: PrivateTruth): boolean {
    if (kind !== 'order') return true;
    return this.#isOrderRow(data as OrderNews | null, known);
  }

  #isOrderRow(row: OrderNews | null, known: PrivateTruth): boolean {
    if (row === null || row.orderId !== known.orderId) return false;
    this.orders.take(row);
    return readSteps(row.executedQuantity, known.lotDecimals) === known.executedLots;
  }

  #isFill({ data, order }: PrivateEvent, known: PrivateTruth): boolean {
    const fill = data as FillNews;
    if (fill.orderId !== known.orderId || fill.tradeId !== known.tradeId) return false;
    if (readSteps(fill.price, known.priceDecimals) !== known.priceTicks) return false;
    if (readSteps(fill.quantity, known.lotDecimals) !== known.sizeLots) return false;
    return order === undefined || this.#isOrderRow(order, known);
  }
}
