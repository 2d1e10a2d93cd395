import { Source } from '@isobath/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nextTurn, waitFor } from '../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { readJournal } from './journal/postgres-journal.ts';
import { readEventLog } from './log/event-log.ts';
import { LogWriter } from './log/log-writer.ts';
import { findSteps } from './log/words-codec.ts';
import type { Clock, JournalRow, SubmitTrouble } from './ports.ts';
import { createSystemClock } from './process/system.ts';
import { engineMigrations } from './tables.ts';
import { startProxy } from './testing/proxy.ts';
import { createToyCore } from './testing/toy-core.ts';
import {
  createPushedClock,
  makeTimer,
  makeTransfer,
  startTestEngine,
  type TestEngine,
} from './testing/fixture.ts';

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

/** Wait until a command is applied, looking in every turn: what follows may be over soon. */
const waitUntilApplied = (engine: TestEngine, sequence: number) =>
  waitFor(`step ${sequence}`, () => engine.readStatus().lastSequence >= sequence, nextTurn);

/** Let every commit hang until the answer is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const holder = await db.owner.openSession();
  await holder.execute('BEGIN; SELECT FROM journal_heads FOR UPDATE');
  return async () => {
    await holder.execute('COMMIT');
    await holder.close();
  };
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
    const letGo = await holdCommits();
    const sent: Promise<unknown>[] = [engine.send(makeTransfer(1))];
    await waitUntilApplied(engine, 2);
    for (let round = 0; round < 50; round += 1) {
      for (let n = 0; n < 10; n += 1) sent.push(engine.send(makeTransfer(round * 10 + n)));
      await nextTurn();
    }
    await waitUntilApplied(engine, 502);
    await letGo();
    await Promise.all(sent);
    expect((await readRows(engineId)).map((row) => row.count)).toEqual([1, 1, 500]);
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
    full.mockClear();
    const held = engine.send(makeTransfer(2));
    await waitFor('a look at the log', () => full.mock.calls.length > 0);
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
    await waitUntilApplied(engine, 2);
    const second = order(2);
    await waitUntilApplied(engine, 3);
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
    const letGo = await holdCommits();
    const sent = [engine.send(makeTransfer(0))];
    await waitUntilApplied(engine, 2);
    // One batch hangs, the next one is full, and somebody waits behind it.
    for (const n of range(1, 2_049)) sent.push(engine.send(makeTransfer(n)));
    await waitUntilApplied(engine, 2_050);
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
    await letGo();
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await engine.stop();
  });

  test('balances are told when what they show is committed, and at once when all is', async () => {
    const core = createToyCore();
    const engine = await start({ core });
    let shown = 1n;
    core.readBalances = () => [{ assetId: 52, availableUnits: shown, heldUnits: 0n }];
    const ask = () =>
      engine.readCommitted(({ readBalances }, sequence) => [sequence, readBalances(1)[0]]);
    const published: unknown[] = [];
    void ask().then((answer) => published.push(answer));
    await Promise.resolve();
    expect(published).toEqual([[1, { assetId: 52, availableUnits: 1n, heldUnits: 0n }]]);

    const letGo = await holdCommits();
    const first = engine.send(makeTransfer(1));
    await waitUntilApplied(engine, 2);
    shown = 2n;
    const requested = ask().then((answer) => published.push(answer));
    const second = engine.send(makeTransfer(2));
    await waitUntilApplied(engine, 3);
    shown = 3n;
    // A question to the same database takes longer than an answer that does not wait.
    await db.app.query('SELECT 1');
    expect(published).toHaveLength(1);
    await letGo();
    await Promise.all([first, second, requested]);
    expect(published[1]).toEqual([2, { assetId: 52, availableUnits: 2n, heldUnits: 0n }]);
    await engine.stop();
    await expect(ask()).rejects.toThrow('stopped');
  });

  test('balances seen with a commit that never was are read anew', async () => {
    const proxy = await startProxy(db.address);
    const core = createToyCore();
    const engine = await start({ address: proxy.address, core });
    proxy.cutAt('journal-append', 'before');
    const sent = engine.send(makeTransfer(1)).catch((error: unknown) => error);
    await waitUntilApplied(engine, 2);
    const seen: number[] = [];
    const requested = engine.readCommitted((_, sequence) => seen.push(sequence) && sequence);
    expect(await requested).toBe(1);
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

describe('time', () => {
  test('a due timer is one journaled command at rest, with nobody sending anything', async () => {
    const engineId = newEngineId();
    const core = createToyCore();
    const engine = await start({ engineId, core });
    await engine.send(makeTimer(7, 60));
    await waitFor('the timer', () => core.fired.length > 0);
    await engine.stop();
    const kinds = (await readRows(engineId)).flatMap((row) => row.count);
    expect(kinds).toEqual([1, 1, 1]);
    expect(core.fired).toEqual([7]);
  });

  test('a timer that was due while nothing ran fires once at the next start', async () => {
    const engineId = newEngineId();
    const clock = createPushedClock();
    const first = await start({ engineId, clock });
    await first.send(makeTimer(7, 3_600_000));
    await first.abandon();
    clock.pushMs = 3_600_000;
    for (let times = 0; times < 3; times += 1) {
      const core = createToyCore();
      const engine = await start({ engineId, core, clock, folder: first.folder });
      const step = await engine.send(makeTransfer(1));
      expect(core.fired).toEqual([7]);
      expect(step.sequence).toBe(4 + times);
      await engine.stop();
    }
  });
});
