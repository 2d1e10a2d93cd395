import { type Command, CommandKind } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextTurn, waitFor } from '../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import type { Clock } from './ports.ts';
import { engineMigrations } from './tables.ts';
import { createPushedClock, makeTimer, makeTransfer, startTestEngine } from './testing/fixture.ts';

let db: TestDatabase;
let lastEngineId = 0;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

const newEngineId = () => (lastEngineId += 1);
const start = (options: Partial<Parameters<typeof startTestEngine>[0]> = {}) =>
  startTestEngine({ db, engineId: newEngineId(), ...options });

/** Longer than any test takes. */
const JUMP_MS = 3_600_000;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('clocks that disagree leave cancels only, and core time does not jump', async () => {
  const clock = createPushedClock();
  const engine = await start({ clock });
  const before = await engine.send(makeTransfer(1));
  clock.pushMs = JUMP_MS;
  // The first command after the jump sees it.
  await expect(engine.send(makeTransfer(2))).rejects.toMatchObject({ trouble: 'cancel_only' });
  const cancel = await engine.send(makeTimer(1, 1_000_000));
  const prices = { ...makeTransfer(2), kind: CommandKind.applyPrices };
  await engine.send(prices as unknown as Command);
  expect(cancel.atMs - before.atMs).toBeLessThan(JUMP_MS);
  clock.pushMs = -JUMP_MS;
  expect((await engine.send(makeTimer(2, 1_000_000))).atMs).toBeGreaterThanOrEqual(cancel.atMs);
  clock.pushMs = 0;
  await engine.send(makeTimer(3, 1_000_000));
  await engine.send(makeTransfer(4));
  expect(engine.readStatus()).toMatchObject({ mode: 'normal' });
  await engine.stop();
});

test('a clock behind the journal leaves cancels only until it has caught up', async () => {
  const engineId = newEngineId();
  const clock = createPushedClock();
  clock.pushMs = JUMP_MS;
  const ahead = await start({ engineId, clock });
  const { atMs } = await ahead.send(makeTransfer(1));
  await ahead.stop();
  clock.pushMs = 0;
  const behind = await start({ engineId, clock, folder: ahead.folder });
  await expect(behind.send(makeTransfer(2))).rejects.toMatchObject({ trouble: 'cancel_only' });
  expect((await behind.send(makeTimer(1, 1_000_000))).atMs).toBe(atMs);
  await behind.stop();
});

test('a full disk refuses money first, then everything, and ends by itself', async () => {
  let freeBytes = 2 ** 40;
  const clock = createPushedClock();
  let pushedMs = 0;
  const steady: Clock = {
    ...clock,
    steadyMs: () => clock.steadyMs() + pushedMs,
    nowMs: () => clock.nowMs() + pushedMs,
  };
  let looksCount = 0;
  const look = () => {
    looksCount += 1;
    return freeBytes;
  };
  const engine = await start({ clock: steady, freeBytes: look });
  await engine.send(makeTransfer(1));
  const set = async (bytes: number) => {
    freeBytes = bytes;
    pushedMs += 1_100;
    const before = looksCount;
    await engine.send(makeTimer(1, 1_000_000)).catch(() => {});
    await waitFor('a look at the disk', () => looksCount > before);
    await nextTurn();
  };
  await set(200 * 1024 * 1024);
  await expect(engine.send(makeTransfer(2))).rejects.toMatchObject({ trouble: 'disk_full' });
  await engine.send(makeTimer(2, 1_000_000));
  await set(60 * 1024 * 1024);
  await expect(engine.send(makeTimer(3, 1_000_000))).rejects.toMatchObject({
    trouble: 'disk_full',
  });
  expect(engine.readStatus()).toMatchObject({ mode: 'halted', reason: 'disk' });
  await set(2 ** 40);
  await engine.send(makeTransfer(3));
  await engine.stop();
});

test('the operator halts and resumes; what waited in the queue is refused', async () => {
  const engine = await start();
  engine.setMode('halted', 'operator');
  await expect(engine.send(makeTransfer(1))).rejects.toMatchObject({ trouble: 'halted' });
  engine.setMode('normal', '');
  const queued = engine.send(makeTransfer(2));
  engine.setMode('halted', 'operator');
  await expect(queued).rejects.toMatchObject({ trouble: 'halted' });
  engine.setMode('normal', '');
  expect((await engine.send(makeTransfer(3))).sequence).toBe(2);
  await engine.stop();
});

test('a queue that is full says so at once', async () => {
  const engine = await start();
  const answers = await Promise.allSettled(
    range(1, 20_000).map((n) => engine.send(makeTransfer(n))),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(3_000);
  for (const { reason } of refused) expect(reason).toMatchObject({ trouble: 'too_busy' });
  await engine.stop();
});
