import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations.ts';
import { startTestDatabase } from '../db/testing.ts';
import { createOperators } from './index.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(async () => {
  await database?.stop();
});

test('of two administrators who let each other go at the same time one stays', async () => {
  const operators = createOperators(database.app);
  const ids: number[] = [];
  for (const role of ['administrator', 'administrator', 'viewer'] as const) {
    const wish = { email: `${ids.length}@example.com`, role, passwordHash: 'none' };
    ids.push((await operators.create(database.app, wish)) ?? 0);
  }
  const letGo = (operatorId: number) =>
    database.app.transaction(async (session) => {
      await operators.keepAdministrator(session, operatorId);
      await operators.change(session, operatorId, { disabledAt: new Date() });
    });
  const [one, other, viewer] = ids;
  const both = await Promise.allSettled([letGo(one), letGo(other)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = (await operators.list()).filter(({ isDisabled }) => !isDisabled);
  expect(left.map(({ role }) => role)).toEqual(['administrator', 'viewer']);
  await letGo(viewer);
  await expect(letGo(left[0].operatorId)).rejects.toThrow('forbidden');
});
