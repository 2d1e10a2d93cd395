// Streams and the WebSocket API on a really started server: as ccxt's streaming class uses them, as
// a bot uses them by hand, and as someone uses them who does not keep the rules.
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SharedServer } from '../fixture/server.ts';
import { shareServer } from '../fixture/shared.ts';
import { callApi, signParams } from './api-line.ts';
import {
  type KeyPair,
  makeTrader,
  openBot,
  operate,
  sendRaw,
  signQuery,
  waitForMarket,
} from './client.ts';
import { type Message, openLine } from './line.ts';
import { type LocalBook, loadSnapshot, openLocalBook } from './local-book.ts';
import { openProBot, type ProBot } from './pro-bot.ts';

let server: SharedServer;
let keys: KeyPair;
let pro: ProBot;

beforeAll(async () => {
  server = await shareServer('live');
  keys = await makeTrader(server.dataFolder, 'streamer');
  pro = await openProBot(server.address, keys);
  await pro.loadMarkets();
  await waitForMarket(server.address);
});

afterAll(async () => {
  await pro?.close();
});

/** Each test calls from an address of its own, so that limits do not meet. */
let addressesCount = 10;
const nextAddress = () => `127.0.0.${(addressesCount += 1)}`;

it('ccxt.pro watches markets', async () => {
  const symbol = 'BTC/USDT';
  const [book, trades, ticker, candles, best, all] = await Promise.all([
    pro.watchOrderBook(symbol),
    pro.watchTrades(symbol),
    pro.watchTicker(symbol),
    pro.watchOHLCV(symbol, '1m'),
    pro.watchBidsAsks([symbol]),
    pro.watchTickers([symbol, 'ETH/USDT']),
  ]);
  expect(book.bids[0]?.[0]).toBeLessThan(Number(book.asks[0]?.[0]));
  expect(trades[0]).toMatchObject({ symbol, price: expect.any(Number) });
  expect(ticker).toMatchObject({ symbol, last: expect.any(Number) });
  expect(candles.at(-1)).toHaveLength(6);
  expect(best[symbol]?.bid).toBeLessThan(best[symbol]?.ask as number);
  expect(Object.keys(all).length).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) {
    const later = await pro.watchOrderBook(symbol);
    expect(later.bids[0]?.[0]).toBeLessThan(Number(later.asks[0]?.[0]));
  }
});

it('ccxt.pro watches several markets over one line, and lets go of them', async () => {
  const symbols = ['BTC/USDT', 'ETH/USDT'];
  const several = await openProBot(server.address);
  await several.loadMarkets();
  const book = await several.watchOrderBookForSymbols(symbols);
  expect(symbols).toContain(book.symbol);
  expect(symbols).toContain((await several.watchTradesForSymbols(symbols))[0]?.symbol);
  const candles = await several.watchOHLCVForSymbols([['BTC/USDT', '1m']]);
  expect(Object.keys(candles)).toEqual(['BTC/USDT']);
  await several.watchTicker('BTC/USDT');
  // The library waits for our word that each stream has ended.
  expect(await several.unWatchOrderBookForSymbols(symbols)).toBe(true);
  expect(await several.unWatchTradesForSymbols(symbols)).toBe(true);
  expect(await several.unWatchOHLCVForSymbols([['BTC/USDT', '1m']])).toBe(true);
  expect(await several.unWatchTicker('BTC/USDT')).toBe(true);
  await several.close();
});

it('ccxt.pro places, watches, amends and cancels over the WebSocket API', async () => {
  const symbol = 'BTC/USDT';
  const seen = pro.watchOrders(symbol);
  const price = Math.floor((await pro.fetchTicker(symbol)).last as number) - 2_000;
  const placed = await pro.createOrderWs(symbol, 'limit', 'buy', 0.01, price);
  const id = String(placed.id);
  expect(id).toMatch(/^\d+$/);
  expect((await seen).at(-1)).toMatchObject({ id, status: 'open', price });
  expect(await pro.fetchOrderWs(id, symbol)).toMatchObject({ id });
  const open = await pro.fetchOpenOrdersWs(symbol);
  expect(open.map((order) => order.id)).toContain(id);
  const edited = await pro.editOrderWs(id, symbol, 'limit', 'buy', 0.02, price);
  const canceled = pro.watchOrders(symbol);
  await pro.cancelOrderWs(String(edited.id), symbol);
  const statuses = (await canceled).map((order) => `${order.id} ${order.status}`);
  expect(statuses).toContain(`${edited.id} canceled`);
  await pro.createOrderWs(symbol, 'limit', 'buy', 0.01, price);
  await pro.cancelAllOrdersWs(symbol);
  expect(await pro.fetchOpenOrdersWs(symbol)).toEqual([]);
});

