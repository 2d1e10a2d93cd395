import { Source } from '@isobath/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { readJournal } from './journal/postgres-journal.ts';
import { readEventLog } from './log/event-log.ts';
import { LogWriter } from './log/log-writer.ts';
import { findSteps } from './log/words-codec.ts';
import type { Clock, JournalRow, SubmitTrouble } from './ports.ts';
import { createSystemClock } from './process/system.ts';
import { engineMigrations } from './tables.ts';
import { startProxy } from './testing/proxy.ts';
import { createToyCore, FAILING_REFERENCE } from './testing/toy-core.ts';
import {
  makeTimer,
  makeTransfer,
  startTestEngine,
  type TestEngine,
  waitUntilRunning,
} from './testing/world.ts';

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

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('commits', () => {
  test('commands that arrive together share a row, numbered in order of arrival', async () => {
    const engineId = newEngineId();
    const core = createToyCore();
    const note = vi.spyOn(core, 'note');
    const engine = await start({ engineId, core });
    const steps = await Promise.all(range(1, 200).map((n) => engine.send(makeTransfer(n))));
    expect(steps.map((step) => step.sequence)).toEqual(range(2, 201));
    expect((await readRows(engineId)).map((row) => row.count)).toEqual([1, 200]);
    expect(note).toHaveBeenCalledTimes(200);
    await engine.stop();
    expect(await readLogged(engineId)).toEqual(range(1, 201));
  });

  test('bytes that are no command are refused and take no number', async () => {
    const engine = await start();
    const first = engine.send(makeTransfer(1));
    const wrong = new Promise<SubmitTrouble>((refused, reject) => {
      const bytes = Buffer.from('no command');
      const committed = () => reject(new Error('done'));
      engine.submit({ bytes, from: 0, to: bytes.length, intentId: '', committed, refused });
    });
    const second = engine.send(makeTransfer(2));
    expect(await wrong).toBe('malformed');
    expect([(await first).sequence, (await second).sequence]).toEqual([2, 3]);
    await engine.stop();
  });

  test('one batch is under way while the next one fills', async () => {
    const engineId = newEngineId();
    const engine = await start({ engineId });
    const sent: Promise<unknown>[] = [];
    for (let round = 0; round < 50; round += 1) {
      for (let n = 0; n < 10; n += 1) sent.push(engine.send(makeTransfer(round * 10 + n)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(sent);
    const rows = await readRows(engineId);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(501);
    expect(rows.length).toBeLessThan(50);
    await engine.stop();
  });

  test('nothing is applied while too much waits for the log, and then everything is', async () => {
    let isFull = false;
    const full = vi.spyOn(LogWriter.prototype, 'isFull', 'get').mockImplementation(() => isFull);
    const engine = await start();
    const bytes = engine.core.encode(makeTransfer(1));
    await new Promise<void>((resolve, reject) => {
      const committed = () => {
        isFull = true;
        resolve();
      };
      engine.submit({ bytes, from: 0, to: bytes.length, intentId: '', committed, refused: reject });
    });
    const held = engine.send(makeTransfer(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(engine.readStatus().lastSequence).toBe(2);
    isFull = false;
    expect((await held).sequence).toBe(3);
    full.mockRestore();
    await engine.stop();
  });

  test('orders of simulated traders wait a little for company, others do not', async () => {
    const engineId = newEngineId();
    const clock = createSystemClock();
    let endWait = () => {};
    const held: Clock = {
      ...clock,
      wakeAfter: (delayMs, wake) => {
        if (delayMs !== 25) return clock.wakeAfter(delayMs, wake);
        endWait = wake;
        return () => {};
      },
    };
    const engine = await start({ engineId, clock: held });
    const order = (accountId: number) => engine.send(makeTimer(accountId, 1e6, Source.sandbox));
    const first = order(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = order(2);
    while (engine.readStatus().lastSequence < 3) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(engine.readStatus().durableSequence).toBe(1);
    endWait();
    await Promise.all([first, second]);
    // One that is in a hurry takes along who waits.
    await Promise.all([order(3), engine.send(makeTimer(4, 1e6))]);
    await engine.send(makeTransfer(3, Source.sandbox));
    expect((await readRows(engineId)).map((row) => row.count)).toEqual([1, 2, 2, 1]);
    await engine.stop();
  });

  test('a halted writer refuses at once, also with a hanging commit and a full line', async () => {
    const engine = await start();
    const holder = await db.owner.openSession();
    await holder.execute('BEGIN; SELECT FROM journal_heads FOR UPDATE');
    const sent = [engine.send(makeTransfer(0))];
    while (engine.readStatus().lastSequence < 2) await new Promise(setImmediate);
    // One batch hangs, the next one is full, and somebody waits behind it.
    for (const n of range(1, 2_049)) sent.push(engine.send(makeTransfer(n)));
    while (engine.readStatus().lastSequence < 2_050) await new Promise(setImmediate);
    engine.setMode('halted', 'operator');
    const late: SubmitTrouble[] = [];
    const bytes = engine.core.encode(makeTransfer(9));
    engine.submit({
      bytes,
      from: 0,
      to: bytes.length,
      intentId: '',
      committed: () => {},
      refused: (why) => late.push(why),
    });
    expect(late).toEqual(['halted']);
    const settled = Promise.allSettled(sent);
    await holder.execute('COMMIT');
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await holder.close();
    await engine.stop();
  });

  test('balances are told when what they show is committed, and at once when all is', async () => {
    const core = createToyCore();
    const engine = await start({ core });
    let shown = 1n;
    core.readBalances = () => [{ assetId: 52, availableUnits: shown, heldUnits: 0n }];
    const ask = () =>
      engine.readCommitted(({ readBalances }, sequence) => [sequence, readBalances(1)[0]]);
    const told: unknown[] = [];
    void ask().then((answer) => told.push(answer));
    await Promise.resolve();
    expect(told).toEqual([[1, { assetId: 52, availableUnits: 1n, heldUnits: 0n }]]);

    const holder = await db.owner.openSession();
    await holder.execute('BEGIN; SELECT FROM journal_heads FOR UPDATE');
    const first = engine.send(makeTransfer(1));
    while (engine.readStatus().lastSequence < 2) await new Promise(setImmediate);
    shown = 2n;
    const asked = ask().then((answer) => told.push(answer));
    const second = engine.send(makeTransfer(2));
    while (engine.readStatus().lastSequence < 3) await new Promise(setImmediate);
    shown = 3n;
    // A question to the same database takes longer than an answer that does not wait.
    await db.app.query('SELECT 1');
    expect(told).toHaveLength(1);
    await holder.execute('COMMIT');
    await Promise.all([first, second, asked]);
    expect(told[1]).toEqual([2, { assetId: 52, availableUnits: 2n, heldUnits: 0n }]);
    await holder.close();
    await engine.stop();
    await expect(ask()).rejects.toThrow('stopped');
  });

  test('balances seen with a commit that never was are read anew', async () => {
    const proxy = await startProxy(db.address);
    const core = createToyCore();
    const engine = await start({ address: proxy.address, core });
    proxy.cutAt('journal-append', 'before');
    const sent = engine.send(makeTransfer(1)).catch((error: unknown) => error);
    while (engine.readStatus().lastSequence < 2) await new Promise(setImmediate);
    const seen: number[] = [];
    const asked = engine.readCommitted((_, sequence) => seen.push(sequence) && sequence);
    expect(await asked).toBe(1);
    expect(seen).toEqual([2, 1]);
    expect(await sent).toMatchObject({ trouble: 'recovering' });
    await engine.stop();
    await proxy.stop();
  });

  test('nothing is answered, published or logged before the commit', async () => {
    const engineId = newEngineId();
    const proxy = await startProxy(db.address);
    const engine = await start({ engineId, address: proxy.address });
    const seen: number[] = [];
    engine.publisher.subscribe({
      fromSequence: 1,
      take: (batch) => seen.push(batch.lastSequence) > 0,
      failed: () => {},
    });
    proxy.cutAt('journal-append', 'before');
    await expect(engine.send(makeTransfer(1))).rejects.toMatchObject({ trouble: 'recovering' });
    expect(proxy.cutsCount).toBe(1);
    expect(seen).toEqual([1]);
    await engine.stop();
    await proxy.stop();
    expect(await readLogged(engineId)).toEqual([1]);
  });
});

describe('doubt', () => {
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
    const engine = await start({ engineId, address: proxy.address, commitWithinMs: 500 });
    await engine.send(makeTransfer(1));
    proxy.cutAt('journal-append', 'silently');
    const modes = new Set<string>();
    const looking = setInterval(() => modes.add(engine.readStatus().mode), 1);
    await expect(engine.send(makeTransfer(2))).rejects.toMatchObject({ trouble: 'recovering' });
    const next = await sendWhenRunning(engine, 3);
    clearInterval(looking);
    expect(next.sequence).toBe(3);
    expect([...modes]).toContain('halted');
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
    while (engine.readStatus().reason !== 'recovering') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
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
    while (first.readStatus().reason !== 'recovering') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
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
});

async function sendWhenRunning(engine: TestEngine, reference: number) {
  await waitUntilRunning(engine);
  return engine.send(makeTransfer(reference));
}

describe('time', () => {
  test('a due timer is one journaled command at rest, with nobody sending anything', async () => {
    const engineId = newEngineId();
    const core = createToyCore();
    const engine = await start({ engineId, core });
    await engine.send(makeTimer(7, 60));
    while (core.fired.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await engine.stop();
    const kinds = (await readRows(engineId)).flatMap((row) => row.count);
    expect(kinds).toEqual([1, 1, 1]);
    expect(core.fired).toEqual([7]);
  });

  test('a timer that was due while nothing ran fires once at the next start', async () => {
    const engineId = newEngineId();
    const first = await start({ engineId });
    await first.send(makeTimer(7, 150));
    await first.abandon();
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (let times = 0; times < 3; times += 1) {
      const core = createToyCore();
      const engine = await start({ engineId, core, folder: first.folder });
      const step = await engine.send(makeTransfer(1));
      expect(core.fired).toEqual([7]);
      expect(step.sequence).toBe(4 + times);
      await engine.stop();
    }
  });
});
