// Mails for messages over a real database: who chose a kind gets one for each message, once, and no
// more than a day allows; who did not choose gets none.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMail, type Mail } from '../../base/mail/index.ts';
import { createNotificationWriter, type NotificationKind } from '../../base/notifications/index.ts';
import { migrations } from '../../migrations.ts';
import { createNotificationMails } from './by-mail.ts';
import { createMessages } from './messages.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let number = 0;
const ANN = 1_000_001;
const BOB = 1_000_002;
const asked: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.owner.execute(
    `TRUNCATE notices, notice_reads, notice_mails, notice_mutes, mails;
     UPDATE notice_mail_cursor SET last_id = 0`,
  );
  asked.length = 0;
});

let mail: Mail;

function open() {
  mail = createMail({
    database: database.app,
    seal: createSeal('7'.repeat(64)),
    enqueue: async (_session, { job }) => void asked.push(job),
    readNowMs: Date.now,
  });
  return createNotificationMails({
    database: database.app,
    mail,
    translate: (locale, key, facts) => `${locale} ${key} ${facts['currentPrice'] ?? ''}`.trim(),
    readPerson: async (ownerId) =>
      ownerId === ANN
        ? { email: 'ann@example.com', locale: 'de_DE', frame: (text) => `word\n${text}\nend` }
        : undefined,
    publicUrl: 'https://x.example',
  });
}

async function publish(ownerId: number, kind: NotificationKind, facts = {}): Promise<void> {
  number += 1;
  const write = createNotificationWriter(database.app);
  await write({ ownerId, kind, facts, sourceKey: `test:${number}`, atMs: number });
}

const messages = () => createMessages(database.app, () => 1);
const listMails = async () =>
  (await mail.list({ limit: 100 }))
    .toReversed()
    .map(({ to: recipient, subject, text: body }) => ({ recipient, subject, body }));

test('a chosen kind comes by mail too, in the person’s language, with where it leads', async () => {
  await messages().setMailed(ANN, 5, true);
  await publish(ANN, 'alert_rise', { symbol: 'btc_usdt', currentPrice: '60000.5' });
  await publish(ANN, 'deposit');
  await publish(BOB, 'alert_rise');
  expect(await open().look()).toBe(1);
  expect(await listMails()).toEqual([
    {
      recipient: 'ann@example.com',
      subject: 'de_DE notice.alert_rise.title 60.000,5',
      body: `word
de_DE notice.alert_rise.content 60.000,5

https://x.example/de_DE/trade/exchange/?tradeCode=btc_usdt
end`,
    },
  ]);
  expect(asked).toEqual(['mail.send']);
  expect(await open().look()).toBe(0);
});

test('two processes write one mail, and one that was turned off comes no more', async () => {
  await messages().setMailed(ANN, 5, true);
  await publish(ANN, 'alert_fall');
  const counts = await Promise.all([open().look(), open().look(), open().look()]);
  expect(counts.toSorted()).toEqual([0, 0, 1]);
  await messages().setMailed(ANN, 5, false);
  expect(await messages().listMailed(ANN)).toEqual([]);
  await publish(ANN, 'alert_fall');
  expect(await open().look()).toBe(0);
});

test('a day brings twenty mails at most; the others stand in the inbox', async () => {
  await messages().setMailed(ANN, 5, true);
  for (let count = 0; count < 25; count += 1) await publish(ANN, 'alert_high');
  expect(await open().look()).toBe(20);
  const all = { moduleId: 0, submoduleId: 0 };
  expect(await messages().count(ANN, all)).toBe(25);
  await publish(ANN, 'alert_high');
  expect(await open().look()).toBe(0);
});

test('what is muted is not mailed either', async () => {
  await messages().setMailed(ANN, 5, true);
  await messages().setMute(ANN, 5, true);
  await publish(ANN, 'alert_rise');
  expect(await open().look()).toBe(0);
  expect(await listMails()).toEqual([]);
});
