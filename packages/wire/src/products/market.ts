// Market data on the wire: the specification's calls and our candle call.
// Not here: the socket's frames (socket.ts). Paths and field names are fixed.
// Read by edge and products of the server, by the sdk and by the reference.
import { decimalText, signedDecimalText, timeMs, wholeText } from '../money.ts';
import { defineRoute } from '../route.ts';
import { untilCandles, untilTo } from '../until.ts';
import { z } from '../z.ts';

const level = z.tuple([decimalText, decimalText]);
const open = { method: 'GET', role: 'public', owner: 'none', rate: 'market' } as const;
const tradeId = z.coerce.number().int().min(1);

/** The order book of one market; levels are `[price, quantity]`, best first. */
export const depthAnswer = z.object({
  tradeId: z.number().int(),
  lastUpdateId: z.number().int(),
  time: timeMs,
  asks: z.array(level),
  bids: z.array(level),
  checksum: z.number().int(),
});
export type Depth = z.infer<typeof depthAnswer>;

/** A row of tickers and rankings; `change` in per cent as text ("-1.23"). */
export const tickerRow = z.object({
  tradeId: z.number().int(),
  symbol: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  tradeArea: z.number().int(),
  last: decimalText,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  baseVolume: decimalText,
  quoteVolume: decimalText,
  change: signedDecimalText,
  /** A part of the 24 hours lies before the first trade, in the sandbox's simulated past. */
  simulated: z.boolean(),
  time: timeMs,
});
export type TickerRow = z.infer<typeof tickerRow>;

/** One market: coins, digits (`"2#6"` = price and amount decimals), filters, state, fees. */
export const marketInfo = z.object({
  tradeId: z.number().int(),
  symbol: z.string(),
  sellSymbol: z.string(),
  buySymbol: z.string(),
  digit: z.string(),
  tradeArea: z.number().int(),
  state: z.enum([
    'PRE_OPEN',
    'AUCTION',
    'AUCTION_NO_CANCEL',
    'TRADING',
    'HALT',
    'CANCEL_ONLY',
    'BREAK',
  ]),
  openAt: timeMs,
  noCancelAt: timeMs,
  tickSize: decimalText,
  lotSize: decimalText,
  minNotional: decimalText,
  minQuantity: decimalText,
  maxQuantity: decimalText,
  maxMarketQuantity: decimalText,
  minPrice: decimalText,
  maxPrice: decimalText,
  bandLowPpm: z.number().int(),
  bandHighPpm: z.number().int(),
  marketGuardBps: z.number().int(),
  icebergPartsMax: z.number().int(),
  /** How far a trailing stop may trail. */
  trailingDeltaBpsMin: z.number().int(),
  trailingDeltaBpsMax: z.number().int(),
  /** Open orders of one account here at most; of those, ones that wait for a trigger. */
  openOrdersMax: z.number().int(),
  stopOrdersMax: z.number().int(),
  selfTradePreventionModes: z.array(z.string()),
  selfTradePreventionDefault: z.string(),
  makerPpm: z.array(z.number().int()),
  takerPpm: z.array(z.number().int()),
});
export type MarketInfo = z.infer<typeof marketInfo>;

/** One trade as everybody sees it; `side` is the taker's. */
export const publicTrade = z.object({
  id: wholeText,
  time: timeMs,
  price: decimalText,
  amount: decimalText,
  side: z.enum(['buy', 'sell']),
});
export type PublicTrade = z.infer<typeof publicTrade>;

/** Lengths of a candle; weeks start on Monday, months are those of the calendar. */
export const candleInterval = z.enum([
  '1s',
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
]);
export type CandleInterval = z.infer<typeof candleInterval>;

/**
 * [openMs, open, high, low, close, base volume, quote volume, trades, simulated]; `simulated`: a
 * part of it lies before the first trade. Trades are real ones alone.
 */
export const candleRow = z.tuple([
  timeMs,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  decimalText,
  z.number().int(),
  z.boolean(),
]);
export type CandleRow = z.infer<typeof candleRow>;

/** What a market must have turned over in 24 hours, in USDT, to be named a gainer or a loser. */
export const moverTurnoverUsdtMin = 1_000;

/** The ranking lists of the market page. */
export const rankingName = z.enum([
  'new-listings',
  'recommends',
  'top-gainers',
  'top-losers',
  'turn-over',
  'hot-listings',
]);

