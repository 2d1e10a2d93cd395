// Settlements over real tables and the real engine: each line moves once, whatever is killed, cut
// or run twice, all lines of a subject or none, and nobody waits for another one's empty account.
import { AccountType, type AssetId, TransferReason } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type MoneyFixture,
  type MoneyPerson,
  startMoneyFixture,
} from '../../testing/money-fixture.ts';
import {
  planSettlements,
  readFailedSettlements,
  sendSettlements,
  settlementConsumer,
  type SettlementKind,
  type SettlementLine,
} from './index.ts';

const USDT = 52 as AssetId;
const DAY_MS = 86_400_000;
let fixture: MoneyFixture;
let person: MoneyPerson;
let periodMs = 0;
/** Subjects that the product was told of, as `subject done`. */
let told: string[];
/** What happens in the product's part of an end. */
let disturb: () => void;

const kind: SettlementKind = {
  name: 'test.day',
  reason: TransferReason.promotion,
  load:
    async () =>
    async (_session, { subjectId, isDone }) => {
      disturb();
      told.push(`${subjectId} ${isDone}`);
    },
};

beforeAll(async () => {
  fixture = await startMoneyFixture([settlementConsumer(kind)]);
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  told = [];
  disturb = () => {};
  person = await fixture.openPerson();
  periodMs += DAY_MS;
});

const promotions = () => {
  const accountId = fixture.accounts.readOperatorAccount(AccountType.operatorPromotions);
  if (accountId === undefined) throw new Error('no promotion account');
  return accountId;
};
function listLines(subjectsCount: number, legsCount = 1): SettlementLine[] {
  return Array.from({ length: subjectsCount * legsCount }, (_, at) => ({
    subjectId: 1 + Math.floor(at / legsCount),
    leg: at % legsCount,
    fromAccountId: promotions(),
    toAccountId: person.accountId,
    assetId: USDT,
    units: 1n,
  }));
}
const plan = (lines: readonly SettlementLine[]) =>
  fixture.database.transaction((session) => planSettlements(session, { kind, periodMs }, lines));
const send = () => sendSettlements(fixture, kind);
/** Again until nothing waits, with what the projector does: a busy machine needs longer. */
async function sendAll() {
  for (;;) {
    const open = await send();
    await fixture.finishAll();
    if (open.waitingCount === 0) return open;
  }
}
const readPaid = () => fixture.readUnits(person.accountId)['52'] ?? 0n;
const listRows = () =>
  fixture.database.query<{ subject_id: number; state: string; intent_id: number | null }>(
    `SELECT subject_id, state, intent_id FROM settlements WHERE period = $1
     ORDER BY subject_id, leg`,
    [new Date(periodMs)],
  );
async function expectPaidOnce(count: number): Promise<void> {
  expect(readPaid()).toBe(BigInt(count));
  const rows = await listRows();
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'done'));
  expect(new Set(told).size).toBe(told.length);
  fixture.expectSumsZero();
}

test('lines go in groups of at most 64, a subject in one of them', async () => {
  await plan(listLines(50, 3));
  expect(await sendAll()).toEqual({ waitingCount: 0, shortCount: 0 });
  await expectPaidOnce(150);
  const rows = await listRows();
  const intentOf = new Map(rows.map((row) => [row.subject_id, row.intent_id]));
  expect(rows.every((row) => row.intent_id === intentOf.get(row.subject_id))).toBe(true);
  const counts = Map.groupBy(rows, (row) => row.intent_id);
  expect([...counts.values()].map((group) => group.length)).toEqual([63, 63, 24]);
  expect(told).toHaveLength(50);
});

test('planned again and sent by two at once, each line moves once', async () => {
  expect(await plan(listLines(100))).toBe(100);
  expect(await plan(listLines(130))).toBe(30);
  await Promise.all([sendAll(), sendAll()]);
  expect(await plan(listLines(130))).toBe(0);
  await sendAll();
  await expectPaidOnce(130);
});

test('a plan that is taken back leaves nothing, and nothing to move is no line', async () => {
  const planning = fixture.database.transaction(async (session) => {
    await planSettlements(session, { kind, periodMs }, listLines(3));
    throw new Error('killed');
  });
  await expect(planning).rejects.toThrow('killed');
  expect(await plan(listLines(3).map((line) => ({ ...line, units: 0n })))).toBe(0);
  await expect(plan(listLines(3).map((line) => ({ ...line, units: -1n })))).rejects.toThrow();
  expect(await sendAll()).toEqual({ waitingCount: 0, shortCount: 0 });
  await expectPaidOnce(0);
});

test('the engine killed with groups planned and sent: another run pays the rest', async () => {
  await plan(listLines(200));
  let endsCount = 0;
  disturb = () => {
    endsCount += 1;
    if (endsCount === 70) throw new Error('killed');
  };
  await expect(sendAll()).rejects.toThrow('killed');
  await fixture.kill();
  expect((await send()).waitingCount).toBeGreaterThan(0);
  await fixture.start();
  disturb = () => {};
  told = told.slice(0, 64);
  await fixture.settle();
  await sendAll();
  await expectPaidOnce(200);
  expect(told).toHaveLength(200);
});

test.each(['before', 'after'] as const)(
  'cut %s a group is committed: it is paid once',
  async (when) => {
    await plan(listLines(70));
    const cutsCount = fixture.proxy.cutsCount;
    fixture.proxy.cutAt('journal-append-marks', when);
    await sendAll();
    expect(fixture.proxy.cutsCount).toBeGreaterThan(cutsCount);
    await fixture.settle();
    await expectPaidOnce(70);
  },
);

test('who is short waits alone, is shown, and is paid once there is money', async () => {
  const empty = await fixture.openPerson();
  const lines = listLines(10, 2).map((line) =>
    line.subjectId === 4 && line.leg === 1
      ? { ...line, fromAccountId: empty.accountId, toAccountId: promotions() }
      : line,
  );
  await plan(lines);
  expect(await sendAll()).toEqual({ waitingCount: 0, shortCount: 2 });
  expect(readPaid()).toBe(18n);
  expect(told.toSorted()).toEqual(
    [1, 2, 3, 5, 6, 7, 8, 9, 10].map((subject) => `${subject} true`).toSorted(),
  );
  expect(await readFailedSettlements(fixture.database)).toEqual({ short: 2, refused: 0 });
  // Not again at once.
  const before = await listRows();
  await send();
  expect(await listRows()).toEqual(before);
  await fixture.give(empty, 1n);
  await fixture.owner.execute("UPDATE settlements SET refused_at = now() - interval '2 minutes'");
  expect(await sendAll()).toEqual({ waitingCount: 0, shortCount: 0 });
  expect(readPaid()).toBe(19n);
  expect((await listRows()).every(({ state }) => state === 'done')).toBe(true);
  expect(told.filter((one) => one === '4 true')).toHaveLength(1);
  fixture.expectSumsZero();
});

test('what the engine never takes is refused for good, told and shown', async () => {
  const unsound = { ...kind, reason: 0 as TransferReason };
  await plan(listLines(2));
  await sendSettlements(fixture, unsound);
  await sendAll();
  expect(readPaid()).toBe(0n);
  expect(told).toEqual(['1 false', '2 false']);
  expect(await readFailedSettlements(fixture.database)).toEqual({ short: 0, refused: 2 });
});
