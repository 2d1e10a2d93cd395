import { deskRoutes, type Route } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../base/db/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { smallPng } from '../../base/pictures/testing.ts';
import type { CallContext } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import { createDeskRoutes, type DeskParts } from './desk-routes.ts';
import { listConversationsOf, readUnread } from './of-person.ts';
import { createConversations, type Conversations } from './conversations.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let talks: Conversations;
const nobody = { ownerId: 0, guestKey: '' };
const alice = { ownerId: 1_000_001, guestKey: '' };

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  talks = createConversations(
    database.app,
    () => 5_000,
    async () => {},
  );
});
afterAll(async () => {
  await database?.stop();
});

async function answer(ownerId: number, text: string): Promise<void> {
  const [{ id }] = await database.app.query<{ id: number }>(
    'SELECT max(conversation_id) AS id FROM service_talks WHERE owner_id = $1',
    [ownerId],
  );
  await talks.say(database.app, { conversationId: id, author: 'operator', operatorId: 1, text });
}

test('a guest gets a key with their first word, and only the key shows the talk', async () => {
  const guest = await talks.sayAs(nobody, 3, { text: 'hello' });
  expect(guest.guestKey).toMatch(/^[\w-]{32}$/);
  const own = await talks.show(guest, { line: 3, since: 0 });
  expect(own).toMatchObject({ state: 'waiting', messages: [{ author: 'person', text: 'hello' }] });
  const other = { ownerId: 0, guestKey: `${guest.guestKey.slice(1)}x` };
  for (const stranger of [other, nobody, alice]) {
    expect((await talks.show(stranger, { line: 3, since: 0 })).messages).toEqual([]);
  }
});

test('lines are talks of their own', async () => {
  const owner = { ownerId: 1_000_002, guestKey: '' };
  await talks.sayAs(owner, 1, { text: 'on the web' });
  await talks.sayAs(owner, 3, { text: 'at the desk' });
  const [one, three] = await Promise.all([
    talks.show(owner, { line: 1, since: 0 }),
    talks.show(owner, { line: 3, since: 0 }),
  ]);
  expect([one.messages[0]?.text, three.messages[0]?.text]).toEqual(['on the web', 'at the desk']);
});

test('what the desk says is unread until the panel is opened', async () => {
  const owner = { ownerId: 1_000_003, guestKey: '' };
  await talks.sayAs(owner, 3, { text: 'a question' });
  await answer(owner.ownerId, 'an answer');
  await answer(owner.ownerId, 'and more');
  expect(await readUnread(database.app, owner.ownerId)).toMatchObject({ unreadCount: 2 });
  const whole = await talks.show(owner, { line: 3, since: 0 });
  const since = whole.messages[1]?.id ?? 0;
  const rest = await talks.show(owner, { line: 3, since });
  expect(rest.messages.map(({ text }) => text)).toEqual(['and more']);
  await talks.markRead(owner, 3);
  expect(await readUnread(database.app, owner.ownerId)).toMatchObject({ unreadCount: 0 });
});

test('what is said after the end begins a new talk', async () => {
  const owner = { ownerId: 1_000_004, guestKey: '' };
  await talks.sayAs(owner, 3, { text: 'first' });
  const sql = `UPDATE service_talks SET state = 'closed' WHERE owner_id = 1000004`;
  await database.app.execute(sql);
  await talks.sayAs(owner, 3, { text: 'second' });
  const now = await talks.show(owner, { line: 3, since: 0 });
  expect(now).toMatchObject({ state: 'waiting', messages: [{ text: 'second' }] });
});

test('a file is shown to its owner and to the desk, and is what its bytes say', async () => {
  const data = smallPng.toString('base64');
  const file = { name: 'note.txt', data };
  await talks.sayAs(alice, 3, { text: '', file });
  const { messages } = await talks.show(alice, { line: 3, since: 0 });
  const sent = messages.at(-1)?.file;
  expect(sent).toMatchObject({ name: 'note.txt.png', type: 'image/png' });
  expect(await talks.readFile(sent?.id ?? 0, alice)).toMatchObject({ data });
  expect(await talks.readFile(sent?.id ?? 0)).toMatchObject({ data });
  const other = { ownerId: 1_000_009, guestKey: '' };
  await expect(talks.readFile(sent?.id ?? 0, other)).rejects.toThrow('object_not_found');
});

test('a program is not taken, nor is nothing', async () => {
  const data = Buffer.from('7f454c46020101000000', 'hex').toString('base64');
  const program = talks.sayAs(alice, 3, { text: '', file: { name: 'photo.png', data } });
  await expect(program).rejects.toThrow('invalid');
  await expect(talks.sayAs(alice, 3, { text: '' })).rejects.toThrow('invalid');
});

test('words of a talk that is over do not stay unread', async () => {
  const owner = { ownerId: 1_000_005, guestKey: '' };
  await talks.sayAs(owner, 3, { text: 'first' });
  await answer(owner.ownerId, 'an answer');
  const sql = `UPDATE service_talks SET state = 'closed' WHERE owner_id = 1000005`;
  await database.app.execute(sql);
  await talks.sayAs(owner, 3, { text: 'second' });
  expect(await readUnread(database.app, owner.ownerId)).toMatchObject({ unreadCount: 1 });
  await talks.markRead(owner, 3);
  expect(await readUnread(database.app, owner.ownerId)).toMatchObject({ unreadCount: 0 });
});

