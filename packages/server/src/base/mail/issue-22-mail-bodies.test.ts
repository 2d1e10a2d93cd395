// What a mail says is not in the database for whoever gets hold of it: sealed while it waits, gone
// when it was sent or is over.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../credentials/index.ts';
import { startTestDatabase } from '../db/testing.ts';
import { sendMail, sweepMails } from './delivery.ts';
import { createMail } from './index.ts';
import { migrations } from '../../migrations.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.now();
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let nowMs = START_MS;
let delivered: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  nowMs = START_MS;
  delivered = [];
  asked = [];
  await database.app.execute('DELETE FROM mails');
});

const seal = createSeal('7'.repeat(64));
const readNowMs = () => nowMs;
/** Mails whose sending is asked for. */
let asked: number[] = [];
const open = () =>
  createMail({
    database: database.app,
    seal,
    enqueue: async (_session, { payload }) => void asked.push(Number(payload['mailId'])),
    readNowMs,
  });
const describe = (hasOutbox: boolean) => ({
  database: database.app,
  seal,
  hasOutbox,
  deliver: async ({ text }: { text: string }) => void delivered.push(text),
  readNowMs,
});
async function sendAsked(hasOutbox: boolean): Promise<void> {
  for (const mailId of asked.splice(0)) await sendMail(describe(hasOutbox), mailId);
}
const sweep = () => sweepMails({ ...describe(false), deliver: undefined });
const code = () => ({
  to: 'jane@example.com',
  subject: '482913 is your code',
  text: 'Your code: 482913',
  visitorId: 'browser',
  expiresAtMs: START_MS + 600_000,
});
/** The table as whoever steals it reads it. */
async function readAll(): Promise<string> {
  const rows = await database.owner.query<{ row: string }>(
    "SELECT mails::text || encode(coalesce(sealed, ''), 'escape') AS row FROM mails",
  );
  return rows.map(({ row }) => row).join();
}
const countSealed = async () =>
  (await database.owner.query('SELECT 1 FROM mails WHERE sealed IS NOT NULL')).length;

test('a code that waits is sealed, its subject too, and is read with the key alone', async () => {
  const mail = open();
  await mail.send(code());
  expect(await readAll()).toContain('jane@example.com');
  expect(await readAll()).not.toContain('482913');
  const [read] = await mail.list({ visitorId: 'browser', limit: 9 });
  expect(read).toMatchObject({ subject: code().subject, text: code().text });
});

test('what was sent is erased', async () => {
  const mail = open();
  await mail.send(code());
  await sendAsked(false);
  expect(await countSealed()).toBe(0);
  expect(delivered).toEqual([code().text]);
  expect(await mail.list({ limit: 9 })).toMatchObject([{ to: 'jane@example.com', text: '' }]);
});

test('the outbox shows a code until it is over, other mails for three days', async () => {
  const mail = open();
  const { expiresAtMs: _, ...news } = { ...code(), text: 'Good morning' };
  await mail.send(code());
  await mail.send(news);
  await sendAsked(true);
  expect(delivered).toHaveLength(2);
  const list = async () =>
    (await mail.list({ visitorId: 'browser', limit: 9 })).map(({ text }) => text);
  expect(await list()).toEqual(['Good morning', code().text]);
  nowMs += 600_000;
  await sweep();
  expect(await list()).toEqual(['Good morning']);
  nowMs += 3 * DAY_MS;
  await sweep();
  expect([await list(), await countSealed()]).toEqual([[], 0]);
});

test('without a mail server what is over is erased as well', async () => {
  const mail = open();
  await mail.send(code());
  nowMs += 600_000;
  await sweep();
  expect(await countSealed()).toBe(0);
});

test('what was written before bodies were sealed still goes out, and is erased then', async () => {
  const [{ id }] = await database.app.query<{ id: number }>(
    `INSERT INTO mails (recipient, subject, body, visitor_id) VALUES ('j@x.example', 'S', 'B', '')
     RETURNING mail_id AS id`,
  );
  asked.push(id);
  await sendAsked(false);
  expect(delivered).toEqual(['B']);
  const rows = await database.owner.query("SELECT 1 FROM mails WHERE body <> '' OR subject <> ''");
  expect(rows).toEqual([]);
});
