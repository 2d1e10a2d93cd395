import { AccountType } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import type { Coin } from '../../base/market/index.ts';
import { transferMigrations } from './index.ts';
import { createTransferRules } from './rules.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: transferMigrations });
});
afterAll(() => database.stop());

const coin = (shortName: string, coinId = 1) =>
  ({ coinId, shortName, isMock: false, scale: 8 }) as unknown as Coin;
const DAY_MS = 86_400_000;

test('without a row contracts take settlement coins, margin every real coin', async () => {
  const ruleOf = await createTransferRules(database.app).read();
  expect(ruleOf(AccountType.contract, coin('USDT')).canComeIn).toBe(true);
  expect(ruleOf(AccountType.contract, coin('DOGE')).canComeIn).toBe(false);
  expect(ruleOf(AccountType.crossMargin, coin('DOGE')).canGoOut).toBe(true);
  expect(ruleOf(AccountType.c2c, coin('DOGE')).canComeIn).toBe(false);
});

test("an operator's row stands above the built-in rule, each way by itself", async () => {
  await database.owner.execute("INSERT INTO transfer_rules VALUES (5, 9, true, false, '500')");
  const ruleOf = await createTransferRules(database.app).read();
  expect(ruleOf(AccountType.contract, coin('DOGE', 9))).toEqual({
    canComeIn: true,
    canGoOut: false,
    dayLimitUnits: 500n,
  });
});

test('a day gives its limit and no more, also to two at once, and takes back', async () => {
  const rules = createTransferRules(database.app);
  const use = (units: bigint, atMs = 0) => ({
    ownerId: 7,
    type: AccountType.spot,
    coinId: 3,
    atMs,
    units,
    limitUnits: 100n,
    key: '',
  });
  expect(await rules.take(use(101n))).toBe('refused');
  const both = await Promise.all([rules.take(use(60n)), rules.take(use(60n))]);
  expect(both.sort()).toEqual(['refused', 'taken']);
  expect(await rules.take(use(40n))).toBe('taken');
  expect(await rules.take(use(1n))).toBe('refused');
  await rules.giveBack(use(40n));
  expect(await rules.readUsed(use(0n))).toBe(60n);
  expect(await rules.take(use(100n, DAY_MS))).toBe('taken');
});

test('the same transfer sent again takes nothing more of the day, used up or not', async () => {
  const rules = createTransferRules(database.app);
  const use = (key: string, atMs = 0) => ({
    ownerId: 8,
    type: AccountType.spot,
    coinId: 3,
    atMs,
    units: 60n,
    limitUnits: 100n,
    key,
  });
  expect(await rules.take(use('a'))).toBe('taken');
  expect(await rules.take(use('b'))).toBe('refused');
  expect(await rules.take(use('a'))).toBe('known');
  expect(await rules.readUsed(use(''))).toBe(60n);
  // One that was refused was not noted, one that was given back may be tried again.
  await rules.giveBack(use('a'));
  expect(await rules.take(use('b'))).toBe('taken');
  await rules.giveBack(use('b'));
  expect(await rules.take(use('a'))).toBe('taken');
  expect(await rules.take(use('a', 2 * DAY_MS))).toBe('taken');
});
