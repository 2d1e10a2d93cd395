// Book levels as shapes: cumulative steps for the depth chart, nested lines for the contours.
// Geometry only, in numbers of pixels and shares; amounts stay text until here and are never
// written back. Called by DepthChart and Contours.

/** One level of a book, best first: price and amount as decimal strings. */
export type BookLevel = { price: string; amount: string };

/** A level for drawing: floats are fine for pixels. */
export type DepthPoint = {
  price: number;
  amount: number;
  /** Sum of amounts from the best level to here. */
  sum: number;
  /** Sum of price times amount. */
  value: number;
};

/** Running sums from the best level outwards. */
export function sumLevels(levels: readonly BookLevel[]): DepthPoint[] {
  let sum = 0;
  let value = 0;
  return levels.map((level) => {
    const price = Number(level.price);
    const amount = Number(level.amount);
    sum += amount;
    value += price * amount;
    return { price, amount, sum, value };
  });
}

/** The part of both sides within a share of the middle price, equally far to both sides. */
export function cutDepth(
  bids: readonly DepthPoint[],
  asks: readonly DepthPoint[],
  share: number,
): { bids: DepthPoint[]; asks: DepthPoint[]; mid: number; reach: number } | null {
  const bid = bids[0];
  const ask = asks[0];
  if (!bid || !ask) return null;
  const mid = (bid.price + ask.price) / 2;
  const farthest = Math.min(mid - (bids.at(-1)?.price ?? mid), (asks.at(-1)?.price ?? mid) - mid);
  const reach = Math.max(Math.min(mid * share, farthest), ask.price - bid.price);
  return {
    bids: bids.filter((point) => point.price >= mid - reach),
    asks: asks.filter((point) => point.price <= mid + reach),
    mid,
    reach,
  };
}

/**
 * The deepest level whose price is reached at a distance from the middle, or null before the best.
 */
export function findLevel(side: readonly DepthPoint[], mid: number, distance: number) {
  let found: DepthPoint | null = null;
  for (const point of side) {
    if (Math.abs(point.price - mid) > distance) break;
    found = point;
  }
  return found;
}

/** One line of equal depth: how far to go on each side until the sum is reached. */
export type DepthRing = {
  /** Sum of amounts to each side. */
  sum: number;
  /** Prices at which it is reached. */
  bidPrice: number;
  askPrice: number;
  /** Distances from the middle as shares of the shown reach, 0 to 1. */
  bidReach: number;
  askReach: number;
};

/**
 * Lines of equal depth, the innermost first; equal steps of depth, so that a large level brings
 * its lines close together.
 *
 * @param options - share: of the middle price, to each side; count: how many.
 * @returns nothing when a side is empty.
 */
export function readRings(
  bids: readonly DepthPoint[],
  asks: readonly DepthPoint[],
  options: { share: number; count: number },
): DepthRing[] {
  const cut = cutDepth(bids, asks, options.share);
  const bidSum = cut?.bids.at(-1)?.sum ?? 0;
  const askSum = cut?.asks.at(-1)?.sum ?? 0;
  const most = Math.min(bidSum, askSum);
  if (!cut || most <= 0) return [];
  return Array.from({ length: options.count }, (_, index) => {
    const sum = (most * (index + 1)) / options.count;
    const bidPrice = reachSum(cut.bids, sum);
    const askPrice = reachSum(cut.asks, sum);
    return {
      sum,
      bidPrice,
      askPrice,
      bidReach: (cut.mid - bidPrice) / cut.reach,
      askReach: (askPrice - cut.mid) / cut.reach,
    };
  });
}

/** The price at which a side's sum is reached, between two levels in proportion. */
function reachSum(side: readonly DepthPoint[], sum: number): number {
  const index = side.findIndex((point) => point.sum >= sum);
  const point = side[index] ?? side.at(-1)!;
  const before = side[index - 1];
  if (!before) return point.price;
  const share = (sum - before.sum) / (point.sum - before.sum || 1);
  return before.price + (point.price - before.price) * share;
}

/** Corners of a line of values spread over a width, for sparklines. */
export function placeValues(
  values: readonly number[],
  box: { widthPx: number; heightPx: number; padPx: number },
): { x: number; y: number }[] {
  const min = Math.min(...values);
  const max = Math.max(...values);
  const span = max - min || 1;
  const inner = box.heightPx - box.padPx * 2;
  const step = values.length > 1 ? (box.widthPx - box.padPx * 2) / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: box.padPx + index * step,
    y: max === min ? box.heightPx / 2 : box.padPx + inner * (1 - (value - min) / span),
  }));
}
