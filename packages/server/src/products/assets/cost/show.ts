// A coin's cost as the wire writes it. Never flattering: what it cost is rounded up, what it won
// down. Called by ../routes.ts.
import { cutZeros, formatDecimal } from '@isobath/core/math';
import type { CostFigures } from '@isobath/wire';
import type { Coin } from '../../../base/market/index.ts';
import { showPercent } from './percent.ts';
import type { CoinCost } from './fold.ts';
import { VALUE_COIN } from './costs.ts';

/** Decimals of an average price. */
const AVERAGE_SCALE = 18;

/** What stands of a coin in the account that is shown. */
export interface ShownAmount {
  readonly coin: Coin;
  readonly units: bigint;
  /** Undefined when no market prices it. */
  readonly valueUnits: bigint | undefined;
  /** Scale of USDT. */
  readonly scale: number;
}

const divideUp = (units: bigint, by: bigint) => (units + by - 1n) / by;

/** Average cost, cost and profit; "" for what is not known. */
export function showCost(cost: CoinCost | undefined, shown: ShownAmount): CostFigures {
  const { coin, units, valueUnits, scale } = shown;
  const show = (usdt: bigint) => formatDecimal(usdt, scale);
  if (coin.shortName === VALUE_COIN) {
    // What everything is measured in wins nothing.
    const profits = {
      profitUsdt: show(0n),
      profitPercent: showPercent(0n, 1n),
      realisedUsdt: show(0n),
    };
    return { averageUsdt: '1', costUsdt: show(units), ...profits };
  }
  const realisedUsdt = show(cost?.realisedUnits ?? 0n);
  if (cost === undefined || !cost.isKnown || cost.units === 0n) {
    return { averageUsdt: '', costUsdt: '', profitUsdt: '', profitPercent: '', realisedUsdt };
  }
  const costUnits = divideUp(cost.costUnits * units, cost.units);
  const one = cost.costUnits * 10n ** BigInt(coin.scale + AVERAGE_SCALE - scale);
  const profitUnits = valueUnits === undefined ? undefined : valueUnits - costUnits;
  return {
    averageUsdt: cutZeros(formatDecimal(divideUp(one, cost.units), AVERAGE_SCALE)),
    costUsdt: show(costUnits),
    profitUsdt: profitUnits === undefined ? '' : show(profitUnits),
    profitPercent: profitUnits === undefined ? '' : showPercent(profitUnits, costUnits),
    realisedUsdt,
  };
}
