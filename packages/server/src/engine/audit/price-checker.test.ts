import {
  type Command,
  CommandKind,
  encodeCommandBytes,
  type IndexId,
  Source,
  unkeyed,
} from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { type IndexSnapshot, priceSnapshot } from '../../base/prices/index.ts';
import { writeSnapshots } from '../../base/prices/snapshots.ts';
import { priceMigrations } from '../../base/prices/tables.ts';
import { openCore } from '../core.ts';
import { BatchWriter } from '../journal/batch-codec.ts';
import type { JournalRow } from '../ports.ts';
import { PriceChecker } from './price-checker.ts';

let db: TestDatabase;
const core = openCore();
const nowMs = 1_900_000_000_000;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: priceMigrations });
});
afterAll(() => db.stop());
beforeEach(() => db.owner.execute('DELETE FROM index_snapshots WHERE true'));

const makeSnapshot = (snapshotId: number, indexId: number): IndexSnapshot => ({
  snapshotId,
  indexId,
  terms: { componentsMin: 2, outlierPpm: 30_000 },
  components: ['a', 'b', 'c'].map((source, place) => ({
    source,
    weight: 1 + place,
    priceSub: 8_400_000 + 100 * place,
    toldAtMs: snapshotId - 500 * place,
  })),
});

function makeRow(steps: readonly (readonly IndexSnapshot[])[], observedAtMs?: number): JournalRow {
  const writer = new BatchWriter();
  for (const snapshots of steps) {
    const command = {
      kind: CommandKind.applyPrices,
      actorId: 1,
      sessionId: 0,
      source: Source.system,
      issuedAtMs: nowMs,
      ...unkeyed,
      observedAtMs: observedAtMs ?? snapshots[0].snapshotId,
      prices: snapshots.map((one) => ({
        indexId: one.indexId as IndexId,
        snapshotId: one.snapshotId,
        ...priceSnapshot(one),
      })),
    } as unknown as Command;
    writer.add(nowMs, encodeCommandBytes(command));
  }
  const bytes = { commands: writer.finish(), count: writer.count, coreTimeMs: nowMs };
  return { firstSequence: 41, ...bytes } as JournalRow;
}

async function check(row: JournalRow) {
  const checker = new PriceChecker(db.app, core, nowMs);
  return [...(await checker.add(row)), ...(await checker.finish())];
}

const first = [makeSnapshot(nowMs - 2_000, 1), makeSnapshot(nowMs - 2_000, 2)];
const second = [makeSnapshot(nowMs - 1_000, 1)];

test('prices that are made of their rows leave nothing to find', async () => {
  await writeSnapshots(db.app, [...first, ...second]);
  expect(await check(makeRow([first, second]))).toEqual([]);
});

test('a price that came late, behind a newer one, is found among the rows', async () => {
  await writeSnapshots(db.app, [...first, ...second]);
  expect(await check(makeRow([second, first]))).toEqual([]);
});

test.each([
  ['a price', 'price_sub = price_sub + 1'],
  ['a weight', 'weight = weight + 1'],
  ['a time', 'told_at_ms = told_at_ms - 1'],
  ['a name', "source = source || 'x'"],
  ['a bound', 'outlier_ppm = outlier_ppm + 1'],
])('%s that was changed in one row is found', async (_what, change) => {
  await writeSnapshots(db.app, [...first, ...second]);
  await db.owner.execute(
    `UPDATE index_snapshots SET ${change}
     WHERE (snapshot_id, index_id, source) = ($1, 2, 'b')`,
    [nowMs - 2_000],
  );
  const name = `snapshot ${nowMs - 2_000} of index 2`;
  const what = `the components of ${name} make another price than was told`;
  expect(await check(makeRow([first, second]))).toEqual([{ sequence: 41, part: 'prices', what }]);
});

test('rows that are gone before their time are found, one component and all of them', async () => {
  await writeSnapshots(db.app, [...first, ...second]);
  await db.owner.execute("DELETE FROM index_snapshots WHERE source = 'c' AND index_id = 2");
  expect((await check(makeRow([first, second]))).map(({ sequence }) => sequence)).toEqual([41]);
  await db.owner.execute('DELETE FROM index_snapshots WHERE true');
  const sequences = (await check(makeRow([first, second]))).map(({ sequence }) => sequence);
  expect(sequences).toEqual([41, 41, 42]);
});

test('what is kept no longer is not asked for', async () => {
  const old = [makeSnapshot(nowMs - 4 * 86_400_000, 1)];
  await writeSnapshots(db.app, second);
  expect(await check(makeRow([old, second]))).toEqual([]);
});

test('a snapshot told again later is found', async () => {
  await writeSnapshots(db.app, second);
  const [finding] = await check(makeRow([second], nowMs));
  expect(finding.what).toContain('is not of when it was observed');
});
