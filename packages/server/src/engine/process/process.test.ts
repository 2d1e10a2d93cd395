import { once } from 'node:events';
import type { CommandApplied } from '@isobath/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { createEngineHandlers } from '../operator.ts';
import { type Bus, SubmitRefusal } from '../ports.ts';
import { readStep } from '../read-step.ts';
import { engineMigrations } from '../tables.ts';
import {
  type EngineFixture,
  fundOperatorAccount,
  moveOne,
  openEngineFixture,
} from '../testing/engine-process.ts';
import {
  checkCrowd,
  Crowd,
  killAtTimers,
  killDuringSnapshots,
  killUnderLoad,
} from '../testing/kills.ts';

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

test('kill -9 under load: what was acknowledged is there once', async () => {
  await killUnderLoad(fixture, 1);
});

test('killed sessions and backends of the database cost no acknowledged command', async () => {
  const crowd = new Crowd(fixture);
  crowd.begin(20);
  for (const how of ['session', 'backend'] as const) {
    await crowd.waitForMore(100);
    const rows = await db.owner.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'isobath engine'
         AND query LIKE '%journal%' ORDER BY query_start DESC LIMIT 1`,
    );
    // A backend that is killed takes all others with it: the server starts anew.
    if (how === 'backend') process.kill(rows[0].pid, 'SIGKILL');
    else await db.owner.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  }
  await crowd.waitForMore(100);
  await crowd.rest();
  expect(fixture.child.exitCode).toBe(null);
  await checkCrowd(fixture, crowd);
});

test('a kill during a snapshot never keeps the next start from the same state', async () => {
  await killDuringSnapshots(fixture, [15]);
});

test('a timer fires once, also when the process dies at that instant', async () => {
  await killAtTimers(fixture, [0]);
});

test('a second process takes over from a first, which ends', async () => {
  const first = fixture.child;
  const gone = once(first, 'exit');
  // Held, so that it does not notice by itself, as one at rest does soon.
  first.kill('SIGSTOP');
  await fixture.start();
  // The connection still leads to the first: what it is sent now is refused, and that ends it.
  const refused = expect(fixture.client.submit(moveOne(1))).rejects.toThrow(SubmitRefusal);
  first.kill('SIGCONT');
  await refused;
  expect(await gone).toEqual([1, null]);
  while (!fixture.client.isConnected) await new Promise((resolve) => setTimeout(resolve, 5));
  const outcome = await fixture.client.submit(moveOne(1));
  expect(outcome.sequence).toBe(5);
  expect((outcome.events[0] as CommandApplied).repeatOfSequence).toBe(0);
});

test('the process ends with its parent, and commits first what it had taken', async () => {
  const gone = once(fixture.child, 'exit');
  const blocker = await db.owner.openSession();
  await blocker.execute('BEGIN');
  await blocker.execute('LOCK TABLE journal_heads IN EXCLUSIVE MODE');
  const sent = Promise.all([1, 2, 3].map((reference) => fixture.client.submit(moveOne(reference))));
  await expect
    .poll(() => db.owner.query('SELECT pid FROM pg_locks WHERE NOT granted'))
    .toHaveLength(1);
  fixture.child.disconnect();
  await blocker.close();
  expect((await sent).map((outcome) => outcome.code)).toEqual([0, 0, 0]);
  expect(await gone).toEqual([0, null]);
});

test('what the operator said of trading outlives the process, until told otherwise', async () => {
  const startAnew = async () => {
    await fixture.kill();
    await fixture.start();
    const { mode, reason } = await fixture.client.readStatus();
    return { mode, reason };
  };
  await fixture.client.ask('halt', { reason: 'a doubt' });
  expect(await startAnew()).toEqual({ mode: 'halted', reason: 'a doubt' });
  await expect(fixture.client.submit(moveOne(1))).rejects.toMatchObject({ trouble: 'halted' });
  // Of a resumption and a halt at once the halt stays, in memory and in the next process.
  await Promise.all([fixture.client.ask('resume'), fixture.client.ask('cancel-only')]);
  expect(await fixture.client.readStatus()).toMatchObject({ mode: 'cancel-only' });
  expect(await startAnew()).toEqual({ mode: 'cancel-only', reason: 'operator' });
  const { number } = await fixture.client.ask<{ number: number }>('operator-mode');
  const ofAnother = await fixture.client.ask('resume', { number: number - 1 });
  expect(ofAnother).toMatchObject({ mode: 'cancel-only', isAnother: true });
  expect(await fixture.client.ask('resume', { number })).toMatchObject({ mode: 'normal' });
  expect(await startAnew()).toEqual({ mode: 'normal', reason: '' });
  expect((await fixture.client.submit(moveOne(1))).code).toBe(0);
});

test('one question lets nothing but cancels pass, and one ends it', async () => {
  const handlers = createEngineHandlers(fixture.client);
  const closed = await handlers['engine.cancelOnly']?.({ reason: 'drill' });
  expect(closed).toMatchObject({ mode: 'cancel-only', reason: 'drill' });
  await expect(fixture.client.submit(moveOne(1))).rejects.toMatchObject({ trouble: 'cancel_only' });
  expect(await handlers['engine.resume']?.({})).toMatchObject({ mode: 'normal' });
  expect((await fixture.client.submit(moveOne(2))).code).toBe(0);
});

test('a step is told again from its place in the log, or from memory before that', async () => {
  const references = Array.from({ length: 20 }, (_none, at) => at + 1);
  const outcomes = await Promise.all(
    references.map((reference) => fixture.client.submit(moveOne(reference))),
  );
  const nobody: Bus = {
    subscribe: () => {
      throw new Error('the log has it');
    },
  };
  const lastSequence = Math.max(...outcomes.map(({ sequence }) => sequence));
  await vi.waitFor(
    async () => {
      const { loggedSequence } = await fixture.client.readStatus();
      expect(loggedSequence).toBeGreaterThanOrEqual(lastSequence);
    },
    { timeout: 120_000 },
  );
  const emptyLog = { query: async () => [] };
  for (const { sequence, atMs, events } of outcomes) {
    const published = { sequence, atMs, events };
    expect(await readStep({ database: db.app, bus: nobody }, sequence)).toEqual(published);
    expect(await readStep({ database: emptyLog, bus: fixture.client }, sequence)).toEqual(
      published,
    );
  }
});
