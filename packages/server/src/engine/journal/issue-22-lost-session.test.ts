// The database was restarted while nobody sent anything: the next batch is written, not in doubt.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { type JournalBatch, WriterFenced } from '../ports.ts';
import { engineMigrations } from '../tables.ts';
import { BatchWriter, CODEC_VERSION } from './batch-codec.ts';
import { hashBytes } from './chain.ts';
import { PostgresJournal, readHead } from './postgres-journal.ts';

const key = Buffer.alloc(32, 7);
const engineId = 1;
let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
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

/** End every other session, as a restart does; resolves when their ends were heard of. */
async function endSessions(): Promise<void> {
  const others = `FROM pg_stat_activity WHERE pid <> pg_backend_pid()
    AND backend_type = 'client backend' AND datname = current_database()`;
  await db.owner.query(`SELECT pg_terminate_backend(pid) ${others}`);
  await waitFor('the ends', async () => {
    expect(await db.owner.query(`SELECT pid ${others}`)).toEqual([]);
  });
  // The server is done with them; the word of it waits in our sockets.
  await new Promise((resolve) => setTimeout(resolve, 50));
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
