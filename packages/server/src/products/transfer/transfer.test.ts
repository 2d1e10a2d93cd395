import type { Readable } from 'node:stream';
import { AccountType } from '@isobath/core';
import { isAccountUsed, transferRoutes, transferTypes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import type { Coin, MarketRegistry } from '../../base/market/index.ts';
import { createHistoryRoutes } from './history.ts';
import { transferModule } from './module.ts';
import { createTransferRules } from './rules.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: transferModule.migrations });
});
afterAll(() => database.stop());

const coin = (shortName: string, coinId = 1) =>
  ({ coinId, shortName, isMock: false, scale: 8 }) as unknown as Coin;
const DAY_MS = 86_400_000;

test('without a row contracts take settlement coins, margin every real coin', async () => {
  const ruleOf = await createTransferRules(database.app).read();
  expect(ruleOf(AccountType.contract, coin('USDT')).canGoOut).toBe(true);
  expect(ruleOf(AccountType.contract, coin('DOGE')).canGoOut).toBe(false);
  expect(ruleOf(AccountType.crossMargin, coin('DOGE')).canGoOut).toBe(true);
  expect(ruleOf(AccountType.c2c, coin('DOGE')).canGoOut).toBe(false);
});

test('nothing comes into an account that no product uses, what lies there can leave', async () => {
  const ruleOf = await createTransferRules(database.app).read();
  for (const type of transferTypes) {
    const { canComeIn, canGoOut } = ruleOf(type, coin('USDT'));
    expect([type, canComeIn, canGoOut]).toEqual([type, isAccountUsed(type), true]);
  }
  expect(transferTypes.filter(isAccountUsed)).toContain(AccountType.spot);
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

test('records come as a file: all pages of them, only their own, in their zone', async () => {
  await database.owner.execute(
    `INSERT INTO account_transfers
     SELECT n, CASE n WHEN 2 THEN 8 ELSE 7 END, 52, 7, 2, 0, CASE n WHEN 1 THEN 7 ELSE 6 END,
       CASE n WHEN 1 THEN 1 ELSE 0 END, 86400000 FROM generate_series(1, 2100) AS n`,
  );
  const markets = {
    coinById: () => coin('USDT', 52),
    marketById: (tradeId: number) => (tradeId === 1 ? { symbol: 'btc_usdt' } : undefined),
  } as unknown as MarketRegistry;
  const load = async (query: object) => {
    const routes = createHistoryRoutes({ database: database.app, markets });
    const file = routes.find(({ route }) => route === transferRoutes.historyFile);
    const call = { caller: { ownerId: 7 }, query, setHeader: () => {} };
    if (file === undefined) throw new Error('no such route');
    const parts = await ((await file.handle(call as never)) as Readable).toArray();
    return Buffer.concat(parts).toString().trim().split('\r\n');
  };
  const lines = await load({ zone: 'Asia/Tokyo' });
  expect(lines[0]).toBe('time (Asia/Tokyo),time (UTC),id,coin,amount,from,to');
  expect(lines).toHaveLength(1 + 2_099);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines[1]).toBe(
    '1970-01-02 09:00:00,1970-01-02T00:00:00.000Z,2100,USDT,0.00000007,spot,cross_margin',
  );
  expect((await load({ zone: 'UTC', target: 7 })).slice(1)).toEqual([
    '1970-01-02 00:00:00,1970-01-02T00:00:00.000Z,1,USDT,0.00000007,spot,isolated_margin btc_usdt',
  ]);
});
