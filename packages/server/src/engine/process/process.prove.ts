// The kills of process.test.ts, again and again, each a little later than the one before.
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { engineMigrations } from '../tables.ts';
import {
  type EngineFixture,
  fundOperatorAccount,
  openEngineFixture,
} from '../testing/engine-process.ts';
import { killAtTimers, killDuringSnapshots, killUnderLoad } from '../testing/kills.ts';

/** While it is there, the server behind all of them goes on. */
let held: TestDatabase;
let db: TestDatabase;
let fixture: EngineFixture;

beforeAll(async () => {
  held = await startTestDatabase();
});
afterAll(() => held.stop());
beforeEach(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
  fixture = await openEngineFixture(db);
  await fundOperatorAccount(fixture);
});
afterEach(async () => {
  await fixture.stop();
  await db.stop();
});

test('kill -9 under load, again and again: what was acknowledged is there once', async () => {
  await killUnderLoad(fixture, 10);
});

test('kills during snapshots never keep the next start from the same state', async () => {
  await killDuringSnapshots(fixture, [0, 5, 10, 15, 20, 30]);
});

test('a timer fires once, also when the process dies at that instant', async () => {
  await killAtTimers(fixture, [-1, 0, 1, 2]);
});
