// The database was restarted while nobody sent anything: the next batch is written, not in doubt.
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { type JournalBatch, WriterFenced } from '../ports.ts';
import { engineMigrations } from '../tables.ts';
import { BatchWriter, CODEC_VERSION } from './batch-codec.ts';
import { hashBytes } from './chain.ts';
import { PostgresJournal, readHead } from './postgres-journal.ts';

const key = Buffer.alloc(32, 7);
const engineId = 1;
let db: TestDatabase;
let opened: MockInstance<TestDatabase['app']['openSession']>;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
  opened = vi.spyOn(db.app, 'openSession');
});
afterAll(() => db.stop());

const openJournal = (writer: string) =>
  new PostgresJournal({ database: db.app, engineId, key, writer });

function makeBatch(firstSequence: number): JournalBatch {
  const writer = new BatchWriter();
  writer.add(5_000, Buffer.from('a'));
  return {
    era: 1,
    codecVersion: CODEC_VERSION,
    firstSequence,
    count: 1,
    coreTimeMs: writer.coreTimeMs,
    commands: writer.finish(),
    eventHash: hashBytes(Buffer.from('a')),
  };
}

/** End every other session, as a restart does; resolves when the journal's own end was heard of. */
async function endSessions(): Promise<void> {
  await db.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND datname = current_database()`);
  const session = await opened.mock.results.at(-1)?.value;
  await session?.ended;
}

test('the next batch is written in a new session, and only by the same writer', async () => {
  const journal = openJournal('first');
  await journal.raiseEpoch();
  await journal.append(makeBatch(1), []);
  await endSessions();
  expect(await journal.append(makeBatch(2), [])).toMatchObject({ lastSequence: 2 });
  await endSessions();
  const other = openJournal('second');
  await other.raiseEpoch();
  await expect(journal.append(makeBatch(3), [])).rejects.toBeInstanceOf(WriterFenced);
  expect(await readHead(db.app, engineId, key)).toMatchObject({ lastSequence: 2 });
  await other.close();
  await journal.close();
});

test('a session that is opened again while the journal closes is closed with it', async () => {
  const journal = openJournal('third');
  const { lastSequence } = await journal.raiseEpoch();
  await endSessions();
  const begun = journal.append(makeBatch(lastSequence + 1), []);
  const refused = expect(begun).rejects.toThrow('The journal was closed.');
  await journal.close();
  await refused;
  const last = await opened.mock.results.at(-1)?.value;
  await last?.ended;
  expect(await readHead(db.app, engineId, key)).toMatchObject({ lastSequence });
});
