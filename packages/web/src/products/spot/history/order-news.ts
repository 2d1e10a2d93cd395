// What happened to a person's orders since the page was loaded, laid over the rows that it loaded:
// the rows stay true without asking again. Pure. Not the listening (use-order-news.ts).
import type { FillRow, OrderRow } from '@isobath/wire';
import { belongs, type OrderFilter, type OrderTab, passesFilter } from './order-filters.ts';

/** A fill, and the type of its order when that is known. */
export interface ReportedFill {
  readonly fill: FillRow;
  readonly type: OrderRow['type'] | undefined;
}

/** Orders as they were told last, by number; fills, the newest first. */
export interface OrderNews {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly fills: readonly ReportedFill[];
}

/** Nothing has happened. */
export const noNews: OrderNews = { orders: new Map(), fills: [] };

const countMax = 500;

/** An order as it is now. */
export function takeOrder(news: OrderNews, order: OrderRow): OrderNews {
  const orders = new Map(news.orders);
  orders.delete(order.orderId);
  orders.set(order.orderId, order);
  const [oldest] = orders.keys();
  if (orders.size > countMax && oldest !== undefined) orders.delete(oldest);
  return { ...news, orders };
}

/** A fill, and its order as it is after it. */
export function takeFill(news: OrderNews, fill: FillRow, order: OrderRow | undefined): OrderNews {
  const reported = { fill, type: order?.type };
  const next = { ...news, fills: [reported, ...news.fills].slice(0, countMax) };
  return order === undefined ? next : takeOrder(next, order);
}

/** Which rows are shown, and whether all of them are loaded. */
export interface Shown {
  readonly tab: OrderTab;
  readonly filter: OrderFilter;
  readonly nowMs: number;
  /** False while older rows can be asked for. */
  readonly isEnd: boolean;
}

/** Orders of a list as they are now. @param rows - as they were loaded, the newest first. */
export function mergeOrders(
  rows: readonly OrderRow[],
  news: OrderNews,
  shown: Shown,
): readonly OrderRow[] {
  const merged = new Map(rows.map((row) => [row.orderId, row]));
  const lastId = Number(rows.at(-1)?.orderId ?? 0);
  for (const [orderId, order] of news.orders) {
    const known = merged.get(orderId);
    if (known !== undefined && known.updatedAt > order.updatedAt) continue;
    // An old order that came into a list stands further down than was loaded.
    const isInSight = known !== undefined || shown.isEnd || Number(orderId) > lastId;
    if (isInSight && belongs(order, shown, shown.nowMs)) merged.set(orderId, order);
    else merged.delete(orderId);
  }
  return [...merged.values()].sort((one, two) => Number(two.orderId) - Number(one.orderId));
}

/** Names one side of a trade: both may be the person's own. */
export function keyOfFill(fill: FillRow): string {
  return `${fill.symbol} ${fill.tradeId} ${fill.orderId}`;
}

/** Fills of the list as they are now. */
export function mergeFills(
  rows: readonly FillRow[],
  news: OrderNews,
  shown: Pick<Shown, 'filter' | 'nowMs'>,
): readonly FillRow[] {
  const known = new Set(rows.map(keyOfFill));
  const added = news.fills.filter(({ fill, type }) => {
    if (known.has(keyOfFill(fill))) return false;
    // Of an order that is not known nothing can be said: it is left out where types matter.
    if (type === undefined && shown.filter.type !== undefined) return false;
    return passesFilter(
      { ...fill, type: type ?? 'limit', atMs: fill.at },
      shown.filter,
      shown.nowMs,
    );
  });
  return [...added.map(({ fill }) => fill), ...rows];
}
