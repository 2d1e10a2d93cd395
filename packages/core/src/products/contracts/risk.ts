// The arithmetic of risk of one cross position, docs/rules/contracts.md 8 and 9: tier, margins,
// unrealized profit, what an order reserves. Wide whole numbers. Not here: where the numbers come
// from (margin.ts), who asks (checks.ts). Pure.
import type { RiskTier } from '../../command.ts';
import { ceilDivBig } from '../../math/index.ts';
import { Side } from '../../words.ts';

const ppmWhole = 1_000_000n;

/** What of a contract its risk is calculated from. */
export interface RiskTerms {
  readonly tiers: readonly RiskTier[];
  readonly liquidationFeePpm: number;
  readonly profitUsePpm: number;
  readonly withdrawFloorPpm: number;
  /** Units that a lot is worth for each subtick of its price. */
  readonly unitsPerSubLot: bigint;
  /** 0 before the first mark. */
  readonly markSub: number;
}

/** A tier of some value, with the deduction that makes the requirement rise without a jump. */
export interface FoundTier extends RiskTier {
  /** Place from 0. */
  readonly place: number;
  readonly deductionUnits: bigint;
}

/** A position and the open orders beside it. */
export interface Exposure {
  /** Below 0 is short. */
  readonly lots: number;
  readonly entryUnits: bigint;
  readonly leverage: number;
  /** What the open orders of each side are worth at their prices. */
  readonly bidUnits: bigint;
  readonly askUnits: bigint;
}

/** What one contract adds to the sums of an account. */
export interface Share {
  /** Unrealized loss, 0 or below. */
  readonly lossUnits: bigint;
  /** The part of an unrealized profit that counts for new orders. */
  readonly gainUnits: bigint;
  readonly maintenanceUnits: bigint;
  readonly requiredUnits: bigint;
  /** What no transfer out may leave uncovered. */
  readonly floorUnits: bigint;
}

const abs = (units: bigint): bigint => (units < 0n ? -units : units);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** ceil(units * ppm / 10^6). */
export function ceilPart(units: bigint, ppm: number): bigint {
  return ceilDivBig(units * BigInt(ppm), ppmWhole);
}

/** The first tier whose cap is not below the value; beyond all of them the last. */
export function findTier(tiers: readonly RiskTier[], valueUnits: bigint): FoundTier {
  let deductionUnits = 0n;
  for (const [place, tier] of tiers.entries()) {
    if (place > 0) {
      const before = tiers[place - 1];
      deductionUnits += (before.capUnits * BigInt(tier.mmrPpm - before.mmrPpm)) / ppmWhole;
    }
    const isLast = place === tiers.length - 1;
    if (isLast || valueUnits <= tier.capUnits) return { ...tier, place, deductionUnits };
  }
  throw new RangeError('a contract without tiers has no risk');
}

/** Value of some lots at a price in subticks, signed as the lots are. */
export function calculateValue(terms: RiskTerms, lots: number, priceSub: number): bigint {
  return BigInt(lots) * BigInt(priceSub) * terms.unitsPerSubLot;
}

/** Initial margin of a value. */
export function calculateInitial(terms: RiskTerms, valueUnits: bigint, leverage: number): bigint {
  if (valueUnits === 0n) return 0n;
  const { maxLeverage } = findTier(terms.tiers, valueUnits);
  return ceilDivBig(valueUnits, BigInt(Math.min(leverage, maxLeverage)));
}

/** Maintenance margin of a value, the fee of a liquidation included. */
export function calculateMaintenance(terms: RiskTerms, valueUnits: bigint): bigint {
  if (valueUnits === 0n) return 0n;
  const { mmrPpm, deductionUnits } = findTier(terms.tiers, valueUnits);
  return ceilPart(valueUnits, mmrPpm + terms.liquidationFeePpm) - deductionUnits;
}

/** Unrealized profit at the mark; an entry has no sign of its own. */
export function calculatePnl(
  terms: RiskTerms,
  { lots, entryUnits }: Pick<Exposure, 'lots' | 'entryUnits'>,
): bigint {
  const valueUnits = calculateValue(terms, lots, terms.markSub);
  return lots < 0 ? valueUnits + entryUnits : valueUnits - entryUnits;
}

/** The most that position and orders together could be worth, whichever side is filled. */
export function calculateExposure(terms: RiskTerms, it: Exposure): bigint {
  const heldUnits = calculateValue(terms, it.lots, terms.markSub);
  return max(abs(heldUnits + it.bidUnits), abs(heldUnits - it.askUnits));
}

/** What a contract adds to the sums of its account. */
export function calculateShare(terms: RiskTerms, it: Exposure): Share {
  const pnlUnits = calculatePnl(terms, it);
  const valueUnits = abs(calculateValue(terms, it.lots, terms.markSub));
  return {
    lossUnits: pnlUnits < 0n ? pnlUnits : 0n,
    gainUnits: pnlUnits > 0n ? (pnlUnits * BigInt(terms.profitUsePpm)) / ppmWhole : 0n,
    maintenanceUnits: calculateMaintenance(terms, valueUnits),
    requiredUnits: calculateInitial(terms, calculateExposure(terms, it), it.leverage),
    floorUnits: ceilPart(valueUnits, terms.withdrawFloorPpm),
  };
}

/** An open order as its reserve is calculated. */
export interface PricedOrder {
  readonly side: number;
  readonly lots: number;
  readonly priceTicks: number;
  /** The mark when it was placed. */
  readonly markSub: number;
  readonly takerPpm: number;
}

const subticks = 100;

/** How much an order would lose at once if it were filled at its price. */
export function calculateOpenLoss(
  terms: RiskTerms,
  { side, lots, priceTicks, markSub }: Omit<PricedOrder, 'takerPpm'>,
): bigint {
  const beyond = calculateValue(terms, lots, priceTicks * subticks - markSub);
  return max(0n, side === Side.buy ? beyond : -beyond);
}

/** What an order reserves beside margin: the fee of a taker, and its open loss. */
export function calculateCost(terms: RiskTerms, order: PricedOrder): bigint {
  const valueUnits = calculateValue(terms, order.lots, order.priceTicks * subticks);
  return max(0n, ceilPart(valueUnits, order.takerPpm)) + calculateOpenLoss(terms, order);
}
