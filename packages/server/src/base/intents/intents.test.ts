// Intents over real tables and the real engine, with something killed between every two steps: row
// and intent committed, command taken, command committed, event log written, product told. The
// result is one transfer or none, the product told once, and sums of zero.
import { AccountType, CommandKind, type AssetId, TransferReason } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import {
  type MoneyFixture,
  type MoneyPerson,
  startMoneyFixture,
} from '../../testing/money-fixture.ts';
import type { Session } from '../db/index.ts';
import { countLateIntents, createFinisher, type IntentConsumer, runFinisher } from './index.ts';

const USDT = 52 as AssetId;
let fixture: MoneyFixture;
let person: MoneyPerson;
/** What happens in a finish before it is committed. */
let disturb: () => void;

const consumer: IntentConsumer = {
  name: 'test.row',
  load:
    async () =>
    async (session, { subject, isDone, code, sequence }) => {
      await session.execute(
        `UPDATE rows_under_test SET told = told + 1, is_done = $2, code = $3, sequence = $4
         WHERE id = $1`,
        [subject, isDone, code, sequence],
      );
      disturb();
    },
};

beforeAll(async () => {
  fixture = await startMoneyFixture([consumer]);
  await fixture.owner.execute(
    `CREATE TABLE rows_under_test (id text PRIMARY KEY, told int NOT NULL DEFAULT 0,
       is_done boolean, code int, sequence int8)`,
  );
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  disturb = () => {};
  person = await fixture.openPerson();
});

/** Write the row and its intent. */
function write(session: Session, units = 5n): Promise<number> {
  const from = fixture.accounts.readOperatorAccount(AccountType.operatorPromotions);
  return session
    .execute('INSERT INTO rows_under_test (id) VALUES ($1)', [String(person.ownerId)])
    .then(() =>
      fixture.intents.write(session, {
        consumer: consumer.name,
        subject: String(person.ownerId),
        command: {
          kind: CommandKind.transferGroup,
          reason: TransferReason.promotion,
          reference: person.ownerId,
          legs: [
            {
              fromAccountId: from as never,
              toAccountId: person.accountId,
              assetId: USDT,
              amountUnits: units,
            },
          ],
        },
      }),
    );
}
const commit = (units?: bigint) => fixture.database.transaction((session) => write(session, units));
const finisher = () => createFinisher({ database: fixture.database, consumers: [consumer] });
async function readRow() {
  const [row] = await fixture.database.query<{ told: number; is_done: boolean; code: number }>(
    'SELECT told, is_done, code FROM rows_under_test WHERE id = $1',
    [String(person.ownerId)],
  );
  return row;
}
/** Paid once, told once, and nothing came from nowhere. */
async function expectOnce(): Promise<void> {
  expect(fixture.readUnits(person.accountId)).toEqual({ '52': 5n });
  expect(await readRow()).toEqual({ told: 1, is_done: true, code: 0 });
  fixture.expectSumsZero();
}

test('a row that is taken back takes its intent with it', async () => {
  const writing = fixture.database.transaction(async (session) => {
    await write(session);
    throw new Error('killed');
  });
  await expect(writing).rejects.toThrow('killed');
  const left = await commit();
  fixture.intents.nudge();
  await fixture.waitForEnd(left);
  expect(await fixture.intents.waitFor(left)).toMatchObject({ isDone: true });
  await expectOnce();
});

test('whoever waits is told the end, and a second look tells nobody again', async () => {
  const intentId = await commit();
  fixture.intents.nudge();
  await fixture.waitForEnd(intentId);
  const ended = await fixture.intents.waitFor(intentId);
  expect(ended).toMatchObject({ isDone: true, code: 0, subject: String(person.ownerId) });
  expect(await finisher().finishAll([])).toEqual([]);
  expect(await fixture.intents.waitFor(intentId)).toEqual(ended);
  await expectOnce();
});

