import { expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase } from '../db/testing.ts';
import { openLocks } from './index.ts';
import { lockMigrations } from './tables.ts';

test('what is locked is still locked after a restart, what was forgiven is not', async () => {
  const database = await startTestDatabase({ migrations: lockMigrations });
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
  await database.stop();
});
