import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations.ts';
import { startTestDatabase } from '../db/testing.ts';
import { createOperators, createOperatorSessions } from './index.ts';

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
    const request = { email: `${ids.length}@example.com`, role, passwordHash: 'none' };
    ids.push((await operators.create(database.app, request)) ?? 0);
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

test('a session that nobody sits at ends, however often it is asked for', async () => {
  const minuteMs = 60_000;
  let nowMs = Date.now();
  const sessions = createOperatorSessions(database.app, () => nowMs);
  const request = { email: 'idle@example.com', role: 'viewer', passwordHash: 'none' } as const;
  const operatorId = (await createOperators(database.app).create(database.app, request)) ?? 0;
  const open = async () => {
    const at = { operatorId, ip: '::1', device: 'test' };
    return (await sessions.create(database.app, at)).token;
  };
  const [left, used] = [await open(), await open()];
  for (let minutes = 0; minutes < 30; minutes += 10) {
    nowMs += 10 * minuteMs;
    expect(await sessions.read(left, false)).toMatchObject({ operatorId });
    expect(await sessions.read(used, true)).toMatchObject({ operatorId });
  }
  nowMs += minuteMs;
  expect(await sessions.read(left, false)).toBeUndefined();
  expect(await sessions.read(used, false)).toMatchObject({ operatorId });
});
