import { EventKind, type TradeExecuted } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import { type Market, type MarketRegistry } from '../../base/market/index.ts';
import { marketMigrations } from '../../base/market/tables.ts';
import { notificationMigrations } from '../../base/notifications/tables.ts';
import { createAlertWatch } from './alert-watch.ts';
import { type AlertTerms, createAlerts } from './alerts.ts';
import { inboxModule } from './module.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({
    migrations: [...marketMigrations, ...notificationMigrations, ...inboxModule.migrations],
  });
});
afterAll(() => database.stop());

const market = {
  instrumentId: 7,
  symbol: 'btc_usdt',
  base: { shortName: 'BTC' },
  quote: { shortName: 'USDT' },
  priceDecimals: 0,
  priceTicksMin: 1,
  priceTicksMax: 1_000_000,
} as unknown as Market;
const markets = {
  marketBySymbol: (symbol: string) => (symbol === market.symbol ? market : undefined),
  marketById: (id: number) => (id === market.instrumentId ? market : undefined),
} as unknown as MarketRegistry;

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000;
let nextOwner = 100;

/** One person with one alert, and trades at prices, one a minute. */
async function watchOne(terms: Partial<AlertTerms>) {
  const ownerId = (nextOwner += 1);
  const alerts = createAlerts(database.app, markets, () => START_MS);
  const failures: unknown[] = [];
  const watch = createAlertWatch({
    database: database.app,
    markets,
    alerts,
    report: (error) => failures.push(error),
  });
  const alert = await alerts.add(ownerId, {
    symbol: 'btc_usdt',
    alertType: 1,
    alertValue: '100',
    windowMinutes: 0,
    repeat: 'once',
    ...terms,
  });
  await watch.add(alert);
  let atMs = START_MS;
  return {
    alerts,
    ownerId,
    async trade(...prices: number[]): Promise<string[]> {
      for (const priceTicks of prices) {
        const event = { kind: EventKind.tradeExecuted, instrumentId: 7, priceTicks };
        watch.apply({ sequence: 1, atMs, events: [event as TradeExecuted] });
        atMs += MINUTE_MS;
      }
      await watch.settle();
      expect(failures).toEqual([]);
      const rows = await database.app.query<{ kind: string }>(
        'SELECT kind FROM notices WHERE owner_id = $1 ORDER BY notice_id',
        [ownerId],
      );
      return rows.map((row) => row.kind);
    },
  };
}

test('a price fires when it is crossed, not when it was there before, and once only', async () => {
  const rise = await watchOne({ alertType: 1, alertValue: '100' });
  expect(await rise.trade(105, 104)).toEqual([]);
  expect(await rise.trade(99, 100, 99, 101)).toEqual(['alert_rise']);
  const fall = await watchOne({ alertType: 2, alertValue: '100' });
  expect(await fall.trade(99, 98)).toEqual([]);
  expect(await fall.trade(101, 100)).toEqual(['alert_fall']);
});

test('an alert that repeats rests five minutes, or a day', async () => {
  const always = await watchOne({ repeat: 'always' });
  expect(await always.trade(99, 100, 99, 100)).toHaveLength(1);
  expect(await always.trade(99, 99, 99, 100)).toHaveLength(2);
  const daily = await watchOne({ repeat: 'daily' });
  expect(await daily.trade(99, 100, 99, 99, 99, 99, 99, 100)).toHaveLength(1);
});

test('a move is measured against the price of the window before, either way', async () => {
  const move = await watchOne({ alertType: 3, alertValue: '5', windowMinutes: 5 });
  expect(await move.trade(100, 100, 100, 100, 100, 100, 104)).toEqual([]);
  expect(await move.trade(95)).toEqual(['alert_move']);
});

test('a move too small to be told has no sign', async () => {
  const fall = await watchOne({ alertType: 2, alertValue: '200000' });
  expect(await fall.trade(200_001, 199_999)).toEqual(['alert_fall']);
  const [published] = await database.app.query<{ move: string; kind: string }>(
    `SELECT facts->>'changeMove' AS move, facts->>'changeType' AS kind
     FROM notices WHERE owner_id = $1`,
    [fall.ownerId],
  );
  expect(published).toEqual({ move: '0.00', kind: 'rise' });
});

test('a new extreme needs an hour of prices to be one', async () => {
  const extreme = await watchOne({ alertType: 4, alertValue: '0' });
  expect(await extreme.trade(100, 110, 90)).toEqual([]);
  expect(await extreme.trade(...Array.from({ length: 60 }, () => 100))).toEqual([]);
  expect(await extreme.trade(110)).toEqual([]);
  expect(await extreme.trade(111)).toEqual(['alert_high']);
});

test('bad terms name their field and write nothing; there is an end to the number', async () => {
  const { alerts, ownerId } = await watchOne({});
  const good = { symbol: 'btc_usdt', alertType: 1, alertValue: '5', windowMinutes: 0 } as const;
  const add = (terms: object) => alerts.add(ownerId, { ...good, repeat: 'once', ...terms });
  await expect(add({ symbol: 'x_y' })).rejects.toMatchObject({ fields: [{ path: 'symbol' }] });
  await expect(add({ alertValue: '5.5' })).rejects.toMatchObject({ word: 'invalid' });
  await expect(add({ alertType: 3 })).rejects.toMatchObject({
    fields: [{ path: 'windowMinutes' }],
  });
  for (let count = 1; count < 10; count += 1) await add({});
  await expect(add({})).rejects.toMatchObject({ word: 'limit_reached' });
  expect(await alerts.list(ownerId)).toHaveLength(10);
});
