// Tasks of newcomers over a real database: each follows what the account shows, stays done, and is
// claimed once by whoever did it.
import { TransferReason } from '@isobath/core';
import { newbieTaskCodes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from './base/db/testing.ts';
import { createPasskeys, createTickets, createUsers } from './base/credentials/index.ts';
import { migrations } from './migrations.ts';
import { createTaskFacts, createTasks, type Tasks } from './products/inbox/index.ts';
import { readFirsts } from './products/spot/index.ts';

const links = { email: '/a', secondFactor: '/b', money: '/c', trade: '/d' };
const NOW = 5_000_000;
const STRANGER = 1_999_999;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let tasks: Tasks;
let ownerId = 0;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const users = createUsers(database.app, undefined);
  const user = await users.create({ email: 'new@example.com', passwordHash: 'x', locale: 'en_US' });
  ownerId = user?.ownerId ?? 0;
  const site = { origin: 'http://localhost', readName: async () => '', of: 'people' } as const;
  const passkeys = createPasskeys(database.app, createTickets(database.app, Date.now), site);
  const readNowMs = () => NOW;
  tasks = createTasks({
    database: database.app,
    readFacts: createTaskFacts({
      people: { users, passkeys },
      trades: { readFirsts: (owner) => readFirsts(database.app, owner) },
      readNowMs,
    }),
    links,
    readNowMs,
  });
});
afterAll(() => database?.stop());

const doneOf = async (owner = ownerId) =>
  (await tasks.list(owner)).filter(({ status }) => status === 'done').map(({ code }) => code);

function move(reason: number, units: number, moveId: number) {
  return database.app.execute(
    `INSERT INTO balance_moves VALUES ($1, $2, 1, 52, $3, $4, 0, 1, $5)`,
    [moveId, ownerId, units, reason, 2_000 + moveId],
  );
}

test('a new account has proved its address and nothing else', async () => {
  const list = await tasks.list(ownerId);
  expect(list.map(({ taskId }) => taskId)).toEqual([1, 2, 3, 4]);
  expect(list.map(({ jumpLink }) => jumpLink)).toEqual(['/a', '/b', '/c', '/d']);
  expect(await doneOf()).toEqual(['email']);
  expect(await doneOf(STRANGER)).toEqual([]);
});

test('only money from outside counts as received', async () => {
  await move(TransferReason.promotion, -5, 1);
  await move(TransferReason.betweenAccounts, 5, 2);
  expect(await doneOf()).toEqual(['email']);
  await move(TransferReason.promotion, 5, 3);
  expect(await doneOf()).toEqual(['email', 'money']);
  const money = (await tasks.list(ownerId)).find(({ code }) => code === 'money');
  expect(money).toMatchObject({ doneTime: 2_003, receiveStatus: 0, receivedTime: 0 });
});

test('a second factor counts once it is on, and stays done when it is taken away', async () => {
  const set = (secret: Buffer | null) =>
    database.app.execute('UPDATE users SET totp_secret = $2 WHERE owner_id = $1', [
      ownerId,
      secret,
    ]);
  await set(Buffer.from('a'));
  expect(await doneOf()).toContain('secondFactor');
  await set(null);
  expect(await doneOf()).toContain('secondFactor');
});

test('an open task is not claimed; a done one once', async () => {
  expect(await tasks.receive(ownerId, 4)).toBeUndefined();
  await database.app.execute(
    `INSERT INTO spot_fills VALUES (1, $1, 1, 1, 1, 0, false, 1, 1, 1, 0, 3000)`,
    [ownerId],
  );
  const claimed = await tasks.receive(ownerId, 4);
  expect(claimed).toMatchObject({ status: 'done', doneTime: 3_000, receiveStatus: 1 });
  await database.app.execute(`UPDATE newbie_tasks SET received_at_ms = 7 WHERE code = 'trade'`);
  expect(await tasks.receive(ownerId, 4)).toMatchObject({ receivedTime: 7 });
  expect(await tasks.receive(STRANGER, 4)).toBeUndefined();
  expect(await doneOf()).toEqual([...newbieTaskCodes]);
});
