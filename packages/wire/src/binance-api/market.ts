// The dialect's general and market-data calls, /api/v3. Streams are not calls. Names of paths,
// parameters and fields are those of the dialect.
import { candleInterval } from '../products/market.ts';
import { defineRoute } from '../route.ts';
import { type Until, untilCandles, untilEndTime } from '../until.ts';
import { z } from '../z.ts';
import {
  binanceFlag,
  binanceList,
  binanceLong,
  binanceRows,
  binanceSymbol,
  binanceTime,
  binanceZone,
  openRead as open,
} from './values.ts';
import { weighKlines, weighMany } from './weights.ts';

const level = z.tuple([z.string(), z.string()]);
const symbolStatus = z.enum(['TRADING', 'HALT', 'BREAK']).optional();
const kind = z.enum(['FULL', 'MINI']).optional();
const timeZone = binanceZone.optional();

const countSymbols = (text: string | undefined) => (text ?? '').split(',').length;

const several = {
  symbol: binanceSymbol.optional(),
  symbols: binanceList.optional(),
  symbolStatus,
};

const trade = z.object({
  id: z.number().int(),
  price: z.string(),
  qty: z.string(),
  quoteQty: z.string(),
  time: z.number().int(),
  isBuyerMaker: z.boolean(),
  isBestMatch: z.boolean(),
});

const miniTicker = z.object({
  symbol: z.string(),
  openPrice: z.string(),
  highPrice: z.string(),
  lowPrice: z.string(),
  lastPrice: z.string(),
  volume: z.string(),
  quoteVolume: z.string(),
  openTime: z.number().int(),
  closeTime: z.number().int(),
  firstId: z.number().int(),
  lastId: z.number().int(),
  count: z.number().int(),
});
const ticker = miniTicker.extend({
  priceChange: z.string().optional(),
  priceChangePercent: z.string().optional(),
  weightedAvgPrice: z.string().optional(),
  prevClosePrice: z.string().optional(),
  lastQty: z.string().optional(),
  bidPrice: z.string().optional(),
  bidQty: z.string().optional(),
  askPrice: z.string().optional(),
  askQty: z.string().optional(),
});
/** Statistics of a span; MINI leaves the optional ones out. */
export type BinanceTicker = z.infer<typeof ticker>;
const oneOrMany = <TRow extends z.ZodType>(row: TRow) => z.union([row, z.array(row)]);

/** One market in exchangeInfo. */
export const binanceMarket = z.object({
  symbol: z.string(),
  status: z.string(),
  baseAsset: z.string(),
  baseAssetPrecision: z.number().int(),
  quoteAsset: z.string(),
  quotePrecision: z.number().int(),
  quoteAssetPrecision: z.number().int(),
  baseCommissionPrecision: z.number().int(),
  quoteCommissionPrecision: z.number().int(),
  orderTypes: z.array(z.string()),
  icebergAllowed: z.boolean(),
  ocoAllowed: z.boolean(),
  otoAllowed: z.boolean(),
  opoAllowed: z.boolean(),
  quoteOrderQtyMarketAllowed: z.boolean(),
  allowTrailingStop: z.boolean(),
  cancelReplaceAllowed: z.boolean(),
  amendAllowed: z.boolean(),
  pegInstructionsAllowed: z.boolean(),
  isSpotTradingAllowed: z.boolean(),
  isMarginTradingAllowed: z.boolean(),
  filters: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  permissions: z.array(z.string()),
  permissionSets: z.array(z.array(z.string())),
  defaultSelfTradePreventionMode: z.string(),
  allowedSelfTradePreventionModes: z.array(z.string()),
});
export type BinanceMarket = z.infer<typeof binanceMarket>;

/** A limit as clients are told it. */
export const binanceRateLimit = z.object({
  rateLimitType: z.enum(['REQUEST_WEIGHT', 'ORDERS', 'RAW_REQUESTS']),
  interval: z.enum(['SECOND', 'MINUTE', 'DAY']),
  intervalNum: z.number().int(),
  limit: z.number().int(),
  count: z.number().int().optional(),
});
export type BinanceRateLimit = z.infer<typeof binanceRateLimit>;

const untilKlines: Until = (query, nowMs) =>
  untilCandles({ interval: query['interval'], endMs: untilEndTime(query, nowMs) }, nowMs);
const klineQuery = z.strictObject({
  symbol: binanceSymbol,
  interval: candleInterval,
  startTime: binanceTime.optional(),
  endTime: binanceTime.optional(),
  timeZone,
  limit: binanceRows.optional(),
});
/**
 * [openTime, open, high, low, close, volume, closeTime, quoteVolume, trades, takerBuyVolume,
 * takerBuyQuoteVolume, "0"].
 */
