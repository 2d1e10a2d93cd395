// A market's fields as the engine's numbers and back: steps become decimals, amounts become ticks,
// lots and units. Each thing that does not fit is a problem with its field's name. Not here: what
// may be changed when (plan.ts). Called by plan, carry-out and example.
import { type InstrumentLimits, MarketState, type SelfTradeMode } from '@isobath/core';
import { cutZeros, formatDecimal, isScaleLawKept, parseDecimal } from '@isobath/core/math';
import { type ListingFields, listingTicksMax } from '@isobath/wire';
import { type Market, SELF_TRADE_WORDS } from '../../base/market/index.ts';

/** Decimals of the two coins of a market. */
export interface PairScales {
  readonly baseScale: number;
  readonly quoteScale: number;
}

/** Everything that a definition states besides numbers of coins and market. */
export type MarketTerms = InstrumentLimits & {
  readonly priceDecimals: number;
  readonly lotDecimals: number;
};

/** What is wrong with one field. */
export interface Problem {
  readonly field: string;
  readonly problem: string;
}

const LOTS_MAX = 2 ** 52;
const TICKS_USUAL_MAX = 2_000_000_000n;
/** So that the largest order stays clear of 2^53 in ticks times lots over the whole band. */
const BAND_ROOM = 5;

/** Fields that a new market must be given. */
export const neededFields = ['tickSize', 'lotSize', 'referencePrice', 'minNotional'] as const;

/** Decimals of a step such as 0.01. */
export const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

const stepOf = (decimals: number): string => formatDecimal(1n, decimals);

/** Rates of sixteen levels out of their field. */
export const readRates = (text: string): number[] => text.split(' ').map(Number);

/** What a new market gets where nothing else is said; asked once the needed fields are there. */
export function defaultFields(given: ListingFields, ratesPpm: readonly number[]): ListingFields {
  const { tickSize = '1', lotSize = '1', referencePrice = '1', minNotional = '0' } = given;
  const [priceDecimals, lotDecimals] = [decimalsOf(tickSize), decimalsOf(lotSize)];
  const ticks = Math.max(1, Math.round(Number(referencePrice) * 10 ** priceDecimals));
  const lotsMax = Math.floor(2 ** LOTS_BITS / (ticks * BAND_ROOM));
  const roundLots = 10n ** BigInt(Math.max(0, String(Math.max(1, lotsMax)).length - 1));
  const maxQuantity = cutZeros(formatDecimal(roundLots, lotDecimals));
  return {
    minQuantity: lotSize,
    maxQuantity,
    maxMarketQuantity: given['maxQuantity'] ?? maxQuantity,
    minPrice: tickSize,
    maxPrice: cutZeros(formatDecimal(TICKS_USUAL_MAX, priceDecimals)),
    bandLowPpm: '200000',
    bandHighPpm: '5000000',
    marketGuardBps: '500',
    makerPpm: ratesPpm.slice(0, 16).join(' '),
    takerPpm: ratesPpm.slice(16).join(' '),
    tradeArea: '1',
    closeOutMax: minNotional,
    openOrdersMax: '500',
    stopOrdersMax: '50',
    icebergPartsMax: '10',
    trailingDeltaBpsMin: '10',
    trailingDeltaBpsMax: '2000',
    amendsMax: '10',
    selfTradePreventionModes: 'EXPIRE_TAKER EXPIRE_MAKER EXPIRE_BOTH DECREMENT',
    selfTradePreventionDefault: 'EXPIRE_MAKER',
    opens: 'later',
  };
}

const LOTS_BITS = 50;

/** The fields of a market as they are; `referenceTicks` 0 = none was set. */
export function showMarketFields(market: Market, referenceTicks: number): ListingFields {
  const price = (ticks: number) => cutZeros(formatDecimal(BigInt(ticks), market.priceDecimals));
  const size = (lots: number) => cutZeros(formatDecimal(BigInt(lots), market.lotDecimals));
  const quote = (units: bigint) => cutZeros(formatDecimal(units, market.quote.scale));
  return {
    tickSize: stepOf(market.priceDecimals),
    lotSize: stepOf(market.lotDecimals),
    ...(referenceTicks === 0 ? {} : { referencePrice: price(referenceTicks) }),
    minNotional: quote(market.notionalUnitsMin),
    minQuantity: size(market.sizeLotsMin),
    maxQuantity: size(market.sizeLotsMax),
    maxMarketQuantity: size(market.marketSizeLotsMax),
    minPrice: price(market.priceTicksMin),
    maxPrice: price(market.priceTicksMax),
    bandLowPpm: String(market.bandLowPpm),
    bandHighPpm: String(market.bandHighPpm),
    marketGuardBps: String(market.marketGuardBps),
    makerPpm: market.makerPpm.join(' '),
    takerPpm: market.takerPpm.join(' '),
    tradeArea: String(market.tradeArea),
    closeOutMax: quote(market.closeOutUnitsMax),
    openOrdersMax: String(market.openOrdersCountMax),
    stopOrdersMax: String(market.stopOrdersCountMax),
    icebergPartsMax: String(market.icebergPartsCountMax),
    trailingDeltaBpsMin: String(market.trailingDeltaBpsMin),
    trailingDeltaBpsMax: String(market.trailingDeltaBpsMax),
    amendsMax: String(market.amendsCountMax),
    selfTradePreventionModes: SELF_TRADE_WORDS.filter(
      (word, mode) => word !== '' && (market.selfTradeModesMask & (1 << mode)) !== 0,
    ).join(' '),
    selfTradePreventionDefault: SELF_TRADE_WORDS[market.selfTradeModeDefault],
    opens: market.state === MarketState.preOpen ? 'later' : 'now',
  };
}

