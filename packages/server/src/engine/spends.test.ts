// A thousand spends of one balance at once, orders and transfers mixed, through the real writer,
// the real rules and a real journal: just as many are taken as there is money for.
import {
  AccountClass,
  AccountType,
  CommandKind,
  MarketState,
  OrderType,
  simpleLimitTerms,
  rejects,
  smallSizes,
  Source,
  TransferReason,
  unkeyed,
} from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { openCore } from './core.ts';
import { engineMigrations } from './tables.ts';
import { marketRules } from './testing/market-rules.ts';
import { startTestEngine, type TestEngine } from './testing/fixture.ts';

const SPENDS = 1_000;
const QUOTE = 52;
const SPENDER = 2;
const RECEIVER = 3;
const owner = 1_000_001;

let db: TestDatabase;
let engine: TestEngine;

function send(kind: keyof typeof CommandKind, fields: object, actorId = 1) {
  const signs = { actorId, sessionId: 1, source: Source.operator, issuedAtMs: 0, ...unkeyed };
  return engine.send({ ...signs, kind: CommandKind[kind], ...fields } as never);
}

const sendTransfer = (fromAccountId: number, toAccountId: number, amountUnits: bigint) =>
  send('transfer', {
    fromAccountId,
    toAccountId,
    assetId: QUOTE,
    amountUnits,
    reason: TransferReason.betweenAccounts,
    reference: 0,
  });

/** A buy that rests and holds its price in ticks times its size in lots. */
const sendOrder = (priceTicks: number, sizeLots: number) =>
  send(
    'placeOrder',
    {
      accountId: SPENDER,
      instrumentId: 7,
      side: 0,
      orderType: OrderType.limit,
      timeInForce: 0,
      priceTicks,
      sizeLots,
      ...simpleLimitTerms,
      isTest: false,
    },
    owner,
  );

async function openVenue(): Promise<void> {
  const account = { scope: 0, isMock: false, accountClass: AccountClass.wallet };
  const [fixture, spot] = [AccountType.operatorFee, AccountType.spot];
  const rates = Array.from({ length: 16 }, () => 0);
  const steps = [
    ['defineAsset', { assetId: QUOTE, scale: 6, isMock: false }],
    ['defineAsset', { assetId: 2, scale: 8, isMock: false }],
    ['openAccount', { ...account, ownerId: 1, accountType: fixture }],
    ['openAccount', { ...account, ownerId: owner, accountType: spot }],
    ['openAccount', { ...account, ownerId: owner + 1, accountType: spot }],
    [
      'openAccount',
      { ...account, ownerId: 1, accountType: AccountType.chain, accountClass: AccountClass.contra },
    ],
    ['setFeeSchedule', { instrumentId: 0, makerPpm: rates, takerPpm: rates }],
    [
      'defineInstrument',
      {
        instrumentId: 7,
        baseAssetId: 2,
        quoteAssetId: QUOTE,
        ...marketRules,
        openOrdersCountMax: SPENDS,
      },
    ],
    ['setMarketState', { instrumentId: 7, state: MarketState.trading }],
  ] as const;
  for (const [kind, fields] of steps) {
    expect([kind, (await send(kind, fields)).code]).toEqual([kind, 0]);
  }
}

const readQuote = (accountId: number) => {
  const [balance] = engine.core.readBalances(accountId, [QUOTE]);
  return { free: balance?.availableUnits ?? 0n, held: balance?.heldUnits ?? 0n };
};

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
  engine = await startTestEngine({ db, engineId: 1, core: openCore(smallSizes) });
  await openVenue();
});
afterAll(async () => {
  await engine.stop();
  await db.stop();
});

test('of a thousand spends at once just as many are taken as there is money for', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lots = 1 + Math.floor(Math.random() * 1_000);
    const spend = 100n * BigInt(lots);
    const affordable = 1 + Math.floor(Math.random() * 200);
    const before = readQuote(RECEIVER).free;
    // What is left is one unit too little for one more.
    const money = spend * BigInt(affordable + 1) - 1n;
    expect((await sendTransfer(4, SPENDER, money)).code).toBe(0);
    const codes = await Promise.all(
      Array.from({ length: SPENDS }, async (_none, at) => {
        const isOrder = at % 2 === 0;
        const step = await (isOrder
          ? sendOrder(100, lots)
          : sendTransfer(SPENDER, RECEIVER, spend));
        return { isOrder, code: step.code };
      }),
    );
    const taken = codes.filter(({ code }) => code === 0);
    const ordersCount = taken.filter(({ isOrder }) => isOrder).length;
    expect(taken).toHaveLength(affordable);
    const refused = new Set(codes.filter(({ code }) => code !== 0).map(({ code }) => code));
    expect([...refused]).toEqual([rejects.balance_too_low[0]]);
    const held = spend * BigInt(ordersCount);
    expect(readQuote(SPENDER)).toEqual({ free: spend - 1n, held });
    const moved = spend * BigInt(affordable - ordersCount);
    expect(readQuote(RECEIVER).free - before).toBe(moved);
    // The next round begins with nothing.
    await send('cancelAllOrders', { accountId: SPENDER, instrumentId: 7 }, owner);
    await sendTransfer(SPENDER, 4, readQuote(SPENDER).free);
    expect(readQuote(SPENDER)).toEqual({ free: 0n, held: 0n });
  }
});
