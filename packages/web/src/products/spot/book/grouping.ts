// Rows of a book: levels joined into price steps, always the same number of rows. Not here:
// drawing. Asks round up and bids round down, so that a row never looks better than it is.
import { ceilDivBig } from '@isobath/core/math';
import type { Levels } from './levels.ts';

/** One row; cumulativeLots counts from the best row to this one. */
export interface BookRow {
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly cumulativeLots: number;
  /** Ticks times lots of this row and of all up to it; 0n when values were not asked for. */
  readonly value: bigint;
  readonly cumulativeValue: bigint;
}

/** The price steps of a market, in ticks: 1, 10, 100, ... as far as they make sense at a price. */
export function listSteps(priceTicks: number): readonly number[] {
  const steps = [1, 10, 100, 1000, 10_000, 100_000];
  const most = Math.max(1000, priceTicks / 20);
  return steps.filter((step, index) => index < 4 || step <= most);
}

/** The price of the row that a level belongs to. */
export function findRowPrice(side: 'bid' | 'ask', priceTicks: number, stepTicks: number): number {
  if (stepTicks === 1) return priceTicks;
  const steps = priceTicks / stepTicks;
  return (side === 'ask' ? Math.ceil(steps) : Math.floor(steps)) * stepTicks;
}

/**
 * The best rows of a side, best first.
 *
 * @param options - count: rows at most; fewer come only when the book has no more levels;
 *   hasValues: false leaves the values out, which a picture of sizes does not need.
 */
export function groupLevels(
  levels: Levels,
  options: { side: 'bid' | 'ask'; stepTicks: number; count: number; hasValues?: boolean },
): BookRow[] {
  const { side, stepTicks, count, hasValues = true } = options;
  const rows: BookRow[] = [];
  let cumulativeLots = 0;
  let cumulativeValue = 0n;
  let rowTicks = -1;
  let sizeLots = 0;
  let value = 0n;
  const close = () => {
    if (rowTicks < 0) return;
    cumulativeLots += sizeLots;
    if (hasValues) cumulativeValue += value;
    rows.push({ priceTicks: rowTicks, sizeLots, cumulativeLots, value, cumulativeValue });
    sizeLots = 0;
    value = 0n;
  };
  for (const priceTicks of levels.pricesTicks) {
    const priceOfRow = findRowPrice(side, priceTicks, stepTicks);
    if (priceOfRow !== rowTicks) {
      close();
      rowTicks = -1;
      if (rows.length === count) break;
      rowTicks = priceOfRow;
    }
    const lots = levels.readSize(priceTicks);
    sizeLots += lots;
    if (hasValues) value += BigInt(priceTicks) * BigInt(lots);
  }
  close();
  return rows;
}

/**
 * The rows at given prices, as they are now: for rows that are held still under the pointer.
 * A price without a level any more has size 0.
 */
export function groupAtPrices(
  levels: Levels,
  options: { side: 'bid' | 'ask'; stepTicks: number; pricesTicks: readonly number[] },
): BookRow[] {
  const { side, stepTicks, pricesTicks } = options;
  const worst = pricesTicks.at(-1) ?? 0;
  const sign = side === 'ask' ? 1 : -1;
  const sizes = new Map<number, { lots: number; value: bigint }>();
  for (const priceTicks of levels.pricesTicks) {
    const row = findRowPrice(side, priceTicks, stepTicks);
    if ((row - worst) * sign > 0) break;
    const known = sizes.get(row) ?? { lots: 0, value: 0n };
    const lots = levels.readSize(priceTicks);
    known.lots += lots;
    known.value += BigInt(priceTicks) * BigInt(lots);
    sizes.set(row, known);
  }
  let cumulativeLots = 0;
  let cumulativeValue = 0n;
  return pricesTicks.map((priceTicks) => {
    const { lots, value } = sizes.get(priceTicks) ?? { lots: 0, value: 0n };
    cumulativeLots += lots;
    cumulativeValue += value;
    return { priceTicks, sizeLots: lots, cumulativeLots, value, cumulativeValue };
  });
}

/** Spread in ticks and in hundredths of a basis point of the middle; null without both sides. */
export function readSpread(
  asks: Levels,
  bids: Levels,
): { spreadTicks: number; ppm: number; twiceMidTicks: number } | null {
  const ask = asks.pricesTicks[0];
  const bid = bids.pricesTicks[0];
  if (ask === undefined || bid === undefined) return null;
  const twiceMidTicks = ask + bid;
  return {
    spreadTicks: ask - bid,
    ppm: Math.round(((ask - bid) * 2_000_000) / twiceMidTicks),
    twiceMidTicks,
  };
}

/** How far the average of taking all up to a row is from the best price, in ppm, rounded up. */
export function readImpactPpm(
  { cumulativeLots, cumulativeValue }: Pick<BookRow, 'cumulativeLots' | 'cumulativeValue'>,
  bestTicks: number,
  isAsk: boolean,
): number {
  const ideal = BigInt(bestTicks) * BigInt(cumulativeLots);
  const gap = isAsk ? cumulativeValue - ideal : ideal - cumulativeValue;
  // Rows that are held may be from before the best price came closer.
  return ideal === 0n || gap <= 0n ? 0 : Number(ceilDivBig(gap * 1_000_000n, ideal));
}
