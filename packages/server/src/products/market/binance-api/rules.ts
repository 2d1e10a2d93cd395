// The dialect's rarer questions about a market's rules: its filters for an account, rules beside
// the filters, reference prices, trades outside the book. What the exchange does not have is told
// as the dialect tells it. Called by the dialect's calls of market data.
import { apiAccountRoutes, apiMarketRoutes } from '@isobath/wire';
import { BinanceError, type BinanceSymbols, showSymbol } from '../../../base/binance-api/index.ts';
import type { Market } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { listFilters } from './filters.ts';

/** One market, several, or all in a state. */
export interface SeveralQuery {
  readonly symbol?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly symbolStatus?: string | undefined;
}

/** What these calls stand on. */
export interface RuleParts {
  readonly symbols: BinanceSymbols;
  /** Markets that are asked for. @throws BinanceError -1128, -1151, -1220. */
  readonly readSeveral: (query: SeveralQuery) => readonly Market[];
}

/** Make the calls. */
export function createRuleHandlers({ symbols, readSeveral }: RuleParts): RouteHandler[] {
  return [
    serve(apiMarketRoutes.executionRules, async ({ query }) => ({
      symbolRules: readSeveral(query).map(({ symbol }) => ({
        symbol: showSymbol(symbol),
        rules: [],
      })),
    })),
    serve(apiMarketRoutes.referencePrice, async ({ query }) => {
      symbols.read(query.symbol);
      throw new BinanceError('no_reference_price');
    }),
    serve(apiMarketRoutes.referencePriceCalculation, async ({ query }) => {
      readSeveral(query);
      throw new BinanceError('no_reference_price');
    }),
    serve(apiMarketRoutes.historicalBlockTrades, async ({ query }) => {
      symbols.read(query.symbol);
      return [];
    }),
    // No limit is one account's own: those of the market are all there are.
    serve(apiAccountRoutes.myFilters, async ({ query }) => ({
      exchangeFilters: [],
      symbolFilters: listFilters(symbols.read(query.symbol)),
      assetFilters: [],
    })),
  ];
}
