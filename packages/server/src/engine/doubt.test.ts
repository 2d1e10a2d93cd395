// Commits of which nobody knows whether they were made: the answer is lost, the database is away,
// another writer has taken over, or the core has failed meanwhile.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { nextTurn, waitFor } from '../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { readJournal } from './journal/postgres-journal.ts';
import { readEventLog } from './log/event-log.ts';
import { findSteps } from './log/words-codec.ts';
import type { JournalRow } from './ports.ts';
import { engineMigrations } from './tables.ts';
import { startProxy } from './testing/proxy.ts';
import { FAILING_REFERENCE } from './testing/toy-core.ts';
import { makeTransfer, startTestEngine, type TestEngine } from './testing/fixture.ts';

let db: TestDatabase;
let lastEngineId = 0;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

const newEngineId = () => (lastEngineId += 1);
const start = (options: Partial<Parameters<typeof startTestEngine>[0]> = {}) =>
  startTestEngine({ db, engineId: newEngineId(), ...options });

async function readRows(engineId: number): Promise<JournalRow[]> {
  const rows = [];
  for await (const row of readJournal(db.app, engineId, 1)) rows.push(row);
  return rows;
}

async function readLogged(engineId: number): Promise<number[]> {
  const rows = await readEventLog(db.app, engineId, { sequence: 1, limit: 10_000 });
  return rows.flatMap((row) => findSteps(row.words).map((step) => step.sequence));
}

/** Wait until the writer has got over a doubt. */
const waitUntilRunning = (engine: TestEngine) =>
  waitFor('the end of the doubt', () => engine.readStatus().reason !== 'recovering');

async function sendWhenRunning(engine: TestEngine, reference: number) {
  await waitUntilRunning(engine);
  return engine.send(makeTransfer(reference));
}

test('a commit whose answer was lost is found and answered, and the writer goes on', async () => {
  const engineId = newEngineId();
  const proxy = await startProxy(db.address);
  const engine = await start({ engineId, address: proxy.address });
  await engine.send(makeTransfer(1));
  proxy.cutAt('journal-append', 'after');
  const step = await engine.send(makeTransfer(2));
  expect(step.sequence).toBe(3);
  expect(proxy.cutsCount).toBe(1);
  expect(engine.warnings.join()).toMatch('in doubt');
  const next = await sendWhenRunning(engine, 3);
  expect(next.sequence).toBe(4);
  await engine.stop();
  await proxy.stop();
  expect((await readRows(engineId)).map((row) => row.firstSequence)).toEqual([1, 2, 3, 4]);
  expect(await readLogged(engineId)).toEqual([1, 2, 3, 4]);
});

test('a connection that falls silent is given up: halted, then it goes on', async () => {
  const engineId = newEngineId();
  const proxy = await startProxy(db.address);
  const commitWithinMs = 600_000;
  const engine = await start({ engineId, address: proxy.address, commitWithinMs });
  await engine.send(makeTransfer(1));
  proxy.cutAt('journal-append', 'silently');
  proxy.setOpen(false);
  // Time passes for the commit alone: only its own patience ends the silence.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent = engine.send(makeTransfer(2)).catch((error: unknown) => error);
  await waitFor('the silence', () => proxy.cutsCount === 1, nextTurn);
  expect(engine.readStatus().mode).toBe('normal');
  vi.advanceTimersByTime(commitWithinMs);
  vi.useRealTimers();
  await waitFor('the doubt', () => engine.readStatus().reason === 'recovering');
  expect(engine.readStatus().mode).toBe('halted');
  proxy.setOpen(true);
  expect(await sent).toMatchObject({ trouble: 'recovering' });
  expect((await sendWhenRunning(engine, 3)).sequence).toBe(3);
  expect(engine.warnings.join()).toMatch('in doubt');
  await engine.stop();
  await proxy.stop();
});

test('a commit that never reached the database is refused, its number given again', async () => {
  const engineId = newEngineId();
  const proxy = await startProxy(db.address);
  const engine = await start({ engineId, address: proxy.address });
  await engine.send(makeTransfer(1));
  proxy.cutAt('journal-append', 'before');
  await expect(engine.send(makeTransfer(2))).rejects.toMatchObject({ code: 10009 });
  const next = await sendWhenRunning(engine, 3);
  expect(next.sequence).toBe(3);
  const { hash } = await engine.hashState();
  await engine.stop();
  const again = await start({ engineId, folder: engine.folder });
  expect((await again.hashState()).hash).toBe(hash);
  await again.stop();
  await proxy.stop();
});

test('a database that is away for a while is waited for', async () => {
  const engineId = newEngineId();
  const proxy = await startProxy(db.address);
  const engine = await start({ engineId, address: proxy.address });
  proxy.cutAt('journal-append', 'after');
  proxy.setOpen(false);
  const sent = engine.send(makeTransfer(1));
  await waitFor('the doubt', () => engine.readStatus().reason === 'recovering');
  expect(engine.readStatus().mode).toBe('halted');
  await expect(engine.send(makeTransfer(2))).rejects.toMatchObject({ trouble: 'recovering' });
  proxy.setOpen(true);
  expect((await sent).sequence).toBe(2);
  expect((await sendWhenRunning(engine, 3)).sequence).toBe(3);
  await engine.stop();
  await proxy.stop();
});

test('a second writer ends the first, which acknowledges nothing more', async () => {
  const engineId = newEngineId();
  const first = await start({ engineId });
  await first.send(makeTransfer(1));
  const second = await start({ engineId });
  await expect(first.send(makeTransfer(2))).rejects.toMatchObject({ code: 10009 });
  expect(await first.ended).toMatchObject({ exitCode: 75 });
  expect((await second.send(makeTransfer(3))).sequence).toBe(3);
  expect(await readRows(engineId)).toHaveLength(3);
  await first.abandon();
  await second.stop();
  expect(await readLogged(engineId)).toEqual([1, 2, 3]);
});

test('what was under way when another writer took over has an unknown outcome', async () => {
  const engineId = newEngineId();
  const proxy = await startProxy(db.address);
  const first = await start({ engineId, address: proxy.address });
  proxy.cutAt('journal-append', 'after');
  proxy.setOpen(false);
  const sent = first.send(makeTransfer(1)).catch((error: unknown) => error);
  await waitFor('the doubt', () => first.readStatus().reason === 'recovering');
  const second = await start({ engineId });
  proxy.setOpen(true);
  expect(await sent).toMatchObject({ code: 10010 });
  expect(await first.ended).toMatchObject({ exitCode: 75 });
  expect((await second.send(makeTransfer(2))).sequence).toBe(3);
  await first.abandon();
  await second.stop();
  await proxy.stop();
});

test('a core that fails loses what was not committed and nothing else', async () => {
  const engine = await start();
  const before = engine.send(makeTransfer(1));
  const failing = engine.send(makeTransfer(FAILING_REFERENCE));
  await expect(before).rejects.toMatchObject({ trouble: 'recovering' });
  await expect(failing).rejects.toMatchObject({ code: 10009 });
  expect((await sendWhenRunning(engine, 2)).sequence).toBe(2);
  for (let times = 0; times < 2; times += 1) {
    await expect(engine.send(makeTransfer(FAILING_REFERENCE))).rejects.toThrow();
    await waitUntilRunning(engine);
  }
  expect(engine.readStatus()).toMatchObject({ mode: 'halted', reason: 'defect' });
  await engine.stop();
});
