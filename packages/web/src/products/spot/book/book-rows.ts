// Which rows of the book stand where: sides, the middle row, rows held still under the pointer.
// Not here: how they look (paint-book.ts).
import type { BookSettings } from '../layout/trade-settings.ts';
import type { BookStore } from './book-store.ts';
import { type BookRow, findRowPrice, groupAtPrices, groupLevels, readSpread } from './grouping.ts';

/** Rows whose size has just changed to nothing or appeared; strength falls from 1 to 0. */
export interface Flashes {
  read(priceTicks: number, nowMs: number): number;
}

/** One side as it is drawn. */
export interface SideRows {
  readonly side: 'bid' | 'ask';
  readonly rows: readonly BookRow[];
  /** Where the best row begins: asks grow upwards from here, bids downwards. */
  readonly edgePx: number;
  readonly largest: number;
  /** Row prices with own orders. */
  readonly own: ReadonlySet<number>;
  readonly flashes: Flashes;
}

/** What is drawn. */
export interface BookPicture {
  readonly sides: readonly SideRows[];
  readonly rowPx: number;
  readonly middle: { readonly yPx: number; readonly heightPx: number };
  readonly spread: ReturnType<typeof readSpread>;
  readonly hover: BookPlace | null;
  /** Prices stand in one column, with a row for each step. */
  readonly isLadder: boolean;
}

/** A row under the pointer. */
export interface BookPlace {
  readonly side: 'bid' | 'ask';
  readonly index: number;
}

/** Prices of rows at the moment the pointer came in. */
export interface HeldRows {
  readonly ask: readonly number[];
  readonly bid: readonly number[];
}

const middlePx = 30;
/** Rows under a finger are never lower than this. */
const touchRowPx = 28;
const fadeMs = 340;

/** How many rows fit, how high they are, and where the middle row stands. */
export function layOutBook(
  heightPx: number,
  requestPx: number,
  view: BookSettings['view'],
): { rowPx: number; count: number; middleYPx: number; heightPx: number } {
  const room = heightPx - middlePx;
  if (view !== 'both') {
    const count = Math.max(1, Math.floor(room / requestPx));
    const middleYPx = view === 'bids' ? 0 : heightPx - middlePx;
    return { rowPx: room / count, count, middleYPx, heightPx: middlePx };
  }
  const least = requestPx >= touchRowPx ? touchRowPx : Math.max(16, requestPx - 3);
  let count = Math.max(1, Math.floor(room / 2 / requestPx));
  // Twelve levels a side are worth slightly lower rows.
  if (count < 12) count = Math.max(1, Math.min(12, Math.floor(room / 2 / least)));
  const rowPx = room / 2 / count;
  return { rowPx, count, middleYPx: count * rowPx, heightPx: middlePx };
}

/**
 * Watches sizes from paint to paint and says which rows have just grown.
 *
 * @param isStill - whether the reader wants nothing to light up.
 */
export function createFlashes(isStill: () => boolean): Flashes & {
  note(rows: readonly BookRow[], nowMs: number): boolean;
} {
  let before = new Map<number, number>();
  let now = new Map<number, number>();
  const marks = new Map<number, number>();
  return {
    note(rows, nowMs) {
      now.clear();
      for (const row of rows) now.set(row.priceTicks, row.sizeLots);
      if (before.size > 0 && !isStill()) {
        for (const [price, size] of now) {
          const old = before.get(price) ?? 0;
          // Only large moves are worth an eye: a level that doubled, appeared or vanished.
          if (size > old * 2 && size > 0) marks.set(price, nowMs);
        }
      }
      [before, now] = [now, before];
      for (const [price, atMs] of marks) if (nowMs - atMs > fadeMs) marks.delete(price);
      return marks.size > 0;
    },
    read(priceTicks, nowMs) {
      const atMs = marks.get(priceTicks);
      return atMs === undefined ? 0 : Math.max(0, 1 - (nowMs - atMs) / fadeMs);
    },
  };
}

/** The price of the row of each own order on a side. */
export function ownRows(
  pricesTicks: readonly number[],
  side: 'bid' | 'ask',
  stepTicks: number,
): ReadonlySet<number> {
  return new Set(pricesTicks.map((ticks) => findRowPrice(side, ticks, stepTicks)));
}

/** The rows of a side, held or fresh. */
export function readRows(
  book: Pick<BookStore, 'asks' | 'bids'>,
  options: {
    side: 'bid' | 'ask';
    stepTicks: number;
    count: number;
    held: HeldRows | null;
    hasValues: boolean;
  },
): BookRow[] {
  const { side, stepTicks, count, held, hasValues } = options;
  const levels = side === 'ask' ? book.asks : book.bids;
  if (held === null) return groupLevels(levels, { side, stepTicks, count, hasValues });
  return groupAtPrices(levels, { side, stepTicks, pricesTicks: held[side] });
}

/** The row at a height, or null on the middle row and beyond the rows. */
export function findPlace(picture: BookPicture, yPx: number): BookPlace | null {
  for (const { side, rows, edgePx } of picture.sides) {
    const offset = side === 'ask' ? edgePx - yPx : yPx - edgePx;
    const index = Math.floor(offset / picture.rowPx);
    if (index >= 0 && index < rows.length) return { side, index };
  }
  return null;
}