const kline = z.tuple([
  z.number().int(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.number().int(),
  z.string(),
  z.number().int(),
  z.string(),
  z.string(),
  z.string(),
]);
export type BinanceKline = z.infer<typeof kline>;

const newestTrades = {
  ...open,
  summary: 'The newest trades, oldest first.',
  binance: { weight: 25 },
  query: z.strictObject({ symbol: binanceSymbol, limit: binanceRows.optional() }),
  answer: z.array(trade),
};

/** General calls and market data of the dialect. */
export const apiMarketRoutes = {
  ping: defineRoute({
    ...open,
    path: '/api/v3/ping',
    summary: 'Whether the API answers.',
    binance: { weight: 1 },
    query: z.strictObject({}),
    answer: z.object({}),
  }),
  time: defineRoute({
    ...open,
    path: '/api/v3/time',
    summary: 'The clock that timestamps are compared with.',
    binance: { weight: 1 },
    query: z.strictObject({}),
    answer: z.object({ serverTime: z.number().int() }),
  }),
  exchangeInfo: defineRoute({
    ...open,
    path: '/api/v3/exchangeInfo',
    summary: 'Markets with their filters, order types and limits, as they are enforced.',
    binance: { weight: 20 },
    query: z.strictObject({
      ...several,
      permissions: binanceList.optional(),
      showPermissionSets: binanceFlag.optional(),
    }),
    answer: z.object({
      timezone: z.string(),
      serverTime: z.number().int(),
      rateLimits: z.array(binanceRateLimit),
      exchangeFilters: z.array(z.unknown()),
      symbols: z.array(binanceMarket),
    }),
  }),
  executionRules: defineRoute({
    ...open,
    path: '/api/v3/executionRules',
    summary: 'Rules for the prices of trades beside the filters: no market has one.',
    binance: {
      weight: 2,
      weigh: ({ symbol, symbols }) =>
        symbol !== undefined
          ? 0
          : symbols === undefined
            ? 38
            : Math.min(40, 2 * countSymbols(symbols)) - 2,
    },
    query: z.strictObject(several),
    answer: z.object({
      symbolRules: z.array(z.object({ symbol: z.string(), rules: z.array(z.unknown()) })),
    }),
  }),
  referencePrice: defineRoute({
    ...open,
    path: '/api/v3/referencePrice',
    summary: 'A reference beside the last price: -2043, as bands are measured from the last price.',
    binance: { weight: 2 },
    query: z.strictObject({ symbol: binanceSymbol }),
    answer: z.object({
      symbol: z.string(),
      referencePrice: z.string().nullable(),
      timestamp: z.number().int(),
    }),
  }),
  referencePriceCalculation: defineRoute({
    ...open,
    path: '/api/v3/referencePrice/calculation',
    summary: 'How that reference is made: -2043, as there is none.',
    binance: { weight: 2 },
    query: z.strictObject({ symbol: binanceSymbol, symbolStatus }),
    answer: z.object({ symbol: z.string(), calculationType: z.string() }),
  }),
  historicalBlockTrades: defineRoute({
    ...open,
    path: '/api/v3/historicalBlockTrades',
    summary: 'Trades made outside the book: none, as every trade is made in it.',
    binance: { weight: 25 },
    query: z.strictObject({
      symbol: binanceSymbol,
      fromId: binanceLong,
      limit: binanceRows.optional(),
    }),
    answer: z.array(trade.omit({ isBestMatch: true })),
  }),
  depth: defineRoute({
    ...open,
    path: '/api/v3/depth',
    summary: 'The book; `lastUpdateId` is the number the diff stream goes on from.',
    binance: {
      weight: 5,
      weigh({ limit }) {
        const levels = Number(limit ?? 100);
        if (levels <= 100) return 0;
        if (levels <= 500) return 20;
        return levels <= 1_000 ? 45 : 245;
      },
    },
    query: z.strictObject({
      symbol: binanceSymbol,
      /** At most 5,000 levels are given. */
      limit: binanceLong.refine((value) => value >= 1, 'limit').optional(),
      symbolStatus,
    }),
    answer: z.object({
      lastUpdateId: z.number().int(),
      bids: z.array(level),
      asks: z.array(level),
    }),
  }),
  trades: defineRoute({ ...newestTrades, path: '/api/v3/trades' }),
  olderTrades: defineRoute({
    ...newestTrades,
    path: '/api/v1/trades',
    summary: 'The same, for older clients.',
  }),
  historicalTrades: defineRoute({
    ...open,
    path: '/api/v3/historicalTrades',
    summary: 'Trades from a number on, or the newest.',
    binance: { weight: 25 },
    query: z.strictObject({
      symbol: binanceSymbol,
      limit: binanceRows.optional(),
      fromId: binanceLong.optional(),
    }),
    answer: z.array(trade),
  }),
  aggTrades: defineRoute({
    ...open,
    until: untilEndTime,
    path: '/api/v3/aggTrades',
    summary: 'Trades as aggregates of themselves: `a` is the number of the trade.',
    binance: { weight: 4 },
    query: z.strictObject({
      symbol: binanceSymbol,
      fromId: binanceLong.optional(),
      startTime: binanceTime.optional(),
      endTime: binanceTime.optional(),
      limit: binanceRows.optional(),
    }),
    answer: z.array(
      z.object({
        a: z.number().int(),
        p: z.string(),
        q: z.string(),
        f: z.number().int(),
        l: z.number().int(),
        T: z.number().int(),
        m: z.boolean(),
        M: z.boolean(),
      }),
    ),
  }),
  klines: defineRoute({
    ...open,
    until: untilKlines,
    path: '/api/v3/klines',
    summary: 'Candles, oldest first; days and weeks are those of UTC or of a zone beside it.',
    binance: { weight: 2, weigh: weighKlines },
    query: klineQuery,
    answer: z.array(kline),
  }),
  uiKlines: defineRoute({
    ...open,
    until: untilKlines,
    path: '/api/v3/uiKlines',
    summary: 'The same candles.',
    binance: { weight: 2, weigh: weighKlines },
    query: klineQuery,
    answer: z.array(kline),
  }),
  avgPrice: defineRoute({
    ...open,
    path: '/api/v3/avgPrice',
    summary: 'Average price of five minutes, by volume; the last price when nothing was traded.',
    binance: { weight: 2 },
    query: z.strictObject({ symbol: binanceSymbol }),
    answer: z.object({
      mins: z.number().int(),
      price: z.string(),
      closeTime: z.number().int(),
    }),
  }),
  ticker24hr: defineRoute({
    ...open,
    path: '/api/v3/ticker/24hr',
    summary: 'The last 24 hours, of one, several or all markets.',
    binance: {
      weight: 2,
      weigh({ symbol, symbols }) {
        if (symbol !== undefined) return 0;
        if (symbols === undefined) return 78;
        const count = countSymbols(symbols);
        if (count <= 20) return 0;
        return count <= 100 ? 38 : 78;
      },
    },
    query: z.strictObject({ ...several, type: kind }),
    answer: oneOrMany(ticker),
  }),
  tickerTradingDay: defineRoute({
    ...open,
    path: '/api/v3/ticker/tradingDay',
    summary: 'Since midnight of UTC or of a zone beside it, of one or several markets.',
    binance: { weight: 4, weigh: ({ symbols }) => Math.min(50, countSymbols(symbols)) * 4 - 4 },
    query: z.strictObject({ ...several, timeZone, type: kind }),
    answer: oneOrMany(ticker),
  }),
  ticker: defineRoute({
    ...open,
    path: '/api/v3/ticker',
    summary: 'A window of minutes, hours or days up to now, of one or several markets.',
    binance: { weight: 4, weigh: ({ symbols }) => Math.min(50, countSymbols(symbols)) * 4 - 4 },
    query: z.strictObject({
      ...several,
      windowSize: z
        .string()
        .regex(/^([1-9]|[1-5]\d)m$|^([1-9]|1\d|2[0-3])h$|^[1-7]d$/)
        .optional(),
      type: kind,
    }),
    answer: oneOrMany(ticker),
  }),
  tickerPrice: defineRoute({
    ...open,
    path: '/api/v3/ticker/price',
    summary: 'Last prices.',
    binance: { weight: 2, weigh: weighMany(2, 4) },
    query: z.strictObject(several),
    answer: oneOrMany(z.object({ symbol: z.string(), price: z.string() })),
  }),
  tickerBook: defineRoute({
    ...open,
    path: '/api/v3/ticker/bookTicker',
    summary: 'Best prices and their sizes.',
    binance: { weight: 2, weigh: weighMany(2, 4) },
    query: z.strictObject(several),
    answer: oneOrMany(
      z.object({
        symbol: z.string(),
        bidPrice: z.string(),
        bidQty: z.string(),
        askPrice: z.string(),
        askQty: z.string(),
      }),
    ),
  }),
} as const;
