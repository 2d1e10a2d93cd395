// What a picture of the book is made of: its facts, what stands on its canvas, numbers as text.
// Not the drawing (paint-book.ts, paint-ladder.ts).
import { formatAmount, formatCompact, formatPrice, type NumberParts } from '@isobath/ui';
import { calculateUnitsPerTickLot, formatDecimal } from '@isobath/core/math';
import type { BookSettings } from '../layout/trade-settings.ts';
import { type Market, showWhole } from '../market/market.ts';
import type { BookRow } from './grouping.ts';

/** Everything a picture of the book needs besides its rows. */
export interface BookPaint {
  readonly market: Market;
  readonly settings: BookSettings;
  readonly locale: string;
  readonly stepTicks: number;
  readonly stepDecimals: number;
  readonly lastTicks: number;
  readonly lastDirection: 'up' | 'down' | null;
  readonly isStale: boolean;
  readonly spreadWord: string;
}

/** Room at both sides of a row. */
export const padPx = 10;
/** Steps of a row's fading glow. */
export const fadeSteps = 8;
const numbersMax = 4000;

/** What a row showed when it was painted last; a row that would look the same is left alone. */
export interface PaintedRow {
  priceTicks: number;
  sizeLots: number;
  sumLots: number;
  barPx: number;
  /** Hover, own order, last price and fade as one number. */
  marks: number;
}

/** What stands on a book's canvas; one for each canvas. */
export interface PaintMemory {
  /** Everything that all rows depend on; another one means: paint all. */
  frame: string;
  middle: string;
  readonly rows: Readonly<Record<'ask' | 'bid', PaintedRow[]>>;
  readonly prices: Map<number, NumberParts | null>;
  readonly amounts: Map<number, NumberParts | null>;
}

/** The memory of a canvas on which nothing stands. */
export function createPaintMemory(): PaintMemory {
  return {
    frame: '',
    middle: '',
    rows: { ask: [], bid: [] },
    prices: new Map(),
    amounts: new Map(),
  };
}

function remember(
  known: Map<number, NumberParts | null>,
  whole: number,
  make: () => NumberParts | null,
): NumberParts | null {
  const found = known.get(whole);
  if (found !== undefined) return found;
  if (known.size > numbersMax) known.clear();
  const made = make();
  known.set(whole, made);
  return made;
}

/** The text of a price at the book's step. */
export function priceParts(
  paint: BookPaint,
  memory: PaintMemory,
  ticks: number,
): NumberParts | null {
  const { market, locale, stepDecimals } = paint;
  return remember(memory.prices, ticks, () =>
    formatPrice(showWhole(ticks, market.priceDecimals), { locale, decimals: stepDecimals }),
  );
}

/** The text of a size, in the unit that is shown. */
export function amountParts(
  paint: BookPaint,
  memory: PaintMemory,
  of: { lots: number; value: bigint },
): NumberParts | null {
  const { market, locale, settings } = paint;
  if (settings.unit === 'quote') {
    const units = of.value * calculateUnitsPerTickLot(market.scales);
    const text = formatDecimal(units, market.scales.quoteScale);
    return formatCompact(text, { locale });
  }
  return remember(memory.amounts, of.lots, () =>
    formatAmount(showWhole(of.lots, market.lotDecimals), {
      locale,
      decimals: Math.min(market.lotDecimals, 5),
      isPadded: true,
      standing: 'market',
    }),
  );
}

/** One row with everything that its picture depends on. */
export interface RowLook {
  readonly row: BookRow;
  readonly isAsk: boolean;
  readonly yPx: number;
  readonly heightPx: number;
  readonly barPx: number;
  readonly isHovered: boolean;
  readonly isHoverEdge: boolean;
  readonly isOwn: boolean;
  /** The last trade was at this row's price; only a ladder shows it in the row. */
  readonly isLast: boolean;
  /** From 0 to fadeSteps. */
  readonly fade: number;
}

/** The number that a row's bar stands for. */
export function barOf(paint: Pick<BookPaint, 'settings'>, row: BookRow): number {
  const { column, view } = paint.settings;
  // A ladder has no running sum.
  const isSum = column === 'sum' && view !== 'ladder';
  if (paint.settings.unit === 'quote') return Number(isSum ? row.cumulativeValue : row.value);
  return isSum ? row.cumulativeLots : row.sizeLots;
}
