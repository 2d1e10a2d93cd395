// Who asks for trades up to an end and goes on from there loses none: a real writer whose journal
// is held between a step's time and its commit, and the calls as the edge serves them. Steps are a
// toy core's; what they did is said here. Not the engine's socket.
import { createMarketLive } from './base/market/index.ts';
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import { apiMarketRoutes, type Route, routes, untilCandles } from '@isobath/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitFor } from '../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import { createBinanceSymbols } from './base/binance-api/index.ts';
import type { CallContext } from './base/product/index.ts';
import { GIVE_UP_MS } from './base/projections/index.ts';
import { findSteps } from './engine/log/words-codec.ts';
import { makeTransfer, startTestEngine, type TestEngine } from './engine/testing/fixture.ts';
import { createJournalTime, type JournalTime, waitForEnds } from './composition/journal-time.ts';
import { migrations } from './migrations.ts';
import { createMarketBinance } from './products/market/binance-api/index.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

let db: TestDatabase;
let engine: TestEngine;
let journalTime: JournalTime;
const { markets } = makeMarketFixture();
const live = createMarketLive();
const readClock = vi.fn(async () => engine.readClock());

/** Every step of the writer makes a trade with its own number. */
function follow(): void {
  engine.publisher.subscribe({
    fromSequence: 1,
    take({ lastSequence, words }) {
      const steps = findSteps(words);
      for (const { sequence, atMs } of steps) {
        const event = {
          kind: EventKind.tradeExecuted,
          instrumentId: 1,
          tradeId: sequence,
          priceTicks: 100,
          sizeLots: 1,
          takerSide: Side.buy,
          quoteUnits: 100n,
        } as unknown as CoreEvent;
        live.apply({ sequence, atMs, events: [event] });
      }
      journalTime.noteFollowed(lastSequence, steps.at(-1)?.atMs ?? 0);
      return true;
    },
    failed: (error) => {
      throw error;
    },
  });
}

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  engine = await startTestEngine({ db, engineId: 1 });
  journalTime = createJournalTime({ readClock, readNowMs: Date.now });
  follow();
});
afterAll(async () => {
  await engine?.stop();
  await db?.stop();
});

async function askTrades(query: Record<string, unknown>): Promise<number[]> {
  const parts = {
    database: db.app,
    markets,
    symbols: createBinanceSymbols(markets),
    live,
    storedTrades: { waitFor: async () => {} },
    readNowMs: Date.now,
  } as unknown as Parameters<typeof createMarketBinance>[0];
  const handlers = waitForEnds(createMarketBinance(parts), { journalTime, readNowMs: Date.now });
  const handler = handlers.find(({ route }) => route === apiMarketRoutes.aggTrades);
  const context = { query: { symbol: 'BTCUSDT', ...query } } as unknown as CallContext;
  if (handler === undefined) throw new Error('no such call');
  return ((await handler.handle(context)) as { a: number }[]).map(({ a }) => a);
}

