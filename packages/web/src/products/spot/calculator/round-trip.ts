// What buying and selling again comes to, both fees taken: exact, with the engine's own formulas.
// Rounding never flatters. Not what it looks like (Calculator.tsx).
import {
  calculateBaseUnits,
  calculateFee,
  calculateUnitsPerLot,
  calculateUnitsPerTickLot,
  ceilDivBig,
} from '@isobath/core/math';
import type { Market } from '../market/market.ts';

/** A purchase; both prices are whole ticks. */
export interface Purchase {
  readonly entryTicks: bigint;
  readonly sizeLots: bigint;
  /** Rates of the purchase and of the sale. */
  readonly entryPpm: number;
  readonly exitPpm: number;
}

/** What it comes to; amounts in units of their asset. */
export interface RoundTrip {
  /** Quote paid. */
  readonly costUnits: bigint;
  /** Base kept by the fee of the purchase, and what is left of it to sell. */
  readonly entryFeeUnits: bigint;
  readonly boughtUnits: bigint;
  /** Quote kept by the fee of the sale, and what is received after it. */
  readonly exitFeeUnits: bigint;
  readonly proceedsUnits: bigint;
  /** Below 0 is a loss. */
  readonly profitUnits: bigint;
  /** Of the cost. */
  readonly profitPpm: bigint;
}

type Scaled = Pick<Market, 'scales'>;

const wholePpm = 1_000_000n;

function buy({ entryTicks, sizeLots, entryPpm }: Purchase, { scales }: Scaled) {
  const grossUnits = calculateBaseUnits(Number(sizeLots), calculateUnitsPerLot(scales));
  const entryFeeUnits = calculateFee(grossUnits, entryPpm);
  const costUnits = entryTicks * sizeLots * calculateUnitsPerTickLot(scales);
  return { costUnits, entryFeeUnits, boughtUnits: grossUnits - entryFeeUnits };
}

/** Buy, and sell all that the fee left at a price. */
export function calculateRoundTrip(
  purchase: Purchase,
  exitTicks: bigint,
  market: Scaled,
): RoundTrip {
  const bought = buy(purchase, market);
  const perTick = calculateUnitsPerTickLot(market.scales);
  const perLot = calculateUnitsPerLot(market.scales);
  const valueUnits = (bought.boughtUnits * exitTicks * perTick) / perLot;
  const exitFeeUnits = calculateFee(valueUnits, purchase.exitPpm);
  const proceedsUnits = valueUnits - exitFeeUnits;
  const profitUnits = proceedsUnits - bought.costUnits;
  const gainPpm = profitUnits * wholePpm;
  // Towards the loss, as everywhere.
  const profitPpm =
    gainPpm < 0n ? -ceilDivBig(-gainPpm, bought.costUnits) : gainPpm / bought.costUnits;
  return { ...bought, exitFeeUnits, proceedsUnits, profitUnits, profitPpm };
}

/**
 * The lowest price at which the sale brings a profit after both fees; a profit of 0n is the
 * break-even.
 *
 * @returns ticks; null when the fees take all.
 */
export function findExitTicks(
  purchase: Purchase,
  profitUnits: bigint,
  market: Scaled,
): bigint | null {
  const { costUnits, boughtUnits } = buy(purchase, market);
  const kept = wholePpm - BigInt(purchase.exitPpm);
  const wantedUnits = costUnits + profitUnits;
  if (boughtUnits <= 0n || kept <= 0n || wantedUnits <= 0n) return null;
  const valueUnits = ceilDivBig(wantedUnits * wholePpm, kept);
  const perTick = calculateUnitsPerTickLot(market.scales);
  const perLot = calculateUnitsPerLot(market.scales);
  return ceilDivBig(valueUnits * perLot, boughtUnits * perTick);
}
