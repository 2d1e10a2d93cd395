// Prices of my orders that stand in this book, for their pennants. Changes paint, not render.
import { useEffect, useRef } from 'react';
import { useTrade } from '../layout/trade-context.ts';
import { readWhole } from '../market/market.ts';

/** Prices in ticks by side, kept true by my own store. */
export function useOwnPrices(): { current: { bid: number[]; ask: number[] } } {
  const { own, market } = useTrade();
  const prices = useRef({ bid: [] as number[], ask: [] as number[] });
  useEffect(() => {
    if (own === null) return;
    const collect = () => {
      const next = { bid: [] as number[], ask: [] as number[] };
      for (const order of own.open.read().rows) {
        if (order.symbol !== market.symbol || order.isDormant) continue;
        const ticks = readWhole(order.price, market.priceDecimals);
        next[order.side === 'buy' ? 'bid' : 'ask'].push(ticks);
      }
      prices.current = next;
    };
    collect();
    return own.open.listen(collect);
  }, [own, market]);
  return prices;
}
