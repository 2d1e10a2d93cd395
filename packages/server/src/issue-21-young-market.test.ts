// A market an hour old whose time before its first trade is simulated: each candle is the sum of
// its minutes across that border, by call, channel and stream, and the day of the tickers is that
// of the candles. On the real tables with the sandbox's own past; the walk is not judged here.
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import {
  apiMarketRoutes,
  type CandleInterval,
  type CandleRow,
  type ChannelFrame,
  type BinanceKline,
  type BinanceTicker,
  marketRoutes,
  type Route,
  type TickerRow,
  type UdfQuotes,
  udfRoutes,
} from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import { createBinanceSymbols } from './base/binance-api/index.ts';
import { type ChannelSource, createHub, type Listener } from './base/feed/index.ts';
import {
  type Bucket,
  createCandleProjection,
  type Drawn,
  emptyBucket,
  formatChange,
  type Market,
  intervals,
  makeZone,
  utc,
  createMarketLive,
  type MarketLive,
} from './base/market/index.ts';
import type { CallContext, CommittedStep, RouteHandler } from './base/product/index.ts';
import { createCandleWatch } from './products/market/streams/candle-watch.ts';
import {
  createCandleQuery,
  createMarketBinance,
  createMarketFeed,
  createMarketRoutes,
  createUdfRoutes,
} from './products/market/index.ts';
import { migrations } from './migrations.ts';
import { createDrawPast } from './sandbox/index.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Within every interval's candle, and in no first half hour of it. */
const FIRST_TRADE_MS = Date.UTC(2026, 2, 14, 12, 47, 23, 456);
const BORDER_MS = FIRST_TRADE_MS - (FIRST_TRADE_MS % MINUTE_MS);
const NOW_MS = FIRST_TRADE_MS + 3_600_000;

const { markets } = makeMarketFixture();
const market = markets.marketById(1) as Market;
const reference = { source: 'walk', url: '', candleFiles: [], playSpeed: 1 };
const sandbox = { liquidity: true, faucet: true, outbox: true, chains: false };
const drawn = createDrawPast({ sandbox, reference })?.(market) as Drawn;
const makeLive = () => createMarketLive((id) => (id === 1 ? drawn : undefined));
const live = makeLive();
let nowMs = NOW_MS;
let tradesCount = 0;
const steps: CommittedStep[] = [];
let database: TestDatabase;

/** A trade near the price that the past ended with. */
function makeStep(atMs: number): CommittedStep {
  tradesCount += 1;
  const { closeTicks } = drawn.read(BORDER_MS - 1_000, BORDER_MS);
  const priceTicks = closeTicks + ((tradesCount * 7_919) % 20_011) - 10_000;
  const sizeLots = 1 + (tradesCount % 13);
  const event = {
    kind: EventKind.tradeExecuted,
    instrumentId: 1,
    tradeId: tradesCount,
    priceTicks,
    sizeLots,
    takerSide: tradesCount % 3 === 0 ? Side.sell : Side.buy,
    quoteUnits: BigInt(priceTicks) * BigInt(sizeLots) * market.unitsPerTickLot,
  };
  const step = { sequence: tradesCount, atMs, events: [event as unknown as CoreEvent] };
  steps.push(step);
  return step;
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  await database.owner.execute(`INSERT INTO coins VALUES (1, 'BTC', 'Bitcoin')`);
  await database.owner.execute(`INSERT INTO markets VALUES (1, 'btc_usdt')`);
  for (let atMs = FIRST_TRADE_MS; atMs < NOW_MS; atMs += 11_007) makeStep(atMs);
  // The tables lack the newest ones: those are in memory alone.
  const projection = createCandleProjection();
  projection.gather?.(steps.slice(0, -3));
  await database.app.transaction((session) => projection.apply([], session));
  for (const step of steps) live.apply(step);
});
afterAll(() => database?.stop());

function makeQuery(of: MarketLive) {
  const storedTrades = { waitFor: async () => {} };
  return createCandleQuery({
    database: database.app,
    live: of,
    storedTrades,
    readNowMs: () => nowMs,
  });
}

const readCandles = (interval: CandleInterval, fromMs: number, zone = utc) =>
  makeQuery(live).readBuckets(market, { interval, fromMs, toMs: nowMs, limit: 200_000, zone });

