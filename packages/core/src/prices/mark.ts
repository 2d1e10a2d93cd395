// The mark of a contract, docs/rules/contracts.md 5: P1, P2, their median with the last price, the
// two bounds. Whole numbers in subticks; products are wide, since a price step is rare. Not here:
// where the numbers come from (apply-prices.ts), the premium (premium.ts).
import { floorDiv, truncDiv, truncDivBig } from '../math/index.ts';
import { MarkFlag } from '../words.ts';

/** What a mark is calculated from, in subticks. */
export interface MarkTerms {
  readonly indexSub: number;
  /** Rate of the last settlement, and how much of the present interval is left. */
  readonly lastRateE8: number;
  readonly leftMs: number;
  /** 0 of a contract without funding. */
  readonly intervalMs: number;
  /** Mid of the book minus index, the samples that count. */
  readonly basisSubs: readonly number[];
  /** Price of the last trade, 0 before the first. */
  readonly lastSub: number;
  /** A delivery contract follows P2 alone. */
  readonly isDelivery: boolean;
  readonly clampPpm: number;
  /** Mark minus index of the last mark and whole seconds since; undefined without one. */
  readonly previous: { readonly basisSub: number; readonly seconds: number } | undefined;
}

/** A mark and what it is made of. */
export interface Mark {
  readonly p1Sub: number;
  readonly p2Sub: number;
  readonly rawSub: number;
  readonly markSub: number;
  /** Bits of MarkFlag. */
  readonly flags: number;
}

/** Fewer basis samples say nothing. */
const samplesCountMin = 10;
const rateWhole = 100_000_000n;
const ppmWhole = 1_000_000n;
/** The mark's distance from the index moves by a hundredth of the index a second. */
const slowPart = 100;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

const isUnder = (samples: readonly number[]): boolean => samples.length < samplesCountMin;

function calculateP1({ indexSub, lastRateE8, leftMs, intervalMs }: MarkTerms): number {
  if (intervalMs === 0) return indexSub;
  const payable = BigInt(indexSub) * BigInt(lastRateE8) * BigInt(leftMs);
  return indexSub + Number(truncDivBig(payable, rateWhole * BigInt(intervalMs)));
}

function calculateP2({ indexSub, basisSubs }: MarkTerms): number {
  if (isUnder(basisSubs)) return indexSub;
  const sum = basisSubs.reduce((total, basis) => total + basis, 0);
  return indexSub + truncDiv(sum, basisSubs.length);
}

/** Bound 2, then bound 1, of the distance from the index. */
function bound(rawSub: number, terms: MarkTerms): { basisSub: number; flags: number } {
  const { indexSub, clampPpm, previous } = terms;
  let basisSub = rawSub - indexSub;
  let flags = 0;
  if (previous !== undefined) {
    const step = floorDiv(indexSub, slowPart) * Math.max(1, previous.seconds);
    const slowed = clamp(basisSub, previous.basisSub - step, previous.basisSub + step);
    if (slowed !== basisSub) flags += MarkFlag.slowed;
    basisSub = slowed;
  }
  const farthest = Number((BigInt(indexSub) * BigInt(clampPpm)) / ppmWhole);
  const clamped = clamp(basisSub, -farthest, farthest);
  if (clamped !== basisSub) flags += MarkFlag.clamped;
  return { basisSub: clamped, flags };
}

/** Calculate a mark from a live index. */
export function calculateMark(terms: MarkTerms): Mark {
  const { indexSub, lastSub, isDelivery, basisSubs } = terms;
  const [p1Sub, p2Sub] = [calculateP1(terms), calculateP2(terms)];
  const third = lastSub === 0 ? p1Sub : lastSub;
  const medianSub = Math.max(Math.min(p1Sub, p2Sub), Math.min(Math.max(p1Sub, p2Sub), third));
  const rawSub = isDelivery ? p2Sub : medianSub;
  const bounded = bound(rawSub, terms);
  let { flags } = bounded;
  if (isUnder(basisSubs)) flags += MarkFlag.fewSamples;
  if (lastSub === 0) flags += MarkFlag.noLast;
  return { p1Sub, p2Sub, rawSub, markSub: indexSub + bounded.basisSub, flags };
}
