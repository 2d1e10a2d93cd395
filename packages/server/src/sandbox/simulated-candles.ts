// Candles from before the first real trade: drawn from the walk, marked as simulated wherever they
// appear.
import type { Bucket, Market } from '../base/market/index.ts';
import { createWalk } from './walk.ts';

const POINTS = 12;

/** A steady number in 0..1 from a time and a market. */
function hashShare(instrumentId: number, openMs: number): number {
  const state = Math.imul(instrumentId * 2_654_435_761 + Math.floor(openMs / 1_000), 0x45d9f3b);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}

/** @returns the simulated candle of a market from `openMs` up to `endMs`. */
export function createSimulatedCandles(
  seed: number,
): (market: Market, openMs: number, endMs: number) => Bucket {
  const walk = createWalk(seed);
  return (market, openMs, endMs) => {
    const readTicks = (atMs: number) => {
      const price = walk.read(market.base.shortName, market.quote.shortName, atMs);
      return Math.max(1, Math.round(price * 10 ** market.priceDecimals));
    };
    const spanMs = endMs - openMs;
    const points = Array.from({ length: POINTS + 1 }, (_unused, at) =>
      readTicks(openMs + (spanMs * at) / POINTS),
    );
    const openTicks = points[0];
    const closeTicks = points[POINTS];
    const price = closeTicks / 10 ** market.priceDecimals;
    const perMinute = (40_000 * (0.4 + hashShare(market.instrumentId, openMs))) / price;
    const baseLots = Math.floor((perMinute * spanMs * 10 ** market.lotDecimals) / 60_000);
    const takerBuyLots = Math.floor(baseLots / 2);
    return {
      openMs,
      openTicks,
      highTicks: Math.max(...points),
      lowTicks: Math.min(...points),
      closeTicks,
      baseLots,
      quoteUnits: BigInt(baseLots) * BigInt(closeTicks) * market.unitsPerTickLot,
      takerBuyLots,
      takerBuyQuoteUnits: BigInt(takerBuyLots) * BigInt(closeTicks) * market.unitsPerTickLot,
      tradesCount: Math.max(1, Math.floor(spanMs / 4_000)),
    };
  };
}
