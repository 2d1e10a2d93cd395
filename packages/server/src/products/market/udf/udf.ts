// The charting feed's calls. Each is a look at live state or a question to stored candles; it is
// open to charts on other sites. Not here: the contract's shapes (wire) and words (show-udf.ts).
import {
  type RouteAnswer,
  UDF_BARS_MAX,
  type UdfError,
  type UdfHistory,
  udfRoutes,
} from '@isobath/wire';
import { createBinanceSymbols, showSymbol } from '../../../base/binance-api/index.ts';
import type { Market, MarketRegistry, MarketLive } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { CandleQuery } from '../candles.ts';
import {
  describe,
  EXCHANGE,
  readResolution,
  RESOLUTION_NAMES,
  showUdfBars,
  showUdfColumns,
  showUdfQuote,
  showUdfSymbol,
} from './show-udf.ts';

/** What the calls stand on. */
export interface UdfParts {
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  readonly candles: CandleQuery;
  readonly readNowMs: () => number;
}

const QUOTES_MAX = 100;

function refuse(errmsg: string): UdfError {
  return { s: 'error', errmsg };
}

/** The last moment that a date can be. */
const TIME_MAX_MS = 8_640_000_000_000_000;

/**
 * Seconds as milliseconds, undefined when absent, NaN when it is no time. Charts of long candles
 * ask from before 1970, and to the end of time for whatever there is.
 */
function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) return Number.NaN;
  return Math.min(Math.max(0, Number(text)) * 1_000, TIME_MAX_MS);
}

const CONFIG: RouteAnswer<typeof udfRoutes.udfConfig> = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  supported_resolutions: [...RESOLUTION_NAMES],
  exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: EXCHANGE }],
  symbols_types: [{ name: 'crypto', value: 'crypto' }],
};

/** Questions of charts, answered in the contract's words. */
function createQuestions(parts: UdfParts) {
  const { markets, live, candles, readNowMs } = parts;
  const symbols = createBinanceSymbols(markets);

  function findMarket(text: string): Market | undefined {
    const name = text.slice(text.indexOf(':') + 1);
    return symbols.find(name.toUpperCase()) ?? markets.marketBySymbol(name.toLowerCase());
  }

  async function readHistory(query: {
    symbol: string;
    resolution: string;
    from?: string | undefined;
    to?: string | undefined;
    countback?: string | undefined;
  }): Promise<UdfHistory> {
    const market = findMarket(query.symbol);
    if (market === undefined) return refuse('unknown_symbol');
    const interval = readResolution(query.resolution);
    if (interval === undefined) return refuse('unsupported_resolution');
    const fromMs = readSeconds(query.from);
    const toMs = readSeconds(query.to) ?? readNowMs() + 1;
    // A count of 0 is none: the range says it all.
    const count = Number(query.countback ?? 0) === 0 ? undefined : Number(query.countback);
    const isCount = count === undefined || (Number.isInteger(count) && count >= 1);
    if (Number.isNaN(fromMs ?? 0) || Number.isNaN(toMs) || !isCount) return refuse('invalid_range');
    const rows = await candles.readBuckets(market, {
      interval,
      fromMs: count === undefined ? fromMs : undefined,
      toMs: toMs - 1,
      limit: Math.min(count ?? UDF_BARS_MAX, UDF_BARS_MAX),
    });
    const startMs = count === undefined ? (fromMs ?? 0) : 0;
    const inside = rows.filter((bucket) => bucket.openMs >= startMs && bucket.openMs < toMs);
    if (inside.length > 0) return showUdfBars(market, inside);
    return { s: 'no_data', ...(await findEarlier(market, { interval, beforeMs: startMs })) };
  }

  /** Time of the last bar before, when there is one. */
  async function findEarlier(
    market: Market,
    {
      interval,
      beforeMs,
    }: { interval: Parameters<typeof candles.readBuckets>[1]['interval']; beforeMs: number },
  ): Promise<{ nextTime?: number }> {
    if (beforeMs <= 0) return {};
    const request = { interval, fromMs: undefined, toMs: beforeMs - 1, limit: 1 };
    const rows = await candles.readBuckets(market, request);
    const last = rows.at(-1);
    return last === undefined ? {} : { nextTime: last.openMs / 1_000 };
  }

  function search({
    query,
    type,
    exchange,
    limit,
  }: Record<'query' | 'type' | 'exchange', string> & { limit: number }) {
    const wanted = query.toUpperCase().replace(/[/_:-]/g, '');
    const isOurs = exchange === '' || exchange === EXCHANGE;
    if (!isOurs || (type !== '' && type !== 'crypto')) return [];
    return markets
      .listMarkets()
      .filter((market) => {
        const names = `${showSymbol(market.symbol)} ${describe(market).toUpperCase()}`;
        return names.includes(wanted);
      })
      .slice(0, limit)
      .map((market) => {
        const name = showSymbol(market.symbol);
        const full = `${EXCHANGE}:${name}`;
        return {
          symbol: name,
          full_name: full,
          description: describe(market),
          exchange: EXCHANGE,
          ticker: name,
          type: 'crypto' as const,
        };
      });
  }

  function readQuotes(texts: string): RouteAnswer<typeof udfRoutes.udfQuotes> {
    const names = texts.split(',').filter((name) => name !== '');
    if (names.length === 0 || names.length > QUOTES_MAX) return refuse('invalid_symbols');
    return {
      s: 'ok',
      d: names.map((name) => {
        const market = findMarket(name);
        if (market === undefined) return { s: 'error', n: name, v: {} };
        return showUdfQuote(
          { market, requested: name },
          live.read(market.instrumentId),
          readNowMs(),
        );
      }),
    };
  }

  return { findMarket, readHistory, search, readQuotes };
}

/** Handlers of the charting feed. */
export function createUdfRoutes(parts: UdfParts): RouteHandler[] {
  const { findMarket, readHistory, search, readQuotes } = createQuestions(parts);
  const { markets, readNowMs } = parts;
  return [
    serve(udfRoutes.udfConfig, async () => CONFIG),
    serve(udfRoutes.udfTime, async (context) => {
      context.setHeader('content-type', 'text/plain; charset=utf-8');
      return String(Math.floor(readNowMs() / 1_000));
    }),
    serve(udfRoutes.udfSymbol, async (context) => {
      const market = findMarket(context.query.symbol);
      return market === undefined ? refuse('unknown_symbol') : showUdfSymbol(market);
    }),
    serve(udfRoutes.udfSymbolInfo, async () => showUdfColumns(markets.listMarkets())),
    serve(udfRoutes.udfSearch, async ({ query }) => search(query)),
    serve(udfRoutes.udfHistory, ({ query }) => readHistory(query)),
    serve(udfRoutes.udfQuotes, async ({ query }) => readQuotes(query.symbols)),
  ];
}