it('ccxt.pro hears of its own trades and balances', async () => {
  const symbol = 'BTC/USDT';
  const trades = pro.watchMyTrades(symbol);
  const balance = pro.watchBalance();
  const order = await pro.createOrderWs(symbol, 'market', 'buy', 0.001);
  const [trade] = await trades;
  expect(trade).toMatchObject({ order: order.id, symbol, side: 'buy', takerOrMaker: 'taker' });
  expect(trade.fee?.currency).toBe('BTC');
  // What was told first may still be about an order of before.
  await balance;
  await expect.poll(() => pro.balance['spot']?.['BTC']?.free).toBeGreaterThan(2);
  const byCall = await pro.fetchMyTradesWs(symbol);
  expect(byCall.map(({ id }) => id)).toContain(trade.id);
  // The library keeps a spot account over the socket as it comes.
  const { info } = await pro.fetchBalanceWs();
  const btc = info.balances.find((one: Message) => one.asset === 'BTC');
  expect(Number(btc.free)).toBe((await pro.fetchBalance())['BTC']?.free);
  for (const reported of [await pro.fetchOHLCVWs(symbol, '1m'), await pro.fetchTradesWs(symbol)]) {
    expect(reported).toBeDefined();
  }
});

it('a session logs on with an Ed25519 key and trades without further signatures', async () => {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const words = ['keys', 'create', '--user', 'streamer@example.com', '--permissions', 'read,spot'];
  const made = await operate<{ apiKey: string }>(server.dataFolder, [
    ...words,
    `--public-key=${publicKey}`,
  ]);
  const line = await openLine(`${server.address}/ws-api/v3`, nextAddress());
  const open = { apiKey: made.apiKey, timestamp: String(Date.now()) };
  const text = `apiKey=${open.apiKey}&timestamp=${open.timestamp}`;
  const signature = sign(null, Buffer.from(text), pair.privateKey).toString('base64');
  expect(await callApi(line, 'userDataStream.subscribe')).toMatchObject({ status: 401 });
  expect(await callApi(line, 'session.logon', { ...open, signature })).toMatchObject({
    status: 200,
    result: { apiKey: made.apiKey, userDataStream: false },
  });
  expect((await callApi(line, 'userDataStream.subscribe')).result).toEqual({ subscriptionId: 0 });
  const placed = await callApi(line, 'order.place', {
    symbol: 'ETHUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.1',
    price: '2000',
    newClientOrderId: 'by-hand-1',
    timestamp: Date.now(),
  });
  expect(placed).toMatchObject({ status: 200, result: { symbol: 'ETHUSDT', status: 'NEW' } });
  expect(placed.rateLimits.map((one: Message) => one.rateLimitType)).toEqual([
    'ORDERS',
    'ORDERS',
    'REQUEST_WEIGHT',
  ]);
  const ended = await callApi(line, 'order.cancel', {
    symbol: 'ETHUSDT',
    origClientOrderId: 'by-hand-1',
    timestamp: Date.now(),
    returnRateLimits: false,
  });
  expect(ended).toMatchObject({ status: 200, result: { status: 'CANCELED' } });
  expect(ended.rateLimits).toBeUndefined();
  expect((await callApi(line, 'session.status')).result.userDataStream).toBe(true);
  line.send({ id: 'out', method: 'session.logout' });
  await line.wait(({ event }) => event?.e === 'eventStreamTerminated');
  expect((await line.wait(({ id }) => id === 'out')).result).toMatchObject({
    apiKey: null,
    userDataStream: false,
  });
  const refused = await callApi(line, 'account.status', { timestamp: Date.now() });
  expect(refused.error.code).toBe(-2014);
});

