import { CommandKind, EventKind, readEvents, type CommandApplied } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { readEventLog } from '../log/event-log.ts';
import { engineMigrations } from '../tables.ts';
import { createToyCore } from '../testing/toy-core.ts';
import { makeTransfer, startTestEngine, testKey } from '../testing/fixture.ts';
import { verifyJournal } from './verify.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

const verify = (engineId: number, rulesVersion: number) =>
  verifyJournal({
    database: db.owner,
    engineId,
    key: testKey,
    rulesVersion,
    core: createToyCore(),
  });

test('new rules go on from the state that was kept for them, and are named first', async () => {
  const fixture = { db, engineId: 1 };
  const first = await startTestEngine({ ...fixture, rulesVersion: 1 });
  for (let n = 0; n < 5; n += 1) await first.send(makeTransfer(n));
  const closed = await first.closeEra();
  expect(closed.sequence).toBe(6);
  await expect(first.send(makeTransfer(5))).rejects.toMatchObject({ trouble: 'halted' });
  await first.stop();
  const { folder } = first;
  const second = await startTestEngine({ ...fixture, folder, rulesVersion: 2 });
  expect((await second.send(makeTransfer(6))).sequence).toBe(8);
  const { hash } = await second.hashState();
  await second.abandon();
  const again = await startTestEngine({ ...fixture, folder, rulesVersion: 2 });
  expect(again.recovered).toMatchObject({ sequence: 8, era: 2, snapshotSequence: 6 });
  expect((await again.hashState()).hash).toBe(hash);
  await again.stop();
  const report = await verify(1, 2);
  expect(report).toMatchObject({ isSound: true, lastSequence: 8, stateHash: hash });
  const rows = await readEventLog(db.app, 1, { sequence: 7, limit: 10 });
  const events = rows.flatMap(({ words }) => readEvents(words));
  const named = events.filter(
    (event): event is CommandApplied =>
      event.kind === EventKind.commandApplied && event.commandKind === CommandKind.beginEra,
  );
  expect(named.map((event) => event.sequence)).toEqual([7]);
  // The release before cannot read what came after it.
  await expect(startTestEngine({ ...fixture, folder, rulesVersion: 1 })).rejects.toMatchObject({
    exitCode: 76,
  });
  await db.owner.execute('DELETE FROM snapshots WHERE engine_id = 1');
  expect((await verify(1, 2)).findings).toMatchObject([{ part: 'replay', sequence: 7 }]);
});

test('an era that was not closed is not gone on from under other rules', async () => {
  const fixture = { db, engineId: 2 };
  const first = await startTestEngine({ ...fixture, rulesVersion: 1 });
  await first.send(makeTransfer(1));
  await first.stop();
  const { folder } = first;
  const start = () => startTestEngine({ ...fixture, folder, rulesVersion: 2 });
  await expect(start()).rejects.toThrow('close-era');
  const back = await startTestEngine({ ...fixture, folder, rulesVersion: 1 });
  await back.makeSnapshot();
  await back.stop();
  await expect(start()).rejects.toMatchObject({ exitCode: 76 });
  const closing = await startTestEngine({ ...fixture, folder, rulesVersion: 1 });
  await closing.closeEra();
  await closing.stop();
  const next = await start();
  expect((await next.send(makeTransfer(2))).sequence).toBe(4);
  await next.stop();
});
