// Gains in per cent, rounded one way wherever a person reads them: down, so that no loss looks
// smaller than it is. Finer than screens show them: a small gain is not told as none. Called by
// overview-routes.ts and cost/show.ts.
import { floorDivBig, formatDecimal } from '@isobath/core/math';

const PERCENT_DECIMALS = 8;

/** A part in per cent of a whole with eight decimals, "" when the whole is nothing. */
export function showPercent(units: bigint, wholeUnits: bigint): string {
  if (wholeUnits <= 0n) return '';
  const scale = 10n ** BigInt(PERCENT_DECIMALS + 2);
  return formatDecimal(floorDivBig(units * scale, wholeUnits), PERCENT_DECIMALS);
}
