// The comparison of chain and books while payments end beside it: all terms are of one moment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import { raiseEpoch } from '../epoch.ts';
import type { ScannedNetwork } from '../scanner/own-moves.ts';
import { type ReconcileParts, reconcile } from './reconcile.ts';

const COIN = 53;
const HOLDING_RAW = 89n;
const PAID_RAW = 11n;
let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  await db.owner.execute(`
    INSERT INTO networks (network_id, name, family, needed, block_seconds, state)
      VALUES (1, 'Chain', 'btc', 3, 600, 'open');
    INSERT INTO network_assets (network_id, asset_id, decimals, deposit_raw_min,
      withdraw_units_min, withdraw_units_max, fee_units, fee_ppm)
      VALUES (1, ${COIN}, 8, 1, 1, 1000, 0, 0);
    INSERT INTO chain_cursor (network_id, height, hash, head_height) VALUES (1, 7, '0xb7', 7);
    INSERT INTO chain_books (network_id, asset_id, units)
      VALUES (1, ${COIN}, ${HOLDING_RAW + PAID_RAW});`);
});
afterAll(() => db?.stop());

const network = {
  networkId: 1,
  family: 'btc',
  needed: 3,
  house: [],
  port: { readHoldings: async () => [{ address: 'hot', asset: 'native', raw: HOLDING_RAW }] },
} as unknown as ScannedNetwork;

test('a payment that ends while the terms are read makes no difference', async () => {
  const database = db.app;
  const fence = await raiseEpoch(database, { writer: 'test', nowMs: 1 });
  const troubles: unknown[] = [];
  const parts: ReconcileParts = {
    database,
    fence,
    readNowMs: () => 1,
    report: (error) => troubles.push(error),
    screenDeposit: async () => ({ kind: 'pass' }),
    money: { readScale: async () => 8 } as unknown as ReconcileParts['money'],
    // It ends in the books, and is on its way no more, between the two questions.
    readOutTerms: async (session) => {
      const read = 'SELECT units::text FROM chain_books WHERE network_id = 1';
      await db.owner.execute(`UPDATE chain_books SET units = ${HOLDING_RAW} WHERE network_id = 1`);
      const [row] = await session.query<{ units: string }>(read);
      return new Map([[COIN, { sent: HOLDING_RAW - BigInt(row?.units ?? 0) }]]);
    },
  };
  await reconcile(parts, network, { height: 7, hash: '0xb7' });
  const [compared] = await database.query<{ terms: object; difference: string; stop: string }>(
    `SELECT terms, difference::text, sending_stop AS stop
     FROM chain_recons JOIN network_assets USING (network_id, asset_id)`,
  );
  expect(troubles).toEqual([]);
  expect(compared).toMatchObject({ difference: '0', stop: '' });
  expect(compared?.terms).toMatchObject({ books: '100', sent: '-11' });
});
