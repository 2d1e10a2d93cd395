// The alarm address gets one mail when something is wrong and one when it is over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAlarmMails } from './alarm-mails.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { createSeal } from './base/credentials/index.ts';
import { createMail } from './base/mail/index.ts';
import { mailMigrations } from './base/mail/tables.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
const wrong = { disk: false, engine: false, sums: false, backup: false, audit: false };
let address = 'duty@example.com';
let known = true;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: mailMigrations });
});
afterAll(() => database.stop());

const openQueue = () =>
  createMail({
    database: database.app,
    seal: createSeal('7'.repeat(64)),
    hasOutbox: true,
    report: (error) => expect.unreachable(String(error)),
    readNowMs: Date.now,
  });
const open = () => {
  const cause = (name: keyof typeof wrong) => () => (known ? wrong[name] : undefined);
  const alarms = createAlarmMails({
    database: database.app,
    mail: openQueue(),
    causes: {
      disk: cause('disk'),
      engine: cause('engine'),
      sums: cause('sums'),
      backup: cause('backup'),
      audit: cause('audit'),
    },
    readAddress: async () => address,
    speakMail: (word, { cause: said = '' }) => `${word} ${said}`.trim(),
    publicUrl: 'https://exchange.example',
    report: (error) => expect.unreachable(String(error)),
  });
  return async (times: number) => {
    for (let time = 0; time < times; time += 1) await alarms.look();
    alarms.close();
  };
};
const listSubjects = async (to = 'duty@example.com') =>
  (await openQueue().list({ to, limit: 100 })).map(({ subject }) => subject).toReversed();

test('a cause is told once, also after a restart, and once more when it is over', async () => {
  await open()(5);
  expect(await listSubjects()).toEqual([]);
  wrong.disk = true;
  await open()(2);
  expect(await listSubjects(), 'a moment is no alarm').toEqual([]);
  await open()(20);
  await open()(20);
  const told = ['alarm_subject alarm_disk'];
  expect(await listSubjects()).toEqual(told);
  known = false;
  await open()(5);
  known = true;
  expect(await listSubjects(), 'not known is not over').toEqual(told);
  wrong.engine = true;
  await open()(5);
  told.push('alarm_subject alarm_engine');
  expect(await listSubjects()).toEqual(told);
  wrong.disk = false;
  await open()(20);
  told.push('alarm_over_subject alarm_disk');
  expect(await listSubjects()).toEqual(told);
  wrong.disk = true;
  await open()(5);
  told.push('alarm_subject alarm_disk');
  expect(await listSubjects()).toEqual(told);
});

test('whoever is named later hears what is wrong then, nobody without an address', async () => {
  address = '';
  await open()(5);
  address = 'later@example.com';
  await open()(5);
  expect(await listSubjects('later@example.com')).toEqual([
    'alarm_subject alarm_disk',
    'alarm_subject alarm_engine',
  ]);
});
