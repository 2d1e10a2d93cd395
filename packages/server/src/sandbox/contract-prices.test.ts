import { type CoreEvent, EventKind, InstrumentKind, type OwnerId } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDefinitionsProjection } from '../base/definitions/index.ts';
import {
  createPriceLoop,
  type PriceLoopParts,
  priceSnapshot,
  readSnapshots,
} from '../base/prices/index.ts';
import { contractRows, findQuarterEnd, indexRows, nameContract } from './contract-listing.ts';
import { createSandboxPrices } from './contract-prices.ts';
import { SANDBOX_SOURCE, seedContracts } from './contract-seed.ts';
import { type SandboxFixture, startSandboxFixture } from './testing.ts';

let fixture: SandboxFixture;
let events: CoreEvent[] = [];

beforeAll(async () => {
  fixture = await startSandboxFixture();
  const definitions: CoreEvent[] = [];
  fixture.listeners.push((step) => {
    events.push(...step);
    definitions.push(...step);
  });
  const { commandClient, database } = fixture;
  const parts = { commandClient, database: database.app, nowMs: Date.now() };
  expect(await seedContracts(parts)).toBe(true);
  await createDefinitionsProjection([]).apply(
    [{ sequence: 1, atMs: 1, events: definitions }],
    database.app,
  );
});
afterAll(() => fixture.database.stop());
beforeEach(() => {
  events = [];
});

const list = <TKind extends CoreEvent['kind']>(kind: TKind) =>
  events.filter((event): event is CoreEvent & { kind: TKind } => event.kind === kind);

let lastMs = 0;
/** One clock of all loops, for no number is used twice: it has moved at each look. */
const readClock = () => (lastMs = Math.max(lastMs + 1, Date.now()));

function makeLoop(over: Partial<PriceLoopParts> = {}) {
  const { commandClient, database, walk } = fixture;
  return createPriceLoop({
    database: database.app,
    commandClient,
    ownerId: 1 as OwnerId,
    isSandbox: true,
    readTold: (source, { base, quote }, nowMs) => {
      const price = walk.read(base, quote, nowMs);
      if (price === undefined || source !== SANDBOX_SOURCE) return undefined;
      return { price, toldAtMs: nowMs };
    },
    readNowMs: readClock,
    report: () => {},
    ...over,
  });
}

test('ten contracts on eight indexes are defined once', async () => {
  const { commandClient, database } = fixture;
  const rows = await database.app.query<{ event: { instrumentKind: number } }>(
    'SELECT event FROM definitions WHERE kind = $1',
    [EventKind.contractDefined],
  );
  const kinds = rows.map(({ event }) => event.instrumentKind);
  expect(kinds.filter((kind) => kind === InstrumentKind.perpetual)).toHaveLength(8);
  expect(kinds.filter((kind) => kind === InstrumentKind.delivery)).toHaveLength(2);
  const tiers = await database.app.query('SELECT FROM definitions WHERE kind = $1', [
    EventKind.riskTiersSet,
  ]);
  expect(tiers).toHaveLength(contractRows.length);
  const parts = { commandClient, database: database.app, nowMs: Date.now() };
  expect(await seedContracts(parts)).toBe(false);
  expect(events).toEqual([]);
});

test('a quarter ends on the last Friday of its last month, and is not nearly over', () => {
  const end = (text: string) => new Date(findQuarterEnd(Date.parse(text))).toISOString();
  expect(end('2026-11-29T12:00:00Z')).toBe('2027-03-26T08:00:00.000Z');
  expect(end('2026-11-20T07:59:00Z')).toBe('2026-12-25T08:00:00.000Z');
  expect(end('2027-01-01T00:00:00Z')).toBe('2027-03-26T08:00:00.000Z');
  expect(nameContract('BTC', Date.parse('2027-03-26T08:00:00Z'))).toBe('btc_270326_d');
});

test('while the reference is not live its last word grows old, and the index freezes', async () => {
  let nowMs = Date.now() - 11_000;
  let isLive = true;
  const { commandClient, database, walk } = fixture;
  const sent: (readonly { readonly priceSub: number; readonly liveCount: number }[])[] = [];
  const prices = createSandboxPrices({
    database: database.app,
    commandClient: {
      ...commandClient,
      try: (body) => {
        if ('prices' in body) sent.push(body.prices);
        return Promise.resolve({ sequence: 0, atMs: 0, code: 0, facts: [], events: [] });
      },
    },
    reference: { read: walk.read, readState: () => (isLive ? 'live' : 'away') },
    readNowMs: () => nowMs,
    report: () => {},
  });
  await prices.step();
  isLive = false;
  nowMs += 10_000;
  await prices.step();
  nowMs += 1;
  await prices.step();
  const counts = sent.map(([btc]) => [btc.liveCount, btc.priceSub > 0]);
  expect(counts).toEqual([
    [1, true],
    [1, true],
    [0, false],
  ]);
});

