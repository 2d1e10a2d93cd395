import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase } from '../db/testing.ts';
import { openLocks } from './index.ts';
import { lockMigrations } from './tables.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: lockMigrations });
});
beforeEach(() => database.owner.execute('TRUNCATE locks'));
afterAll(() => database?.stop());

test('what is locked is still locked after a restart, what was forgiven is not', async () => {
  const problems: unknown[] = [];
  const open = () => openLocks(database.app, (error) => problems.push(error));
  const people = (await open()).of('people');
  const untilMs = Date.now() + 3_600_000;
  people.write({ name: 'email:a', count: 10, untilMs });
  people.write({ name: 'email:b', count: 10, untilMs });
  people.remove('email:b');
  people.write({ name: 'email:old', count: 10, untilMs: Date.now() - 4 * 86_400_000 });
  people.write({ name: 'email:a', count: 11, untilMs: untilMs + 1 });
  const find = "SELECT FROM locks WHERE name = 'email:a' AND count = 11";
  await waitFor('the lock', async () => (await database.app.query(find)).length > 0);
  const after = await open();
  expect(after.of('people').kept).toEqual([{ name: 'email:a', count: 11, untilMs: untilMs + 1 }]);
  expect(after.of('operators').kept).toEqual([]);
  expect(problems).toEqual([]);
});

test('a start on a full disk goes on, and removes what is over once there is room', async () => {
  await database.owner.execute(
    `INSERT INTO locks (room, name, count, until_at) VALUES
       ('people', 'old', 1, now() - interval '4 days'), ('people', 'new', 1, now());
     CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'no space left on device' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE DELETE ON locks EXECUTE FUNCTION fail()`,
  );
  const problems: unknown[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const locks = await openLocks(database.app, (error) => problems.push(error));
    expect(locks.of('people').kept.map(({ name }) => name)).toEqual(['new']);
    expect(problems).toMatchObject([{ code: '53100' }]);
    await database.owner.execute('DROP TRIGGER full_disk ON locks');
    vi.advanceTimersByTime(60_000);
  } finally {
    vi.useRealTimers();
  }
  const find = "SELECT FROM locks WHERE name = 'old'";
  await waitFor('room', async () => (await database.app.query(find)).length === 0);
  expect(problems).toHaveLength(1);
});
