// Gifts over real tables and the real engine: whole or not at all, once, however often they are
// asked for and whatever the engine says.
import { AccountType } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMoneyFixture, type MoneyFixture } from '../testing/money-fixture.ts';
import type { CallRefusal } from '../base/product/index.ts';
import { createFaucetRoutes } from './faucet.ts';
import { giftConsumer } from './gifts.ts';

let fixture: MoneyFixture;
let nowMs = 0;

beforeAll(async () => {
  fixture = await startMoneyFixture([giftConsumer]);
});
afterAll(() => fixture.stop());
beforeEach(() => {
  nowMs = Date.now();
});

function open(ownerId: number) {
  const { accounts, markets, intents, database } = fixture;
  const [give, state] = createFaucetRoutes({
    database,
    intents,
    accounts,
    markets,
    readSourceAccount: () => accounts.readOperatorAccount(AccountType.operatorPromotions),
    readNowMs: () => nowMs,
  });
  const call = { caller: { ownerId } } as never;
  /** Ask, and again while the gift is under way: a busy machine takes longer than one call. */
  async function ask(): Promise<{ leftCount: number; seq: string }> {
    try {
      return (await give?.handle(call)) as { leftCount: number; seq: string };
    } catch (error) {
      if ((error as CallRefusal).word !== 'outcome_unknown') throw error;
      return ask();
    }
  }
  return {
    ask,
    look: () => state?.handle(call) as Promise<{ nextAt: number; leftCount: number }>,
  };
}

test('a gift comes whole and once, and the next one a day later', async () => {
  const owner = await fixture.openPerson();
  const { ask, look } = open(owner.ownerId);
  expect(await look()).toEqual({ nextAt: 0, leftCount: 5 });
  const both = await Promise.allSettled([ask(), ask()]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(fixture.readUnits(owner.accountId)).toEqual(fixture.gift);
  await expect(ask()).rejects.toThrow('faucet_used');
  expect(await look()).toEqual({ nextAt: nowMs + 86_400_000, leftCount: 4 });
  nowMs += 86_400_000;
  expect(await ask()).toMatchObject({ leftCount: 3, nextAt: nowMs + 86_400_000 });
  fixture.expectSumsZero();
});

test('what the engine refuses leaves nothing, and may be asked for again', async () => {
  const owner = await fixture.openPerson();
  const { ask, look } = open(owner.ownerId);
  await fixture.drain('ETH');
  await expect(ask()).rejects.toMatchObject({ word: 'leg_refused' });
  expect(fixture.readUnits(owner.accountId)).toEqual({});
  expect(await look()).toEqual({ nextAt: 0, leftCount: 5 });
  await fixture.fund('ETH');
  expect(await ask()).toMatchObject({ leftCount: 4 });
  expect(fixture.readUnits(owner.accountId)).toEqual(fixture.gift);
  fixture.expectSumsZero();
});
