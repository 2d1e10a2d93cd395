// Asking for the lists of the page of orders, a page of rows at a time. On the server for the first
// rows, in the browser for older ones.
import { ApiError, type Client } from '@isobath/sdk';
import { type FillRow, type OrderRow, spotRoutes } from '@isobath/wire';
import { type OrderFilter, type OrderTab, queryOf } from './order-filters.ts';

/** What is asked for: a list and what narrows it. */
export interface Requested {
  readonly tab: OrderTab;
  readonly filter: OrderFilter;
}

/** Some rows, of orders or of fills, and where the next ones begin. */
export interface ListPage {
  readonly orders: readonly OrderRow[];
  readonly fills: readonly FillRow[];
  /** "" when these were the last. */
  readonly nextCursor: string;
}

/** The first rows, or the code of why they did not come. */
export interface FirstPage extends ListPage {
  /** null when they came. */
  readonly failure: string | null;
}

const emptyPage: ListPage = { orders: [], fills: [], nextCursor: '' };

/** One page of the list that is asked for. @param cursor - "" for the first. */
export async function loadPage(
  client: Client,
  requested: Requested,
  cursor: string,
): Promise<ListPage> {
  const query = { ...queryOf(requested.filter, Date.now()), ...(cursor === '' ? {} : { cursor }) };
  if (requested.tab === 'fills') {
    const { rows, nextCursor } = await client.call(spotRoutes.fills, { query });
    return { orders: [], fills: rows, nextCursor };
  }
  const { rows, nextCursor } =
    requested.tab === 'history'
      ? await client.call(spotRoutes.orderHistory, { query })
      : await client.call(spotRoutes.openOrders, {
          query: requested.tab === 'conditional' ? { ...query, isWaiting: 'true' } : query,
        });
  return { orders: rows, fills: [], nextCursor };
}

/** The first rows, or the code of why they did not come: the rest of the page stands anyway. */
export async function loadFirst(client: Client, requested: Requested): Promise<FirstPage> {
  try {
    return { ...(await loadPage(client, requested, '')), failure: null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    return { ...emptyPage, failure: error instanceof ApiError ? String(error.code) : '' };
  }
}
