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

/** What the lists look at beside the tickers. */
export interface RankingMeasures {
  /** What a market turned over in 24 hours. */
  readonly readTurnoverUsdt: (row: TickerRow) => number;
  /** How often it was traded in them. */
  readonly readTradesCount: (row: TickerRow) => number;
  /** Symbols that the operator recommends, the first one first. */
  readonly recommended: readonly string[];
}

/** Put tickers into the order of a list. */
export function rankTickers(
  name: RankingName,
  rows: readonly TickerRow[],
  { readTurnoverUsdt, readTradesCount, recommended }: RankingMeasures,
): TickerRow[] {
  const byTurnover = (one: TickerRow, two: TickerRow) =>
    compareDecimals(two.quoteVolume, one.quoteVolume);
  const traded = rows.filter(isTraded);
  const largest = traded.filter((row) => row.quoteCurrency === 'USDT').sort(byTurnover);
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
      return traded
        .map((row) => ({ row, count: readTradesCount(row) }))
        .sort((one, two) => two.count - one.count || byTurnover(one.row, two.row))
        .map(({ row }) => row);
    case 'recommends': {
      const named = recommended.flatMap(
        (symbol) => rows.find((row) => row.symbol === symbol) ?? [],
      );
      return [...named, ...largest.filter((row) => !named.includes(row))];
    }
    case 'turn-over':
      return largest;
  }
}
