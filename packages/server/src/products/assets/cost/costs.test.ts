import { TransferReason } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase } from '../../../base/db/testing.ts';
import { migrations } from '../../../migrations.ts';
import { makeMarketFixture } from '../../../testing/market-fixture.ts';
import { readCosts } from './costs.ts';
import { showCost } from './show.ts';

const OWNER = 1_000_001;
const NOW_MS = Date.UTC(2026, 5, 20, 12, 30);
const MINUTE_MS = 60_000;
const [USDT, BTC, ETH, BTC3L] = [52, 1, 2, 60];
const SCALES = new Map([[USDT, 8]]);
const { deposit, promotion, withdrawal, betweenAccounts, closeOut } = TransferReason;
const { markets } = makeMarketFixture();

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let movesCount = 0;
/** What a coin is worth now, in whole USDT; what happens before it is set is priced by nothing. */
const prices = new Map<number, number>();

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  movesCount = 0;
  prices.clear();
  await database.owner.execute('TRUNCATE balance_moves, cost_points, cost_heads');
});

/** Write one step: coin, amount in thousandths, reason, and the account if it is not spot. */
async function step(
  minutesAgo: number,
  ...moves: readonly (readonly [
    coin: number,
    thousandths: number,
    reason: number,
    account?: number,
  ])[]
): Promise<void> {
  movesCount += 1;
  const sequence = movesCount;
  for (const [place, [coin, thousandths, reason, account]] of moves.entries()) {
    const units =
      BigInt(thousandths) * 10n ** BigInt((SCALES.get(coin) ?? (coin === BTC3L ? 9 : 10)) - 3);
    const price = coin === USDT ? 1 : prices.get(coin);
    await database.owner.execute(
      'INSERT INTO balance_moves VALUES ($1, $2, $3, $4, $5, $6, 7, $7, $8, $9)',
      [
        sequence * 4_096 + place,
        OWNER,
        account ?? 11,
        coin,
        String(units),
        reason,
        sequence,
        NOW_MS - minutesAgo * MINUTE_MS,
        price === undefined ? null : String(BigInt(thousandths) * BigInt(price) * 10n ** 5n),
      ],
    );
  }
}

/** A buy of base coin for USDT with its fee in the coin, in thousandths. */
const buy = (base: number, amount: number, usdt: number, fee = 0) =>
  [
    [base, amount, 100],
    [USDT, -usdt, 100],
    [base, -fee, 101],
  ] as const;
/** A sale for USDT with its fee in USDT. */
const sell = (base: number, amount: number, usdt: number, fee = 0) =>
  [
    [base, -amount, 100],
    [USDT, usdt, 100],
    [USDT, -fee, 101],
  ] as const;

/** What stands of a coin at a price, or at none. */
async function read(coinId: number, price?: number) {
  const costs = await readCosts({ database: database.app, markets }, OWNER);
  const coin = markets.coinById(coinId);
  if (coin === undefined) throw new Error(`coin ${coinId} is none`);
  const units = costs.get(coinId)?.units ?? 0n;
  const worth = (units * BigInt((price ?? 0) * 100) * 10n ** 6n) / 10n ** BigInt(coin.scale);
  const valueUnits = price === undefined ? undefined : worth;
  return showCost(costs.get(coinId), { coin, units, valueUnits, scale: 8 });
}

test('a buy costs what was paid, its fee included; the average weighs by amount', async () => {
  await step(90, ...buy(BTC, 1_000, 50_000_000, 1));
  expect(await read(BTC, 60_000)).toEqual({
    averageUsdt: '50050.050050050050050051',
    costUsdt: '50000.00000000',
    profitUsdt: '9940.00000000',
    profitPercent: '19.88000000',
    realisedUsdt: '0.00000000',
  });
  await step(80, ...buy(BTC, 3_001, 182_000_000));
  expect(await read(BTC, 57_000)).toMatchObject({
    averageUsdt: '58000',
    costUsdt: '232000.00000000',
    profitUsdt: '-4000.00000000',
    profitPercent: '-1.72413794',
  });
});

test('a sale wins what came in less the average cost of what went', async () => {
  await step(90, ...buy(BTC, 2_000, 100_000_000));
  await step(80, ...sell(BTC, 500, 30_000_000, 30_000));
  expect(await read(BTC, 50_000)).toMatchObject({
    averageUsdt: '50000',
    costUsdt: '75000.00000000',
    realisedUsdt: '4970.00000000',
  });
  await step(70, ...sell(BTC, 1_500, 60_000_000));
  expect(await read(BTC, 50_000)).toMatchObject({
    averageUsdt: '',
    costUsdt: '',
    realisedUsdt: '-10030.00000000',
  });
});

test('rounding loses nothing: all wins together are what came in less what went out', async () => {
  await step(90, ...buy(BTC, 3, 100_000));
  for (const minutesAgo of [80, 70, 60]) await step(minutesAgo, ...sell(BTC, 1, 33_333));
  expect((await read(BTC)).realisedUsdt).toBe('-0.00100000');
});