/** Let every commit hang until the answer is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const holder = await db.owner.openSession();
  await holder.execute('BEGIN; SELECT FROM journal_heads FOR UPDATE');
  return async () => {
    await holder.execute('COMMIT');
    await holder.close();
  };
}

const soon = () => new Promise<string>((resolve) => setTimeout(resolve, 150, 'waits'));

test('an answer up to now waits for a trade that has its time and no commit', async () => {
  await engine.send(makeTransfer(1));
  const letGo = await holdCommits();
  const sent = engine.send(makeTransfer(2));
  await waitFor('the step', () => engine.readStatus().lastSequence === 3);
  const endTime = Date.now();
  const asked = askTrades({ startTime: 0, endTime });
  expect(await Promise.race([asked, soon()])).toBe('waits');
  await letGo();
  const { atMs } = await sent;
  expect(atMs).toBeLessThanOrEqual(endTime);
  expect(await asked).toEqual([1, 2, 3]);
});

test('a client whose clock is ahead waits until its end is over', async () => {
  const endTime = Date.now() + 200;
  const asked = askTrades({ startTime: 0, endTime });
  await engine.send(makeTransfer(3));
  expect((await asked).at(-1)).toBe(4);
  expect(Date.now()).toBeGreaterThan(endTime);
});

test('on a still market the engine says how late it is, once for all who ask', async () => {
  const endTime = Date.now();
  readClock.mockClear();
  const all = await Promise.all(Array.from({ length: 50 }, () => askTrades({ endTime })));
  expect(all.map((ids) => ids.at(-1))).toEqual(all.map(() => 4));
  expect(readClock.mock.calls.length).toBeLessThanOrEqual(2);
});

test('the engine is not asked for what is long over, nor for what lies well ahead', async () => {
  const { timeMs } = engine.readClock();
  await waitFor('the next millisecond', () => Date.now() > timeMs);
  await engine.send(makeTransfer(4));
  readClock.mockClear();
  await askTrades({ endTime: timeMs });
  await askTrades({ endTime: Date.now() + 3_600_000 });
  await askTrades({ fromId: 1 });
  expect(readClock).not.toHaveBeenCalled();
});

test('after a start on a still journal nobody waits for steps that do not come', async () => {
  const { lastSequence } = engine.readStatus();
  const started = createJournalTime({ readClock, readNowMs: Date.now });
  started.noteLoaded(lastSequence);
  expect(await started.waitUntil(Date.now())).toBe(true);
  started.noteLoaded(lastSequence - 1);
  expect(await started.waitUntil(Date.now())).toBe(false);
});

test('without an engine bots are told so, and pages are shown what there is', async () => {
  readClock.mockRejectedValue(new Error('not connected'));
  await expect(askTrades({ endTime: Date.now() })).rejects.toMatchObject({ word: 'behind' });
  const handle = async () => 'shown';
  const route = { until: () => Date.now() } as unknown as Route;
  const [page] = waitForEnds([{ route, handle }], { journalTime, readNowMs: Date.now });
  expect(await page?.handle({ query: {} } as unknown as CallContext)).toBe('shown');
  const ofBots = { until: () => Date.now(), binance: {} } as unknown as Route;
  const [candles] = waitForEnds([{ route: ofBots, handle }], { journalTime, readNowMs: Date.now });
  expect(await candles?.handle({ query: {} } as unknown as CallContext)).toBe('shown');
  readClock.mockImplementation(async () => engine.readClock());
});

test('an engine that stands still lets nobody wait for ever', async () => {
  readClock.mockReturnValue(new Promise(() => {}));
  const fromMs = performance.now();
  expect(await journalTime.waitUntil(Date.now())).toBe(false);
  expect(performance.now() - fromMs).toBeGreaterThanOrEqual(GIVE_UP_MS - 5);
});

test('every question that takes an end says so, but where there is never anything', () => {
  const empty = ['/api/v3/myAllocations', '/sapi/v1/convert/tradeFlow'];
  // When a chain made a block has no order with the journal.
  const ofChains = [
    '/sapi/v1/capital/deposit/hisrec',
    '/sapi/v1/capital/withdraw/history',
    '/hk-web/finance/recharge/log/list',
    '/hk-web/finance/withdraw/log/list',
    '/hk-web/finance/recharge_withdraw/list',
  ];
  const takesEnd = ({ query }: Route) =>
    ['endTime', 'to'].some((name) => name in ((query as { shape?: object })?.shape ?? {}));
  const silent = Object.values(routes)
    .flatMap((group): Route[] => Object.values(group))
    .filter((route) => takesEnd(route) && route.until === undefined)
    .map(({ path }) => path);
  expect(silent.toSorted()).toEqual([...empty, ...ofChains].toSorted());
});

test('a candle that is over is whole, and the growing one is waited for by nobody', () => {
  const minuteMs = Date.UTC(2026, 10, 28, 12, 30);
  const until = (interval: string, endMs?: number) =>
    untilCandles({ interval, endMs }, minuteMs + 30_500) - minuteMs;
  expect([until('1m'), until('1d'), until('1s')]).toEqual([-1, -1, 29_999]);
  expect([until('1m', minuteMs + 30_400), until('1m', minuteMs + 40_000)]).toEqual([30_400, -1]);
});