it('a shared secret cannot log on; a wrong signature and an old clock are refused', async () => {
  const line = await openLine(`${server.address}/ws-api/v3`, nextAddress());
  expect((await callApi(line, 'session.logon', signParams({}, keys))).error.code).toBe(-4056);
  const wrong = { ...signParams({}, keys), signature: '0'.repeat(64) };
  expect((await callApi(line, 'account.status', wrong)).error.code).toBe(-1022);
  const old = { ...signParams({}, keys), timestamp: 1_500_000_000_000 };
  expect((await callApi(line, 'account.status', old)).error.code).toBe(-1021);
  expect((await callApi(line, 'order.melt')).error.code).toBe(-1020);
  line.send('{');
  expect(await line.wait((message) => message.id === null)).toMatchObject({ status: 400 });
});

it('a user stream tells executions, over a signature and over a listen key alike', async () => {
  const from = nextAddress();
  const line = await openLine(`${server.address}/ws-api/v3`, from);
  const subscribed = await callApi(
    line,
    'userDataStream.subscribe.signature',
    signParams({}, keys),
  );
  expect(subscribed.result).toEqual({ subscriptionId: 0 });
  const twice = await callApi(line, 'userDataStream.subscribe.signature', signParams({}, keys));
  expect(twice).toMatchObject({ status: 400, error: { code: -2035 } });
  const path = '/api/v3/userDataStream';
  const key = keys.apiKey;
  const { reported } = await sendRaw(server.address, { method: 'POST', path, key });
  const listenKey = String(reported['listenKey']);
  const older = await openLine(`${server.address}/stream?streams=${listenKey}`, from);
  const query = signQuery(
    { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.002' },
    keys,
  );
  const sold = await sendRaw(server.address, { method: 'POST', path: '/api/v3/order', query, key });
  expect(sold.status).toBe(200);
  const isDone = (event: Message) => event?.e === 'executionReport' && event.X === 'FILLED';
  await line.wait(({ event }) => event?.e === 'outboundAccountPosition');
  await older.wait(({ data }) => isDone(data));
  const query2 = `listenKey=${listenKey}`;
  const kept = await sendRaw(server.address, { method: 'PUT', path, key, query: query2 });
  expect(kept.status).toBe(200);
  const ended = await sendRaw(server.address, { method: 'DELETE', path, key, query: query2 });
  expect(ended.status).toBe(200);
  await older.wait(({ data }) => data?.e === 'listenKeyExpired');
  const again = await sendRaw(server.address, { method: 'PUT', path, key, query: query2 });
  expect(again.reported.code).toBe(-1125);
  expect((await callApi(line, 'userDataStream.unsubscribe')).status).toBe(200);
});

it('the WebSocket API tells until when to wait, and times in microseconds', async () => {
  const line = await openLine(`${server.address}/ws-api/v3?timeUnit=MICROSECOND`, nextAddress());
  expect(String((await callApi(line, 'time')).result.serverTime)).toHaveLength(16);
  const other = await openLine(`${server.address}/ws-api/v3`, nextAddress());
  const asks = Array.from({ length: 60 }, () =>
    callApi(other, 'depth', { symbol: 'BTCUSDT', limit: 5_000 }),
  );
  const refused = (await Promise.all(asks)).find(({ status }) => status === 429);
  expect(refused.error.code).toBe(-1003);
  const { serverTime, retryAfter } = refused.error.data;
  expect(retryAfter).toBeGreaterThan(serverTime);
  expect(retryAfter - serverTime).toBeLessThanOrEqual(60_000);
});

it('streams are subscribed, listed, left, combined and told in microseconds', async () => {
  const line = await openLine(`${server.address}/ws?timeUnit=MICROSECOND`, nextAddress());
  line.send({ method: 'SUBSCRIBE', params: ['btcusdt@depth5@100ms', 'btcusdt@kline_1s'], id: 1 });
  expect(await line.wait(({ id }) => id === 1)).toEqual({ result: null, id: 1 });
  const candle = await line.wait(({ e }) => e === 'kline');
  line.send({ method: 'SET_PROPERTY', params: ['combined', true], id: 2 });
  await line.wait(({ id }) => id === 2);
  expect(
    (await line.wait(({ stream }) => stream === 'btcusdt@depth5@100ms')).data.bids,
  ).toHaveLength(5);
  line.send({ method: 'LIST_SUBSCRIPTIONS', id: 3 });
  const listed = await line.wait(({ id }) => id === 3);
  expect(listed.result).toEqual(['btcusdt@depth5@100ms', 'btcusdt@kline_1s']);
  const east = 'btcusdt@kline_1d@+08:00';
  const combined = await openLine(`${server.address}/stream?streams=${east}`, nextAddress());
  const day = (await combined.wait(({ stream }) => stream === east)).data.k;
  expect([day.i, new Date(day.t).getUTCHours(), day.T - day.t]).toEqual(['1d', 16, 86_399_999]);
  combined.cut();
  line.send({ method: 'SUBSCRIBE', params: ['nothing@trade'], id: 4 });
  expect((await line.wait(({ id }) => id === 4)).error.code).toBe(2);
  expect(String(candle.E)).toHaveLength(16);
});

it('who talks too much is closed, and an address opens 300 in five minutes at most', async () => {
  const from = nextAddress();
  const line = await openLine(`${server.address}/ws/1`, from);
  for (let at = 0; at < 8; at += 1) line.send({ method: 'LIST_SUBSCRIPTIONS', id: at });
  expect(await line.closed).toBe(1008);
  const tries = await Promise.allSettled(
    Array.from({ length: 305 }, () => openLine(`${server.address}/ws/btcusdt@trade`, from)),
  );
  const opened = tries.filter((one) => one.status === 'fulfilled');
  expect(opened).toHaveLength(299);
  for (const { value } of opened) value.cut();
});

/** Places and cancels around the top of a book until told to stop. @returns how many orders. */
function makeLoad(): () => Promise<number> {
  let isOn = true;
  let count = 0;
  const bot = openBot(server.address, keys);
  async function work(offset: number): Promise<void> {
    while (isOn) {
      const price = 60_000 + offset * 7 + (count % 13);
      const query = signQuery(
        {
          symbol: 'BTCUSDT',
          side: 'BUY',
          type: 'LIMIT',
          timeInForce: 'GTC',
          quantity: '0.001',
          price: String(price),
        },
        keys,
      );
      const path = '/api/v3/order';
      const { reported } = await sendRaw(server.address, {
        method: 'POST',
        path,
        query,
        key: keys.apiKey,
      });
      if (reported.code === -1015 || reported.code === -1003) await bot.sleep(500);
      if (reported['orderId'] === undefined) continue;
      count += 1;
      const which = { symbol: 'BTCUSDT', orderId: String(reported['orderId']) };
      const cancel = signQuery(which, keys);
      await sendRaw(server.address, { method: 'DELETE', path, query: cancel, key: keys.apiKey });
    }
  }
  const workers = Array.from({ length: 4 }, (_unused, at) => work(at));
  return async () => {
    isOn = false;
    await Promise.all(workers);
    return count;
  };
}

it('a book kept by the rules is the server’s at 1,000 moments, across reconnects', async () => {
  const broken: string[] = [];
  const differences: string[] = [];
  const stop = makeLoad();
  const froms = Array.from({ length: 25 }, nextAddress);
  let book: LocalBook | undefined;
  let comparedCount = 0;
  const firstIds: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    book?.cut();
    const from = froms[round] as string;
    const onBroken = (why: string) => broken.push(why);
    book = await openLocalBook(server.address, { symbol: 'BTCUSDT', from, onBroken });
    firstIds.push(book.lastUpdateId);
    for (let at = 0; at < 100; at += 4) {
      const moments = Array.from({ length: 4 }, async (_unused, place) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
        const snapshotFrom = froms[(round * 4 + at + place) % froms.length] as string;
        const url = `${server.address}/api/v3/depth?symbol=BTCUSDT&limit=500`;
        const snapshot = await loadSnapshot(url, snapshotFrom);
        comparedCount += 1;
        differences.push(...(await (book as LocalBook).compare(snapshot)));
      });
      await Promise.all(moments);
    }
  }
  book?.cut();
  const ordersCount = await stop();
  expect({ broken, differences: differences.slice(0, 5), comparedCount }).toEqual({
    broken: [],
    differences: [],
    comparedCount: 1_000,
  });
  expect(ordersCount).toBeGreaterThan(100);
  expect(firstIds.at(-1)).toBeGreaterThan(firstIds[0] as number);
});
