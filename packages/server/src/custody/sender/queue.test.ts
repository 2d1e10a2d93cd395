// Which queued withdrawals a look sees, on the real tables.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import { readQueue } from './queue.ts';

const NETWORK = 1;
const [SHORT, OTHER] = [1, 2];

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  await db.owner.execute(
    `INSERT INTO networks (network_id, name, family, chain_id, needed, block_seconds, state)
     VALUES (1, 'Chain', 'evm', 1, 12, 12, 'open'), (2, 'Other', 'evm', 2, 12, 12, 'open')`,
  );
  for (const [networkId, assetId, contract] of [
    [1, SHORT, '0xaa'],
    [1, OTHER, ''],
    [2, OTHER, ''],
  ]) {
    await db.owner.execute(
      `INSERT INTO network_assets (network_id, asset_id, contract, decimals, deposit_raw_min,
         withdraw_units_min, withdraw_units_max, fee_units, fee_ppm)
       VALUES ($1, $2, $3, 6, 1, 1, 1000000, 0, 0)`,
      [networkId ?? 0, assetId ?? 0, contract ?? ''],
    );
  }
});
afterAll(() => db?.stop());

let count = 0;
async function queue(assetId: number, many = 1, networkId = NETWORK): Promise<void> {
  await db.owner.execute(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       take_intent_id, asked_at_ms, changed_at_ms)
     SELECT 7, 'c' || place, '\\x00', $1, $2, '0xto', 5, 5, 0, 5, 5, 1, 'queued', place, 1, 1
     FROM generate_series($3::int, $4::int) AS place`,
    [assetId, networkId, count + 1, count + many],
  );
  count += many;
}

test('two hundred of a coin that is short hide none of another', async () => {
  await queue(SHORT, 200);
  await queue(OTHER, 1, 2);
  await queue(OTHER, 2);
  const rows = await readQueue(db.app, { networkId: NETWORK, nowMs: 10, rowsOfCoinMax: 16 });
  const coins = rows.map(({ assetId }) => assetId);
  expect(coins.filter((assetId) => assetId === SHORT)).toHaveLength(16);
  expect(coins.slice(-2)).toEqual([OTHER, OTHER]);
  // The oldest of each, in the order in which they were asked for.
  const numbers = rows.map(({ withdrawalId }) => withdrawalId);
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  expect(numbers[0]).toBe(1);
});
