// Client order ids with `.`, `:` and `/` on a started server: over REST in queries and forms,
// signed as they are sent, over the WebSocket API, the user stream, calls of pages and tables.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { callApi, signParams } from './api-line.ts';
import {
  type KeyPair,
  makeTrader,
  type RawRequest,
  sendRaw,
  signQuery,
  signText,
} from './client.ts';
import { type Message, openLine, type TestLine } from './line.ts';
import { openPages, type PageCaller } from './page-calls.ts';

const path = '/api/v3/order';
const id = 'a.b:c/1';
const longest = `${'/.:'.repeat(11)}a-_`;
const symbol = 'BTCUSDT';
const order = {
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '30000',
  quantity: '0.002',
};

let server: StagedServer;
let own: KeyPair;
let line: TestLine;
let pages: PageCaller;

beforeAll(async () => {
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  own = await makeTrader(server.dataFolder, 'gwen');
  line = await openLine(`${server.address}/ws-api/v3`);
  await call('userDataStream.subscribe.signature', {});
  pages = openPages(server);
  await pages.signIn('gwen@example.com');
});
afterAll(() => server.stop());

type Parts = Pick<RawRequest, 'query' | 'body'>;

async function send(method: RawRequest['method'], at: string, parts: Parts): Promise<Message> {
  return (await sendRaw(server.address, { method, path: at, key: own.apiKey, ...parts })).reported;
}

const ask = (method: RawRequest['method'], at: string, fields: Readonly<Record<string, string>>) =>
  send(method, at, { query: signQuery(fields, own) });

async function call(method: string, params: Readonly<Record<string, string>>): Promise<Message> {
  const { result, error } = await callApi(line, method, signParams(params, own));
  return result ?? error;
}

/** A query with the id as it stands, not percent-encoded, and signed like that. */
function signBare(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries({ ...fields, timestamp: String(Date.now()) });
  const text = pairs.map((pair) => pair.join('=')).join('&');
  return `${text}&signature=${signText(text, own)}`;
}

const hear = (orderId: unknown, word: string) =>
  line.wait(({ event }) => event?.i === orderId && event.x === word);

test('an order is placed, found and canceled by its id, in a query and a form', async () => {
  // Each is signed when it is sent: two that are signed within one millisecond are one request.
  const ways: readonly (() => Parts)[] = [
    () => ({ query: signQuery({ ...order, newClientOrderId: id }, own) }),
    () => ({ query: signBare({ ...order, newClientOrderId: id }) }),
    () => ({ body: signQuery({ ...order, newClientOrderId: id }, own) }),
  ];
  expect(ways[0]?.().query).toContain('newClientOrderId=a.b%3Ac%2F1&');
  expect(ways[1]?.().query).toContain('newClientOrderId=a.b:c/1&');
  for (const [at, sign] of ways.entries()) {
    const placed = await send('POST', path, sign());
    expect(placed).toMatchObject({ clientOrderId: id, status: 'NEW' });
    const { orderId } = placed;
    expect((await hear(orderId, 'NEW')).event).toMatchObject({ s: symbol, c: id });
    expect(await ask('POST', path, { ...order, newClientOrderId: id })).toMatchObject({
      code: -2010,
    });
    const named = { symbol, origClientOrderId: id };
    expect(await ask('GET', path, named)).toMatchObject({ orderId, clientOrderId: id });
    expect(await send('GET', path, { query: signBare(named) })).toMatchObject({ orderId });
    const cancel = { query: at === 0 ? signQuery(named, own) : signBare(named) };
    expect(await send('DELETE', path, cancel)).toMatchObject({
      orderId,
      origClientOrderId: id,
      status: 'CANCELED',
    });
    expect((await hear(orderId, 'CANCELED')).event).toMatchObject({ C: id });
    // A closed order is read from the tables.
    expect(await ask('GET', path, named)).toMatchObject({ orderId, status: 'CANCELED' });
  }
  const all = (await ask('GET', '/api/v3/allOrders', { symbol })) as unknown as Message[];
  expect(all.map(({ clientOrderId }) => clientOrderId)).toEqual([id, id, id]);
});