const modeOf = (word: string) => (SELF_TRADE_WORDS as readonly string[]).indexOf(word);

/** Reads amounts of fields; what does not fit is noted and counts as 0. */
function createReader(fields: ListingFields, problems: Problem[]) {
  const units = (field: string, decimals: number): bigint => {
    try {
      return parseDecimal(fields[field] ?? '0', decimals);
    } catch {
      problems.push({ field, problem: `at most ${decimals} decimals` });
      return 0n;
    }
  };
  const within = (field: string, decimals: number, most: number): number => {
    const value = units(field, decimals);
    if (value <= BigInt(most)) return Number(value);
    const largest = cutZeros(formatDecimal(BigInt(most), decimals));
    problems.push({ field, problem: `at most ${largest}` });
    return most;
  };
  return { units, within, whole: (field: string) => Number(fields[field] ?? '0') };
}

/** Rules between fields, each as the later field's problem. */
function listOrderProblems(terms: MarketTerms, referenceTicks: number): Problem[] {
  const rules: readonly (readonly [isKept: boolean, field: string, problem: string])[] = [
    [terms.priceTicksMin <= terms.priceTicksMax, 'maxPrice', 'below minPrice'],
    [terms.sizeLotsMin <= terms.sizeLotsMax, 'maxQuantity', 'below minQuantity'],
    [
      terms.trailingDeltaBpsMin <= terms.trailingDeltaBpsMax,
      'trailingDeltaBpsMax',
      'below trailingDeltaBpsMin',
    ],
    [
      ((terms.selfTradeModesMask >> terms.selfTradeModeDefault) & 1) === 1,
      'selfTradePreventionDefault',
      'none of selfTradePreventionModes',
    ],
    [
      referenceTicks === 0 ||
        (referenceTicks >= terms.priceTicksMin && referenceTicks <= terms.priceTicksMax),
      'referencePrice',
      'not between minPrice and maxPrice',
    ],
  ];
  return rules.filter(([isKept]) => !isKept).map(([, field, problem]) => ({ field, problem }));
}

/** What is wrong with rates of both sides together. */
export function listRateProblems(fields: ListingFields): Problem[] {
  const lowest = (field: string) => Math.min(...readRates(fields[field] ?? '0'));
  if (lowest('makerPpm') + lowest('takerPpm') >= 0) return [];
  return [{ field: 'makerPpm', problem: 'a rebate above what takers pay' }];
}

/** Everything the engine is told of a market; problems where it would refuse. */
export function readTerms(
  fields: ListingFields,
  scales: PairScales,
): { terms: MarketTerms; referenceTicks: number; problems: Problem[] } {
  const problems: Problem[] = [];
  const priceDecimals = decimalsOf(fields['tickSize'] ?? '1');
  const lotDecimals = decimalsOf(fields['lotSize'] ?? '1');
  if (lotDecimals > scales.baseScale) {
    problems.push({ field: 'lotSize', problem: `the coin has ${scales.baseScale} decimals` });
  } else if (!isScaleLawKept({ ...scales, priceDecimals, lotDecimals })) {
    const most = `the ${scales.quoteScale} decimals of the quote coin`;
    const problem = `tick and lot together have more than ${most}`;
    problems.push({ field: 'tickSize', problem });
  }
  const read = createReader(fields, problems);
  const price = (field: string) => read.within(field, priceDecimals, listingTicksMax);
  const size = (field: string) => read.within(field, lotDecimals, LOTS_MAX);
  const modes = (fields['selfTradePreventionModes'] ?? '').split(' ').map(modeOf);
  const terms: MarketTerms = {
    priceDecimals,
    lotDecimals,
    priceTicksMin: price('minPrice'),
    priceTicksMax: price('maxPrice'),
    sizeLotsMin: size('minQuantity'),
    sizeLotsMax: size('maxQuantity'),
    marketSizeLotsMax: size('maxMarketQuantity'),
    notionalUnitsMin: read.units('minNotional', scales.quoteScale),
    bandLowPpm: read.whole('bandLowPpm'),
    bandHighPpm: read.whole('bandHighPpm'),
    marketGuardBps: read.whole('marketGuardBps'),
    openOrdersCountMax: read.whole('openOrdersMax'),
    stopOrdersCountMax: read.whole('stopOrdersMax'),
    icebergPartsCountMax: read.whole('icebergPartsMax'),
    trailingDeltaBpsMin: read.whole('trailingDeltaBpsMin'),
    trailingDeltaBpsMax: read.whole('trailingDeltaBpsMax'),
    amendsCountMax: read.whole('amendsMax'),
    closeOutUnitsMax: read.units('closeOutMax', scales.quoteScale),
    selfTradeModesMask: modes.reduce((mask, mode) => mask | (1 << mode), 0),
    selfTradeModeDefault: modeOf(fields['selfTradePreventionDefault'] ?? '') as SelfTradeMode,
    tradeArea: read.whole('tradeArea'),
  };
  const referenceTicks = 'referencePrice' in fields ? price('referencePrice') : 0;
  if (problems.length > 0) return { terms, referenceTicks, problems };
  return {
    terms,
    referenceTicks,
    problems: [...listOrderProblems(terms, referenceTicks), ...listRateProblems(fields)],
  };
}
