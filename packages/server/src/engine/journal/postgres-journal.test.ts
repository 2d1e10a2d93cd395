import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { checkAppendOnly } from '../../base/db/index.ts';
import { AppendRefused, WriterFenced, type JournalBatch, type JournalRow } from '../ports.ts';
import { engineMigrations } from '../tables.ts';
import { BatchWriter, CODEC_VERSION, readBatch } from './batch-codec.ts';
import { hashBytes, hashRow } from './chain.ts';
import { PostgresJournal, readHead } from './postgres-journal.ts';

const key = Buffer.alloc(32, 7);
let db: TestDatabase;
let engineId = 1;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

function openJournal(writer: string = randomUUID()): PostgresJournal {
  return new PostgresJournal({ database: db.app, engineId, key, writer });
}

function makeBatch(firstSequence: number, texts: readonly string[]): JournalBatch {
  const writer = new BatchWriter();
  for (const [index, text] of texts.entries()) writer.add(5000 + index, Buffer.from(text));
  return {
    era: 1,
    codecVersion: CODEC_VERSION,
    firstSequence,
    count: texts.length,
    coreTimeMs: writer.coreTimeMs,
    commands: writer.finish(),
    eventHash: hashBytes(Buffer.from(texts.join())),
  };
}

async function readAll(journal: PostgresJournal, from: number): Promise<JournalRow[]> {
  const rows = [];
  for await (const row of journal.readFrom(from)) rows.push(row);
  return rows;
}

test('rows come back as written, chained, from the row that holds a sequence', async () => {
  engineId = 2;
  const journal = openJournal();
  expect(await journal.raiseEpoch()).toMatchObject({ lastSequence: 0 });
  await journal.append(makeBatch(1, ['a', 'bc', 'd']), []);
  await journal.append(makeBatch(4, ['e'.repeat(300)]), []);
  const rows = await readAll(journal, 1);
  expect(rows.map((row) => [row.firstSequence, row.count])).toEqual([
    [1, 3],
    [4, 1],
  ]);
  expect(rows[1].previousHash).toEqual(rows[0].rowHash);
  for (const row of rows) expect(hashRow(key, engineId, row)).toEqual(row.rowHash);
  expect(
    readBatch(rows[0]).map(({ atMs, bytes }) => [atMs, Buffer.from(bytes).toString()]),
  ).toEqual([
    [5000, 'a'],
    [5001, 'bc'],
    [5002, 'd'],
  ]);
  expect((await readAll(journal, 3))[0].firstSequence).toBe(1);
  expect((await readAll(journal, 4))[0].firstSequence).toBe(4);
  const head = await readHead(db.app, engineId, key);
  expect(head).toMatchObject({ lastSequence: 4, isSealed: true });
  expect(head?.lastHash).toEqual(rows[1].rowHash);
  await journal.close();
});

test('a successor shuts out the writer before it, which can write and raise no more', async () => {
  engineId = 3;
  const first = openJournal();
  await first.raiseEpoch();
  await first.append(makeBatch(1, ['a']), []);
  const second = openJournal();
  expect(await second.raiseEpoch()).toMatchObject({ lastSequence: 1 });
  await expect(first.append(makeBatch(2, ['b']), [])).rejects.toThrow(WriterFenced);
  await expect(first.raiseEpoch()).rejects.toThrow(WriterFenced);
  await second.append(makeBatch(2, ['c']), []);
  expect(await readAll(second, 1)).toHaveLength(2);
  await second.close();
});

/** Wait until so many sessions wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  await waitFor(`${count} sessions that wait for a lock`, async () => {
    const waiting = await db.owner.query(
      `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND NOT granted`,
    );
    return waiting.length === count;
  });
}

test('raising waits for an append under way', async () => {
  engineId = 4;
  const first = openJournal();
  await first.raiseEpoch();
  await db.owner.execute(`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END'`);
  await db.owner.execute(`CREATE TRIGGER wait_for_test BEFORE INSERT ON journal
    FOR EACH ROW WHEN (NEW.engine_id = 4) EXECUTE FUNCTION wait_for_test()`);
  const blocker = await db.owner.openSession();
  await blocker.execute('SELECT pg_advisory_lock(42)');
  // The append has moved the head and waits with its row.
  const appending = first.append(makeBatch(1, ['a']), []);
  await waitForLocks(1);
  const second = openJournal();
  let isRaised = false;
  const raising = second.raiseEpoch().then((head) => {
    isRaised = true;
    return head;
  });
  await waitForLocks(2);
  const wasRaised = isRaised;
  await blocker.close();
  await appending;
  expect(wasRaised).toBe(false);
  expect(await raising).toMatchObject({ lastSequence: 1 });
  await first.close();
  await second.close();
});

test('intents are marked with the append or nothing is appended', async () => {
  engineId = 5;
  const journal = openJournal();
  await journal.raiseEpoch();
  const rows = await db.app.query<{ intent_id: number }>(
    'INSERT INTO command_outbox (engine_id, command) VALUES (5, $1), (5, $1) RETURNING intent_id',
    [Buffer.from('x')],
  );
  const [first, second] = rows.map((row) => String(row.intent_id));
  await journal.append(makeBatch(1, ['x']), [{ intentId: first, sequence: 1 }]);
  const marks = [
    { intentId: first, sequence: 2 },
    { intentId: second, sequence: 3 },
  ];
  await expect(journal.append(makeBatch(2, ['x', 'x']), marks)).rejects.toThrow(AppendRefused);
  expect(await readHead(db.app, engineId, key)).toMatchObject({ lastSequence: 1 });
  expect(
    await db.app.query(
      'SELECT state, sequence FROM command_outbox WHERE engine_id = 5 ORDER BY intent_id',
    ),
  ).toEqual([
    { state: 'taken', sequence: 1 },
    { state: 'waiting', sequence: null },
  ]);
  await journal.close();
});

test('a head changed by another hand is not taken over', async () => {
  engineId = 6;
  const journal = openJournal();
  await journal.raiseEpoch();
  await journal.append(makeBatch(1, ['a']), []);
  await journal.close();
  await db.owner.execute('UPDATE journal_heads SET epoch = epoch + 1 WHERE engine_id = 6');
  await expect(openJournal().raiseEpoch()).rejects.toThrow('changed by another hand');
});

test('the program can add to journal and event log but not change them', async () => {
  await checkAppendOnly(db.app);
  await expect(db.app.execute('DELETE FROM journal_0')).rejects.toThrow('permission denied');
  await expect(db.app.execute('UPDATE journal SET count = 9')).rejects.toThrow('permission denied');
  await expect(db.app.execute('DELETE FROM journal_heads')).rejects.toThrow('permission denied');
});

test('partitions are made ahead of the sequences they hold', async () => {
  await db.app.query('SELECT make_engine_partitions(25000000)');
  const parts = await db.app.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'journal'::regclass`,
  );
  expect(parts.map((part) => part.name).sort()).toEqual(['journal_0', 'journal_1', 'journal_2']);
  await checkAppendOnly(db.app);
  const storage = await db.app.query(
    `SELECT attstorage FROM pg_attribute
     WHERE attrelid = 'journal_2'::regclass AND attname = 'commands'`,
  );
  expect(storage).toEqual([{ attstorage: 'e' }]);
});
