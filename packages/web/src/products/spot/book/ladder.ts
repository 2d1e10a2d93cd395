// Where the rows of a ladder stand: every price step has its row, whether somebody stands there or
// not, and rows keep their place until the best bid leaves the middle of the picture.
// Not how they look (paint-ladder.ts).
import type { HeldRows } from './book-rows.ts';
import { findRowPrice, listSteps } from './grouping.ts';

/** The rows of a ladder, best first on each side. */
export interface Ladder {
  readonly rowPx: number;
  /** Price of the uppermost row; the next layout begins from it. */
  readonly topTicks: number;
  /** Where asks end and bids begin. */
  readonly edgePx: number;
  readonly pricesTicks: HeldRows;
}

/** A step of a ladder until another one is chosen: about a ten-thousandth of the price. */
export function firstLadderStep(priceTicks: number): number {
  const fitting = listSteps(priceTicks).filter((step) => step <= priceTicks / 10_000);
  return fitting.at(-1) ?? 1;
}

/** The row of the best bid; without bids the one below the best ask; null in an empty book. */
function findBidRow(best: { bid?: number; ask?: number }, stepTicks: number): number | null {
  if (best.bid !== undefined) return findRowPrice('bid', best.bid, stepTicks);
  return best.ask === undefined ? null : findRowPrice('ask', best.ask, stepTicks) - stepTicks;
}

/**
 * Lay out a ladder.
 *
 * @param options - best: best prices in ticks, left out where a side is empty; topTicks: of the
 *   layout before, null at first.
 * @returns null for an empty book.
 */
export function layOutLadder(options: {
  heightPx: number;
  requestPx: number;
  best: { bid?: number; ask?: number };
  stepTicks: number;
  topTicks: number | null;
}): Ladder | null {
  const { stepTicks } = options;
  const count = Math.max(2, Math.floor(options.heightPx / options.requestPx));
  const rowPx = options.heightPx / count;
  const bidRow = findBidRow(options.best, stepTicks);
  if (bidRow === null) return null;
  const rowsAbove = (topTicks: number) => (topTicks - bidRow) / stepTicks + 1;
  const middle = Math.floor(count / 2);
  const known = options.topTicks;
  const isKept =
    known !== null &&
    known % stepTicks === 0 &&
    Math.abs(rowsAbove(known) - 1 - middle) <= count / 6;
  const topTicks = isKept ? known : bidRow + middle * stepTicks;
  const askCount = rowsAbove(topTicks) - 1;
  const ask = Array.from({ length: askCount }, (_, index) => bidRow + (index + 1) * stepTicks);
  const bid = Array.from({ length: count - askCount }, (_, index) => bidRow - index * stepTicks);
  return {
    rowPx,
    topTicks,
    edgePx: askCount * rowPx,
    pricesTicks: { ask, bid: bid.filter((ticks) => ticks > 0) },
  };
}