/** Candles that follow each other as one. */
function sum(openMs: number, parts: readonly Bucket[]): Bucket {
  const [first, last] = [parts[0], parts.at(-1)];
  const total = (read: (part: Bucket) => number) => parts.reduce((all, one) => all + read(one), 0);
  const units = (read: (part: Bucket) => bigint) => parts.reduce((all, one) => all + read(one), 0n);
  return {
    openMs,
    openTicks: first?.openTicks ?? 0,
    highTicks: Math.max(...parts.map(({ highTicks }) => highTicks)),
    lowTicks: Math.min(...parts.map(({ lowTicks }) => lowTicks)),
    closeTicks: last?.closeTicks ?? 0,
    baseLots: total(({ baseLots }) => baseLots),
    quoteUnits: units(({ quoteUnits }) => quoteUnits),
    takerBuyLots: total(({ takerBuyLots }) => takerBuyLots),
    takerBuyQuoteUnits: units(({ takerBuyQuoteUnits }) => takerBuyQuoteUnits),
    tradesCount: total((part) => part.tradesCount),
    isSimulated: parts.some(({ isSimulated }) => isSimulated),
  };
}

const zones = [
  ['of UTC', utc],
  ['of a zone three quarters past the hour', makeZone(5.75 * 3_600_000)],
] as const;
const cases = intervals
  .filter((interval) => interval !== '1s')
  .flatMap((interval) => zones.map(([name, zone]) => [interval, name, zone] as const));

test.each(cases)('a candle of %s %s is the sum of its minutes', async (interval, _name, zone) => {
  const borderOpenMs = zone.findOpen(interval, BORDER_MS);
  const fromMs = zone.moveOpen(interval, borderOpenMs, -1);
  const candles = await readCandles(interval, fromMs, zone);
  const minutes = await readCandles('1m', fromMs);
  expect(candles.length).toBeGreaterThan(1);
  expect(candles).toEqual(
    candles.map(({ openMs }) => {
      const endMs = zone.moveOpen(interval, openMs, 1);
      return sum(
        openMs,
        minutes.filter((minute) => minute.openMs >= openMs && minute.openMs < endMs),
      );
    }),
  );
  const border = candles.find(({ openMs }) => openMs === borderOpenMs) as Bucket;
  expect([candles[0]?.isSimulated, border.isSimulated]).toEqual([true, borderOpenMs < BORDER_MS]);
  expect(border.tradesCount).toBeGreaterThan(0);
  expect(candles.reduce((all, one) => all + one.tradesCount, 0)).toBe(tradesCount);
});

test('a simulated minute is the sum of its seconds, and joins the one before', async () => {
  const fromMs = BORDER_MS - 3 * MINUTE_MS;
  const seconds = await readCandles('1s', fromMs);
  const minutes = (await readCandles('1m', fromMs)).filter(({ openMs }) => openMs < BORDER_MS);
  expect(minutes).toHaveLength(3);
  for (const [place, minute] of minutes.entries()) {
    const { openMs } = minute;
    const parts = seconds.filter((one) => one.openMs >= openMs && one.openMs < openMs + MINUTE_MS);
    expect(parts).toHaveLength(60);
    expect(minute).toEqual(sum(openMs, parts));
    if (place > 0) expect(minute.openTicks).toBe(minutes[place - 1]?.closeTicks);
  }
});

type Asker = Parameters<ChannelSource['snapshot']>[1];
type MarketBinanceParts = Parameters<typeof createMarketBinance>[0];

