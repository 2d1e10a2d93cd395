// The alarm address gets one mail when something is wrong and one when it is over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLagJudge, judgeEngine } from './alarm-causes.ts';
import { createAlarmMails } from './alarm-mails.ts';
import { startTestDatabase } from '../base/db/testing.ts';
import { createSeal } from '../base/credentials/index.ts';
import { createMail } from '../base/mail/index.ts';
import { migrations } from '../migrations.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
const wrong = {
  disk: false,
  engine: false,
  tables: false,
  sums: false,
  backup: false,
  audit: false,
  given_up: false,
  custody: false,
  identity: false,
};
let address = 'duty@example.com';
let known = true;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());

const openQueue = () =>
  createMail({
    database: database.app,
    seal: createSeal('7'.repeat(64)),
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
      tables: cause('tables'),
      sums: cause('sums'),
      backup: cause('backup'),
      audit: cause('audit'),
      given_up: cause('given_up'),
      custody: cause('custody'),
      identity: cause('identity'),
    },
    readAddress: async () => address,
    translateMail: (word, { cause: said = '' }) => `${word} ${said}`.trim(),
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
  const published = ['alarm_subject alarm_disk'];
  expect(await listSubjects()).toEqual(published);
  known = false;
  await open()(5);
  known = true;
  expect(await listSubjects(), 'not known is not over').toEqual(published);
  wrong.engine = true;
  await open()(5);
  published.push('alarm_subject alarm_engine');
  expect(await listSubjects()).toEqual(published);
  wrong.disk = false;
  await open()(20);
  published.push('alarm_over_subject alarm_disk');
  expect(await listSubjects()).toEqual(published);
  wrong.disk = true;
  await open()(5);
  published.push('alarm_subject alarm_disk');
  expect(await listSubjects()).toEqual(published);
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

test('a stop that an operator wished is no alarm, and is not the end of one', () => {
  const free = { mode: 'normal', reason: '' } as const;
  const halt = { mode: 'halted', reason: 'operator' } as const;
  const defect = { mode: 'halted', reason: 'defect' } as const;
  const clock = { mode: 'cancel-only', reason: 'clock' } as const;
  expect(judgeEngine(free, free)).toBe(false);
  expect(judgeEngine(defect, free)).toBe(true);
  expect(judgeEngine(clock, free)).toBe(true);
  expect(judgeEngine(halt, halt)).toBeUndefined();
  expect(
    judgeEngine({ mode: 'cancel-only', reason: 'x' }, { mode: 'cancel-only', reason: 'x' }),
  ).toBe(undefined);
  expect(judgeEngine({ mode: 'halted', reason: 'era closed' }, free)).toBeUndefined();
  // Nothing answers, whatever was wished before it fell silent.
  expect(judgeEngine(undefined, halt)).toBe(true);
});

test('tables are late when what was durable two minutes ago is not in them', () => {
  const seenBy = (
    looks: readonly (readonly [minute: number, durable: number, taken: number])[],
  ) => {
    const areLate = createLagJudge();
    return looks.map(([minute, durableSequence, projectedSequence]) =>
      areLate({ durableSequence, projectedSequence, nowMs: minute * 60_000 }),
    );
  };
  // Many steps that come a minute later are on time; idle is on time.
  expect(
    seenBy([
      [0, 9_000, 0],
      [1, 90_000, 9_000],
      [2, 180_000, 90_000],
      [9, 180_000, 180_000],
    ]),
  ).toEqual([false, false, false, false]);
  // One step that nobody takes is late, however little it is; the first look knows nothing yet.
  expect(
    seenBy([
      [0, 7, 7],
      [1, 8, 7],
      [2, 8, 7],
      [3, 8, 7],
      [4, 9, 7],
      [5, 9, 8],
      [6, 9, 9],
    ]),
  ).toEqual([false, false, false, true, true, false, false]);
});
