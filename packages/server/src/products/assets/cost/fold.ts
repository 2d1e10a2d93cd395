// What coins cost their owner, movement by movement: the rule alone, without tables and clock.
// The average is a weighted one. A buy costs what was given for it, its fee included; a sale wins
// what came in for it less the average cost of what went; a coin that came in without a trade costs
// what it was worth then; one that went out without a trade takes its average cost along and wins
// nothing. Between own accounts nothing happens. Money is whole units of USDT. Used by costs.ts.

/** What one has of a coin in all accounts, and what it cost. */
export interface CoinCost {
  readonly units: bigint;
  readonly costUnits: bigint;
  /** What sales won or lost until now. */
  readonly realisedUnits: bigint;
  /** False while part of it came in when no market priced it. */
  readonly isKnown: boolean;
}

/** What moved together: the sides of a trade and its fee, or one transfer. */
export interface MoveGroup {
  /** What only goes out was paid, as a fee is: a loss, where a withdrawal is none. */
  readonly isPaid: boolean;
  /** By coin, without what comes to nothing. */
  readonly coins: ReadonlyMap<number, MovedCoin>;
}

/** What moved of a coin, and what that was worth then. */
export interface MovedCoin {
  readonly units: bigint;
  /** Signed as the units are; undefined when nothing priced it. */
  readonly worthUnits: bigint | undefined;
}

/** Nothing of a coin. */
export const noCost: CoinCost = { units: 0n, costUnits: 0n, realisedUnits: 0n, isKnown: true };

function take(cost: CoinCost, units: bigint, worth: bigint | undefined): CoinCost {
  return {
    ...cost,
    units: cost.units + units,
    costUnits: cost.costUnits + (worth ?? 0n),
    isKnown: cost.isKnown && worth !== undefined,
  };
}

/** Give units away. @param proceeds - what came in for them, undefined when nothing was sold. */
function give(cost: CoinCost, units: bigint, proceeds: bigint | undefined): CoinCost {
  // The last of a coin takes all that is left of its cost, so that nothing is lost by rounding.
  if (units >= cost.units) {
    const won = proceeds === undefined || !cost.isKnown ? 0n : proceeds - cost.costUnits;
    return { ...noCost, realisedUnits: cost.realisedUnits + won };
  }
  const part = (cost.costUnits * units) / cost.units;
  const won = proceeds === undefined || !cost.isKnown ? 0n : proceeds - part;
  return {
    ...cost,
    units: cost.units - units,
    costUnits: cost.costUnits - part,
    realisedUnits: cost.realisedUnits + won,
  };
}

/** What both sides of an exchange were worth: exactly, where one of them is the coin of values. */
function valueExchange(
  [givenId, given]: readonly [number, MovedCoin],
  [gotId, got]: readonly [number, MovedCoin],
  valueCoinId: number,
): bigint | undefined {
  if (gotId === valueCoinId) return got.units;
  if (givenId === valueCoinId) return -given.units;
  return given.worthUnits === undefined ? got.worthUnits : -given.worthUnits;
}

/** Take a group of movements into the costs. @param valueCoinId - the coin costs are counted in. */
export function foldGroup(
  costs: Map<number, CoinCost>,
  { coins, isPaid }: MoveGroup,
  valueCoinId: number,
): void {
  const moved = [...coins];
  const given = moved.filter(([, { units }]) => units < 0n);
  const got = moved.filter(([, { units }]) => units > 0n);
  const [gave, came] = [given[0], got[0]];
  const isExchange = given.length === 1 && got.length === 1;
  const worth =
    isExchange && gave !== undefined && came !== undefined
      ? valueExchange(gave, came, valueCoinId)
      : undefined;
  for (const [coinId, { units, worthUnits }] of moved) {
    if (coinId === valueCoinId) continue;
    const cost = costs.get(coinId) ?? noCost;
    if (units > 0n) costs.set(coinId, take(cost, units, isExchange ? worth : worthUnits));
    else costs.set(coinId, give(cost, -units, isExchange ? worth : isPaid ? 0n : undefined));
  }
}