test('what came without a trade costs its worth then; what goes takes its cost along', async () => {
  prices.set(BTC, 40_000);
  await step(90, [BTC, 1_000, deposit]);
  prices.set(BTC, 45_000);
  await step(80, [BTC, 1_000, promotion]);
  expect(await read(BTC, 50_000)).toMatchObject({
    averageUsdt: '42500',
    profitPercent: '17.64705882',
  });
  await step(70, [BTC, -500, withdrawal]);
  expect(await read(BTC, 50_000)).toMatchObject({
    averageUsdt: '42500',
    costUsdt: '63750.00000000',
    realisedUsdt: '0.00000000',
  });
});

test('between own accounts nothing is won and nothing lost', async () => {
  await step(90, ...buy(BTC, 1_000, 50_000_000));
  const before = await read(BTC, 60_000);
  await step(80, [BTC, -1_000, betweenAccounts], [BTC, 1_000, betweenAccounts, 12]);
  expect(await read(BTC, 60_000)).toEqual(before);
});

test('a trade between two coins is worth what the given one was', async () => {
  prices.set(BTC, 40_000);
  await step(90, [BTC, 1_000, deposit]);
  prices.set(BTC, 60_000);
  await step(80, [ETH, 10_000, 100], [BTC, -500, 100], [ETH, -10, 101]);
  expect(await read(ETH, 3_000)).toMatchObject({ costUsdt: '30000.00000000' });
  expect(await read(BTC, 60_000)).toMatchObject({
    costUsdt: '20000.00000000',
    realisedUsdt: '10000.00000000',
  });
});

test('dust that is closed out is sold; a fee of a trade with oneself is lost', async () => {
  await step(90, ...buy(BTC, 10, 500_000));
  await step(80, [BTC, -1, closeOut], [USDT, 60_000, closeOut]);
  expect((await read(BTC)).realisedUsdt).toBe('10.00000000');
  await step(70, [BTC, 5, 100], [BTC, -5, 100], [BTC, -1, 101]);
  expect(await read(BTC)).toMatchObject({ averageUsdt: '50000', realisedUsdt: '-40.00000000' });
});

test('a cost that nothing tells stays unknown until the coin is gone', async () => {
  await step(90, [BTC3L, 1_000, deposit]);
  await step(80, ...buy(BTC3L, 1_000, 5_000));
  expect(await read(BTC3L, 6)).toMatchObject({ averageUsdt: '', costUsdt: '', profitUsdt: '' });
  await step(70, ...sell(BTC3L, 2_000, 9_000));
  await step(60, ...buy(BTC3L, 1_000, 5_000));
  expect(await read(BTC3L, 6)).toMatchObject({ averageUsdt: '5', profitPercent: '20.00000000' });
});

test('USDT is what everything is measured in', async () => {
  await step(90, [USDT, 7_000, deposit]);
  const usdt = markets.coinById(USDT);
  if (usdt === undefined) throw new Error('no USDT');
  const shown = { coin: usdt, units: 700_000_000n, valueUnits: 700_000_000n, scale: 8 };
  const costs = await readCosts({ database: database.app, markets }, OWNER);
  expect(showCost(costs.get(USDT), shown)).toMatchObject({
    averageUsdt: '1',
    costUsdt: '7.00000000',
  });
});

test('a history is folded once, whoever asks at once', async () => {
  await step(90, ...buy(BTC, 1_000, 50_000_000));
  await step(1, ...buy(BTC, 1_000, 60_000_000));
  const all = await Promise.all(Array.from({ length: 5 }, () => read(BTC, 55_000)));
  for (const each of all) expect(each.averageUsdt).toBe('55000');
  const heads = await database.owner.query<{ through: number }>(
    'SELECT through_move_id AS through FROM cost_heads',
  );
  expect(heads).toEqual([{ through: 2 * 4_096 + 2 }]);
  // What is in the points may be gone from the table: it is not asked for.
  await database.owner.execute('DELETE FROM balance_moves WHERE sequence < 3');
  expect((await read(BTC, 55_000)).averageUsdt).toBe('55000');
});

test('a history of many pages parts no step', async () => {
  await database.owner.execute(
    `INSERT INTO balance_moves
     SELECT step * 4096 + side, $1::bigint, 11, CASE side WHEN 0 THEN ${BTC} ELSE ${USDT} END,
       CASE side WHEN 0 THEN 10000000000 ELSE -5000000000000 END, 100, 7, step, $2::bigint
     FROM generate_series(1, 5201) AS step CROSS JOIN generate_series(0, 1) AS side`,
    [OWNER, NOW_MS - 90 * MINUTE_MS],
  );
  expect(await read(BTC)).toMatchObject({
    averageUsdt: '50000',
    costUsdt: '260050000.00000000',
    realisedUsdt: '0.00000000',
  });
});