test('two first words at once are one talk', async () => {
  const owner = { ownerId: 1_000_006, guestKey: '' };
  const words = ['one', 'two', 'three'].map((text) => talks.sayAs(owner, 3, { text }));
  await Promise.all(words);
  const { messages } = await talks.show(owner, { line: 3, since: 0 });
  expect(messages).toHaveLength(3);
});

test('nobody sends more files than a day allows, not even many at once', async () => {
  const owner = { ownerId: 1_000_007, guestKey: '' };
  const file = { name: 'a.txt', data: Buffer.from('words').toString('base64') };
  const sent = await Promise.allSettled(
    Array.from({ length: 22 }, () => talks.sayAs(owner, 3, { text: '', file })),
  );
  const refused = sent.filter(({ status }) => status === 'rejected');
  expect(refused.map((one) => String((one as PromiseRejectedResult).reason.message))).toEqual([
    'limit_reached',
    'limit_reached',
  ]);
  await talks.sayAs(owner, 3, { text: 'words go on' });
});

test('the queue has one order: who waits longest, then what was said last', async () => {
  await database.owner.execute('DELETE FROM service_talks');
  const ids: number[] = [];
  for (const ownerId of [11, 12, 13, 14, 15, 16]) {
    await talks.sayAs({ ownerId, guestKey: '' }, 3, { text: `of ${ownerId}` });
    ids.push(
      (await talks.listActive()).find((row) => row.ownerId === ownerId)?.conversationId ?? 0,
    );
  }
  const turn = (state: string, ownerIds: number[]) =>
    database.app.execute('UPDATE service_talks SET state = $1 WHERE owner_id = ANY ($2)', [
      state,
      ownerIds,
    ]);
  await turn('open', [13, 14]);
  await turn('closed', [15, 16]);
  // All at the same millisecond: the order is that of the words.
  await talks.sayAs({ ownerId: 13, guestKey: '' }, 3, { text: 'more' });
  const file = { name: 'statement.txt', data: Buffer.from('words').toString('base64') };
  await talks.sayAs({ ownerId: 12, guestKey: '' }, 3, { text: '', file });
  const active = await talks.listActive();
  expect(active.map(({ ownerId, lastText }) => [ownerId, lastText])).toEqual([
    [11, 'of 11'],
    [12, 'statement.txt'],
    [13, 'more'],
    [14, 'of 14'],
  ]);
  expect(await listConversationsOf(database.app, 12)).toMatchObject([
    { line: 3, state: 'waiting', lastText: 'statement.txt', messagesCount: 2 },
  ]);
  expect(await listConversationsOf(database.app, 99)).toEqual([]);
  const [latest, first] = await talks.listClosed(0);
  expect([latest?.ownerId, first?.ownerId]).toEqual([16, 15]);
  expect(await talks.listClosed(latest?.lastId ?? 0)).toEqual([first]);
});

test('a talk is taken and ended once, however often and by how many at once', async () => {
  const owner = { ownerId: 1_000_031, guestKey: '' };
  await talks.sayAs(owner, 3, { text: 'a question' });
  const [{ id }] = await database.app.query<{ id: number }>(
    'SELECT max(conversation_id) AS id FROM service_talks WHERE owner_id = $1',
    [owner.ownerId],
  );
  const acts: string[] = [];
  type Action = { action: string };
  const audit = {
    transaction: (_operator: object, work: (session: Session, write: object) => Promise<object>) =>
      database.app.transaction((session) =>
        work(session, async ({ action }: Action) => acts.push(action)),
      ),
  };
  const handlers = createDeskRoutes({
    database: database.app,
    talks,
    audit,
    readNowMs: () => 6_000,
    publish: async () => {},
  } as unknown as DeskParts);
  const ask = (route: Route, operatorId: number, seen: object = {}) =>
    handlers
      .find((one) => one.route === route)
      ?.handle({
        caller: { operator: { operatorId, sessionId: 1 } },
        body: route.body?.parse({ conversationId: id, ...seen }),
      } as unknown as CallContext);
  await database.owner.execute(
    `INSERT INTO operators (operator_id, email, password_hash, role) OVERRIDING SYSTEM VALUE
     VALUES (1, 'first@house.example', '', 'administrator')`,
  );
  await Promise.all([ask(deskRoutes.take, 1), ask(deskRoutes.take, 1)]);
  expect(await readUnread(database.app, owner.ownerId)).toMatchObject({ unreadCount: 0 });
  const taken = { word: 'case_taken', facts: { operator: 'first@house.example' } };
  await expect(ask(deskRoutes.take, 2)).rejects.toMatchObject(taken);
  await expect(ask(deskRoutes.close, 2)).rejects.toMatchObject(taken);
  await Promise.all([1, 2, 3].map(() => ask(deskRoutes.close, 1)));
  expect(acts).toEqual(['desk_taken', 'desk_closed']);
  const ended = { ...taken, word: 'case_decided' };
  await expect(ask(deskRoutes.take, 2, { claimedBy: 1 })).rejects.toMatchObject(ended);
  const { state, messages } = await talks.show(owner, { line: 3, since: 0 });
  expect(state).toBe('closed');
  expect(messages.map(({ text }) => text)).toEqual(['a question', 'taken', 'closed']);
});
