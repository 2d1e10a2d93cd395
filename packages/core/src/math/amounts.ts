// Exact amounts of a trade in base units: what lots and ticks are worth, and what the fee is.
// Not here: balances. The engine's hot path computes the same numbers in words; tests compare both.
// Called by previews in the browser, by projections, by cold paths of the engine.

import { ceilDivBig } from './integers.ts';

const ppm = 1_000_000n;

/** Decimals of a market and of its two assets. */
export interface MarketScales {
  /** Scale of the base asset. */
  readonly baseScale: number;
  /** Scale of the quote asset. */
  readonly quoteScale: number;
  /** Decimals of one tick. */
  readonly priceDecimals: number;
  /** Decimals of one lot. */
  readonly lotDecimals: number;
}

/** True when a tick times a lot is a whole number of quote units and a lot of base units. */
export function isScaleLawKept(scales: MarketScales): boolean {
  return (
    scales.lotDecimals <= scales.baseScale &&
    scales.priceDecimals + scales.lotDecimals <= scales.quoteScale
  );
}

/** Base units of one lot: 10^(base scale - lot decimals). */
export function calculateUnitsPerLot(scales: MarketScales): bigint {
  return 10n ** BigInt(scales.baseScale - scales.lotDecimals);
}

/** Quote units of one lot at one tick: 10^(quote scale - price decimals - lot decimals). */
export function calculateUnitsPerTickLot(scales: MarketScales): bigint {
  return 10n ** BigInt(scales.quoteScale - scales.priceDecimals - scales.lotDecimals);
}

/** A price and a size, both whole. */
export interface TicksAndLots {
  readonly priceTicks: number;
  readonly sizeLots: number;
}

/** Quote units of `sizeLots` at `priceTicks`. */
export function calculateQuoteUnits(order: TicksAndLots, unitsPerTickLot: bigint): bigint {
  return BigInt(order.priceTicks) * BigInt(order.sizeLots) * unitsPerTickLot;
}

/** Base units of `sizeLots`. */
export function calculateBaseUnits(sizeLots: number, unitsPerLot: bigint): bigint {
  return BigInt(sizeLots) * unitsPerLot;
}

/**
 * Fee of an amount: the ceiling of amount * rate / 1 000 000, also for rebates.
 *
 * @param amountUnits - what the side receives.
 * @param feeRatePpm - signed; below 0 is a rebate.
 * @returns units of the same asset; below 0 is paid to the side.
 * @source docs/rules/core.md 7
 */
export function calculateFee(amountUnits: bigint, feeRatePpm: number): bigint {
  return ceilDivBig(amountUnits * BigInt(feeRatePpm), ppm);
}
