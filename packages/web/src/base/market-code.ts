// What a row of a market means to every page that shows one: its code in addresses, and whether
// its day has a change.
// Not the market's symbol, which calls and channels use.
import {
  addDecimals,
  divideDecimals,
  negateDecimal,
  parseDecimal,
  shiftDecimal,
  showDecimal,
} from '@isobath/ui';

/** Trade area whose markets carry a risk banner and the code `{base}_etf`. */
export const etfArea = 6;
/** Small, volatile coins: the code `{base}_alts`. */
export const altsArea = 8;

/** What the code is made of; rows of markets and of tickers both have it. */
export interface CodedMarket {
  readonly symbol: string;
  readonly tradeArea: number;
}

/** The code of a market in addresses: `btc_usdt`, or `{base}_etf` and `{base}_alts` by area. */
export function marketCodeOf({ symbol, tradeArea }: CodedMarket): string {
  const [base = symbol] = symbol.split('_');
  if (tradeArea === etfArea) return `${base}_etf`;
  return tradeArea === altsArea ? `${base}_alts` : symbol;
}

/**
 * The day's change in per cent; null before a market's first trade: no price has changed yet. What
 * the wire's two decimals tell as a hundredth or as nothing is counted again from the prices.
 */
export function readDayChange(row: {
  readonly last: string;
  readonly change: string;
  readonly open?: string | undefined;
}): string | null {
  if (!/[1-9]/.test(row.last)) return null;
  const [open, last] = [parseDecimal(row.open ?? ''), parseDecimal(row.last)];
  if (open === null || last === null || !/^-?0\.0[01]$/.test(row.change)) return row.change;
  const moved = shiftDecimal(addDecimals(last, negateDecimal(open)), 2);
  const share = divideDecimals(moved, open, { decimals: 8, rounding: 'nearest' });
  return share === null ? row.change : showDecimal(share);
}
