// The dialect's general and market-data calls: a look at live state or a question to stored rows.
// Not here: streams. It decides nothing.
import { Side } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import {
  apiMarketRoutes,
  apiOlderRoutes,
  apiWalletRoutes,
  type CandleInterval,
  type BinanceKline,
  type BinanceRateLimit,
  type Route,
} from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import {
  type AddressLimitTable,
  BinanceError,
  type BinanceSymbols,
  type OrderCounts,
  showSymbol,
} from '../../../base/binance-api/index.ts';
import {
  type Market,
  type MarketRegistry,
  type LiveTrade,
  type MarketLive,
  makeZone,
} from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { StoredSteps } from '../../../base/projections/index.ts';
import type { CandleQuery } from '../candles.ts';
import { showAverage, showLevels, showPrice, showSize } from '../show.ts';
import { createContractHandlers } from './contracts.ts';
import { showBinanceMarket, showBinanceStatus } from './filters.ts';
import { createRuleHandlers, type SeveralQuery } from './rules.ts';
import { createStoredMarket } from './stored.ts';
import { showBest, showSpan } from './tickers.ts';

/** What the calls stand on. */
export interface MarketBinanceParts {
  readonly database: Session;
  readonly markets: MarketRegistry;
  readonly symbols: BinanceSymbols;
  readonly live: MarketLive;
  /** Trades and candles that are in the tables. */
  readonly storedTrades: StoredSteps;
  readonly candles: CandleQuery;
  readonly orderCounts: OrderCounts;
  readonly limits: AddressLimitTable;
  /** What the engine takes at this moment. */
  readonly readMode: () => { mode: string };
  readonly readNowMs: () => number;
}

const DEPTH_LIMIT = 100;
const DEPTH_LIMIT_MAX = 5_000;
const ROWS_LIMIT = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const AVERAGE_MINUTES = 5;

function showTrade(market: Market, trade: LiveTrade) {
  const quoteUnits = BigInt(trade.priceTicks) * BigInt(trade.sizeLots) * market.unitsPerTickLot;
  return {
    id: trade.tradeId,
    price: showPrice(market, trade.priceTicks),
    qty: showSize(market, trade.sizeLots),
    quoteQty: formatDecimal(quoteUnits, market.quote.scale),
    time: trade.atMs,
    isBuyerMaker: trade.takerSide === Side.sell,
    isBestMatch: true,
  };
}

function showAggregate(market: Market, trade: LiveTrade) {
  return {
    a: trade.tradeId,
    p: showPrice(market, trade.priceTicks),
    q: showSize(market, trade.sizeLots),
    f: trade.tradeId,
    l: trade.tradeId,
    T: trade.atMs,
    m: trade.takerSide === Side.sell,
    M: true,
  };
}

/** Length of `15m`, `4h` or `7d`. */
function readWindowMs(text: string): number {
  const unit = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS }[text.at(-1) as 'm' | 'h' | 'd'];
  return Number(text.slice(0, -1)) * unit;
}

