// The rows of the page of orders: those that came with it, older ones that were asked for, and what
// happened since.
import { type FillRow, type OrderRow } from '@isobath/wire';
import { type RecordsState, useRecords } from '@isobath/kit';
import { useEffect, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { browserLive } from '../../../base/live.ts';
import { mergeFills, mergeOrders } from './order-news.ts';
import { type FirstPage, type ListPage, loadPage, type Requested } from './orders-page.ts';
import { useOrderNews } from './use-order-news.ts';

/** What the page shows, and what can be asked for. */
export interface OrderList {
  readonly orders: readonly OrderRow[];
  readonly fills: readonly FillRow[];
  readonly state: RecordsState;
  /** Something was done to an order: its new state is told, or asked for when nobody tells. */
  noteAction(): void;
  /** An order as it is now, also once it has left the list. */
  latestOf(order: OrderRow): OrderRow;
}

/** @param first - the rows that came with the page, or why they did not. */
export function useOrderList(first: FirstPage, requested: Requested): OrderList {
  const { revalidate, state: revalidation } = useRevalidator();
  const isLoading = useNavigation().state === 'loading';
  const { pages: read, ...records } = useRecords<ListPage>({
    key: ['orders', requested.tab],
    load: (cursor) => loadPage(browserClient(), requested, cursor),
    first,
  });
  const pages = read ?? [first];
  const loaded = pages.flatMap((page) => page.orders);
  const readAnew = () => void revalidate();
  const [hasTrailing, setTrailing] = useState(false);
  const news = useOrderNews({ hasTrailing, onReset: readAnew });
  const shown = { ...requested, nowMs: Date.now(), isEnd: !records.hasMore };
  const isOrders = requested.tab !== 'fills';
  const orders = isOrders ? mergeOrders(loaded, news, shown) : [];
  const isTrailing = orders.some((order) => order.isDormant && order.trailingDeltaBps > 0);
  useEffect(() => setTrailing(isTrailing), [isTrailing]);
  return {
    orders,
    fills: isOrders
      ? []
      : mergeFills(
          pages.flatMap((page) => page.fills),
          news,
          shown,
        ),
    state: {
      ...records,
      failure: first.failure === null ? null : { text: '', code: first.failure },
      isReading: isLoading || revalidation === 'loading',
      // The first rows come with the page, and older ones are forgotten then.
      reload: readAnew,
    },
    noteAction() {
      if (browserLive().readState().state !== 'live') readAnew();
    },
    latestOf(order) {
      const reported = news.orders.get(order.orderId);
      return reported !== undefined && reported.updatedAt >= order.updatedAt ? reported : order;
    },
  };
}
