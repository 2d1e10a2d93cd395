// Ranking lists from tickers alone. Turnover is compared between markets of one quote coin only
// where the list says so; a gainer or loser needs a turnover worth naming, so that one small trade
// leads no list.
import {
  type marketRoutes,
  moverTurnoverUsdtMin,
  type RouteQuery,
  type TickerRow,
} from '@isobath/wire';

type RankingName = RouteQuery<typeof marketRoutes.ranking>['name'];

/** Compare two decimals of one sign as numbers, exactly enough for an order of display. */
function compareDecimals(one: string, two: string): number {
  return Number(one) - Number(two);
}

function isTraded(row: TickerRow): boolean {
  return /[1-9]/.test(row.baseVolume);
}

/** Trade area of leveraged tokens, which would fill every list of movers. */
const ETF_AREA = 6;

/**
 * Put tickers into the order of a list.
 * @param readTurnoverUsdt - what a market turned over in 24 hours.
 */
export function rankTickers(
  name: RankingName,
  rows: readonly TickerRow[],
  readTurnoverUsdt: (row: TickerRow) => number,
): TickerRow[] {
  const traded = rows.filter(isTraded);
  const movers = traded.filter(
    (row) => row.tradeArea !== ETF_AREA && readTurnoverUsdt(row) >= moverTurnoverUsdtMin,
  );
  switch (name) {
    case 'top-gainers':
      return movers
        .filter((row) => !row.change.startsWith('-') && /[1-9]/.test(row.change))
        .sort((one, two) => compareDecimals(two.change, one.change));
    case 'top-losers':
      return movers
        .filter((row) => row.change.startsWith('-'))
        .sort((one, two) => compareDecimals(one.change, two.change));
    case 'new-listings':
      return [...rows].sort((one, two) => two.tradeId - one.tradeId);
    case 'hot-listings':
    case 'recommends':
    case 'turn-over':
      return traded
        .filter((row) => row.quoteCurrency === 'USDT')
        .sort((one, two) => compareDecimals(two.quoteVolume, one.quoteVolume));
  }
}
