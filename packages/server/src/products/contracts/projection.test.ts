import { type CoreEvent, EventKind, InstrumentKind, MarketState } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import { PriceKind } from './candles.ts';
import { createContractProjection } from './projection.ts';

let db: TestDatabase;
const minute = 60_000;
const startMs = Math.floor(1_800_000_000_000 / minute) * minute;

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
});
afterAll(() => db.stop());
beforeEach(async () => {
  for (const table of createContractProjection().tables) {
    await db.owner.execute(`DELETE FROM ${table} WHERE true`);
  }
});

const defined = (instrumentId: number, indexId: number) =>
  ({
    kind: EventKind.contractDefined,
    instrumentId,
    indexId,
    instrumentKind: InstrumentKind.perpetual,
    settleAssetId: 52,
    priceDecimals: 1,
    lotDecimals: 3,
    expiryAtMs: 0,
    markClampPpm: 8_000,
    fundingHours: 8,
    fundingCapE8: 300_000,
    impactNotionalUnits: 2_000_000_000_000n,
  }) as unknown as CoreEvent;
const marks = (instrumentId: number, markSub: number, flags = 0) =>
  ({
    kind: EventKind.marksSet,
    instrumentId,
    indexSub: markSub - 10,
    snapshotId: startMs,
    p1Sub: markSub + 1,
    p2Sub: markSub - 1,
    rawSub: markSub,
    markSub,
    premiumE8: -markSub,
    predictedRateE8: -5,
    flags,
  }) as unknown as CoreEvent;

type Steps = readonly (readonly [afterMs: number, ...events: CoreEvent[]])[];

/** Have a projection take steps in and write, once for each list of steps. */
async function project(projection: ReturnType<typeof createContractProjection>, steps: Steps) {
  projection.gather?.(
    steps.map(([afterMs, ...events], at) => ({
      sequence: at + 1,
      atMs: startMs + afterMs,
      events,
    })),
  );
  await projection.apply([], db.app);
}

const readCandles = (kind: PriceKind, key: number, spanS = 60) =>
  db.app.query(
    `SELECT open_ms::float8 - $4 AS after, open::int, high::int, low::int, close::int, changes_count
     FROM price_candles WHERE (kind, key, span_s) = ($1, $2, $3) ORDER BY open_ms`,
    [kind, key, spanS, startMs],
  );

test('candles are of every price, over a writing and over a start', async () => {
  const first = createContractProjection();
  await first.load(db.app);
  await project(first, [
    [0, defined(7, 1)],
    [1_000, marks(7, 100)],
    [2_000, marks(7, 140)],
    [3_000, marks(7, 90)],
  ]);
  const second = createContractProjection();
  await second.load(db.app);
  await project(second, [
    [4_000, marks(7, 120)],
    [minute + 1, marks(7, 121)],
  ]);
  expect(await readCandles(PriceKind.mark, 7)).toEqual([
    { after: 0, open: 100, high: 140, low: 90, close: 120, changes_count: 4 },
    { after: minute, open: 121, high: 121, low: 121, close: 121, changes_count: 1 },
  ]);
  expect(await readCandles(PriceKind.index, 1)).toMatchObject([
    { open: 90, high: 130, low: 80, close: 110 },
    { open: 111 },
  ]);
  expect(await readCandles(PriceKind.premium, 7)).toMatchObject([
    { open: -100, high: -90, low: -140, close: -120 },
    { open: -121 },
  ]);
  const [hour] = await readCandles(PriceKind.mark, 7, 3_600);
  expect(hour).toMatchObject({ open: 100, high: 140, low: 90, close: 121 });
});

test('an index of two contracts counts each of its prices once', async () => {
  const projection = createContractProjection();
  await project(projection, [
    [0, defined(7, 1), defined(8, 1)],
    [1_000, marks(7, 100), marks(8, 100)],
    [2_000, marks(7, 101), marks(8, 101)],
  ]);
  expect(await readCandles(PriceKind.index, 1)).toMatchObject([{ close: 91, changes_count: 2 }]);
});

test('while an index is frozen its contracts have no candle, and say so', async () => {
  const projection = createContractProjection();
  await project(projection, [
    [0, defined(7, 1)],
    [1_000, marks(7, 100)],
    [minute, marks(7, 100, 1)],
  ]);
  expect(await readCandles(PriceKind.mark, 7)).toHaveLength(1);
  const [row] = await db.app.query('SELECT flags::int, at_ms::float8 FROM contract_marks');
  expect(row).toEqual({ flags: 1, at_ms: startMs + minute });
});

test('a contract keeps its state when its terms change; rates stand by their instant', async () => {
  const projection = createContractProjection();
  const moved = {
    kind: EventKind.marketStateChanged,
    instrumentId: 7,
    state: MarketState.trading,
    noCancelAtMs: 0,
    openAtMs: 0,
  } as unknown as CoreEvent;
  const round = {
    kind: EventKind.fundingRoundOpened,
    instrumentId: 7,
    fundingAtMs: startMs,
    rateE8: -12,
    markSub: 100,
    samplesCount: 9,
    nextFundingAtMs: startMs + 8 * 3_600_000,
  } as unknown as CoreEvent;
  const ofSpot = { ...moved, instrumentId: 1 } as CoreEvent;
  await project(projection, [
    [0, defined(7, 1)],
    [1, moved, ofSpot],
  ]);
  await project(projection, [[2, defined(7, 1), round]]);
  const rows = await db.app.query('SELECT instrument_id::int, state FROM contracts');
  expect(rows).toEqual([{ instrument_id: 7, state: MarketState.trading }]);
  const rates = await db.app.query('SELECT rate_e8::int, samples_count::int FROM funding_rates');
  expect(rates).toEqual([{ rate_e8: -12, samples_count: 9 }]);
});
