// One client order id on two markets: programs name an order by symbol and id, and each call means
// the order of its symbol. On a started server, over REST, the WebSocket API and the user stream.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { callApi, signParams } from './api-line.ts';
import { type KeyPair, makeTrader, type RawRequest, sendRaw, signQuery } from './client.ts';
import { type Message, openLine, type TestLine } from './line.ts';

const path = '/api/v3/order';
const amend = '/api/v3/order/amend/keepPriority';
const [btc, eth] = [
  { symbol: 'BTCUSDT', price: '30000', quantity: '0.002' },
  { symbol: 'ETHUSDT', price: '2000', quantity: '0.02' },
];

let server: StagedServer;
let own: KeyPair;
let line: TestLine;

beforeAll(async () => {
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  own = await makeTrader(server.dataFolder, 'gwen');
  line = await openLine(`${server.address}/ws-api/v3`);
  await call('userDataStream.subscribe.signature', {});
});
afterAll(() => server.stop());

async function ask(
  method: RawRequest['method'],
  at: string,
  fields: Readonly<Record<string, string>>,
): Promise<Message> {
  const query = signQuery(fields, own);
  return (await sendRaw(server.address, { method, path: at, query, key: own.apiKey })).reported;
}

async function call(method: string, params: Readonly<Record<string, string>>): Promise<Message> {
  const { result, error } = await callApi(line, method, signParams(params, own));
  return result ?? error;
}

type MarketOrder = typeof btc;

/** Place a buy that rests, with a client order id. */
function place({ symbol, price, quantity }: MarketOrder, name: string): Promise<Message> {
  const terms = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity };
  return ask('POST', path, { symbol, ...terms, newClientOrderId: name });
}

const read = ({ symbol }: MarketOrder, name: string) =>
  ask('GET', path, { symbol, origClientOrderId: name });

/** The report of an order that the user stream tells. */
const hear = (orderId: unknown, word: string) =>
  line.wait(({ event }) => event?.i === orderId && event.x === word);

test('the same id is open on two markets, and is found, told and cancelled on each', async () => {
  const orders = [await place(btc, 'grid-1'), await place(eth, 'grid-1')];
  const [first, second] = orders.map(({ orderId }) => orderId);
  expect(orders.map(({ status }) => status)).toEqual(['NEW', 'NEW']);
  for (const [at, { symbol }] of [btc, eth].entries()) {
    expect((await hear(orders[at]?.['orderId'], 'NEW')).event).toMatchObject({
      s: symbol,
      c: 'grid-1',
    });
  }
  expect(await place(btc, 'grid-1')).toMatchObject({ code: -2010 });
  expect(await place(eth, 'grid-1')).toMatchObject({ code: -2010 });
  expect(await read(btc, 'grid-1')).toMatchObject({ orderId: first, symbol: btc.symbol });
  expect(await read(eth, 'grid-1')).toMatchObject({ orderId: second, symbol: eth.symbol });
  const named = { symbol: eth.symbol, origClientOrderId: 'grid-1' };
  expect(await call('order.status', named)).toMatchObject({ orderId: second });
  expect(await call('order.cancel', named)).toMatchObject({ orderId: second, status: 'CANCELED' });
  expect(await read(btc, 'grid-1')).toMatchObject({ orderId: first, status: 'NEW' });
  expect(await read(eth, 'grid-1')).toMatchObject({ orderId: second, status: 'CANCELED' });
  expect(await call('order.cancel', named)).toMatchObject({ code: -2011 });
  expect(await ask('DELETE', path, { ...named, symbol: btc.symbol })).toMatchObject({
    orderId: first,
    status: 'CANCELED',
  });
  // Closed orders are read from the tables, each on its market.
  expect(await read(btc, 'grid-1')).toMatchObject({ orderId: first, status: 'CANCELED' });
  expect(await read(eth, 'grid-1')).toMatchObject({ orderId: second, status: 'CANCELED' });
});

test('an amend and a cancel-replace mean the order of their symbol', async () => {
  const first = await place(btc, 'grid-2');
  const second = await place(eth, 'grid-2');
  const other = await place(eth, 'grid-3');
  const named = { symbol: eth.symbol, origClientOrderId: 'grid-2', newQty: '0.01' };
  const taken = await ask('PUT', amend, { ...named, newClientOrderId: 'grid-3' });
  expect(taken).toMatchObject({ code: -2010 });
  const { amendedOrder } = await ask('PUT', amend, { ...named, newClientOrderId: 'grid-4' });
  expect(amendedOrder).toMatchObject({ orderId: second['orderId'], symbol: eth.symbol });
  // Of the first market, where the id of the other market's third order is free.
  const onFirst = { ...named, symbol: btc.symbol, newQty: '0.001' };
  const renamed = await ask('PUT', amend, { ...onFirst, newClientOrderId: 'grid-3' });
  expect(renamed['amendedOrder']).toMatchObject({ orderId: first['orderId'] });
  expect(await read(btc, 'grid-3')).toMatchObject({ orderId: first['orderId'] });
  expect(await read(eth, 'grid-3')).toMatchObject({ orderId: other['orderId'] });
  const replaced = await ask('POST', '/api/v3/order/cancelReplace', {
    symbol: eth.symbol,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: eth.price,
    quantity: eth.quantity,
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrigClientOrderId: 'grid-3',
    newClientOrderId: 'grid-3',
  });
  expect(replaced).toMatchObject({
    cancelResponse: { orderId: other['orderId'], symbol: eth.symbol },
    newOrderResponse: { clientOrderId: 'grid-3', symbol: eth.symbol },
  });
  expect(await read(btc, 'grid-3')).toMatchObject({ orderId: first['orderId'], status: 'NEW' });
  for (const { symbol } of [btc, eth]) await ask('DELETE', '/api/v3/openOrders', { symbol });
});

test('marks of orders that are placed at once under one id stay on their markets', async () => {
  const placing = [btc, eth].map(({ symbol, price, quantity }, at) => {
    const terms = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity };
    const marks = { newClientOrderId: 'grid-5', strategyId: String(at + 1) };
    return ask('POST', path, { symbol, ...terms, ...marks });
  });
  const orders = await Promise.all(placing);
  expect(orders.map(({ strategyId }) => strategyId)).toEqual([1, 2]);
  for (const [at, { orderId }] of orders.entries()) {
    expect((await hear(orderId, 'NEW')).event).toMatchObject({ j: at + 1 });
  }
  for (const { symbol } of [btc, eth]) await ask('DELETE', '/api/v3/openOrders', { symbol });
});
