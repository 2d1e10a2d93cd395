// Last price and change of every market, for the small places that name one: rows of the search,
// messages about a price. Not for pages of markets, which bring their own rows. Only in a browser.
import type { TickerRow } from '@isobath/wire';
import { useEffect, useMemo, useState } from 'react';
import { browserLive } from './live.ts';

const drawEveryMs = 500;

/**
 * The tickers by trade id, drawn at most twice a second.
 *
 * @param isWanted - false asks for nothing.
 */
export function useLivePrices(isWanted = true): ReadonlyMap<number, TickerRow> {
  const [prices, setPrices] = useState<ReadonlyMap<number, TickerRow>>(new Map());
  const waiting = useMemo(() => new Map<number, TickerRow>(), []);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = browserLive().subscribe('ticker:*', (frame) => {
      for (const row of frame.data as TickerRow[]) waiting.set(row.tradeId, row);
    });
    const timer = setInterval(() => {
      if (waiting.size === 0) return;
      const news = [...waiting];
      waiting.clear();
      setPrices((before) => new Map([...before, ...news]));
    }, drawEveryMs);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isWanted, waiting]);
  return prices;
}
