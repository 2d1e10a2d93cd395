// The size of an order by what may be lost: entered at its price and closed at its stop, it costs a
// share of what the person has of the market's two coins, fees of both trades included.
// Not the money itself (use-preview.ts). Used by the form's state.
import { calculateUnitsPerTickLot, ceilDivBig } from '@isobath/core/math';
import type { Market } from '../market/market.ts';

const wholePpm = 1_000_000n;
const wholeBps = 10_000n;

/** True when an order of the form enters and a stop closes it again. */
export function hasRisk(state: {
  readonly kind: string;
  readonly followKind: string;
  readonly followSide: string;
}): boolean {
  if (state.kind === 'otoco') return true;
  const isStop = state.followKind === 'stop_limit' || state.followKind === 'stop_market';
  return state.kind === 'oto' && isStop && state.followSide === 'other';
}

/** A share of the equity, in units of quote. @param percentBps - hundredths of a per cent. */
export function readRiskUnits(equityUnits: bigint, percentBps: number): bigint {
  return (equityUnits * BigInt(percentBps)) / wholeBps;
}

/** True for an order worth more than a share of the equity; a share of 0 is above nothing. */
export function isAboveShare(valueUnits: bigint, equityUnits: bigint, percent: number): boolean {
  return percent > 0 && valueUnits > readRiskUnits(equityUnits, percent * 100);
}

/**
 * Lots whose loss at the stop stays within the money at risk; 0n when the stop stands on the side
 * of the profit.
 *
 * @param risk - ppm: the dearer of the two fee rates; both trades pay it.
 */
export function sizeByRisk(
  side: 'buy' | 'sell',
  risk: { entryTicks: bigint; stopTicks: bigint; riskUnits: bigint; ppm: number },
  market: Pick<Market, 'scales'>,
): bigint {
  const { entryTicks, stopTicks, riskUnits } = risk;
  const isRight = side === 'buy' ? stopTicks < entryTicks : stopTicks > entryTicks;
  if (!isRight || stopTicks <= 0n) return 0n;
  const kept = wholePpm - BigInt(risk.ppm);
  const unit = wholePpm * wholePpm;
  // Bought, the fee leaves less to sell, and what is sold pays it again. Sold first, the fee cuts
  // the proceeds, and more than was sold has to be bought back.
  const lossPerLot =
    side === 'buy'
      ? entryTicks * unit - stopTicks * kept * kept
      : ceilDivBig(stopTicks * unit * wholePpm, kept) - entryTicks * kept * wholePpm;
  return (riskUnits * unit) / (lossPerLot * calculateUnitsPerTickLot(market.scales));
}
