// One market as the trade page works with it: whole numbers for prices and sizes, and their text.
// Not here: live data. Used by every part of the page.
import { type MarketScales, parseDecimal } from '@isobath/core/math';
import type { MarketInfo } from '@isobath/wire';
import { marketCodeOf } from '../../../base/market-code.ts';

/** A market with its decimals; `scales` hold those of both assets too. */
export interface Market {
  readonly info: MarketInfo;
  readonly symbol: string;
  /** Asset names as people write them: BTC, USDT. */
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  readonly scales: MarketScales;
}

/** Decimals of the prices and the sizes of a market. */
export type Digits = Pick<Market, 'priceDecimals' | 'lotDecimals'>;

const fallbackScale = 18;

/** Decimals as the market's `digit` has them: `"2#6"`. */
export function readDigits({ digit }: Pick<MarketInfo, 'digit'>): Digits {
  const [priceDecimals = 0, lotDecimals = 0] = digit.split('#').map(Number);
  return { priceDecimals, lotDecimals };
}

/**
 * Read a market.
 *
 * @param scaleOf - decimals of an asset, by its name in capitals.
 */
export function readMarket(
  info: MarketInfo,
  scaleOf: (asset: string) => number | undefined,
): Market {
  const base = info.sellSymbol.toUpperCase();
  const quote = info.buySymbol.toUpperCase();
  const { priceDecimals, lotDecimals } = readDigits(info);
  return {
    info,
    symbol: info.symbol,
    base,
    quote,
    priceDecimals,
    lotDecimals,
    scales: {
      baseScale: scaleOf(base) ?? fallbackScale,
      quoteScale: scaleOf(quote) ?? fallbackScale,
      priceDecimals,
      lotDecimals,
    },
  };
}

/** Find the market of a code; the plain symbol works in every area. */
export function findMarket(infos: readonly MarketInfo[], code: string): MarketInfo | undefined {
  const wanted = code.toLowerCase();
  return (
    infos.find((info) => marketCodeOf(info) === wanted) ??
    infos.find((info) => info.symbol === wanted)
  );
}

/**
 * Whole ticks or lots of a decimal text from the wire; fast, for feeds.
 *
 * @param decimals - of the market; longer fractions are cut (they are zeros).
 */
export function readWhole(text: string, decimals: number): number {
  const point = text.indexOf('.');
  if (point < 0) return Number(text) * 10 ** decimals;
  const fraction = text.slice(point + 1, point + 1 + decimals).padEnd(decimals, '0');
  return Number(text.slice(0, point) + fraction);
}

/** Decimal text of whole ticks or lots: 1234 at 2 decimals is "12.34". */
export function showWhole(value: number, decimals: number): string {
  if (decimals === 0) return String(value);
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${value < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Whole units of a typed text, or null when it is empty, malformed or has too many decimals. */
export function readTyped(text: string, decimals: number): bigint | null {
  try {
    return text === '' ? null : parseDecimal(text, decimals);
  } catch {
    return null;
  }
}
