// A new installation's markets and three minutes of its simulated traders, on the engine itself,
// with a clock that is told what time it is.
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPublicBook, type PublicBook } from '../base/market/index.ts';
import { createLiquidity } from './liquidity.ts';
import { majors } from './listing.ts';
import { type SandboxFixture, startSandboxFixture } from './testing.ts';

const startMs = Date.UTC(2027, 4, 5, 6, 7, 8);
const minutesCount = 3;
const books = new Map<number, PublicBook>();
/** Times of the trades of each market. */
const trades = new Map<number, number[]>();
/** What the books of the majors were like, looked at every ten seconds. */
const looks: { symbol: string; levels: number; spreadTicks: number; spreadPpm: number }[] = [];
const faults: unknown[] = [];
let fixture: SandboxFixture;

/** Keep the books and the times of trades. */
function hear(events: readonly CoreEvent[]): void {
  for (const event of events) {
    if (event.kind === EventKind.levelChanged) {
      const book = books.get(event.instrumentId) ?? createPublicBook();
      books.set(event.instrumentId, book);
      book.set({ ...event, isBid: event.side === Side.buy });
    }
    if (event.kind === EventKind.tradeExecuted) {
      trades.set(event.instrumentId, [...(trades.get(event.instrumentId) ?? []), Date.now()]);
    }
  }
}

beforeAll(async () => {
  fixture = await startSandboxFixture();
  fixture.listeners.push(hear);
  vi.useFakeTimers({ now: startMs });
  const { commandClient, markets, accounts, walk } = fixture;
  const liquidity = createLiquidity({
    commandClient,
    markets,
    accounts,
    reference: { read: walk.read, readState: () => 'live' },
    seed: 1,
    report: (error) => faults.push(error),
  });
  fixture.listeners.push((events) => liquidity.apply({ sequence: 0, atMs: Date.now(), events }));
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
  await fixture?.database.stop();
});

function look(): void {
  for (const { symbol, instrumentId } of fixture.markets.listMarkets()) {
    const book = books.get(instrumentId);
    if (!majors.has(symbol) || book === undefined) continue;
    const levels = Math.min(book.list(true, 99).length, book.list(false, 99).length);
    const [ask, bid] = [book.readBest(false), book.readBest(true)];
    looks.push({ symbol, levels, spreadTicks: ask - bid, spreadPpm: ((ask - bid) * 1e6) / bid });
  }
}

test('a new installation lists coins and markets, leveraged and tiny ones among them', () => {
  const listed = fixture.markets.listMarkets();
  expect(fixture.markets.listCoins().length).toBeGreaterThanOrEqual(40);
  expect(listed.length).toBeGreaterThanOrEqual(60);
  for (const area of [1, 6, 8]) {
    expect(listed.filter(({ tradeArea }) => tradeArea === area).length).toBeGreaterThan(2);
  }
  const tiny = listed.filter(
    ({ base }) => fixture.walk.read(base.shortName, 'USDT', startMs) < 0.0001,
  );
  expect(tiny.length).toBeGreaterThan(1);
  expect(majors.size).toBe(5);
});

test('the largest markets take cent prices, and one takes whole numbers only', () => {
  const decimalsOf = (symbol: string) => fixture.markets.marketBySymbol(symbol)?.priceDecimals;
  for (const base of ['btc', 'eth', 'bnb']) {
    expect([decimalsOf(`${base}_usdt`), decimalsOf(`${base}_usdc`)]).toEqual([2, 2]);
  }
  expect(decimalsOf('mkr_usdt')).toBe(0);
});

test('the majors are deep and narrow at every look', () => {
  expect(looks).toHaveLength(5 * minutesCount * 6);
  expect(Math.min(...looks.map(({ levels }) => levels))).toBeGreaterThanOrEqual(25);
  // Three ticks, or where a tick is next to nothing, a basis point.
  expect(looks.filter(({ spreadTicks, spreadPpm }) => spreadTicks > 3 && spreadPpm > 100)).toEqual(
    [],
  );
});

test('the majors trade at least once a second, and in bursts now and then', () => {
  let busiest = 0;
  for (const { symbol, instrumentId } of fixture.markets.listMarkets()) {
    if (!majors.has(symbol)) continue;
    const times = trades.get(instrumentId) ?? [];
    expect([symbol, times.length >= minutesCount * 60]).toEqual([symbol, true]);
    const perSecond = Map.groupBy(times, (atMs) => Math.floor(atMs / 1_000));
    busiest = Math.max(busiest, ...[...perSecond.values()].map((some) => some.length));
  }
  expect(busiest).toBeGreaterThan(4);
});

test('every market trades in every minute', () => {
  for (const { symbol, instrumentId } of fixture.markets.listMarkets()) {
    const times = [startMs, ...(trades.get(instrumentId) ?? []), startMs + minutesCount * 60_000];
    const gaps = times.slice(1).map((atMs, at) => atMs - times[at]);
    expect([symbol, Math.max(...gaps) <= 60_000]).toEqual([symbol, true]);
  }
});

test('nothing failed meanwhile', () => {
  expect(faults).toEqual([]);
});
