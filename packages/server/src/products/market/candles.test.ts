// Candles of every interval against the trades they are made of, through the projection, the real
// tables, the growing candle in memory and a start that reads it back. Where a candle begins is
// told here once more, by the calendar and not by lengths.
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import type { CandleInterval } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import {
  type Bucket,
  createCandleProjection,
  type Market,
  createMarketLive,
  east,
  intervals,
  utc,
} from '../../base/market/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import { createCandleQuery } from './candles.ts';

const market = { instrumentId: 1 } as Market;
/** A leap year's February, a year's end and weeks across both. */
const fromMs = Date.UTC(2027, 11, 20, 7, 3, 11);
const nowMs = Date.UTC(2028, 2, 3, 12, 34, 56, 789);
const dayMs = 86_400_000;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let steps: CommittedStep[];
const live = createMarketLive();

/** Where the candle begins that holds a time, as a calendar has it. */
function findBeginning(interval: CandleInterval, atMs: number): number {
  const date = new Date(atMs);
  const count = Number(/^\d+/.exec(interval)?.[0]);
  const unit = interval.at(-1);
  if (unit === 's') return date.setUTCMilliseconds(0);
  if (unit === 'm') {
    return date.setUTCMinutes(date.getUTCMinutes() - (date.getUTCMinutes() % count), 0, 0);
  }
  if (unit === 'h') {
    return date.setUTCHours(date.getUTCHours() - (date.getUTCHours() % count), 0, 0, 0);
  }
  date.setUTCHours(0, 0, 0, 0);
  if (unit === 'M') return date.setUTCDate(1);
  if (unit === 'w') return date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  const daysCount = date.getTime() / dayMs;
  return date.getTime() - (daysCount % count) * dayMs;
}

/** Trades at times that come in bursts, some to the millisecond at the end of a candle. */
function makeSteps(): CommittedStep[] {
  let state = 20_280_229;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const made: CommittedStep[] = [];
  let priceTicks = 5_000;
  for (let atMs = fromMs, tradeId = 1; atMs <= nowMs; tradeId += 1) {
    priceTicks = Math.max(1, priceTicks + draw(41) - 20);
    const sizeLots = 1 + draw(900);
    const event = {
      kind: EventKind.tradeExecuted,
      instrumentId: market.instrumentId,
      tradeId,
      priceTicks,
      sizeLots,
      takerSide: draw(2) === 0 ? Side.buy : Side.sell,
      quoteUnits: BigInt(priceTicks) * BigInt(sizeLots) * 10_000_000_001n,
    };
    made.push({ sequence: tradeId, atMs, events: [event as unknown as CoreEvent] });
    const steps = [0, 1, 999, 7_000, 61_000, 3_599_999, 4 * 3_600_000, dayMs - 1];
    const isBurst = draw(4) > 0;
    atMs += isBurst ? steps[draw(5)] : steps[draw(steps.length)] + draw(30_000);
    if (draw(9) === 0) atMs += 60_000 - (atMs % 60_000) - draw(2);
  }
  return made;
}

/** What the trades of each candle come to, one by one. */
function sumByHand(interval: CandleInterval): Map<number, Bucket> {
  const candles = new Map<number, Bucket>();
  for (const { atMs, events } of steps) {
    const trade = events[0] as Extract<CoreEvent, { kind: typeof EventKind.tradeExecuted }>;
    const openMs = findBeginning(interval, atMs);
    const { priceTicks, sizeLots, quoteUnits } = trade;
    const isBuy = trade.takerSide === Side.buy;
    const known = candles.get(openMs);
    candles.set(openMs, {
      openMs,
      openTicks: known?.openTicks ?? priceTicks,
      highTicks: Math.max(known?.highTicks ?? 0, priceTicks),
      lowTicks: Math.min(known?.lowTicks ?? Infinity, priceTicks),
      closeTicks: priceTicks,
      baseLots: (known?.baseLots ?? 0) + sizeLots,
      quoteUnits: (known?.quoteUnits ?? 0n) + quoteUnits,
      takerBuyLots: (known?.takerBuyLots ?? 0) + (isBuy ? sizeLots : 0),
      takerBuyQuoteUnits: (known?.takerBuyQuoteUnits ?? 0n) + (isBuy ? quoteUnits : 0n),
      tradesCount: (known?.tradesCount ?? 0) + 1,
      isSimulated: false,
    });
  }
  return candles;
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  steps = makeSteps();
  const projection = createCandleProjection();
  for (let at = 0; at < steps.length; at += 97) {
    const some = steps.slice(at, at + 97);
    projection.gather?.(some);
    await database.app.transaction((session) => projection.apply([], session));
    for (const step of some) live.apply(step);
  }
});
afterAll(() => database?.stop());

