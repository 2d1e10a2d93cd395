// Gifts that two operators agreed to, over real tables and the real engine: once for a number,
// however often and late it is carried out.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallRefusal } from '../../../base/product/index.ts';
import {
  type MoneyFixture,
  type MoneyPerson,
  startMoneyFixture,
} from '../../../testing/money-fixture.ts';
import { operatorGiftConsumer } from './gift-end.ts';
import { type GiftEntry, giveOfOperatorAccount } from './gifts.ts';

let fixture: MoneyFixture;
let person: MoneyPerson;
let giftId = 0;

beforeAll(async () => {
  fixture = await startMoneyFixture([operatorGiftConsumer]);
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  person = await fixture.openPerson();
  giftId += 1;
});

const give = (amount = '7.5', asset = 'USDT') => {
  const entry = { ...fixture, users: { read: async () => ({}) } } as unknown as GiftEntry;
  return giveOfOperatorAccount(entry, { ownerId: person.ownerId, asset, amount, giftId });
};
/** Carried out again while its outcome is unknown: a busy machine takes longer than one call. */
async function giveAll(amount?: string, asset?: string): Promise<{ seq: string }> {
  try {
    return await give(amount, asset);
  } catch (error) {
    if ((error as CallRefusal).word !== 'outcome_unknown') throw error;
    return giveAll(amount, asset);
  }
}
const expectGiven = () => {
  expect(fixture.readUnits(person.accountId)).toEqual({ '52': 750_000_000n });
  fixture.expectSumsZero();
};

test('a number is given once, also when it is carried out again and by two', async () => {
  const both = await Promise.all([giveAll(), giveAll()]);
  expect(both[1]).toEqual(both[0]);
  // The engine forgets keys after a day; the row does not.
  expect(await giveAll()).toEqual(both[0]);
  expectGiven();
});

test('killed before the engine took it: it is given later, and told when asked again', async () => {
  await fixture.kill();
  await expect(give()).rejects.toMatchObject({ word: 'outcome_unknown' });
  await fixture.start();
  await fixture.settle();
  await giveAll();
  expectGiven();
});

test('what the engine refuses stays refused, what nobody can give is not written', async () => {
  await fixture.drain('ETH');
  const refused = { word: 'balance_too_low' };
  await expect(giveAll('1', 'ETH')).rejects.toMatchObject(refused);
  await fixture.fund('ETH');
  await expect(giveAll('1', 'ETH')).rejects.toMatchObject(refused);
  expect(fixture.readUnits(person.accountId)).toEqual({});
  giftId += 1;
  await expect(give('0.123456789', 'USDT')).rejects.toMatchObject({ word: 'invalid' });
  await expect(give('1', 'NONE')).rejects.toMatchObject({ word: 'object_not_found' });
  const rows = await fixture.database.query('SELECT FROM operator_gifts WHERE gift_id = $1', [
    giftId,
  ]);
  expect(rows).toEqual([]);
});
