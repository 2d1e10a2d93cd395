// The premium of a contract's book over its index, and the rate of funding made of it,
// docs/rules/contracts.md 6. Whole numbers; impact values are wide. Not here: when a sample is
// taken (apply-prices.ts), when a rate is settled (funding.ts).

import { truncDiv, truncDivBig } from '../math/index.ts';

/** What is read of a contract's book; a side is Side.buy for the bids, Side.sell for the asks. */
export interface ContractBook {
  /** Best price of a side in ticks, 0 when it is empty. */
  readonly readBestTicks: (market: number, side: number) => number;
  /** The next worse price of a side, 0 when there is none. */
  readonly readNextTicks: (market: number, side: number, ticks: number) => number;
  /** Lots shown at a price. */
  readonly readLots: (market: number, side: number, ticks: number) => number;
  /** Price of the last trade, 0 before the first. */
  readonly readLastTicks: (market: number) => number;
}

/** Whose book is walked, how far, and what one lot is worth at one subtick. */
export interface ImpactTerms {
  readonly book: ContractBook;
  readonly market: number;
  readonly side: number;
  readonly notionalUnits: bigint;
  /** Units that a lot is worth for each subtick of its price. */
  readonly unitsPerSubLot: bigint;
}

/** Scheduled samples and what those that were taken add up to. */
export interface PremiumSums {
  readonly samplesCount: number;
  /** Sum of k * P_k, k = 1 for the first. */
  readonly weightedSum: number;
  /** Samples that were due until now. */
  readonly scheduledCount: number;
}

/** Terms of one settlement. */
export interface RateTerms {
  readonly hours: number;
  readonly capE8: number;
}

const subticks = 100;
const rateWhole = 100_000_000n;
/** A premium beyond the index itself is told as the whole index: sums stay exact. */
const premiumMaxE8 = 100_000_000;
const interestE8 = 10_000;
const spreadE8 = 50_000;
const usualHours = 8;

/** Lots of the walk that end exactly where the notional does. */
interface Walk {
  readonly lots: number;
  readonly valueUnits: bigint;
}

/** Walk a side until its lots are worth the notional; undefined when all of them are not. */
function walkBook({ book, market, side, notionalUnits, unitsPerSubLot }: ImpactTerms) {
  let [lots, valueUnits] = [0, 0n];
  let ticks = book.readBestTicks(market, side);
  for (; ticks !== 0; ticks = book.readNextTicks(market, side, ticks)) {
    const lotUnits = BigInt(ticks * subticks) * unitsPerSubLot;
    const here = book.readLots(market, side, ticks);
    const left = notionalUnits - valueUnits;
    const isLast = lotUnits * BigInt(here) >= left;
    const taken = isLast ? Number(left / lotUnits) : here;
    lots += taken;
    valueUnits += lotUnits * BigInt(taken);
    if (isLast) return { lots, valueUnits } satisfies Walk;
  }
  return undefined;
}

/** Mean price of a side up to the notional, in subticks, down; 0 when the side is too thin. */
export function calculateImpactSub(terms: ImpactTerms): number {
  const walk = walkBook(terms);
  if (walk === undefined || walk.lots === 0) return 0;
  return Number(truncDivBig(walk.valueUnits, BigInt(walk.lots) * terms.unitsPerSubLot));
}

/** The premium: how far the impact prices lie beyond the index, in 10^-8, towards zero. */
export function calculatePremiumE8(indexSub: number, bidSub: number, askSub: number): number {
  const beyond = Math.max(0, bidSub - indexSub) - Math.max(0, indexSub - askSub);
  const premiumE8 = Number((BigInt(beyond) * rateWhole) / BigInt(indexSub));
  return Math.min(Math.max(premiumE8, -premiumMaxE8), premiumMaxE8);
}

/** The mean premium of an interval; later samples weigh more. 0 without any. */
export function calculateAverageE8({ samplesCount, weightedSum }: PremiumSums): number {
  if (samplesCount === 0) return 0;
  return truncDiv(weightedSum * 2, samplesCount * (samplesCount + 1));
}

/** The rate of funding for samples; 0 when fewer than half of the scheduled were taken. */
export function calculateRateE8(sums: PremiumSums, { hours, capE8 }: RateTerms): number {
  const { samplesCount, scheduledCount } = sums;
  if (samplesCount === 0 || samplesCount * 2 < scheduledCount) return 0;
  const averageE8 = calculateAverageE8(sums);
  const interest = Math.min(Math.max(interestE8 - averageE8, -spreadE8), spreadE8);
  const rateE8 = truncDiv((averageE8 + interest) * hours, usualHours);
  return Math.min(Math.max(rateE8, -capE8), capE8);
}