const query = (of = live) =>
  createCandleQuery({
    database: database.app,
    live: of,
    storedTrades: { waitFor: async () => {} },
    readNowMs: () => nowMs,
  });

test.each(intervals)('candles of %s hold just the trades between their ends', async (interval) => {
  const byHand = sumByHand(interval);
  // Seconds are kept for seven days, and looked for in parts as everybody asks for them.
  const lastMs = steps[steps.length - 30].atMs;
  const [firstMs, toMs] = interval === '1s' ? [lastMs - 1_500_000, lastMs] : [fromMs, nowMs];
  const request = { interval, fromMs: firstMs, toMs, limit: 200_000 };
  const rows = await query().readBuckets(market, request);
  const traded = rows.filter(({ tradesCount }) => tradesCount > 0);
  const beginning = findBeginning(interval, firstMs);
  const expected = [...byHand.values()].filter(
    ({ openMs }) => openMs >= beginning && openMs <= toMs,
  );
  expect(expected.length).toBeGreaterThan(1);
  expect(traded).toEqual(expected);
  for (const [place, row] of rows.entries()) {
    expect(row.openMs).toBe(findBeginning(interval, row.openMs));
    if (place === 0) continue;
    const before = rows[place - 1];
    // Nothing is left out: the last instant before a candle lies in the one before it.
    expect(findBeginning(interval, row.openMs - 1)).toBe(before.openMs);
    if (row.tradesCount > 0) continue;
    expect([row.openTicks, row.highTicks, row.lowTicks, row.closeTicks]).toEqual(
      Array.from({ length: 4 }, () => before.closeTicks),
    );
  }
});

test('a limit keeps the newest, and a range without trades repeats the last price', async () => {
  const request = { interval: '1h' as const, fromMs: undefined, toMs: undefined, limit: 5 };
  const rows = await query().readBuckets(market, request);
  expect(rows.map(({ openMs }) => openMs)).toEqual(
    [4, 3, 2, 1, 0].map((back) => findBeginning('1h', nowMs) - back * 3_600_000),
  );
});

test('without an end a limit counts from the beginning, and nothing is in the future', async () => {
  const beginMs = findBeginning('1h', nowMs) - 30 * 3_600_000;
  const ask = async (fromMs: number, limit: number) => {
    const request = { interval: '1h' as const, fromMs, toMs: undefined, limit };
    return (await query().readBuckets(market, request)).map(({ openMs }) => openMs);
  };
  expect(await ask(beginMs + 1, 3)).toEqual([0, 1, 2].map((hour) => beginMs + hour * 3_600_000));
  expect((await ask(beginMs, 1_500)).at(-1)).toBe(findBeginning('1h', nowMs));
  expect(await ask(Number.MAX_SAFE_INTEGER, 3)).toEqual([]);
});

test('a start reads the growing candles back as they were', async () => {
  const again = createMarketLive();
  await database.app.execute(
    `INSERT INTO projections (name, sequence) VALUES ('candles', $1)
     ON CONFLICT (name) DO UPDATE SET sequence = EXCLUDED.sequence`,
    [steps.length],
  );
  await again.load(database.app, nowMs);
  for (const interval of intervals) {
    if (interval === '1s') continue;
    for (const zone of [utc, east]) {
      const openMs = zone.findOpen(interval, nowMs);
      const pick = (of: typeof live) =>
        of
          .read(1)
          .candles.read(interval, zone)
          .filter((bucket) => bucket.openMs === openMs);
      expect([interval, pick(again)]).toEqual([interval, pick(live)]);
    }
  }
});

test('seconds older than seven days are gone, minutes and hours stay', async () => {
  const rows = await database.app.query<{ span_s: number; first: number }>(
    'SELECT span_s, min(open_ms)::float8 AS first FROM candles GROUP BY span_s ORDER BY span_s',
  );
  expect(rows.map(({ span_s: spanS }) => Number(spanS))).toEqual([1, 60, 3_600]);
  // It is looked at every ten minutes of trading, so by the time of the last trades but a few.
  expect(Number(rows[0].first)).toBeGreaterThan(nowMs - 8 * dayMs);
  expect(Number(rows[1].first)).toBeLessThan(fromMs + 1);
});
