// A new installation's markets and three minutes of its simulated traders, on the engine itself,
// with a clock that is told what time it is.
import { CommandKind, createEngine, EventKind, readEvents, Side, Source } from '@isobath/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCommander } from '../base/commands/index.ts';
import { startTestDatabase } from '../base/db/testing.ts';
import {
  createMarketRegistry,
  createPublicBook,
  loadNames,
  type PublicBook,
} from '../base/market/index.ts';
import { migrations } from '../migrations.ts';
import { createLiquidity } from './liquidity.ts';
import { majors } from './listing.ts';
import { seed } from './seed.ts';
import { createWalk } from './walk.ts';

const startMs = Date.UTC(2027, 4, 5, 6, 7, 8);
const minutesCount = 3;
const walk = createWalk(20_260_101);
const markets = createMarketRegistry();
const books = new Map<number, PublicBook>();
/** Times of the trades of each market. */
const trades = new Map<number, number[]>();
/** What the books of the majors were like, looked at every ten seconds. */
const looks: { symbol: string; levels: number; spreadTicks: number }[] = [];
const faults: unknown[] = [];
let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const engine = createEngine();
  let applied = (_events: ReturnType<typeof readEvents>) => {};
  const tell = (command: Parameters<typeof engine.apply>[0]) => {
    const sequence = engine.readLastSequence() + 1;
    engine.events.reset();
    engine.apply(command, sequence, Date.now());
    const events = readEvents(engine.events.readWords());
    const [first] = events;
    if (first.kind !== EventKind.commandApplied) throw new Error('nothing was applied');
    for (const event of events) {
      markets.apply(event);
      if (event.kind === EventKind.levelChanged) {
        const book = books.get(event.instrumentId) ?? createPublicBook();
        books.set(event.instrumentId, book);
        book.set({ ...event, isBid: event.side === Side.buy });
      }
      if (event.kind === EventKind.tradeExecuted) {
        trades.set(event.instrumentId, [...(trades.get(event.instrumentId) ?? []), Date.now()]);
      }
    }
    applied(events);
    return { sequence, atMs: Date.now(), code: first.code, facts: first.facts, events };
  };
  const commander = createCommander(async (command) => tell(command), Date.now);
  const caller = { ownerId: 1, sessionId: 0 } as never;
  const begin = { kind: CommandKind.beginEra, rulesVersion: 1 } as never;
  await commander.send(begin, { caller, idempotencyKey: '', source: Source.system });
  const accounts = await seed({
    commander,
    database: database.app,
    readTotal: async (accountId, assetId) =>
      engine.readBalance(accountId, assetId)?.availableUnits ?? 0n,
    report: () => {},
    reference: walk,
  });
  await loadNames(markets, database.app);
  vi.useFakeTimers({ now: startMs });
  const liquidity = createLiquidity({
    commander,
    markets,
    accounts,
    reference: { read: walk.read, readState: () => 'live' },
    seed: 1,
    report: (error) => faults.push(error),
  });
  applied = (events) => liquidity.apply({ sequence: 0, atMs: Date.now(), events });
  await liquidity.fill(() => {});
  liquidity.start();
  trades.clear();
  for (let second = 0; second < minutesCount * 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (second % 10 === 9) look();
  }
  await liquidity.stop();
  vi.useRealTimers();
});
afterAll(async () => {
  vi.useRealTimers();
  await database?.stop();
});

function look(): void {
  for (const { symbol, instrumentId } of markets.listMarkets()) {
    const book = books.get(instrumentId);
    if (!majors.has(symbol) || book === undefined) continue;
    const levels = Math.min(book.list(true, 99).length, book.list(false, 99).length);
    looks.push({ symbol, levels, spreadTicks: book.readBest(false) - book.readBest(true) });
  }
}

test('a new installation lists coins and markets, leveraged and tiny ones among them', () => {
  const listed = markets.listMarkets();
  expect(markets.listCoins().length).toBeGreaterThanOrEqual(40);
  expect(listed.length).toBeGreaterThanOrEqual(60);
  for (const area of [1, 6, 8]) {
    expect(listed.filter(({ tradeArea }) => tradeArea === area).length).toBeGreaterThan(2);
  }
  const tiny = listed.filter(({ base }) => walk.read(base.shortName, 'USDT', startMs) < 0.0001);
  expect(tiny.length).toBeGreaterThan(1);
  expect(majors.size).toBe(5);
});

test('the majors are deep and narrow at every look', () => {
  expect(looks).toHaveLength(5 * minutesCount * 6);
  expect(Math.min(...looks.map(({ levels }) => levels))).toBeGreaterThanOrEqual(25);
  expect(Math.max(...looks.map(({ spreadTicks }) => spreadTicks))).toBeLessThanOrEqual(3);
});

test('the majors trade at least once a second, and in bursts now and then', () => {
  let busiest = 0;
  for (const { symbol, instrumentId } of markets.listMarkets()) {
    if (!majors.has(symbol)) continue;
    const times = trades.get(instrumentId) ?? [];
    expect([symbol, times.length >= minutesCount * 60]).toEqual([symbol, true]);
    const perSecond = Map.groupBy(times, (atMs) => Math.floor(atMs / 1_000));
    busiest = Math.max(busiest, ...[...perSecond.values()].map((some) => some.length));
  }
  expect(busiest).toBeGreaterThan(4);
});

test('every market trades in every minute', () => {
  for (const { symbol, instrumentId } of markets.listMarkets()) {
    const times = [startMs, ...(trades.get(instrumentId) ?? []), startMs + minutesCount * 60_000];
    const gaps = times.slice(1).map((atMs, at) => atMs - times[at]);
    expect([symbol, Math.max(...gaps) <= 60_000]).toEqual([symbol, true]);
  }
});

test('nothing failed meanwhile', () => {
  expect(faults).toEqual([]);
});
