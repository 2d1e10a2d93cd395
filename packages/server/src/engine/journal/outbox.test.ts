import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextTurn, waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { engineMigrations } from '../tables.ts';
import { startProxy } from '../testing/proxy.ts';
import { createToyCore, encodeToy } from '../testing/toy-core.ts';
import { makeTransfer, startTestEngine } from '../testing/fixture.ts';
import type { Clock, Outbox } from '../ports.ts';
import { PickUp } from './outbox.ts';
import { readJournal } from './postgres-journal.ts';

let db: TestDatabase;
let lastEngineId = 0;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

const newEngineId = () => (lastEngineId += 1);
const start = (options: Partial<Parameters<typeof startTestEngine>[0]> = {}) =>
  startTestEngine({ db, engineId: newEngineId(), ...options });

async function write(engineId: number, reference: number, session = db.app): Promise<void> {
  await session.execute('INSERT INTO command_outbox (engine_id, command) VALUES ($1, $2)', [
    engineId,
    Buffer.from(encodeToy(makeTransfer(reference))),
  ]);
}
const readStates = (engineId: number) =>
  db.app.query<{ state: string; sequence: number; code: number }>(
    'SELECT state, sequence, code FROM command_outbox WHERE engine_id = $1 ORDER BY intent_id',
    [engineId],
  );

test('a committed intent is taken once and ended by its event', async () => {
  const engineId = newEngineId();
  const engine = await start({ engineId });
  await write(engineId, 1);
  await write(engineId, 2);
  await db.app.execute("INSERT INTO command_outbox (engine_id, command) VALUES ($1, 'no')", [
    engineId,
  ]);
  for (let times = 0; times < 5; times += 1) engine.nudge();
  await waitFor('both intents', () => engine.readStatus().durableSequence >= 3);
  await engine.stop();
  expect(await readStates(engineId)).toEqual([
    { state: 'done', sequence: 2, code: 0 },
    { state: 'done', sequence: 3, code: 0 },
    { state: 'malformed', sequence: null, code: null },
  ]);
});

test('an intent that nobody spoke of is found all the same', async () => {
  const engineId = newEngineId();
  const engine = await start({ engineId });
  await write(engineId, 1);
  await waitFor('the intent', () => engine.readStatus().durableSequence >= 2);
  await engine.stop();
  expect(await readStates(engineId)).toEqual([{ state: 'done', sequence: 2, code: 0 }]);
});

test('an intent in a commit with an unknown outcome is taken exactly once', async () => {
  const engineId = newEngineId();
  const proxy = await startProxy(db.address);
  const engine = await start({ engineId, address: proxy.address });
  for (const when of ['before', 'after'] as const) {
    await write(engineId, 1);
    proxy.cutAt('journal-append-marks', when);
    engine.nudge();
    await waitFor(`the cut ${when}`, () => proxy.cutsCount >= (when === 'before' ? 1 : 2));
    await waitFor('the end of the doubt', () => engine.readStatus().reason !== 'recovering');
  }
  await waitFor('both in the log', () => engine.readStatus().loggedSequence >= 3);
  await engine.stop();
  await proxy.stop();
  expect(await readStates(engineId)).toEqual([
    { state: 'done', sequence: 2, code: 0 },
    { state: 'done', sequence: 3, code: 0 },
  ]);
  expect(await countCommands(engineId)).toBe(3);
});

async function countCommands(engineId: number): Promise<number> {
  let count = 0;
  for await (const row of readJournal(db.app, engineId, 1)) count += row.count;
  return count;
}

test('intents that are sent back while all is halted are not read over and over', async () => {
  const intents = Array.from({ length: 500 }, (_, at) => ({
    intentId: String(at),
    command: encodeToy(makeTransfer(at)),
  }));
  let readsCount = 0;
  const nothing = (): void => {};
  const pickUp = new PickUp({
    outbox: {
      readWaiting: async () => {
        readsCount += 1;
        if (readsCount > 50) throw new Error('read without a pause');
        return intents;
      },
      refuseMalformed: async () => {},
    } as unknown as Outbox,
    core: createToyCore(),
    clock: { wakeAfter: () => nothing } as unknown as Clock,
    submit: ({ refused }) => queueMicrotask(() => refused('halted')),
    warn: nothing,
  });
  for (const nudgesCount of [1, 2]) {
    pickUp.nudge();
    // Every step of it follows at once: none is left when a turn is over.
    await nextTurn();
    expect(readsCount).toBe(nudgesCount);
  }
});
