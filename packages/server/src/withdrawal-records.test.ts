// What a person reads of a withdrawal that went to another customer: the fee that was taken with it
// went back as it ended, so it has cost nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESSES, COINS, NETWORKS, startMoneyOut } from './products/capital/book/testing.ts';
import { createWithdrawalReader } from './products/capital/withdrawals/records.ts';

let fixture: Awaited<ReturnType<typeof startMoneyOut>>;

beforeAll(async () => {
  fixture = await startMoneyOut();
});
afterAll(() => fixture?.test.stop());

test.each([
  ['inside, on its way', true, 'queued', '1.00000000'],
  ['inside, arrived', true, 'complete', '0.00000000'],
  ['over the chain, arrived', false, 'complete', '1.00000000'],
])('what is %s shows its fee', async (what, isInside, state, fee) => {
  const { ownerId } = await fixture.addRich();
  await fixture.test.owner.execute(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       is_inside, take_intent_id, end_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, $2, '\\x00', $3, $4, $5, 2100000000, 2100000000, 100000000, 2000000000, 20000000,
       2100000000, $6, $7, $8, $8, 1, 1)`,
    [ownerId, what, COINS.usdt, NETWORKS.evm, ADDRESSES.other, state, isInside, ownerId],
  );
  const { rows } = await createWithdrawalReader(fixture)(ownerId, { limit: 10 });
  expect(rows).toMatchObject([{ amount: '20.00000000', fee }]);
});
