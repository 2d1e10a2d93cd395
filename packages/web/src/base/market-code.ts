// What a row of a market means to every page that shows one: its code in addresses, and whether
// its day has a change.
// Not the market's symbol, which calls and channels use.

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

/** The day's change in per cent; null before a market's first trade: no price has changed yet. */
export function readDayChange(row: {
  readonly last: string;
  readonly change: string;
}): string | null {
  return /[1-9]/.test(row.last) ? row.change : null;
}
