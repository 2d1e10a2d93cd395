// The market as a whole on the wire: totals, heat map, dominance, leveraged tokens, contracts.
// Not here: single markets (../market.ts). All sums are of the last 24 hours on this exchange.
// Read by the market product, the sdk and the reference.
import { decimalText, signedDecimalText, timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { tickerRow } from '../market.ts';

const open = { method: 'GET', role: 'public', owner: 'none', rate: 'market' } as const;

/** The whole market in a few numbers. */
export const marketOverview = z.object({
  marketsCount: z.number().int(),
  coinsCount: z.number().int(),
  risersCount: z.number().int(),
  fallersCount: z.number().int(),
  unchangedCount: z.number().int(),
  turnoverUsdt: decimalText,
  time: timeMs,
});
export type MarketOverview = z.infer<typeof marketOverview>;

/** A tile of the heat map: size by turnover, colour by change. */
export const heatTile = z.object({
  tradeId: z.number().int(),
  symbol: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  tradeArea: z.number().int(),
  turnoverUsdt: decimalText,
  last: decimalText,
  change: signedDecimalText,
});
export type HeatTile = z.infer<typeof heatTile>;

/** Turnover of one day, of trades that were made here. */
export const turnoverDay = z.object({
  day: z.string(),
  turnoverUsdt: decimalText,
  tradesCount: z.number().int(),
});
export type TurnoverDay = z.infer<typeof turnoverDay>;

/** Share of BTC in the turnover. */
export const dominance = z.object({
  percent: decimalText,
  btcTurnoverUsdt: decimalText,
  turnoverUsdt: decimalText,
  time: timeMs,
});
export type Dominance = z.infer<typeof dominance>;

const contractCode = z.string();

/** Routes of the overview. */
export const marketOverviewRoutes = {
  overview: defineRoute({
    ...open,
    path: '/hk-web/market/overview',
    summary: 'Number of markets and coins, how many rise and fall, turnover in USDT.',
    answer: marketOverview,
  }),
  spotOverview: defineRoute({
    ...open,
    path: '/hk-web/market/spot/overview',
    summary: 'Turnover and trades of each day, oldest first, at most 30 days.',
    answer: z.object({ days: z.array(turnoverDay) }),
  }),
  heatmap: defineRoute({
    ...open,
    weigh: () => 2,
    path: '/hk-web/market/heatmap',
    summary: 'Markets with turnover, largest first.',
    answer: z.array(heatTile),
  }),
  btcDominance: defineRoute({
    ...open,
    path: '/hk-web/market/btc-dominance',
    summary: 'Share of markets with BTC as base in the turnover, in per cent.',
    answer: dominance,
  }),
  etf: defineRoute({
    ...open,
    path: '/hk-web/market/etf',
    summary: 'Tickers of leveraged tokens (trade area 6).',
    answer: z.array(tickerRow),
  }),
  contractCurrencies: defineRoute({
    ...open,
    path: '/hk-web/market/contract/currencies',
    summary: 'Contracts that are listed.',
    answer: z.array(z.object({ contractCode, contractType: z.string() })),
  }),
  contractVolume: defineRoute({
    ...open,
    path: '/hk-web/market/contract/overview-volume',
    summary: 'Turnover of contracts of the last 24 hours.',
    answer: z.object({ turnoverUsdt: decimalText, contractsCount: z.number().int() }),
  }),
  contractHistory: defineRoute({
    ...open,
    path: '/hk-web/market/contract/history-amount',
    summary: 'Turnover of contracts by day.',
    answer: z.array(turnoverDay),
  }),
  contractOpenInterest: defineRoute({
    ...open,
    path: '/hk-web/market/contract/open-interest',
    summary: 'Open positions of each contract.',
    answer: z.array(z.object({ contractCode, openInterest: decimalText })),
  }),
  contractFunding: defineRoute({
    ...open,
    path: '/hk-web/market/contract/funding-rate',
    summary: 'Funding of each perpetual contract.',
    answer: z.array(z.object({ contractCode, fundingRate: signedDecimalText, nextAt: timeMs })),
  }),
  contractLiquidations: defineRoute({
    ...open,
    path: '/hk-web/market/contract/force-liquidation',
    summary: 'Positions closed by force in the last 24 hours, by contract.',
    answer: z.array(z.object({ contractCode, longUsdt: decimalText, shortUsdt: decimalText })),
  }),
} as const;
