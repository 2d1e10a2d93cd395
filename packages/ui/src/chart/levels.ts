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

/** The deepest level whose price is reached at a distance from the middle, or null before the best. */
export function findLevel(side: readonly DepthPoint[], mid: number, distance: number) {
  let found: DepthPoint | null = null;
  for (const point of side) {
    if (Math.abs(point.price - mid) > distance) break;
    found = point;
  }
  return found;
}

/**
 * A smooth profile of depth: at each of count places from the middle outwards, how deep the book
 * is as a share of its deepest place; a little blurred, because a sea floor has no steps.
 */
export function profileDepth(
  side: readonly DepthPoint[],
  options: { mid: number; reach: number; count: number; deepest: number },
): number[] {
  const { mid, reach, count, deepest } = options;
  const raw = Array.from({ length: count }, (_, index) => {
    const level = findLevel(side, mid, (reach * index) / (count - 1));
    return level && deepest > 0 ? level.sum / deepest : 0;
  });
  return blur(blur(raw));
}

function blur(values: readonly number[]): number[] {
  return values.map((value, index) => {
    const before = values[index - 1] ?? value;
    const after = values[index + 1] ?? value;
    return (before + value * 2 + after) / 4;
  });
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
