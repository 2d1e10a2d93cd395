import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../pool.ts';
import { startTestDatabase, type TestDatabase } from '../testing.ts';
import { backUpServer, readBackup, restoreServer } from './backup.ts';
import { startPostmaster } from './postmaster.ts';

let db: TestDatabase;
let place: string;

beforeAll(async () => {
  // What all other files keep on a shared server would be copied too, three times.
  db = await startTestDatabase({ hasOwnServer: true });
  place = await mkdtemp(join(tmpdir(), 'isobath-backup-'));
});
afterAll(async () => {
  await db.stop();
  await rm(place, { recursive: true, force: true });
});

const backUp = (name: string) =>
  backUpServer({
    database: db.owner,
    folder: db.address.socketFolder ?? '',
    target: join(place, name),
    labels: {},
  });

test('a backup made under load restores to one instant', async () => {
  await db.owner.execute('CREATE TABLE one (n int); CREATE TABLE other (n int);');
  const load = { isOn: true };
  let written = 0;
  const writing = (async () => {
    while (load.isOn) {
      written += 1;
      const n = written;
      await db.app.transaction(async (session) => {
        await session.execute('INSERT INTO one VALUES ($1)', [n]);
        await session.execute('INSERT INTO other VALUES ($1)', [n]);
      });
    }
  })();
  const before = written;
  await backUp('good');
  load.isOn = false;
  await writing;

  const source = join(place, 'good');
  const folder = join(place, 'restored');
  await restoreServer(source, await readBackup(source), { folder });
  const server = await startPostmaster(folder, join(place, 'restored.log'));
  const restored = openDatabase({
    address: { ...db.address, socketFolder: folder },
    role: 'app',
    applicationName: 'test',
  });
  const [row] = await restored.query<{ one: number; other: number; last: number }>(
    `SELECT (SELECT count(*) FROM one) AS one, (SELECT count(*) FROM other) AS other,
            (SELECT max(n) FROM one) AS last`,
  );
  await restored.close();
  await server.stop();
  expect(row.one).toBe(row.other);
  expect(row.last).toBe(row.one);
  expect(row.one).toBeGreaterThanOrEqual(before);
  expect(row.one).toBeLessThanOrEqual(written);
});

test('a damaged, an incomplete and a missing backup are refused', async () => {
  await backUp('bad');
  const file = join(place, 'bad', 'database', 'global', 'pg_control');
  await appendFile(file, 'x');
  await expect(readBackup(join(place, 'bad'))).rejects.toMatchObject({ exitCode: 65 });
  await rm(file);
  await expect(readBackup(join(place, 'bad'))).rejects.toMatchObject({ exitCode: 65 });
  await expect(readBackup(join(place, 'none'))).rejects.toMatchObject({ exitCode: 73 });
  await expect(backUp('bad')).rejects.toMatchObject({ exitCode: 73 });
});
