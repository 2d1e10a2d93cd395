// Market data of the trading API while the projector is late: whoever goes on from the last trade
// that any call showed misses none, and a market that is younger than the time that is asked from
// shows its first candles. On the real tables; not the engine.
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import { apiMarketRoutes, type BinanceKline, type Route } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { createBinanceSymbols } from '../../base/binance-api/index.ts';
import {
  createCandleProjection,
  createMarketLive,
  type MarketLive,
} from '../../base/market/index.ts';
import type { CallContext, CommittedStep } from '../../base/product/index.ts';
import { createStoredSteps } from '../../base/projections/index.ts';
import { migrations } from '../../migrations.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { createCandleQuery } from './candles.ts';
import { createMarketBinance } from './binance-api/index.ts';
import type { MarketBinanceParts } from './binance-api/index.ts';

const MINUTE_MS = 60_000;
const FIRST_MS = Date.UTC(2026, 2, 14, 12);
const { markets } = makeMarketFixture();
const projection = createCandleProjection();
let database: TestDatabase;
let live: MarketLive;
let nowMs = FIRST_MS;
let tradeId = 0;
let unwritten: CommittedStep[] = [];
/** How long a read waits for rows: until they come, but where the wait itself is asked for. */
let giveUpMs = 120_000;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  live = createMarketLive();
});
afterAll(() => database?.stop());

/** Trades, one a millisecond; the tables have none of them yet. */
function trade(count: number): void {
  for (let at = 0; at < count; at += 1) {
    tradeId += 1;
    nowMs += 1;
    const event = {
      kind: EventKind.tradeExecuted,
      instrumentId: 1,
      tradeId,
      priceTicks: 100 + tradeId,
      sizeLots: 1,
      takerSide: Side.buy,
      quoteUnits: 100n + BigInt(tradeId),
    } as unknown as CoreEvent;
    const step = { sequence: tradeId, atMs: nowMs, events: [event] };
    unwritten.push(step);
    live.apply(step);
  }
}

/** What the projector does, late. */
async function project(): Promise<void> {
  projection.gather?.(unwritten);
  unwritten = [];
  await database.app.transaction(async (session) => {
    await projection.apply([], session);
    await session.execute(
      `INSERT INTO projections (name, sequence) VALUES ('candles', $1)
       ON CONFLICT (name) DO UPDATE SET sequence = EXCLUDED.sequence`,
      [tradeId],
    );
  });
}

async function ask<TAnswer>(route: Route, query: Record<string, unknown>): Promise<TAnswer> {
  const storedTrades = createStoredSteps(database.app, 'candles', giveUpMs);
  const readNowMs = () => nowMs;
  const base = { database: database.app, live, storedTrades, readNowMs };
  const parts = {
    ...base,
    markets,
    symbols: createBinanceSymbols(markets),
    candles: createCandleQuery(base),
  } as unknown as MarketBinanceParts;
  const handler = createMarketBinance(parts).find((one) => one.route === route);
  const context = { query: { symbol: 'BTCUSDT', ...query } } as unknown as CallContext;
  return (await handler?.handle(context)) as TAnswer;
}

const askKlines = (query: Record<string, unknown>) =>
  ask<BinanceKline[]>(apiMarketRoutes.klines, { interval: '1m', ...query });
const askHistory = (query: Record<string, unknown>) =>
  ask<{ id: number }[]>(apiMarketRoutes.historicalTrades, query);
const askAggregates = (query: Record<string, unknown>) =>
  ask<{ a: number }[]>(apiMarketRoutes.aggTrades, query);
const count = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('a market without a trade has no candles, whatever time they are asked from', async () => {
  expect(await askKlines({ startTime: 0 })).toEqual([]);
});

test('the first trade is in candles before it is in the tables', async () => {
  trade(1);
  const rows = await askKlines({ startTime: 0, limit: 5 });
  expect(rows.map(([openMs]) => openMs)).toEqual([FIRST_MS]);
});

test('a poller that goes on from its last end misses no trade of a late table', async () => {
  await project();
  trade(40);
  const newest = await ask<{ id: number }[]>(apiMarketRoutes.trades, { limit: 10 });
  expect(newest.map(({ id }) => id)).toEqual(count(32, 41));
  expect((await askAggregates({ fromId: 1 })).map(({ a }) => a)).toEqual(count(1, 41));
  expect((await askHistory({ fromId: 30, limit: 5 })).map(({ id }) => id)).toEqual(count(30, 34));
  const [startTime, endTime] = [FIRST_MS + 20, FIRST_MS + 41];
  const between = await askAggregates({ startTime, endTime });
  expect(between.map(({ a }) => a)).toEqual(count(20, 41));
  expect((await askAggregates({ endTime, limit: 3 })).map(({ a }) => a)).toEqual(count(39, 41));
  expect((await askAggregates({ fromId: 42 })).length).toBe(0);
});

test('what neither memory nor the tables have is waited for, never left out', async () => {
  trade(1_500);
  const requested = askAggregates({ fromId: 40, limit: 1_000 });
  const early = new Promise((resolve) => setTimeout(() => resolve('waits'), 100));
  expect(await Promise.race([requested, early])).toBe('waits');
  await project();
  expect((await requested).map(({ a }) => a)).toEqual(count(40, 1_039));
  trade(1_500);
  giveUpMs = 50;
  await expect(askAggregates({ fromId: 1_540 })).rejects.toMatchObject({ word: 'behind' });
  giveUpMs = 120_000;
  expect((await askAggregates({ fromId: tradeId - 3 })).length).toBe(4);
  await project();
});

test('seconds that are over are not missing from candles while their rows are', async () => {
  const fromMs = nowMs + 1_000 - (nowMs % 1_000);
  nowMs = fromMs;
  for (let second = 0; second < 4; second += 1) {
    trade(1);
    nowMs += 999;
  }
  const requested = askKlines({ interval: '1s', startTime: fromMs });
  await project();
  expect((await requested).map((row) => [row[0], row[8]])).toEqual(
    [0, 1, 2, 3, 4].map((second) => [fromMs + second * 1_000, second < 4 ? 1 : 0]),
  );
});

test('candles that are asked for from before the first trade begin with the first', async () => {
  nowMs = FIRST_MS + 10 * MINUTE_MS;
  trade(1);
  const opens = async (query: Record<string, unknown>) =>
    (await askKlines(query)).map(([openMs]) => (openMs - FIRST_MS) / MINUTE_MS);
  for (const startTime of [0, 1, FIRST_MS - 1, FIRST_MS]) {
    expect([startTime, await opens({ startTime, limit: 3 })]).toEqual([startTime, [0, 1, 2]]);
  }
  // A candle that began before the start is not among those at or after it.
  expect(await opens({ startTime: FIRST_MS + 1, limit: 3 })).toEqual([1, 2, 3]);
  expect(await opens({ startTime: 0, endTime: FIRST_MS + MINUTE_MS })).toEqual([0, 1]);
  expect(await opens({ startTime: 0, endTime: FIRST_MS - 1 })).toEqual([]);
  expect(await opens({ limit: 2 })).toEqual([9, 10]);
  expect((await askKlines({ interval: '1M', startTime: 0 })).length).toBe(1);
});