/** Make the calls. */
export function createMarketBinance(parts: MarketBinanceParts): RouteHandler[] {
  const { markets, symbols, live, readNowMs } = parts;
  const stored = createStoredMarket(parts);
  const pair = (market: Market) => ({ market, live: live.read(market.instrumentId) });

  function listRateLimits(): BinanceRateLimit[] {
    const { weightPerMinute, requestsPerFiveMinutes } = parts.limits;
    return [
      {
        rateLimitType: 'REQUEST_WEIGHT',
        interval: 'MINUTE',
        intervalNum: 1,
        limit: weightPerMinute,
      },
      ...parts.orderCounts.list(),
      {
        rateLimitType: 'RAW_REQUESTS',
        interval: 'MINUTE',
        intervalNum: 5,
        limit: requestsPerFiveMinutes,
      },
    ];
  }

  /** Markets that are asked for; all when nothing is said. @throws BinanceError -1128, -1151. */
  function readSeveral(query: SeveralQuery): readonly Market[] {
    if (query.symbol !== undefined) {
      if (query.symbols !== undefined) throw new BinanceError('bad_combination');
      const market = symbols.read(query.symbol);
      if (query.symbolStatus !== undefined && showBinanceStatus(market) !== query.symbolStatus) {
        throw new BinanceError('status_mismatch');
      }
      return [market];
    }
    const requested = query.symbols?.map((name) => symbols.read(name)) ?? markets.listMarkets();
    if (new Set(requested).size < requested.length) throw new BinanceError('duplicate_symbols');
    return requested.filter(
      (market) =>
        query.symbolStatus === undefined || showBinanceStatus(market) === query.symbolStatus,
    );
  }

  /** One answer for `symbol`, a list otherwise. */
  async function publish<TRow>(
    query: SeveralQuery,
    show: (market: Market) => TRow | Promise<TRow>,
  ): Promise<TRow | TRow[]> {
    const rows = await Promise.all(readSeveral(query).map(show));
    return query.symbol === undefined ? rows : rows[0];
  }

  function requireSome(query: SeveralQuery): void {
    if (query.symbol === undefined && query.symbols === undefined) {
      throw new BinanceError('either_missing', ['symbol', 'symbols']);
    }
  }

  async function publishSince(market: Market, openTimeMs: number, isMini: boolean) {
    const bucket = await parts.candles.readSince(market, openTimeMs);
    return showSpan(pair(market), { bucket, openTimeMs, closeTimeMs: readNowMs() }, isMini);
  }

  async function listNewest({ query }: { query: { symbol: string; limit?: number | undefined } }) {
    const market = symbols.read(query.symbol);
    const newest = await stored.listTrades(market, { limit: query.limit ?? ROWS_LIMIT });
    return newest.map((trade) => showTrade(market, trade));
  }

  async function readKlines(query: {
    symbol: string;
    interval: CandleInterval;
    startTime?: number | undefined;
    endTime?: number | undefined;
    limit?: number | undefined;
    timeZone?: number | undefined;
  }): Promise<BinanceKline[]> {
    const market = symbols.read(query.symbol);
    const { interval, startTime, endTime, limit = ROWS_LIMIT } = query;
    const zone = makeZone(query.timeZone ?? 0);
    const rows = await parts.candles.readBuckets(market, {
      interval,
      fromMs: startTime,
      toMs: endTime,
      limit,
      isOldest: true,
      zone,
    });
    return rows.map((bucket) => [
      bucket.openMs,
      showPrice(market, bucket.openTicks),
      showPrice(market, bucket.highTicks),
      showPrice(market, bucket.lowTicks),
      showPrice(market, bucket.closeTicks),
      showSize(market, bucket.baseLots),
      zone.moveOpen(interval, bucket.openMs, 1) - 1,
      formatDecimal(bucket.quoteUnits, market.quote.scale),
      bucket.tradesCount,
      showSize(market, bucket.takerBuyLots),
      formatDecimal(bucket.takerBuyQuoteUnits, market.quote.scale),
      '0',
    ]);
  }

  const handlers = [
    serve(apiMarketRoutes.ping, async () => ({})),
    serve(apiMarketRoutes.time, async () => ({ serverTime: readNowMs() })),
    serve(apiMarketRoutes.exchangeInfo, async ({ query }) => {
      const isSpot = query.permissions?.includes('SPOT') ?? true;
      const requested = isSpot ? readSeveral(query) : [];
      return {
        timezone: 'UTC',
        serverTime: readNowMs(),
        rateLimits: listRateLimits(),
        exchangeFilters: [],
        symbols: requested
          .filter((market) => !market.base.isMock)
          .map((market) => showBinanceMarket(market, query.showPermissionSets ?? true)),
      };
    }),
    serve(apiMarketRoutes.depth, async ({ query }) => {
      const [market] = readSeveral(query);
      const { book } = live.read(market.instrumentId);
      const limit = Math.min(query.limit ?? DEPTH_LIMIT, DEPTH_LIMIT_MAX);
      return {
        lastUpdateId: book.lastUpdateId,
        bids: showLevels(market, book.list(true, limit)),
        asks: showLevels(market, book.list(false, limit)),
      };
    }),
    serve(apiMarketRoutes.trades, listNewest),
    serve(apiMarketRoutes.olderTrades, listNewest),
    serve(apiMarketRoutes.historicalTrades, async ({ query }) => {
      const market = symbols.read(query.symbol);
      const { fromId, limit = ROWS_LIMIT } = query;
      const trades = await stored.listTrades(market, { fromId, limit });
      return trades.map((trade) => showTrade(market, trade));
    }),
    serve(apiMarketRoutes.aggTrades, async ({ query }) => {
      const market = symbols.read(query.symbol);
      const { fromId, startTime, endTime, limit = ROWS_LIMIT } = query;
      const request = { fromId, startTime, endTime, limit };
      const trades = await stored.listTrades(market, request);
      return trades.map((trade) => showAggregate(market, trade));
    }),
    serve(apiMarketRoutes.klines, ({ query }) => readKlines(query)),
    serve(apiMarketRoutes.uiKlines, ({ query }) => readKlines(query)),
    serve(apiMarketRoutes.avgPrice, async ({ query }) => {
      const market = symbols.read(query.symbol);
      const { day, lastTicks, trades } = live.read(market.instrumentId);
      const bucket = day.read(readNowMs(), AVERAGE_MINUTES);
      return {
        mins: AVERAGE_MINUTES,
        price: bucket === undefined ? showPrice(market, lastTicks) : showAverage(market, bucket),
        closeTime: trades.at(-1)?.atMs ?? 0,
      };
    }),
    serve(apiMarketRoutes.ticker24hr, ({ query }) =>
      publish(query, (market) => {
        const nowMs = readNowMs();
        const one = pair(market);
        const bucket = one.live.day.read(nowMs);
        const span = { bucket, openTimeMs: nowMs - DAY_MS, closeTimeMs: nowMs };
        const shown = showSpan(one, span, query.type === 'MINI');
        if (query.type === 'MINI') return shown;
        return {
          ...shown,
          prevClosePrice: shown.openPrice,
          lastQty: showSize(market, one.live.trades.at(-1)?.sizeLots ?? 0),
          ...showBest(one),
        };
      }),
    ),
    serve(apiMarketRoutes.tickerTradingDay, async ({ query }) => {
      requireSome(query);
      const midnightMs = makeZone(query.timeZone ?? 0).findOpen('1d', readNowMs());
      return publish(query, async (market) => ({
        ...(await publishSince(market, midnightMs, query.type === 'MINI')),
        closeTime: midnightMs + DAY_MS - 1,
      }));
    }),
    serve(apiMarketRoutes.ticker, async ({ query }) => {
      requireSome(query);
      const sinceMs = readNowMs() - readWindowMs(query.windowSize ?? '1d');
      const openMs = Math.floor(sinceMs / MINUTE_MS) * MINUTE_MS;
      return publish(query, (market) => publishSince(market, openMs, query.type === 'MINI'));
    }),
    serve(apiMarketRoutes.tickerPrice, ({ query }) =>
      publish(query, (market) => ({
        symbol: showSymbol(market.symbol),
        price: showPrice(market, live.read(market.instrumentId).lastTicks),
      })),
    ),
    serve(apiMarketRoutes.tickerBook, ({ query }) =>
      publish(query, (market) => ({
        symbol: showSymbol(market.symbol),
        ...showBest(pair(market)),
      })),
    ),
    ...createRuleHandlers({ symbols, readSeveral }),
    ...createContractHandlers(readNowMs),
    serve(apiWalletRoutes.systemStatus, async () => {
      const isNormal = parts.readMode().mode === 'normal';
      return isNormal ? { status: 0, msg: 'normal' } : { status: 1, msg: 'system_maintenance' };
    }),
  ];
  return [...handlers, ...listOlder(handlers)];
}

/** The calls that older clients make by another path. */
const OLDER: readonly (readonly [older: Route, newer: Route])[] = [
  [apiOlderRoutes.olderPing, apiMarketRoutes.ping],
  [apiOlderRoutes.olderTime, apiMarketRoutes.time],
  [apiOlderRoutes.olderExchangeInfo, apiMarketRoutes.exchangeInfo],
  [apiOlderRoutes.olderDepth, apiMarketRoutes.depth],
  [apiOlderRoutes.olderKlines, apiMarketRoutes.klines],
  [apiOlderRoutes.olderTicker24hr, apiMarketRoutes.ticker24hr],
];

function listOlder(handlers: readonly RouteHandler[]): RouteHandler[] {
  return OLDER.map(([route, newer]) => {
    const known = handlers.find((one) => one.route === newer) as RouteHandler;
    return { route, handle: known.handle };
  });
}
