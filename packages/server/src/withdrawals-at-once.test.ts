// More withdrawals of one person at once than the edge has sessions of the database: each waits for
// the owner's row with a session of its own, so none of them may need a second one.
import { withdrawRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADDRESSES,
  COINS,
  NETWORKS,
  startMoneyOut,
  wordOf,
} from './products/capital/book/testing.ts';
import { checkWithdrawal } from './products/capital/withdrawals/checks.ts';
import { createSiteConfiguration } from './products/site/configuration/for-products.ts';

const MORE_THAN_SESSIONS = 24;
let fixture: Awaited<ReturnType<typeof startMoneyOut>>;

beforeAll(async () => {
  fixture = await startMoneyOut();
});
afterAll(() => fixture?.test.stop());

test('many at once of one person are all judged', async () => {
  const { database } = fixture;
  const { caller } = await fixture.addRich();
  const parts = { ...fixture, configuration: createSiteConfiguration(database) };
  const ask = (place: number) => {
    const sent = {
      coinId: COINS.usdt,
      networkId: NETWORKS.evm,
      address: ADDRESSES.other,
      amount: '100',
      clientId: `at-once-${place}`,
    };
    const body = withdrawRoutes.submit.body?.parse(sent) as never;
    const call = { caller, body, proof: { sign: '', text: JSON.stringify(sent) } };
    return wordOf(database.transaction((session) => checkWithdrawal(session, call, parts)));
  };
  const words = await Promise.all(Array.from({ length: MORE_THAN_SESSIONS }, (_, at) => ask(at)));
  expect(new Set(words)).toEqual(new Set(['proof_needed']));
});
