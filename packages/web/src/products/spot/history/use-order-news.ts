// Listens to what happens to a person's orders, and keeps the triggers of trailing stops true: they
// move with the market, and a move is no event of their owner.
import { listenPrivate } from '@isobath/sdk';
import { type OrderRow, spotRoutes } from '@isobath/wire';
import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { browserLive } from '../../../base/live.ts';
import { createValue, useValue } from '../../../base/value.ts';
import { noNews, type OrderNews, takeFill, takeOrder } from './order-news.ts';

const drawEveryMs = 250;
const trailingEveryMs = 3_000;
const trailingMax = 200;

/**
 * What happened since the page was loaded.
 *
 * @param options.hasTrailing - a trailing stop is in sight.
 * @param options.onReset - what was missed is not kept: the rows are to be loaded anew.
 */
export function useOrderNews(options: { hasTrailing: boolean; onReset: () => void }): OrderNews {
  const [news] = useState(() => createValue<OrderNews>(noNews));
  const { hasTrailing, onReset } = options;
  const reset = useRef(onReset);
  useEffect(() => {
    reset.current = onReset;
  });
  useEffect(
    () =>
      listenPrivate(browserLive(), {
        onReset: () => reset.current(),
        onOrder: (order) => news.set(takeOrder(news.read(), order)),
        onFill: (fill, order) => news.set(takeFill(news.read(), fill, order)),
      }),
    [news],
  );
  useEffect(() => {
    if (!hasTrailing) return undefined;
    const look = async () => {
      if (document.hidden) return;
      const query = { type: 'trailing_stop' as const, limit: trailingMax };
      const { rows } = await browserClient().call(spotRoutes.openOrders, { query });
      for (const row of rows) news.set(takeMoved(news.read(), row));
    };
    const timer = setInterval(() => void look().catch(() => {}), trailingEveryMs);
    return () => clearInterval(timer);
  }, [hasTrailing, news]);
  return useValue(news, drawEveryMs);
}

/** A row that was asked for may be older than what was told meanwhile. */
function takeMoved(news: OrderNews, row: OrderRow): OrderNews {
  const reported = news.orders.get(row.orderId);
  return reported !== undefined && reported.updatedAt >= row.updatedAt
    ? news
    : takeOrder(news, row);
}
