// What the painted parts of the trade page say in words: book, depth, tape and candles as rows of
// text. Pure; nothing here is painted, and nothing painted is read from here.
import {
  formatAmount,
  formatMoment,
  showPercent,
  formatPrice,
  joinParts,
  type NumberParts,
} from '@isobath/ui';
import { groupLevels } from '../book/grouping.ts';
import type { Levels } from '../book/levels.ts';
import type { Candle } from '../chart/candles.ts';
import { type Market, showWhole } from '../market/market.ts';
import type { Print } from '../tape/tape-store.ts';

/** One row; with a price it can be taken into the form. */
export interface ReportedRow {
  readonly key: string;
  readonly cells: readonly string[];
  readonly priceTicks?: number;
}

/** One table with its name and its heads. */
export interface Reported {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly ReportedRow[];
}

/** How numbers are written, and of which market. */
export interface Telling {
  readonly market: Pick<Market, 'priceDecimals' | 'lotDecimals'>;
  readonly locale: string;
}

const levelsCount = 15;
const printsCount = 30;
const candlesCount = 30;
/** Distances from the middle at which depth is told, in ppm. */
const depthPpm = [500, 1_000, 2_500, 5_000, 10_000, 20_000];

const join = (parts: NumberParts | null) => (parts === null ? '--' : joinParts(parts));

function sayPrice(ticks: number, { market: { priceDecimals }, locale }: Telling): string {
  const options = { locale, decimals: priceDecimals, isCollapsed: false };
  return join(formatPrice(showWhole(ticks, priceDecimals), options));
}

function saySize(lots: number, { market: { lotDecimals }, locale }: Telling): string {
  // With all its zeros: sizes stand below each other.
  const options = { locale, decimals: lotDecimals, isPadded: true };
  return join(formatAmount(showWhole(lots, lotDecimals), options));
}

/** The best rows of one side, best first: price, size and sum. */
export function describeSide(
  levels: Levels,
  { side, stepTicks }: { readonly side: 'bid' | 'ask'; readonly stepTicks: number },
  telling: Telling,
): ReportedRow[] {
  const rows = groupLevels(levels, { side, stepTicks, count: levelsCount, hasValues: false });
  return rows.map(({ priceTicks, sizeLots, cumulativeLots }) => ({
    key: `${side}${priceTicks}`,
    cells: [
      sayPrice(priceTicks, telling),
      saySize(sizeLots, telling),
      saySize(cumulativeLots, telling),
    ],
    priceTicks,
  }));
}

function sumWithin(levels: Levels, midTicks: number, ppm: number): number {
  const reachTicks = (midTicks * ppm) / 1_000_000;
  let lots = 0;
  for (const priceTicks of levels.pricesTicks) {
    if (Math.abs(priceTicks - midTicks) > reachTicks) break;
    lots += levels.readSize(priceTicks);
  }
  return lots;
}

/** How much rests on each side up to a distance from the middle; none without two sides. */
export function describeDepth(
  { bids, asks }: { readonly bids: Levels; readonly asks: Levels },
  telling: Telling,
): ReportedRow[] {
  const [bid] = bids.pricesTicks;
  const [ask] = asks.pricesTicks;
  if (bid === undefined || ask === undefined) return [];
  const midTicks = (bid + ask) / 2;
  return depthPpm.map((ppm) => ({
    key: String(ppm),
    cells: [
      showPercent(showWhole(ppm, 4), { locale: telling.locale, isSigned: false }),
      saySize(sumWithin(bids, midTicks, ppm), telling),
      saySize(sumWithin(asks, midTicks, ppm), telling),
    ],
  }));
}

/** The newest trades, newest first: price, size, time and side. */
export function describePrints(
  prints: readonly Print[],
  sides: Readonly<Record<'buy' | 'sell', string>>,
  telling: Telling,
): ReportedRow[] {
  return prints.slice(0, printsCount).map((print) => ({
    key: String(print.id),
    cells: [
      sayPrice(print.priceTicks, telling),
      saySize(print.sizeLots, telling),
      sides[print.side],
      formatMoment(print.atMs, { locale: telling.locale, form: 'seconds' }),
    ],
    priceTicks: print.priceTicks,
  }));
}

const minuteMs = 60_000;

/** Day and time, with seconds where the candle is shorter than a minute. */
function sayMoment(atMs: number, locale: string): string {
  const form = atMs % minuteMs === 0 ? 'time' : 'seconds';
  return `${formatMoment(atMs, { locale, form: 'date' })} ${formatMoment(atMs, { locale, form })}`;
}

/** One candle: when it began, open, high, low, close and volume. */
export function describeCandle(candle: Candle, { market, locale }: Telling): string[] {
  const { priceDecimals, lotDecimals } = market;
  const price = (value: number) =>
    join(
      formatPrice(value.toFixed(priceDecimals), {
        locale,
        decimals: priceDecimals,
        isCollapsed: false,
      }),
    );
  return [
    sayMoment(candle.timestamp, locale),
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    join(
      formatAmount((candle.volume ?? 0).toFixed(lotDecimals), {
        locale,
        decimals: lotDecimals,
        isPadded: true,
      }),
    ),
  ];
}

/** The newest candles, newest first. */
export function describeCandles(candles: readonly Candle[], telling: Telling): ReportedRow[] {
  return candles
    .slice(-candlesCount)
    .toReversed()
    .map((candle) => ({ key: String(candle.timestamp), cells: describeCandle(candle, telling) }));
}

/** The candle a key leads to from one of them, kept within the list; null for other keys. */
export function moveCandle(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: -10,
    PageDown: 10,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(count - 1, at + step));
}

/**
 * Where a key leads on the price axis: arrows a tick, with Shift ten, the page keys one per cent.
 *
 * @returns ticks, at least 1; null for every other key.
 */
export function movePrice(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  ticks: number,
): number | null {
  const tick = shiftKey ? 10 : 1;
  const percent = Math.max(1, Math.round(ticks / 100));
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: tick,
    ArrowDown: -tick,
    PageUp: percent,
    PageDown: -percent,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(1, ticks + step);
}
