// The rows of the page of orders: those that came with it, older ones that were asked for, and what
// happened since.
import { type FillRow, type OrderRow } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { browserLive } from '../../../base/live.ts';
import { readFailure } from '../live/send.ts';
import { useOutcome } from '../orders/use-outcome.ts';
import { mergeFills, mergeOrders } from './order-news.ts';
import { type Requested, type ListPage, loadPage } from './orders-page.ts';
import { useOrderNews } from './use-order-news.ts';

/** What the page shows, and what can be asked for. */
export interface OrderList {
  readonly orders: readonly OrderRow[];
  readonly fills: readonly FillRow[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  /** Ask for the first rows again, and forget the older ones. */
  readAnew(): void;
  /** Something was done to an order: its new state is told, or asked for when nobody tells. */
  noteAction(): void;
  /** An order as it is now, also once it has left the list. */
  latestOf(order: OrderRow): OrderRow;
}

/** Older rows, kept as long as the same list is asked for. */
function useOlder(first: ListPage, requested: Requested) {
  const [older, setOlder] = useState<{ of: ListPage; pages: readonly ListPage[] }>();
  const [isLoading, setLoading] = useState(false);
  const describe = useOutcome();
  const pages = older?.of === first ? older.pages : [];
  const cursor = (pages.at(-1) ?? first).nextCursor;
  const load = async () => {
    setLoading(true);
    try {
      const page = await loadPage(browserClient(), requested, cursor);
      setOlder({ of: first, pages: [...pages, page] });
    } catch (error) {
      describe(readFailure(error));
    } finally {
      setLoading(false);
    }
  };
  return { pages, cursor, isLoading, load };
}

/** @param first - the rows that came with the page. */
export function useOrderList(first: ListPage, requested: Requested): OrderList {
  const { revalidate } = useRevalidator();
  const older = useOlder(first, requested);
  const pages = [first, ...older.pages];
  const loaded = pages.flatMap((page) => page.orders);
  const readAnew = () => void revalidate();
  const [hasTrailing, setTrailing] = useState(false);
  const news = useOrderNews({ hasTrailing, onReset: readAnew });
  const shown = { ...requested, nowMs: Date.now(), isEnd: older.cursor === '' };
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
    hasMore: older.cursor !== '',
    isLoadingMore: older.isLoading,
    loadMore: () => void older.load(),
    readAnew,
    noteAction() {
      if (browserLive().readState().state !== 'live') readAnew();
    },
    latestOf(order) {
      const reported = news.orders.get(order.orderId);
      return reported !== undefined && reported.updatedAt >= order.updatedAt ? reported : order;
    },
  };
}
