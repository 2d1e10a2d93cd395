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
  readonly atMs: number;
  /** What only goes out was paid, as a fee is: a loss, where a withdrawal is none. */
  readonly isPaid: boolean;
  /** By coin, without what comes to nothing. */
  readonly units: ReadonlyMap<number, bigint>;
}

/** What the rule reads beside the movements. */
export interface CostFacts {
  /** The coin that costs are counted in. */
  readonly valueCoinId: number;
  /** Worth of units of a coin at a time, undefined when nothing priced it. */
  readonly valueAt: (coinId: number, units: bigint, atMs: number) => bigint | undefined;
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
  given: readonly [number, bigint],
  got: readonly [number, bigint],
  { atMs, facts }: { atMs: number; facts: CostFacts },
): bigint | undefined {
  const { valueCoinId, valueAt } = facts;
  if (got[0] === valueCoinId) return got[1];
  if (given[0] === valueCoinId) return -given[1];
  return valueAt(given[0], -given[1], atMs) ?? valueAt(got[0], got[1], atMs);
}

/** Take a group of movements into the costs. */
export function foldGroup(costs: Map<number, CoinCost>, group: MoveGroup, facts: CostFacts): void {
  const { atMs, isPaid } = group;
  const moved = [...group.units];
  const given = moved.filter(([, units]) => units < 0n);
  const got = moved.filter(([, units]) => units > 0n);
  const [gave, came] = [given[0], got[0]];
  const isExchange = given.length === 1 && got.length === 1;
  const worth =
    isExchange && gave !== undefined && came !== undefined
      ? valueExchange(gave, came, { atMs, facts })
      : undefined;
  for (const [coinId, units] of moved) {
    if (coinId === facts.valueCoinId) continue;
    const cost = costs.get(coinId) ?? noCost;
    if (units > 0n) {
      costs.set(coinId, take(cost, units, isExchange ? worth : facts.valueAt(coinId, units, atMs)));
    } else {
      costs.set(coinId, give(cost, -units, isExchange ? worth : isPaid ? 0n : undefined));
    }
  }
}
