// The price formulas of docs/rules/spot.md 4 and 7: guard, band, trailing stop. All in ticks.
// Not here: when a price is read. Prices stay below 2^31, so each product is exact.
// Called by the spot product and by previews in the browser.

import { ceilDiv, floorDiv } from './integers.ts';

const bpsWhole = 10_000;
/** Parts of a whole: a rate of this many ppm is 1. */
export const ppmWhole = 1_000_000;

/** Highest price a market buy may pay: floor(best ask * (10 000 + bps) / 10 000), at least 1. */
export function calculateBuyGuard(bestAskTicks: number, guardBps: number): number {
  return Math.max(1, floorDiv(bestAskTicks * (bpsWhole + guardBps), bpsWhole));
}

/** Lowest price a market sell may take: ceil(best bid * (10 000 - bps) / 10 000), at least 1. */
export function calculateSellGuard(bestBidTicks: number, guardBps: number): number {
  return Math.max(1, ceilDiv(bestBidTicks * (bpsWhole - guardBps), bpsWhole));
}

/** Stop of a trailing sell whose best price is known: floor(best * (10 000 - delta) / 10 000). */
export function calculateTrailingSellStop(bestTicks: number, deltaBps: number): number {
  return floorDiv(bestTicks * (bpsWhole - deltaBps), bpsWhole);
}

/** Stop of a trailing buy whose best price is known: ceil(best * (10 000 + delta) / 10 000). */
export function calculateTrailingBuyStop(bestTicks: number, deltaBps: number): number {
  return ceilDiv(bestTicks * (bpsWhole + deltaBps), bpsWhole);
}

/** Lowest limit price the band allows: ceil(reference * low / 10^6). */
export function calculateBandLow(referenceTicks: number, bandLowPpm: number): number {
  return ceilDiv(referenceTicks * bandLowPpm, ppmWhole);
}

/**
 * Highest limit price the band allows: floor(reference * high / 10^6). The whole part of the
 * factor is taken apart first, so that factors up to 1 000 stay exact.
 */
export function calculateBandHigh(referenceTicks: number, bandHighPpm: number): number {
  const whole = floorDiv(bandHighPpm, ppmWhole);
  const rest = bandHighPpm - whole * ppmWhole;
  return referenceTicks * whole + floorDiv(referenceTicks * rest, ppmWhole);
}
