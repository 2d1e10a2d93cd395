// What a market has behind it, on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../base/db/testing.ts';
import { createPublishedSteps } from '../../../base/projections/index.ts';
import { createMarketPast } from './market-past.ts';
import { migrations } from '../../../migrations.ts';

let database: TestDatabase;
let durableSequence = 0;

const makeParts = () => ({
  database: database.app,
  readDurable: async () => durableSequence,
  steps: createPublishedSteps(database.app, 'orders'),
});

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  await database.app.execute(`INSERT INTO projections (name, sequence) VALUES ('orders', 40)`);
});
afterAll(() => database?.stop());

test('a market has a past once there was an order or an alert, and each only its own', async () => {
  durableSequence = 40;
  const hasPast = createMarketPast(makeParts());
  expect(await hasPast(7)).toBe(false);
  await database.app.execute(
    `INSERT INTO spot_orders (order_id, owner_id, account_id, instrument_id, side, order_type,
       time_in_force, self_trade_mode, status, price_ticks, size_lots, sequence, created_at_ms,
       updated_at_ms)
     VALUES (1, 1000001, 9, 7, 0, 1, 0, 1, 3, 190, 3, 12, 1, 1)`,
  );
  await database.app.execute(
    `INSERT INTO price_alerts (owner_id, instrument_id, alert_type, price_ticks, move_bps,
       window_minutes, repeat, created_at_ms)
     VALUES (1000001, 8, 1, 190, 0, 0, 'once', 1)`,
  );
  expect([await hasPast(7), await hasPast(8), await hasPast(9)]).toEqual([true, true, false]);
});

test('it waits for what is committed to be stored, and refuses when it does not come', async () => {
  durableSequence = 41;
  const impatient = createMarketPast(makeParts(), 100);
  await expect(impatient(9)).rejects.toThrow('behind the journal');
  const requested = createMarketPast(makeParts())(9);
  await database.app.execute(`UPDATE projections SET sequence = 41 WHERE name = 'orders'`);
  expect(await requested).toBe(false);
});