test('the WebSocket API takes the same ids for every kind of request', async () => {
  const { orderId } = await call('order.place', { ...order, newClientOrderId: longest });
  expect((await hear(orderId, 'NEW')).event).toMatchObject({ c: longest });
  const named = { symbol, origClientOrderId: longest };
  expect(await call('order.status', named)).toMatchObject({ orderId, clientOrderId: longest });
  const amend = { ...named, newQty: '0.001', newClientOrderId: id };
  const { amendedOrder } = await call('order.amend.keepPriority', amend);
  expect(amendedOrder).toMatchObject({ orderId, clientOrderId: id });
  const replaced = await call('order.cancelReplace', {
    ...order,
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrigClientOrderId: id,
    cancelNewClientOrderId: 'x/1',
    newClientOrderId: '.',
  });
  expect(replaced).toMatchObject({
    cancelResponse: { orderId, origClientOrderId: id, clientOrderId: 'x/1' },
    newOrderResponse: { clientOrderId: '.' },
  });
  const cancelled = await call('order.cancel', { symbol, origClientOrderId: '.' });
  expect(cancelled).toMatchObject({ origClientOrderId: '.', status: 'CANCELED' });
});

test('a list and its orders have such names', async () => {
  const list = await ask('POST', '/api/v3/orderList/oco', {
    symbol,
    side: 'SELL',
    quantity: '0.002',
    listClientOrderId: 'pair:1/a',
    aboveType: 'LIMIT_MAKER',
    abovePrice: '200000',
    aboveClientOrderId: 'pair:1/a.up',
    belowType: 'STOP_LOSS',
    belowStopPrice: '20000',
    belowClientOrderId: 'pair:1/a.down',
  });
  expect(list).toMatchObject({ listClientOrderId: 'pair:1/a' });
  const named = { origClientOrderId: 'pair:1/a' };
  const found = await ask('GET', '/api/v3/orderList', named);
  expect(found).toMatchObject({ orderListId: list['orderListId'] });
  const names = (found['orders'] as Message[]).map(({ clientOrderId }) => clientOrderId);
  expect(names.toSorted()).toEqual(['pair:1/a.down', 'pair:1/a.up']);
  const ended = await ask('DELETE', '/api/v3/orderList', { symbol, listClientOrderId: 'pair:1/a' });
  expect(ended).toMatchObject({ listOrderStatus: 'ALL_DONE' });
});

test('the calls of pages take and show them', async () => {
  const terms = {
    symbol: 'btc_usdt',
    side: 'buy',
    type: 'limit',
    price: '30000',
    quantity: '0.002',
  };
  await pages.call('POST', 'spot/order/place', { ...terms, clientOrderId: id });
  const query = new URLSearchParams({ symbol: 'btc_usdt', clientOrderId: id });
  const shown = await pages.call('GET', `spot/order?${query}`);
  expect(JSON.stringify(shown)).toContain('"clientOrderId":"a.b:c/1"');
  await pages.call('POST', 'spot/order/cancel', { symbol: 'btc_usdt', clientOrderId: id });
  expect(await ask('GET', path, { symbol, origClientOrderId: id })).toMatchObject({
    status: 'CANCELED',
  });
});

test.each(['a,b', 'a b', 'a;b', 'a\\b', 'a#b', 'a?b', 'ä', "a'b", '='.repeat(3), '/'.repeat(37)])(
  'the id %j is refused, and nothing is placed',
  async (text) => {
    const range = '^[.A-Z:/a-z0-9_-]{1,36}$';
    const where = "parameter 'newClientOrderId'";
    const msg = `Illegal characters found in ${where}; legal range is '${range}'.`;
    const refused = { code: -1100, msg };
    expect(await ask('POST', path, { ...order, newClientOrderId: text })).toEqual(refused);
    expect(await call('order.place', { ...order, newClientOrderId: text })).toEqual(refused);
    expect(await ask('GET', '/api/v3/openOrders', { symbol })).toEqual([]);
  },
);