test('what the engine refuses is told once as well', async () => {
  const intentId = await commit(10n ** 20n);
  fixture.intents.nudge();
  await fixture.waitForEnd(intentId);
  const ended = await fixture.intents.waitFor(intentId);
  expect(ended).toMatchObject({ isDone: false });
  await finisher().finishAll([]);
  expect(await readRow()).toMatchObject({ told: 1, is_done: false, code: ended?.code });
  expect(fixture.readUnits(person.accountId)).toEqual({});
  fixture.expectSumsZero();
});

test('an intent that stays pending is seen until the product is told', async () => {
  await fixture.kill();
  const intentId = await commit();
  expect(await countLateIntents(fixture.database)).toBe(0);
  await fixture.owner.execute("UPDATE intents SET written_at = now() - interval '11 minutes'");
  expect(await countLateIntents(fixture.database)).toBe(1);
  await fixture.start();
  await fixture.waitForEnd(intentId);
  expect(await countLateIntents(fixture.database)).toBe(1);
  await finisher().finishAll([]);
  expect(await countLateIntents(fixture.database)).toBe(0);
  await expectOnce();
});

test('killed between commit and engine: the next engine takes it', async () => {
  await fixture.kill();
  const intentId = await commit();
  await fixture.start();
  await fixture.waitForEnd(intentId);
  await finisher().finishAll([]);
  await expectOnce();
});

test.each(['before', 'after'] as const)(
  'cut %s the command is committed: it is taken once',
  async (when) => {
    const cutsCount = fixture.proxy.cutsCount;
    const intentId = await commit();
    fixture.proxy.cutAt('journal-append-marks', when);
    fixture.intents.nudge();
    await waitFor('the cut', () => fixture.proxy.cutsCount > cutsCount);
    await fixture.waitForEnd(intentId);
    await finisher().finishAll([]);
    await expectOnce();
  },
);

test.each(['before', 'after'] as const)(
  'killed when the command is committed and cut %s the event log is: the next engine ends it',
  async (when) => {
    const cutsCount = fixture.proxy.cutsCount;
    const intentId = await commit();
    fixture.proxy.cutAt('event-log-append', when);
    fixture.intents.nudge();
    await waitFor('the cut', () => fixture.proxy.cutsCount > cutsCount);
    await fixture.kill();
    await fixture.start();
    await fixture.waitForEnd(intentId);
    await finisher().finishAll([]);
    await expectOnce();
  },
);

test('killed in the middle of a finish: the next look finishes', async () => {
  const intentId = await commit();
  fixture.intents.nudge();
  await fixture.waitForEnd(intentId);
  disturb = () => {
    throw new Error('killed');
  };
  const failed = await finisher().finishAll([]);
  expect(failed.map((one) => one.intentId)).toEqual([intentId]);
  expect(await readRow()).toMatchObject({ told: 0 });
  disturb = () => {};
  await finisher().finishAll([]);
  await expectOnce();
});

test('two who finish at once finish once', async () => {
  const intentId = await commit();
  fixture.intents.nudge();
  await fixture.waitForEnd(intentId);
  await Promise.all([1, 2, 3].map(() => finisher().finishAll([])));
  await expectOnce();
});

test('one that cannot be finished does not hold up the others', async () => {
  const reported: unknown[] = [];
  const first = await commit();
  const kept = person;
  person = await fixture.openPerson();
  const second = await commit();
  fixture.intents.nudge();
  await fixture.waitForEnd(first);
  await fixture.waitForEnd(second);
  let runsCount = 0;
  disturb = () => {
    runsCount += 1;
    if (runsCount === 1) throw new Error('no');
  };
  const stop = runFinisher(finisher(), (error) => reported.push(error));
  await waitFor('the second', async () => (await readRow())?.told === 1);
  await stop();
  expect(reported).toHaveLength(1);
  await finisher().finishAll([]);
  person = kept;
  await expectOnce();
});

test('an intent that nobody would hear of is not written', async () => {
  const writing = fixture.intents.write(fixture.database, {
    consumer: 'nobody',
    subject: '',
    command: {} as never,
  });
  await expect(writing).rejects.toThrow('nobody');
});