test('a price step writes what each price was made of before the engine has it', async () => {
  const loop = makeLoop();
  await loop.step();
  const marks = list(EventKind.marksSet);
  expect(marks).toHaveLength(contractRows.length);
  const { snapshotId } = marks[0];
  const snapshots = await readSnapshots(fixture.database.app, snapshotId, snapshotId);
  expect(snapshots.map(({ indexId }) => indexId)).toEqual(indexRows.map((row) => row.indexId));
  for (const mark of marks) {
    const [, base] = contractRows.find(([id]) => id === mark.instrumentId)!;
    const { indexId } = indexRows.find((row) => row.base === base)!;
    const snapshot = snapshots.find((one) => one.indexId === indexId)!;
    expect(priceSnapshot(snapshot).priceSub).toBe(mark.indexSub);
    expect(mark.indexSub).toBeGreaterThan(0);
  }
});

test('without a row no price goes out', async () => {
  const { app } = fixture.database;
  const broken: typeof app = {
    ...app,
    query: app.query.bind(app),
    execute: () => Promise.reject(new Error('the disk is full')),
  };
  await expect(makeLoop({ database: broken }).step()).rejects.toThrow('the disk is full');
  expect(events).toEqual([]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 1e30])(
  'a source that tells %s tells no price, and stops nothing',
  async (price) => {
    const loop = makeLoop({
      readTold: (_source, { base }, nowMs) => ({
        price: base === 'BTC' ? price : 50,
        toldAtMs: nowMs,
      }),
    });
    await loop.step();
    const [applied] = list(EventKind.commandApplied);
    expect(applied.code).toBe(0);
    const [newest] = await fixture.database.app.query<{ price_sub: string }>(
      'SELECT price_sub FROM index_snapshots WHERE index_id = 1 ORDER BY snapshot_id DESC LIMIT 1',
    );
    expect(Number(newest.price_sub)).toBe(0);
  },
);

test('a restarted process goes on behind its last snapshot', async () => {
  const loop = makeLoop();
  await loop.step();
  const lastMs = list(EventKind.marksSet)[0].snapshotId;
  events = [];
  await makeLoop({ readNowMs: () => lastMs }).step();
  expect(events).toEqual([]);
  await makeLoop({ readNowMs: () => lastMs + 1 }).step();
  expect(list(EventKind.commandApplied)).toHaveLength(1);
});

test('a source that tells nothing freezes its index, and one that is back ends it', async () => {
  let isAway = true;
  const toldAtMs = Date.now();
  const loop = makeLoop({
    readTold: (_source, { base }, nowMs) => {
      const isOld = isAway && base === 'BTC';
      return { price: 100, toldAtMs: isOld ? toldAtMs - 20_000 : nowMs };
    },
  });
  await loop.step();
  const flags = () =>
    new Map(list(EventKind.marksSet).map((mark) => [mark.instrumentId as number, mark.flags & 1]));
  expect(flags().get(100_001)).toBe(1);
  expect(flags().get(100_002)).toBe(0);
  isAway = false;
  events = [];
  await loop.step();
  expect(flags().get(100_001)).toBe(0);
});

test('an engine that takes nothing is asked without rows until it does', async () => {
  let isHalted = true;
  const told: number[] = [];
  const { commandClient, database } = fixture;
  const loop = makeLoop({
    commandClient: {
      ...commandClient,
      try: (body) => {
        if ('prices' in body) told.push(body.prices.length);
        if (isHalted) return Promise.reject(new Error('halted'));
        return Promise.resolve({ sequence: 0, atMs: 0, code: 0, facts: [], events: [] });
      },
    },
  });
  const countRows = async () => {
    const [row] = await database.app.query<{ count: string }>(
      'SELECT count(*) AS count FROM index_snapshots',
    );
    return Number(row.count);
  };
  const before = await countRows();
  await expect(loop.step()).rejects.toThrow('halted');
  await expect(loop.step()).rejects.toThrow('halted');
  isHalted = false;
  await loop.step();
  expect(await countRows()).toBe(before + 8);
  await loop.step();
  expect(told).toEqual([8, 0, 0, 8]);
});

test('only what changed is told within five seconds', async () => {
  let nowMs = readClock();
  const told: number[] = [];
  const { commandClient } = fixture;
  const loop = makeLoop({
    readNowMs: () => nowMs,
    readTold: (_source, { base }) => ({
      price: base === 'ETH' ? 3_000 + (nowMs % 1_000) : 50,
      toldAtMs: nowMs,
    }),
    commandClient: {
      ...commandClient,
      try: (body) => {
        if ('prices' in body) told.push(body.prices.length);
        return Promise.resolve({ sequence: 0, atMs: 0, code: 0, facts: [], events: [] });
      },
    },
  });
  for (const later of [0, 1_001, 1_001, 3_000]) {
    nowMs += later;
    await loop.step();
  }
  expect(told).toEqual([8, 1, 1, 7]);
});
