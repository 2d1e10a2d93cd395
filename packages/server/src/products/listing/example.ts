// What a trader would meet in a market: steps, the band, the smallest order, fees of an order.
// Figures only, in the market's own coins; the pages say them in words. Called by the preview.
import {
  calculateBandHigh,
  calculateBandLow,
  calculateFee,
  calculateUnitsPerTickLot,
  cutZeros,
  formatDecimal,
} from '@isobath/core/math';
import type { ListingFields } from '@isobath/wire';
import { type PairScales, readRates, readTerms } from './terms.ts';

/** So many smallest orders is an order that somebody would place. */
const EXAMPLE_ORDERS = 100n;

/** Figures by name; none while the fields say too little. */
export function makeExample(
  fields: ListingFields,
  scales: PairScales,
): Readonly<Record<string, string>> {
  const { terms, referenceTicks, problems } = readTerms(fields, scales);
  if (problems.length > 0 || referenceTicks === 0) return {};
  const { priceDecimals, lotDecimals } = terms;
  const unit = calculateUnitsPerTickLot({ ...scales, priceDecimals, lotDecimals });
  const price = (ticks: number) => cutZeros(formatDecimal(BigInt(ticks), priceDecimals));
  const size = (lots: bigint) => cutZeros(formatDecimal(lots, lotDecimals));
  const quote = (units: bigint) => cutZeros(formatDecimal(units, scales.quoteScale));
  const lotUnits = BigInt(referenceTicks) * unit;
  const forNotional = (terms.notionalUnitsMin + lotUnits - 1n) / lotUnits;
  const least = BigInt(terms.sizeLotsMin);
  const smallest = forNotional > least ? forNotional : least;
  const most = BigInt(terms.sizeLotsMax);
  const usual = smallest * EXAMPLE_ORDERS > most ? most : smallest * EXAMPLE_ORDERS;
  const value = usual * lotUnits;
  const rateOf = (field: string) => readRates(fields[field] ?? '0')[0] ?? 0;
  const within = (ticks: number) =>
    Math.min(Math.max(ticks, terms.priceTicksMin), terms.priceTicksMax);
  return {
    price: price(referenceTicks),
    nextPrice: price(referenceTicks + 1),
    lowestPrice: price(within(calculateBandLow(referenceTicks, terms.bandLowPpm))),
    highestPrice: price(within(calculateBandHigh(referenceTicks, terms.bandHighPpm))),
    smallestQuantity: size(smallest),
    smallestValue: quote(smallest * lotUnits),
    orderQuantity: size(usual),
    orderValue: quote(value),
    makerFee: quote(calculateFee(value, rateOf('makerPpm'))),
    takerFee: quote(calculateFee(value, rateOf('takerPpm'))),
  };
}
