// What the page of orders may be narrowed by, as its address has it: side, market, time, state.
// Not the controls (OrderFilters.tsx). Read on the server by the loader and in the browser.
import type { OrderStatus } from '@isobath/wire';

/** Lists of the page. */
export const orderTabs = ['open', 'history', 'fills'] as const;
/** One of the lists. */
export type OrderTab = (typeof orderTabs)[number];

const sides = ['buy', 'sell'] as const;
/** Days to look back. */
export const spans = ['1', '7', '30'] as const;
/** States a closed order can have. */
export const closedStates = ['FILLED', 'CANCELED', 'EXPIRED'] as const satisfies OrderStatus[];

/** Filters in force; what is not named hides nothing. */
export interface OrderFilter {
  readonly side?: 'buy' | 'sell';
  readonly symbol?: string;
  readonly span?: (typeof spans)[number];
  readonly status?: (typeof closedStates)[number];
}

const dayMs = 86_400_000;

/** The list and the filters of an address; what it misspells is left out. */
export function readFilter(params: URLSearchParams): { tab: OrderTab; filter: OrderFilter } {
  const tab = orderTabs.find((one) => one === params.get('tab')) ?? 'open';
  const side = sides.find((one) => one === params.get('side'));
  const symbol = params.get('market') ?? '';
  const span = spans.find((one) => one === params.get('days'));
  const status = closedStates.find((one) => one === params.get('status'));
  const filter: OrderFilter = {
    ...(side === undefined ? {} : { side }),
    ...(/^[a-z0-9]{1,20}_[a-z0-9]{1,20}$/.test(symbol) ? { symbol } : {}),
    ...(span === undefined ? {} : { span }),
    ...(tab === 'history' && status !== undefined ? { status } : {}),
  };
  return { tab, filter };
}

/** A filter as the calls of the lists take it. @param nowMs - of the clock that looks back. */
export function queryOf({ span, ...rest }: OrderFilter, nowMs: number) {
  return span === undefined ? rest : { ...rest, from: nowMs - Number(span) * dayMs };
}
