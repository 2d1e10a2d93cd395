// The code of a market in addresses, in one place for every page that leads to a market.
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
