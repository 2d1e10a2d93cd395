// The charting feed that TradingView's library and others of its kind read: fixed paths, fields and
// words, prices as JSON numbers because the contract says so. Nothing here is used for money.
// Read by the market product and by the reference.
import { defineRoute } from '../../route.ts';
import { untilCandles } from '../../until.ts';
import { z } from '../../z.ts';

const open = {
  method: 'GET',
  role: 'public',
  owner: 'none',
  rate: 'market',
  isBare: true,
  isOpen: true,
} as const;
const text = z.string().max(200);
const numbers = z.array(z.number());

/** A refusal in the contract's words. */
export const udfError = z.object({ s: z.literal('error'), errmsg: z.string() });
export type UdfError = z.infer<typeof udfError>;

/** What a chart needs to know of a market; `pricescale` = 10 to the price decimals. */
export const udfSymbol = z.object({
  name: z.string(),
  ticker: z.string(),
  description: z.string(),
  type: z.literal('crypto'),
  session: z.literal('24x7'),
  timezone: z.literal('Etc/UTC'),
  exchange: z.string(),
  listed_exchange: z.string(),
  format: z.literal('price'),
  minmov: z.literal(1),
  minmov2: z.literal(0),
  pricescale: z.number(),
  volume_precision: z.number().int(),
  has_intraday: z.literal(true),
  has_seconds: z.literal(true),
  seconds_multipliers: z.array(z.string()),
  intraday_multipliers: z.array(z.string()),
  has_daily: z.literal(true),
  daily_multipliers: z.array(z.string()),
  has_weekly_and_monthly: z.literal(true),
  weekly_multipliers: z.array(z.string()),
  monthly_multipliers: z.array(z.string()),
  supported_resolutions: z.array(z.string()),
  data_status: z.literal('streaming'),
  base_name: z.array(z.string()),
  currency_code: z.string(),
});
export type UdfSymbol = z.infer<typeof udfSymbol>;

/** Bars as columns, times in seconds; or that there are none, with the last time before. */
export const udfHistory = z.union([
  z.object({
    s: z.literal('ok'),
    t: numbers,
    o: numbers,
    h: numbers,
    l: numbers,
    c: numbers,
    v: numbers,
  }),
  z.object({ s: z.literal('no_data'), nextTime: z.number().int().optional() }),
  udfError,
]);
export type UdfHistory = z.infer<typeof udfHistory>;

const quote = z.object({
  ch: z.number(),
  chp: z.number(),
  short_name: z.string(),
  exchange: z.string(),
  original_name: z.string(),
  description: z.string(),
  lp: z.number(),
  ask: z.number(),
  bid: z.number(),
  spread: z.number(),
  open_price: z.number(),
  high_price: z.number(),
  low_price: z.number(),
  prev_close_price: z.number(),
  volume: z.number(),
});

/** Prices of several markets; one that is unknown is refused alone. */
export const udfQuotes = z.object({
  s: z.literal('ok'),
  d: z.array(
    z.union([
      z.object({ s: z.literal('ok'), n: z.string(), v: quote }),
      z.object({ s: z.literal('error'), n: z.string(), v: z.object({}) }),
    ]),
  ),
});
export type UdfQuotes = z.infer<typeof udfQuotes>;

/** Bars of one answer. */
export const UDF_BARS_MAX = 5_000;
/** The most cost 44 ms, where a call of the class may cost 1.25. */
const HISTORY_WEIGHT_MAX = 40;

/** Days and longer are made from as many pieces as there are, however few of them are asked for. */
function weighHistory(resolution: unknown, countback: unknown): number {
  const weight = Math.ceil((HISTORY_WEIGHT_MAX * Number(countback ?? 0)) / UDF_BARS_MAX);
  const isShort = /^\d+S?$/.test(String(resolution));
  return isShort && weight >= 1 ? Math.min(weight, HISTORY_WEIGHT_MAX) : HISTORY_WEIGHT_MAX;
}

/** Routes of the charting feed. */
export const udfRoutes = {
  udfConfig: defineRoute({
    ...open,
    path: '/udf/config',
    summary: 'What the charting feed can do.',
    answer: z.object({
      supports_search: z.literal(true),
      supports_group_request: z.literal(false),
      supports_marks: z.literal(false),
      supports_timescale_marks: z.literal(false),
      supports_time: z.literal(true),
      supported_resolutions: z.array(z.string()),
      exchanges: z.array(z.object({ value: z.string(), name: z.string(), desc: z.string() })),
      symbols_types: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  }),
  udfTime: defineRoute({
    ...open,
    path: '/udf/time',
    summary: 'Time of the server in seconds, as plain text.',
    answer: z.string(),
  }),
  udfSymbol: defineRoute({
    ...open,
    path: '/udf/symbols',
    summary: 'One market for a chart, by name.',
    query: z.object({ symbol: text.default('') }),
    answer: z.union([udfSymbol, udfError]),
  }),
  udfSymbolInfo: defineRoute({
    ...open,
    path: '/udf/symbol_info',
    summary: 'All markets for a chart, as columns.',
    query: z.object({ group: text.optional() }),
    answer: z.record(z.string(), z.unknown()),
  }),
  udfSearch: defineRoute({
    ...open,
    path: '/udf/search',
    summary: 'Markets whose name or coin holds a text.',
    query: z.object({
      query: text.default(''),
      type: text.default(''),
      exchange: text.default(''),
      limit: z.coerce.number().int().min(1).max(500).default(30),
    }),
    answer: z.array(
      z.object({
        symbol: z.string(),
        full_name: z.string(),
        description: z.string(),
        exchange: z.string(),
        ticker: z.string(),
        type: z.literal('crypto'),
      }),
    ),
  }),
  udfHistory: defineRoute({
    ...open,
    weigh: ({ resolution, countback }) => weighHistory(resolution, countback),
    until: ({ resolution, to }, nowMs) => {
      const endMs = to === undefined ? undefined : Number(to) * 1_000 - 1;
      return untilCandles({ interval: resolution === '1S' ? '1s' : resolution, endMs }, nowMs);
    },
    path: '/udf/history',
    summary: 'Bars of a market; `to` is not inside, `countback` counts back from it.',
    query: z.object({
      symbol: text.default(''),
      resolution: text.default(''),
      from: text.optional(),
      to: text.optional(),
      countback: text.optional(),
    }),
    answer: udfHistory,
  }),
  udfQuotes: defineRoute({
    ...open,
    path: '/udf/quotes',
    summary: 'Prices of several markets, by names with commas between.',
    query: z.object({ symbols: z.string().max(4_000).default('') }),
    answer: z.union([udfQuotes, udfError]),
  }),
} as const;
