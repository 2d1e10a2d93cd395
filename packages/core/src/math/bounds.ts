// The most that a buy order can cost, in ticks a lot: what the engine holds for it or, of a market
// order, where its guard stops it (docs/rules/spot.md 4 and 7). Fees come off what is received, so
// nothing is added to it. Not here: when a price is read. Called by previews in the browser; a test
// compares it with what the engine holds and takes.
import { calculateBuyGuard, calculateTrailingBuyStop } from './prices.ts';

/** What bounds a buy order by size. */
export interface BuyBoundTerms {
  /** Its limit, 0 for an order at market. */
  readonly limitTicks: number;
  /**
   * Where an order at market begins: the best ask, its stop, or of a trailing one its activation,
   * else the last price. 0 while nothing says it.
   */
  readonly startTicks: number;
  /** 0 for an order that does not trail. */
  readonly trailingDeltaBps: number;
  readonly guardBps: number;
}

/** The highest price that a buy order can pay on average; 0 while nothing says it. */
export function calculateBuyBound(terms: BuyBoundTerms): number {
  const { limitTicks, startTicks, trailingDeltaBps, guardBps } = terms;
  if (limitTicks !== 0 || startTicks === 0) return limitTicks;
  // A stop that trails a buy only falls from where it began.
  const stopTicks =
    trailingDeltaBps === 0 ? startTicks : calculateTrailingBuyStop(startTicks, trailingDeltaBps);
  return calculateBuyGuard(stopTicks, guardBps);
}
