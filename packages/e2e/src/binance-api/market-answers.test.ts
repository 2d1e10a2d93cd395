// Market data of the trading API that depends on when and where one asks: candles of a time zone,
// numbers of trades in a window, older names, products that are empty. On a started server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { type KeyPair, makeTrader, openBot, sendRaw, signQuery } from './client.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRADES = 3;
let server: StagedServer;
let keys: KeyPair;

beforeAll(async () => {
  // Quiet: nobody trades but the test, so that the trades are known.
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  keys = await makeTrader(server.dataFolder, 'gina');
  const other = await makeTrader(server.dataFolder, 'hugo');
  for (let count = 0; count < TRADES; count += 1) {
    await place(other, 'SELL');
    expect((await place(keys, 'BUY')).reported).toMatchObject({ status: 'FILLED' });
  }
});
afterAll(() => server.stop());

function place(pair: KeyPair, side: string) {
  const fields = { side, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '30000' };
  const query = signQuery({ symbol: 'BTCUSDT', ...fields }, pair);
  return sendRaw(server.address, {
    method: 'POST',
    path: '/api/v3/order',
    query,
    key: pair.apiKey,
  });
}

const ask = async (path: string) => {
  const { reported } = await sendRaw(server.address, { method: 'GET', path });
  return reported;
};

type Candle = [openTime: number, ...rest: unknown[]];

test.each([
  ['8', '1d', 8 * HOUR_MS, DAY_MS],
  ['-1:00', '1d', -HOUR_MS, DAY_MS],
  ['05:45', '4h', 5.75 * HOUR_MS, 4 * HOUR_MS],
  ['+14:00', '1h', 14 * HOUR_MS, HOUR_MS],
] as const)('candles of zone %s by %s begin there', async (zone, interval, aheadMs, lengthMs) => {
  const query = `symbol=BTCUSDT&interval=${interval}&limit=2&timeZone=${encodeURIComponent(zone)}`;
  const rows = (await ask(`/api/v3/klines?${query}`)) as unknown as Candle[];
  const last = rows.at(-1) as Candle;
  for (const [openTime] of rows) expect((openTime + aheadMs) % lengthMs).toBe(0);
  expect(last[6]).toBe(last[0] + lengthMs - 1);
  const all = rows.reduce((sum, row) => sum + Number(row[5]), 0);
  expect(all).toBeGreaterThanOrEqual(0.001 * TRADES);
});

test('months of a zone begin at its midnight', async () => {
  const [row] = (await ask(
    '/api/v3/klines?symbol=BTCUSDT&interval=1M&limit=1&timeZone=-5',
  )) as unknown as Candle[];
  const begin = new Date((row as Candle)[0] - 5 * HOUR_MS);
  expect([begin.getUTCDate(), begin.getUTCHours(), begin.getUTCMinutes()]).toEqual([1, 0, 0]);
});

test.each(['15', '-13', '8:75', 'Berlin'])('there is no zone %s', async (zone) => {
  const query = `symbol=BTCUSDT&interval=1d&timeZone=${encodeURIComponent(zone)}`;
  expect((await ask(`/api/v3/klines?${query}`)).code).toBeLessThan(-1099);
});

/** Whole hours that a zone is ahead of UTC where it is the middle of the day: none turns soon. */
const noonAheadHours = 12 - new Date().getUTCHours();

test.each([
  '/api/v3/ticker/24hr?symbol=BTCUSDT',
  '/api/v3/ticker?symbol=BTCUSDT&windowSize=2h',
  `/api/v3/ticker/tradingDay?symbol=BTCUSDT&timeZone=${noonAheadHours}`,
])('%s counts the trades that have just been, by their numbers', async (path) => {
  const trades = (await ask('/api/v3/trades?symbol=BTCUSDT')) as unknown as { id: number }[];
  const { firstId, lastId, count } = (await ask(path)) as Record<string, unknown>;
  expect({ firstId, lastId, count }).toEqual({
    firstId: trades[0]?.id,
    lastId: trades.at(-1)?.id,
    count: trades.length,
  });
});

test('a trading day begins at the midnight of its zone', async () => {
  const path = `/api/v3/ticker/tradingDay?symbol=BTCUSDT&timeZone=${noonAheadHours}`;
  const openTime = Number((await ask(path))['openTime']);
  expect((openTime + noonAheadHours * HOUR_MS) % DAY_MS).toBe(0);
});

test('the contract account is there and empty', async () => {
  const askOwn = async (path: string) => {
    const query = signQuery({}, keys);
    return (await sendRaw(server.address, { method: 'GET', path, query, key: keys.apiKey }))
      .reported;
  };
  for (const version of ['v2', 'v3']) {
    expect(await askOwn(`/fapi/${version}/account`)).toMatchObject({
      totalWalletBalance: '0.00000000',
      assets: [],
      positions: [],
    });
    expect(await askOwn(`/fapi/${version}/balance`)).toEqual([]);
    expect(await askOwn(`/fapi/${version}/positionRisk`)).toEqual([]);
  }
  expect(await askOwn('/fapi/v1/accountConfig')).toMatchObject({ canTrade: false });
  for (const name of ['income', 'allOrders', 'userTrades', 'openAlgoOrders']) {
    expect(await askOwn(`/fapi/v1/${name}`), name).toEqual([]);
  }
  expect((await ask('/fapi/v1/fundingRate?symbol=BTCUSDT')).code).toBe(-1121);
});

test('a client that asks for stocks as it loads gets the spot markets', async () => {
  const bot = openBot(server.address, keys);
  await bot.loadMarkets();
  const asking = openBot(server.address, keys);
  const types = ['spot', 'linear', 'inverse', 'stock'];
  Object.assign(asking.options, { fetchMarkets: { types } });
  await asking.loadMarkets();
  expect(asking.symbols).toEqual(bot.symbols);
  const query = signQuery({}, keys);
  const path = '/sapi/v1/equity/market/exchangeInfo';
  const answer = await sendRaw(server.address, { method: 'GET', path, query, key: keys.apiKey });
  expect(answer.reported).toMatchObject({ symbols: [] });
});

test('the newest trades have the name that older clients know', async () => {
  const older = await ask('/api/v1/trades?symbol=BTCUSDT&limit=2');
  expect(older).toHaveLength(2);
  expect(older).toEqual(await ask('/api/v3/trades?symbol=BTCUSDT&limit=2'));
});
