import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createNotificationWriter } from '../../base/notifications/index.ts';
import { notificationMigrations } from '../../base/notifications/tables.ts';
import { createHub, type Listener } from '../../base/feed/index.ts';
import { createNotificationFeed } from './feed.ts';
import { createMessages } from './messages.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: notificationMigrations });
});
afterAll(() => database.stop());

const all = { moduleId: 0, submoduleId: 0, pageSize: 10, pageNum: 1 };
let source = 0;

function open() {
  const write = createNotificationWriter(database.app);
  const messages = createMessages(database.app, () => 5_000);
  const publish = (ownerId: number, kind: 'welcome' | 'deposit' = 'welcome', sourceKey = '') =>
    write({ ownerId, kind, facts: {}, sourceKey: sourceKey || `test:${(source += 1)}`, atMs: 1 });
  const count = async (ownerId: number) =>
    (await messages.countUnread(ownerId)).reduce((sum, each) => sum + each.unreadCount, 0);
  return { messages, publish, count };
}

test('a message is told once, to its owner only, and read by its owner only', async () => {
  const { messages, publish, count } = open();
  await publish(11, 'deposit', 'once');
  await publish(11, 'deposit', 'once');
  expect(await count(11)).toBe(1);
  expect(await count(12)).toBe(0);
  const [row] = await messages.list(11, all);
  expect(await messages.markRead(12, String(row.notice_id))).toBe(false);
  expect(await count(11)).toBe(1);
  expect(await messages.markRead(11, String(row.notice_id))).toBe(true);
  expect(await count(11)).toBe(0);
});

test('a message to everybody is read by each person for themselves', async () => {
  const { messages, publish, count } = open();
  await publish(0);
  const [row] = await messages.list(21, all);
  await messages.markRead(21, String(row.notice_id));
  expect([await count(21), await count(22)]).toEqual([0, 1]);
  await messages.markAllRead(22);
  expect(await count(22)).toBe(0);
  await publish(0);
  expect([await count(21), await count(22)]).toEqual([1, 1]);
});

test('lists are filtered by module and submodule and cut into pages, newest first', async () => {
  const { messages, publish } = open();
  await publish(31, 'welcome');
  await publish(31, 'deposit');
  await publish(31, 'deposit');
  const trade = { ...all, moduleId: 21 };
  const own = { ...all, moduleId: 1, submoduleId: 112 };
  expect(await messages.count(31, trade)).toBe(2);
  expect((await messages.list(31, own)).filter((row) => row.kind === 'welcome')).not.toEqual([]);
  const pages = [];
  for (const pageNum of [1, 2]) {
    pages.push(...(await messages.list(31, { ...trade, pageSize: 1, pageNum })));
  }
  expect(pages[0].notice_id).toBeGreaterThan(pages[1].notice_id);
});

test('a muted kind is not written, others are', async () => {
  const { messages, publish, count } = open();
  await messages.markAllRead(41);
  await messages.setMute(41, 113, true);
  await publish(41, 'deposit');
  await publish(41, 'welcome');
  expect(await count(41)).toBe(1);
  await messages.setMute(41, 113, false);
  await publish(41, 'deposit');
  expect(await count(41)).toBe(2);
});

test('the channel tells those it concerns, and everybody of a message to all', async () => {
  const { messages, publish } = open();
  const hub = createHub();
  const feed = createNotificationFeed({
    hub,
    messages,
    translate: (_locale, key) => key,
    isLocale: (name) => name === 'en_US',
    readNowMs: () => 1,
    readDesk: async () => ({ unreadCount: 0, lastId: 0 }),
  });
  const heard: Record<string, { countTotal: number; newest: { title: string }[] }[]> = {};
  for (const ownerId of [51, 52]) {
    const frames: (typeof heard)[string] = [];
    heard[ownerId] = frames;
    // A frame of the socket: its header stands before the text.
    const read = (frame: Buffer) => JSON.parse(String(frame).replace(/^[^{]*/, '')).data;
    const listener: Listener = { receive: (frame) => frames.push(read(frame)), miss() {} };
    hub.listen(`notices:${ownerId}:en_US`, listener);
    await messages.markAllRead(ownerId);
  }
  await feed.look();
  await publish(51, 'deposit');
  await feed.look();
  expect(heard[51].at(-1)).toMatchObject({ countTotal: 1 });
  expect(heard[51].at(-1)?.newest[0].title).toBe('notice.deposit.title');
  expect(heard[52]).toHaveLength(1);
  await publish(0);
  await feed.look();
  expect(heard[52].at(-1)?.countTotal).toBe(1);
});

test('the channel without a language speaks English, under its own name', async () => {
  const { messages, publish } = open();
  const hub = createHub();
  const feed = createNotificationFeed({
    hub,
    messages,
    translate: (locale, key) => `${locale} ${key}`,
    isLocale: (name) => name === 'de_DE',
    readNowMs: () => 1,
    readDesk: async () => ({ unreadCount: 0, lastId: 0 }),
  });
  const source = hub.findSource('notices');
  const person = { ownerId: 61 };
  expect(source?.address('notices', { ownerId: 0 })).toBeNull();
  expect(source?.address('notices:xx_XX', person)).toBeUndefined();
  const address = source?.address('notices', person) ?? '';
  const frames: string[] = [];
  hub.listen(address, { receive: (frame) => frames.push(String(frame)), miss() {} });
  await messages.markAllRead(61);
  await publish(61, 'deposit');
  await feed.publish(61);
  const published = JSON.parse(frames.at(-1)?.replace(/^[^{]*/, '') ?? '{}');
  for (const frame of [published, await source?.snapshot('notices', person)]) {
    expect(frame.ch).toBe('notices');
    expect(frame.data.newest[0].title).toBe('en_US notice.deposit.title');
  }
});