/** Feed, calls and streams of a state. */
function openModules(of: MarketLive) {
  const hub = createHub();
  const readNowMs = () => nowMs;
  const candles = makeQuery(of);
  const parts = { markets, live: of, candles, readNowMs };
  const readMode = () => ({ mode: 'normal', reason: '' });
  const feed = createMarketFeed({ hub, markets, live: of, readMode, readNowMs });
  const binance = {
    ...parts,
    symbols: createBinanceSymbols(markets),
    database: database.app,
    storedTrades: { waitFor: async () => {} },
  } as unknown as MarketBinanceParts;
  const handlers: RouteHandler[] = [
    ...createMarketRoutes({
      ...parts,
      readCandles: candles.readCandles,
      readRecommended: async () => [],
    }),
    ...createMarketBinance(binance),
    ...createUdfRoutes(parts),
  ];
  return {
    hub,
    feed,
    snapshot<TData>(channel: string): TData {
      const frame = hub.findSource(channel)?.snapshot(channel, {} as Asker);
      return (frame as ChannelFrame).data as TData;
    },
    async ask<TAnswer>(route: Route, query: Record<string, unknown>) {
      const handler = handlers.find((one) => one.route === route);
      return (await handler?.handle({ query } as unknown as CallContext)) as TAnswer;
    },
  };
}
test.each(intervals)(
  'page, call, channel and stream tell the same candles of %s',
  async (interval) => {
    const modules = openModules(live);
    const channel = `candle:btc_usdt:${interval}`;
    const published: CandleRow[][] = [];
    const listener: Listener = {
      receive: (frame) =>
        published.push(JSON.parse(frame.subarray(frame.indexOf('{"ch"')).toString()).data),
      miss: () => {},
    };
    modules.hub.listen(channel, listener);
    const limit = { interval, limit: 2 };
    const compare = async (shown: CandleRow[]) => {
      const rows = await modules.ask<CandleRow[]>(marketRoutes.candles, {
        symbol: 'btc_usdt',
        ...limit,
      });
      const seen = rows.filter(([openMs]) => shown.some((row) => row[0] === openMs));
      expect(shown.slice(-seen.length)).toEqual(seen);
      expect(seen.length).toBeGreaterThan(0);
      const klines = await modules.ask<BinanceKline[]>(apiMarketRoutes.klines, {
        symbol: 'BTCUSDT',
        ...limit,
      });
      expect(klines.map((row) => [...row.slice(0, 6), row[7], row[8]])).toEqual(
        rows.map((row) => row.slice(0, 8)),
      );
    };
    await compare(modules.snapshot<CandleRow[]>(channel));
    live.apply(makeStep((nowMs += 1)));
    modules.feed.flush(live.takeChanges());
    expect(published).toHaveLength(1);
    await compare(published[0] as CandleRow[]);
    const streamed = createCandleWatch({ interval, zone: utc }, nowMs).readNow(
      live.read(1),
      nowMs + 100,
    );
    expect(streamed?.bucket).toEqual((await readCandles(interval, nowMs)).at(-1));
    expect(streamed?.lastTradeId).toBe(tradesCount);
  },
);

/** Open, high, low, last and volume as numbers. */
const numbers = (...texts: readonly unknown[]) => texts.map(Number);
const numbersOf = (of: Bucket) => [
  ...[of.openTicks, of.highTicks, of.lowTicks, of.closeTicks].map((ticks) => ticks / 100),
  of.baseLots / 10_000,
];

const readSum = async (fromMs: number) => sum(fromMs, await readCandles('1m', fromMs));
/** The first minute that begins within the last 24 hours. */
const readDayMs = () => (Math.floor((nowMs - DAY_MS) / MINUTE_MS) + 1) * MINUTE_MS;

test('no second is missing between past and first trade, and none is a trade', async () => {
  const seconds = await readCandles('1s', BORDER_MS - 2_000);
  const { closeTicks } = drawn.read(BORDER_MS - 1_000, BORDER_MS);
  const first = seconds.findIndex(({ tradesCount: count }) => count > 0);
  expect(seconds.slice(0, first + 1).map(({ openMs }) => openMs)).toEqual(
    Array.from({ length: 26 }, (_none, at) => BORDER_MS + (at - 2) * 1_000),
  );
  for (const empty of seconds.slice(2, first)) {
    expect(empty).toEqual(emptyBucket(empty.openMs, closeTicks));
  }
  // Asked for from within, before and after the first trade, it is the same row.
  for (const skip of [7, first + 1]) {
    const within = await readCandles('1s', BORDER_MS + (skip - 2) * 1_000);
    expect(within).toEqual(seconds.slice(skip));
  }
});

test('high, low, open, change and volume of 24 hours are those of its candles', async () => {
  const modules = openModules(live);
  const day = await readSum(readDayMs());
  const [row] = await modules.ask<TickerRow[]>(marketRoutes.tickers, {});
  for (const ticker of [row as TickerRow, modules.snapshot<TickerRow>('ticker:btc_usdt')]) {
    const { open, high, low, last, baseVolume } = ticker;
    expect(numbers(open, high, low, last, baseVolume)).toEqual(numbersOf(day));
    expect(ticker.change).toBe(formatChange(day.openTicks, day.closeTicks));
    expect(ticker.simulated).toBe(true);
  }
  const before = await makeQuery(live).readBuckets(market, {
    interval: '1m',
    fromMs: undefined,
    toMs: readDayMs() - 1,
    limit: 1,
  });
  const { d: quotes } = await modules.ask<UdfQuotes>(udfRoutes.udfQuotes, { symbols: 'BTCUSDT' });
  const quote = quotes[0]?.v as Record<string, number>;
  const { open_price: open, high_price: high, low_price: low, lp, volume } = quote;
  expect([open, high, low, lp, volume]).toEqual(numbersOf(day));
  expect(quote['prev_close_price']).toBe((before[0]?.closeTicks ?? 0) / 100);
});