const CANDLES_MAX = 1_500;
/** So many when nothing is said. */
export const CANDLES_DEFAULT = 500;
/** The most cost 13 ms, where a call of the class may cost 1.25. */
const CANDLES_WEIGHT_MAX = 11;

/** Long candles are made from as many pieces as there are, however few of them are asked for. */
function weighCandles(interval: unknown, limit: unknown): number {
  if (!/^\d+[smh]$/.test(String(interval))) return CANDLES_WEIGHT_MAX;
  const count = limit === undefined ? CANDLES_DEFAULT : Number(limit);
  const weight = Math.ceil((CANDLES_WEIGHT_MAX * count) / CANDLES_MAX);
  return weight >= 1 && weight <= CANDLES_WEIGHT_MAX ? weight : 1;
}

/** A row for every market: 2.5 ms. */
const MARKETS_WEIGHT = 2;

/** Routes of market data. */
export const marketRoutes = {
  fullDepth: defineRoute({
    ...open,
    path: '/hk-web/v3/fullDepth',
    summary: 'The order book; `grouping` is a price step.',
    query: z.object({
      tradeId,
      limit: z.coerce.number().int().min(1).max(5000).optional(),
      grouping: decimalText.optional(),
    }),
    answer: depthAnswer,
  }),
  tradeInfo: defineRoute({
    ...open,
    path: '/hk-web/v3/getOneTradeInfo',
    summary: 'One market: coins, digits, filters, state, fees.',
    query: z.object({ tradeId }),
    answer: marketInfo,
  }),
  markets: defineRoute({
    ...open,
    path: '/hk-web/market/symbols',
    summary: 'All markets with filters and state.',
    answer: z.array(marketInfo),
  }),
  recentTrades: defineRoute({
    ...open,
    path: '/hk-web/v3/realTimeTrade',
    summary: 'Newest trades first.',
    query: z.object({ tradeId, limit: z.coerce.number().int().min(1).max(500).optional() }),
    answer: z.array(publicTrade),
  }),
  tickers: defineRoute({
    ...open,
    weigh: () => MARKETS_WEIGHT,
    path: '/hk-web/market/symbol/tickers',
    summary: '24-hour rolling tickers of all markets.',
    answer: z.array(tickerRow),
  }),
  trendlines: defineRoute({
    ...open,
    weigh: () => MARKETS_WEIGHT,
    path: '/kline-history/market/trendlines',
    summary:
      '48 points of the last 24 hours for each market asked for, from the first price of its ' +
      'ticker to the last.',
    query: z.object({ symbols: z.string().max(4000) }),
    answer: z.array(z.object({ symbol: z.string(), points: z.array(decimalText) })),
  }),
  candles: defineRoute({
    ...open,
    weigh: ({ interval, limit }) => weighCandles(interval, limit),
    until: (query, nowMs) =>
      untilCandles({ interval: query['interval'], endMs: untilTo(query, nowMs) }, nowMs),
    path: '/kline-history/market/klines',
    summary:
      'Candles, oldest first: the newest, or from `from` on; `simulated`: begun before any trade.',
    query: z.object({
      symbol: z.string().max(41),
      interval: candleInterval,
      from: z.coerce.number().int().min(0).optional(),
      to: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(CANDLES_MAX).optional(),
    }),
    answer: z.array(candleRow),
  }),
  ranking: defineRoute({
    ...open,
    weigh: () => MARKETS_WEIGHT,
    path: '/hk-web/market/ranking/:name',
    summary: 'A ranking list of markets.',
    query: z.object({
      name: rankingName,
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: z.array(tickerRow),
  }),
  tradeAreas: defineRoute({
    ...open,
    path: '/hk-web/market/trade_areas',
    summary: 'Trade areas with the markets in each.',
    answer: z.array(
      z.object({ area: z.number().int(), name: z.string(), tradeIds: z.array(z.number().int()) }),
    ),
  }),
  coins: defineRoute({
    ...open,
    path: '/hk-web/market/coins',
    summary: 'All coins with names, decimals and facts.',
    answer: z.array(
      z.object({
        coinId: z.number().int(),
        shortName: z.string(),
        name: z.string(),
        decimals: z.number().int(),
        isTestMoney: z.boolean(),
        /** Address of its picture, "" = none. */
        webLogo: z.string(),
        /** Addresses by place: website, explorer, whitepaper, source. */
        links: z.record(z.string(), z.string()),
        /** What it is, in the caller's language or else in English; "" = nobody said. */
        text: z.string(),
      }),
    ),
  }),
} as const;
