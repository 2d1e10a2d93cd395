// The public order book of one market as the engine's level changes tell it: prices in order,
// visible lots at each. It knows no order. Kept by live.ts; read by depth calls and book channels.

/** One side; `prices` best first. */
interface BookSide {
  readonly prices: number[];
  readonly lotsByPrice: Map<number, number>;
  /** +1 when higher is better (bids), -1 for asks. */
  readonly direction: 1 | -1;
}

/** A level: price in ticks, visible size in lots. */
export type Level = readonly [priceTicks: number, totalLots: number];

/** A change of one level. */
export interface LevelChange {
  readonly isBid: boolean;
  readonly priceTicks: number;
  /** 0 deletes the level. */
  readonly totalLots: number;
}

/** A public book. */
export interface PublicBook {
  /** Number of the last change. */
  lastUpdateId: number;
  set(change: LevelChange): void;
  /** Best levels first. */
  list(isBid: boolean, limit: number): Level[];
  /** Best price, 0 when the side is empty. */
  readBest(isBid: boolean): number;
}

/** Place of a price in a side, or where it would be inserted. */
function findPlace(side: BookSide, priceTicks: number): number {
  let low = 0;
  let high = side.prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((side.prices[middle] - priceTicks) * side.direction > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function setLevel(side: BookSide, { priceTicks, totalLots }: LevelChange): void {
  const isKnown = side.lotsByPrice.has(priceTicks);
  if (totalLots > 0) {
    side.lotsByPrice.set(priceTicks, totalLots);
    if (!isKnown) side.prices.splice(findPlace(side, priceTicks), 0, priceTicks);
  } else if (isKnown) {
    side.lotsByPrice.delete(priceTicks);
    side.prices.splice(findPlace(side, priceTicks), 1);
  }
}

/** Make an empty book. */
export function createPublicBook(): PublicBook {
  const bids: BookSide = { prices: [], lotsByPrice: new Map(), direction: 1 };
  const asks: BookSide = { prices: [], lotsByPrice: new Map(), direction: -1 };
  return {
    lastUpdateId: 0,
    set: (change) => setLevel(change.isBid ? bids : asks, change),
    list(isBid, limit) {
      const side = isBid ? bids : asks;
      const count = Math.min(limit, side.prices.length);
      return Array.from({ length: count }, (_unused, at): Level => {
        const price = side.prices[at];
        return [price, side.lotsByPrice.get(price) as number];
      });
    },
    readBest: (isBid) => (isBid ? bids : asks).prices[0] ?? 0,
  };
}

/**
 * Sum levels into steps of `stepTicks`: bids down, asks up, so that grouping never flatters.
 *
 * @returns best first, at most `limit`.
 */
export function groupLevels(
  levels: readonly Level[],
  grouping: { stepTicks: number; isBid: boolean; limit: number },
): Level[] {
  const { stepTicks, isBid, limit } = grouping;
  const grouped: [number, number][] = [];
  for (const [price, lots] of levels) {
    const steps = isBid ? Math.floor(price / stepTicks) : Math.ceil(price / stepTicks);
    const groupPrice = steps * stepTicks;
    const last = grouped.at(-1);
    if (last !== undefined && last[0] === groupPrice) last[1] += lots;
    else if (grouped.length === limit) break;
    else grouped.push([groupPrice, lots]);
  }
  return grouped;
}