test('windows of the trading API are those of its candles, and count real trades', async () => {
  const modules = openModules(live);
  const symbol = 'BTCUSDT';
  const { ticker, ticker24hr, tickerTradingDay } = apiMarketRoutes;
  const spans = [
    [ticker24hr, {}, readDayMs()],
    [ticker, { windowSize: '1d' }, readDayMs() - MINUTE_MS],
    [ticker, { windowSize: '2h' }, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 2 * 3_600_000],
    [ticker, { windowSize: '7d' }, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 7 * DAY_MS],
    [tickerTradingDay, {}, Math.floor(nowMs / DAY_MS) * DAY_MS],
  ] as const;
  for (const [route, query, fromMs] of spans) {
    const shown = await modules.ask<BinanceTicker>(route, { symbol, ...query });
    const { openPrice, highPrice, lowPrice, lastPrice, volume } = shown;
    expect(numbers(openPrice, highPrice, lowPrice, lastPrice, volume)).toEqual(
      numbersOf(await readSum(fromMs)),
    );
    expect([shown.firstId, shown.lastId, shown.count]).toEqual([1, tradesCount, tradesCount]);
  }
});

test('the line of a day goes through the closes of its candles', async () => {
  const symbols = 'btc_usdt';
  const [line] = await openModules(live).ask<{ points: string[] }[]>(marketRoutes.trendlines, {
    symbols,
  });
  const day = await readSum(readDayMs());
  const candles = await makeQuery(live).readBuckets(market, {
    interval: '30m',
    fromMs: undefined,
    toMs: undefined,
    limit: 47,
  });
  const closes = candles.slice(0, -1).map(({ closeTicks }) => closeTicks);
  const points = line?.points.map((text) => Math.round(Number(text) * 100)) ?? [];
  expect(points).toEqual([day.openTicks, ...closes, day.closeTicks]);
  expect(points).toHaveLength(48);
  expect(Math.max(...points)).toBeLessThanOrEqual(day.highTicks);
  expect(Math.min(...points)).toBeGreaterThanOrEqual(day.lowTicks);
});

test('a start finds all of it again', async () => {
  const again = makeLive();
  const projection = createCandleProjection();
  await database.owner.execute('DELETE FROM candles');
  await database.owner.execute('DELETE FROM public_trades');
  projection.gather?.(steps);
  await database.app.transaction((session) => projection.apply([], session));
  await again.load(database.app, nowMs);
  const [before, after] = [openModules(live), openModules(again)];
  for (const interval of intervals.filter((one) => one !== '1s')) {
    const channel = `candle:btc_usdt:${interval}`;
    const [was, is] = [before, after].map(({ snapshot }) => snapshot<CandleRow[]>(channel));
    expect([interval, is]).toEqual([interval, was]);
  }
  expect(after.snapshot('ticker:btc_usdt')).toEqual(before.snapshot('ticker:btc_usdt'));
  expect(again.read(1).day.readBefore(nowMs)).toBe(live.read(1).day.readBefore(nowMs));
});

test('a past ends now where nobody has traded yet, and is no price', async () => {
  const untraded = makeLive();
  const candles = await makeQuery(untraded).readBuckets(market, {
    interval: '1m',
    fromMs: nowMs - 2 * MINUTE_MS,
    toMs: undefined,
    limit: 9,
  });
  expect(candles.length).toBeGreaterThan(0);
  const ticker = openModules(untraded).snapshot<TickerRow>('ticker:btc_usdt');
  expect([ticker.last, ticker.simulated]).toEqual(['0.00', false]);
});

test('where nothing is simulated a market begins with its first trade', async () => {
  const plain = createMarketLive();
  for (const step of steps) plain.apply(step);
  for (const interval of intervals) {
    const request = { interval, fromMs: 0, toMs: undefined, limit: 2 };
    const [first] = await makeQuery(plain).readBuckets(market, request);
    expect([interval, first?.isSimulated]).toEqual([interval, false]);
    const openMs = utc.findOpen(interval, interval === '1s' ? FIRST_TRADE_MS : BORDER_MS);
    expect([interval, first?.openMs]).toEqual([interval, openMs]);
  }
  const ticker = openModules(plain).snapshot<TickerRow>('ticker:btc_usdt');
  const prices = steps.map(({ events }) => (events[0] as { priceTicks: number }).priceTicks / 100);
  expect(numbers(ticker.open, ticker.high, ticker.low)).toEqual([
    prices[0],
    Math.max(...prices),
    Math.min(...prices),
  ]);
  expect(ticker.simulated).toBe(false);
});
