import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppendOnly, migrate } from './migrate.ts';
import { isSessionLost, openDatabase, sqlState } from './pool.ts';
import { startTestDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
let folder: string;

beforeAll(async () => {
  db = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'isobath-migrations-'));
});
afterAll(async () => {
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

async function writeMigration(name: string, text: string) {
  await mkdir(join(folder, name), { recursive: true });
  const path = join(folder, name, 'up.sql');
  await writeFile(path, text);
  return { name: `test/${name}`, file: pathToFileURL(path) };
}

const run = (migrations: Parameters<typeof migrate>[0]['migrations']) =>
  migrate({ database: db.owner, appRole: 'isobath_app', migrations });

test('numeric stays text, int8 becomes a number, and one too large throws', async () => {
  const rows = await db.app.query<{ amount: string; id: number }>(
    'SELECT $1::numeric AS amount, $2::int8 AS id',
    ['12345678901234567890.000000000000000001', 2 ** 53 - 1],
  );
  expect(rows).toEqual([{ amount: '12345678901234567890.000000000000000001', id: 2 ** 53 - 1 }]);
  await expect(db.app.query('SELECT 9007199254740993::int8 AS id')).rejects.toThrow('does not fit');
});

test('a transaction that throws leaves nothing behind', async () => {
  await db.owner.execute('CREATE TABLE notes (text text)');
  await expect(
    db.app.transaction(async (session) => {
      await session.execute('INSERT INTO notes VALUES ($1)', ['a']);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await db.app.query('SELECT * FROM notes')).toEqual([]);
});

test('a session on a server that does not wait for the disk is refused', async () => {
  await db.owner.execute('ALTER SYSTEM SET fsync = off');
  const name = db.address.database;
  await db.owner.execute(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const pool = openDatabase({ address: db.address, role: 'app', applicationName: 'test' });
  const rows = await pool.query<{ value: string; fsync: string }>(
    "SELECT current_setting('synchronous_commit') AS value, current_setting('fsync') AS fsync",
  );
  // The command line wins over ALTER SYSTEM, and the session over the database's default.
  expect(rows).toEqual([{ value: 'on', fsync: 'on' }]);
  await pool.close();
});

test('the app role can add to an append-only table but neither change nor delete', async () => {
  await run([
    ...(await baseSteps()),
    await writeMigration(
      '0001-log',
      "CREATE TABLE log (n int) PARTITION BY RANGE (n); SELECT make_append_only('log');",
    ),
  ]);
  await db.owner.execute('CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (0) TO (10)');
  await db.app.execute('INSERT INTO log VALUES (1)');
  const refused = await db.app.execute('UPDATE log SET n = 2').catch(sqlState);
  expect(refused).toBe('42501');
  await expect(checkAppendOnly(db.app)).rejects.toThrow('log_1');
  await db.owner.query("SELECT make_append_only('log_1')");
  await checkAppendOnly(db.app);
  expect(await db.app.execute('DELETE FROM log_1').catch(sqlState)).toBe('42501');
});

test('a changed, an unknown and a failing migration are refused and leave no trace', async () => {
  const base = await baseSteps();
  const log = await writeMigration('0001-log', 'SELECT 1;');
  await expect(run([...base, log])).rejects.toMatchObject({ exitCode: 76 });
  await expect(run(base)).rejects.toMatchObject({ exitCode: 76 });
  const fresh = await startTestDatabase();
  const bad = await writeMigration('0002-bad', 'CREATE TABLE half (n int); SELECT 1/0;');
  await expect(
    migrate({ database: fresh.owner, appRole: 'isobath_app', migrations: [...base, bad] }),
  ).rejects.toThrow('test/0002-bad');
  expect(await fresh.owner.query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  await fresh.stop();
});

test('a session of its own sends in order and says when it was lost', async () => {
  const session = await db.app.openSession();
  const answers = await Promise.all([
    session.query<{ n: number }>({ name: 'n', text: 'SELECT $1::int AS n' }, [1]),
    session.query<{ n: number }>({ name: 'n', text: 'SELECT $1::int AS n' }, [2]),
  ]);
  expect(answers.flat().map((row) => row.n)).toEqual([1, 2]);
  const [{ pid }] = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await db.owner.query('SELECT pg_terminate_backend($1)', [pid]);
  expect(await session.ended).toBeInstanceOf(Error);
  const error = await session.query('SELECT 1').catch((cause: unknown) => cause);
  expect(isSessionLost(error)).toBe(true);
});

async function baseSteps() {
  const { baseMigrations } = await import('./migrate.ts');
  return baseMigrations;
}

test('a session that nobody waits for stands behind others, alone and as a group', async () => {
  const readGroup = (pid: number): string => {
    const path = `/proc/${pid}/autogroup`;
    return existsSync(path)
      ? readFileSync(path, 'utf8')
          .trim()
          .replace(/^.* nice /, '')
      : 'none';
  };
  const [plain, behind] = await Promise.all(
    [false, true].map((isBackground) => db.app.openSession({ isBackground })),
  );
  const pids = await Promise.all(
    [plain, behind].map((one) => one.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')),
  );
  const [plainPid, behindPid] = pids.map(([row]) => row.pid);
  const behindOf = (place: number) => Math.min(place + 5, constants.priority.PRIORITY_LOW);
  expect(getPriority(behindPid)).toBe(behindOf(getPriority(plainPid)));
  const plainGroup = readGroup(plainPid);
  // The kernel may hear the wish for a group later.
  await expect
    .poll(() => readGroup(behindPid))
    .toBe(plainGroup === 'none' ? 'none' : String(behindOf(Number(plainGroup))));
  await Promise.all([plain.close(), behind.close()]);
});
