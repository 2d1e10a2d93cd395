// What the page of orders may be narrowed and sorted by, as its address has it: list, side, market,
// type, time, state, column. Not the controls (OrderFilters.tsx). Read on the server by the loader
// and in the browser.
import type { TableSort } from '@isobath/ui';
import type { OrderRow, OrderStatus } from '@isobath/wire';
import { isOpenOrder } from '../live/own-store.ts';
import { isWaiting, orderTypes } from '../orders/order-rows.ts';

/** Lists of the page. */
export const orderTabs = ['open', 'conditional', 'history', 'fills'] as const;
/** One of the lists. */
export type OrderTab = (typeof orderTabs)[number];

const sides = ['buy', 'sell'] as const;
/** Days to look back. */
export const spans = ['1', '7', '30'] as const;
/** States that orders of a list can have; a list with one state offers none. */
export const statesOf: Readonly<Record<OrderTab, readonly OrderStatus[]>> = {
  open: ['NEW', 'PARTIALLY_FILLED', 'PENDING_NEW'],
  conditional: [],
  history: ['FILLED', 'CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH'],
  fills: [],
};

/** Filters in force; what is not named hides nothing. */
export interface OrderFilter {
  readonly side?: 'buy' | 'sell';
  readonly symbol?: string;
  readonly type?: OrderRow['type'];
  readonly span?: (typeof spans)[number];
  readonly status?: OrderStatus;
}

/** Names of the filters in the address. */
export const filterNames = ['side', 'market', 'type', 'days', 'status'] as const;
/** One of them. */
export type FilterName = (typeof filterNames)[number];

const dayMs = 86_400_000;

/** The list and the filters of an address; what it misspells is left out. */
export function readFilter(params: URLSearchParams): { tab: OrderTab; filter: OrderFilter } {
  const tab = orderTabs.find((one) => one === params.get('tab')) ?? 'open';
  const side = sides.find((one) => one === params.get('side'));
  const symbol = params.get('market') ?? '';
  const type = orderTypes.find((one) => one === params.get('type'));
  const span = spans.find((one) => one === params.get('days'));
  const status = statesOf[tab].find((one) => one === params.get('status'));
  const filter: OrderFilter = {
    ...(side === undefined ? {} : { side }),
    ...(/^[a-z0-9]{1,20}_[a-z0-9]{1,20}$/.test(symbol) ? { symbol } : {}),
    ...(type === undefined ? {} : { type }),
    ...(span === undefined ? {} : { span }),
    ...(status === undefined ? {} : { status }),
  };
  return { tab, filter };
}

/** A filter as the calls of the lists take it. @param nowMs - of the clock that looks back. */
export function queryOf({ span, ...rest }: OrderFilter, nowMs: number) {
  return span === undefined ? rest : { ...rest, from: nowMs - Number(span) * dayMs };
}

/** What an order or a fill has that filters look at. */
interface Filtered {
  readonly side: 'buy' | 'sell';
  readonly symbol: string;
  readonly type: OrderRow['type'];
  readonly atMs: number;
}

/** Whether filters let something through, its state aside. */
export function passesFilter(one: Filtered, filter: OrderFilter, nowMs: number): boolean {
  const { side, symbol, type, span } = filter;
  if (side !== undefined && one.side !== side) return false;
  if (symbol !== undefined && one.symbol !== symbol) return false;
  if (type !== undefined && one.type !== type) return false;
  return span === undefined || one.atMs >= nowMs - Number(span) * dayMs;
}

/** Whether an order belongs into a list under its filters, as the exchange would answer. */
export function belongs(
  order: OrderRow,
  requested: { tab: OrderTab; filter: OrderFilter },
  nowMs: number,
): boolean {
  const { tab, filter } = requested;
  if (isOpenOrder(order) !== (tab === 'open' || tab === 'conditional')) return false;
  if (tab === 'conditional' && !isWaiting(order)) return false;
  if (filter.status !== undefined && order.status !== filter.status) return false;
  return passesFilter({ ...order, atMs: order.createdAt }, filter, nowMs);
}

/** The column that orders the rows, as the address has it: `price.down`. */
export function readSort(params: URLSearchParams): TableSort | null {
  const match = /^([a-z]{1,12})\.(up|down)$/.exec(params.get('sort') ?? '');
  return match === null ? null : { key: match[1] ?? '', direction: match[2] as 'up' | 'down' };
}
