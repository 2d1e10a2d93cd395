// The dialect's official connector, unmodified but for its hosts, against a started server with its
// simulated market: every call of its three parts that the exchange has, and the errors of others.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SharedServer } from '../fixture/server.ts';
import { shareServer } from '../fixture/shared.ts';
import { openTlsFront, type TlsFront } from '../fixture/tls-front.ts';
import { makeKey, makeTrader, waitForMarket } from './client.ts';
import type { ApiConnection, Connector } from './connector.ts';
import type { Message } from './line.ts';

// It tells of each connection otherwise; read when it is loaded.
process.env['LOG_LEVEL'] = 'error';
const { openConnector } = await import('./connector.ts');

const symbol = 'BTCUSDT';
/** For what comes over sockets: to give up on, not to expect. */
const PATIENCE = { timeout: 120_000, interval: 200 };
let server: SharedServer;
let front: TlsFront;
let connector: Connector;
/** A price between the best ones, for orders that rest far from them. */
let last = 0;
const far = (share: number) => Math.round(last * share);

beforeAll(async () => {
  server = await shareServer('live');
  front = await openTlsFront(server.address);
  const { apiKey, secret } = await makeTrader(server.dataFolder, 'connie');
  connector = openConnector(front, { apiKey, apiSecret: secret });
  last = await waitForMarket(server.address);
});
afterAll(async () => {
  await front?.close();
});

const rest = (name: string, request?: object) => connector.rest(name, request);
const order = (more: object = {}) => ({
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: 0.001,
  price: far(0.9),
  ...more,
});

test('general and market data are read over HTTP', async () => {
  expect(await rest('ping')).toEqual({});
  const beforeMs = Date.now();
  const { serverTime } = await rest('time');
  expect(serverTime).toBeGreaterThanOrEqual(beforeMs);
  expect(serverTime).toBeLessThanOrEqual(Date.now());
  expect((await rest('exchangeInfo', { symbol })).symbols).toHaveLength(1);
  expect((await rest('depth', { symbol, limit: 5 })).bids).toHaveLength(5);
  for (const name of ['getTrades', 'historicalTrades', 'aggTrades']) {
    expect(await rest(name, { symbol, limit: 2 })).toHaveLength(2);
  }
  for (const name of ['klines', 'uiKlines']) {
    expect(await rest(name, { symbol, interval: '1h', limit: 3 })).toHaveLength(3);
    // More than are given is no mistake.
    expect(await rest(name, { symbol, interval: '1m', limit: 1_500 })).toHaveLength(1_000);
  }
  expect(Number((await rest('avgPrice', { symbol })).price)).toBeGreaterThan(0);
  for (const name of ['ticker24hr', 'tickerTradingDay', 'tickerPrice', 'tickerBookTicker']) {
    expect(await rest(name, { symbol })).toMatchObject({ symbol });
    expect(await rest(name, { symbols: [symbol, 'ETHUSDT'] })).toHaveLength(2);
  }
  expect(await rest('ticker', { symbol, windowSize: '1h' })).toMatchObject({ symbol });
});

test('orders are placed, changed, asked for and taken away over HTTP', async () => {
  const placed = await rest('newOrder', order({ newClientOrderId: 'by-connector' }));
  expect(placed).toMatchObject({ symbol, status: 'NEW', clientOrderId: 'by-connector' });
  const { orderId } = placed;
  expect(await rest('getOrder', { symbol, orderId })).toMatchObject({
    status: 'NEW',
    type: 'LIMIT',
  });
  await rest('orderTest', order());
  const replaced = await rest('orderCancelReplace', {
    ...order({ quantity: 0.002 }),
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrderId: orderId,
  });
  const next = replaced.newOrderResponse.orderId;
  expect(replaced).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
  const smaller = { symbol, orderId: next, newQty: 0.001 };
  const amended = await rest('orderAmendKeepPriority', smaller);
  expect(amended.amendedOrder.qty).toBe('0.00100');
  await expect(rest('orderAmendKeepPriority', smaller)).rejects.toMatchObject({ code: -2038 });
  expect(await rest('orderAmendments', { symbol, orderId: next })).toEqual([
    {
      symbol,
      orderId: next,
      executionId: amended.executionId,
      origClientOrderId: replaced.newOrderResponse.clientOrderId,
      newClientOrderId: amended.amendedOrder.clientOrderId,
      origQty: '0.00200',
      newQty: '0.00100',
      time: amended.transactTime,
    },
  ]);
  expect(await rest('getOpenOrders', { symbol })).toHaveLength(1);
  expect(await rest('deleteOrder', { symbol, orderId: next })).toMatchObject({
    status: 'CANCELED',
  });
});

test('lists are placed, named, asked for and taken away over HTTP', async () => {
  const pair = { symbol, side: 'SELL', quantity: 0.001 };
  const [high, low] = [far(1.2), far(0.8)];
  const working = {
    symbol,
    workingType: 'LIMIT',
    workingSide: 'BUY',
    workingPrice: far(0.9),
    workingQuantity: 0.001,
    workingTimeInForce: 'GTC',
    pendingSide: 'SELL',
    pendingQuantity: 0.001,
  };
  const above = { aboveType: 'LIMIT_MAKER', abovePrice: high };
  const oco = { ...pair, ...above, belowType: 'STOP_LOSS', belowStopPrice: low };
  const listClientOrderId = 'my-pair';
  const lists: Message[] = [
    await rest('orderListOco', { ...oco, listClientOrderId }),
    await rest('orderOco', { ...pair, price: high, stopPrice: low }),
    await rest('orderListOto', { ...working, pendingType: 'LIMIT_MAKER', pendingPrice: high }),
    await rest('orderListOtoco', {
      ...working,
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: high,
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: low,
    }),
  ];
  expect(lists.map(({ orders }) => orders.length)).toEqual([2, 2, 2, 3]);
  const [{ orderListId }] = lists;
  const named = { orderListId, listClientOrderId };
  expect(lists[0]).toMatchObject(named);
  expect(await rest('getOrderList', { orderListId })).toMatchObject(named);
  expect(await rest('getOrderList', { origClientOrderId: 'my-pair' })).toMatchObject(named);
  expect(await rest('openOrderList')).toHaveLength(4);
  // One open list of a name at a time.
  await expect(rest('orderListOco', { ...oco, listClientOrderId })).rejects.toThrow('Duplicate');
  expect(await rest('deleteOrderList', { symbol, listClientOrderId })).toMatchObject(named);
  const again = await rest('orderListOco', { ...oco, listClientOrderId });
  expect(again.orderListId).toBeGreaterThan(orderListId);
  expect(await rest('deleteOrderList', { symbol, listClientOrderId })).toMatchObject({
    orderListId: again.orderListId,
    listClientOrderId,
  });
  expect(await rest('deleteOpenOrders', { symbol })).toHaveLength(3);
  expect(await rest('allOrderList')).toHaveLength(5);
  expect((await rest('allOrders', { symbol })).length).toBeGreaterThan(10);
});

test('the account is read over HTTP', async () => {
  await rest('newOrder', { symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: 50 });
  const { balances } = await rest('getAccount', { omitZeroBalances: true });
  expect(balances.map(({ asset }: Message) => asset).sort()).toEqual(['BTC', 'USDT']);
  expect((await rest('myTrades', { symbol })).length).toBeGreaterThan(0);
  expect(await rest('myPreventedMatches', { symbol, preventedMatchId: 1 })).toEqual([]);
  expect(await rest('rateLimitOrder')).toHaveLength(2);
  const { standardCommission } = await rest('accountCommission', { symbol });
  expect(standardCommission.taker).toBe('0.00100000');
});

/** Filters that exchangeInfo publishes for the market. */
const readFilters = async () => (await rest('exchangeInfo', { symbol })).symbols[0].filters;

test('what the exchange has none of is told as none', async () => {
  expect(await rest('myAllocations', { symbol })).toEqual([]);
  expect(await rest('historicalBlockTrades', { symbol, fromId: 1 })).toEqual([]);
  expect(await rest('executionRules', { symbol })).toEqual({
    symbolRules: [{ symbol, rules: [] }],
  });
  expect(await rest('myFilters', { symbol })).toEqual({
    exchangeFilters: [],
    symbolFilters: await readFilters(),
    assetFilters: [],
  });
});

const opo = {
  symbol,
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingPrice: 20_000,
  workingQuantity: 0.001,
  workingTimeInForce: 'GTC',
  pendingSide: 'SELL',
};

test.each([
  ['BadRequestError', -1013, 'newOrder', () => order({ quantity: 0.000001 })],
  ['BadRequestError', -1121, 'depth', () => ({ symbol: 'NOPE' })],
  ['BadRequestError', -2010, 'newOrder', () => order({ quantity: 1.9 })],
  ['BadRequestError', -2011, 'deleteOrder', () => ({ symbol, orderId: 999_999_999 })],
  ['BadRequestError', -2013, 'getOrder', () => ({ symbol, orderId: 999_999_999 })],
  ['BadRequestError', -2010, 'newOrder', () => order({ pegPriceType: 'PRIMARY_PEG' })],
  ['BadRequestError', -1134, 'newOrder', () => order({ strategyType: 1 })],
  ['BadRequestError', -2010, 'orderListOpo', () => ({ ...opo, pendingType: 'MARKET' })],
  ['BadRequestError', -2010, 'orderListOpoco', () => ({ ...opo, pendingAboveType: 'LIMIT_MAKER' })],
  ['BadRequestError', -2043, 'referencePrice', () => ({ symbol })],
  ['BadRequestError', -2043, 'referencePriceCalculation', () => ({ symbol })],
  ['NotFoundError', -1020, 'sorOrder', () => ({ ...order(), price: 1 })],
  ['NotFoundError', -1020, 'sorOrderTest', () => ({ ...order(), price: 1 })],
] as const)('%s with %d is raised', async (name, code, call, request) => {
  const error = await rest(call, request()).then(
    () => new Error('it was taken'),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ name, code });
});

test('a key that may only read, and one that nobody has, are unauthorized', async () => {
  const { dataFolder } = server;
  const reading = await makeKey(dataFolder, 'connie', { permissions: 'read' });
  const reader = openConnector(front, { apiKey: reading.apiKey, apiSecret: reading.secret });
  expect(await reader.rest('getAccount')).toMatchObject({ accountType: 'SPOT' });
  const refused = { name: 'UnauthorizedError', code: -2015 };
  await expect(reader.rest('newOrder', order())).rejects.toMatchObject(refused);
  const nobody = openConnector(front, { apiKey: 'a'.repeat(64), apiSecret: 'b' });
  await expect(nobody.rest('getAccount')).rejects.toMatchObject(refused);
});

const STREAMS = [
  ['trade', { symbol }],
  ['aggTrade', { symbol }],
  ['kline', { symbol, interval: '1m' }],
  ['miniTicker', { symbol }],
  ['allMiniTicker', {}],
  ['ticker', { symbol }],
  ['rollingWindowTicker', { symbol, windowSize: '1h' }],
  ['allMarketRollingWindowTicker', { windowSize: '1h' }],
  ['bookTicker', { symbol }],
  ['avgPrice', { symbol }],
  ['partialBookDepth', { symbol, levels: '5', updateSpeed: '100ms' }],
  ['diffBookDepth', { symbol, updateSpeed: '100ms' }],
] as const;

test('every market stream speaks', async () => {
  const streams = await connector.openStreams();
  const heard = new Map<string, Message>();
  for (const [name, request] of STREAMS) {
    streams[name]?.(request).on('message', (message) => heard.set(name, message));
    // Five requests a second are allowed on a connection, and a busy server reads them at once:
    // the next one is sent when this one has been answered.
    await vi.waitFor(() => expect([...heard.keys()]).toContain(name), PATIENCE);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await vi.waitFor(
    () => expect([...heard.keys()].sort()).toEqual(STREAMS.map(([name]) => name).sort()),
    PATIENCE,
  );
  expect(heard.get('trade')).toMatchObject({ e: 'trade', s: symbol });
  expect(heard.get('kline')).toMatchObject({ e: 'kline', k: { i: '1m' } });
  expect(heard.get('partialBookDepth').bids).toHaveLength(5);
  expect(heard.get('diffBookDepth')).toMatchObject({ e: 'depthUpdate', s: symbol });
  expect(Array.isArray(heard.get('allMiniTicker'))).toBe(true);
  void streams['disconnect']?.();
});

/** What a connection is told of its own account. */
function collectEvents(api: ApiConnection): Message[] {
  const events: Message[] = [];
  const on = api['on'] as unknown as (event: string, hear: (text: string) => void) => void;
  on.call(api, 'message', (text) => {
    const { event } = JSON.parse(text) as Message;
    if (event !== undefined) events.push(event);
  });
  return events;
}

const readData = async (api: ApiConnection, name: string, request: object = {}) =>
  (await api[name]?.(request))?.data;

test('the WebSocket API answers, trades and tells with a signature for each request', async () => {
  const api = await connector.openApi();
  const ask = (name: string, request?: object) => readData(api, name, request);
  const events = collectEvents(api);
  expect(await ask('ping')).toEqual({});
  expect((await ask('time')).serverTime).toBeGreaterThan(0);
  expect((await ask('exchangeInfo', { symbol })).symbols).toHaveLength(1);
  expect((await ask('depth', { symbol, limit: 5 })).asks).toHaveLength(5);
  for (const name of ['tradesRecent', 'tradesHistorical', 'tradesAggregate']) {
    expect(await ask(name, { symbol, limit: 2 })).toHaveLength(2);
  }
  for (const name of ['klines', 'uiKlines']) {
    expect(await ask(name, { symbol, interval: '1h', limit: 2 })).toHaveLength(2);
  }
  for (const name of ['avgPrice', 'ticker', 'tickerPrice', 'tickerBook', 'tickerTradingDay']) {
    expect(await ask(name, { symbol })).toBeDefined();
  }
  const reported: Message[] = [];
  const subscribed = (await api['userDataStreamSubscribeSignature']?.()) as Message;
  expect(subscribed.response.data).toEqual({ subscriptionId: 0 });
  subscribed.stream.on('message', (event: Message) => reported.push(event));
  await ask('orderTest', order());
  const placed = (await api['orderPlace']?.(order())) as Message;
  expect(placed.data).toMatchObject({ symbol, status: 'NEW' });
  expect(placed.rateLimits).toHaveLength(3);
  const { orderId } = placed.data;
  expect(await ask('orderStatus', { symbol, orderId })).toMatchObject({ status: 'NEW' });
  expect(await ask('openOrdersStatus', { symbol })).toHaveLength(1);
  const replace = { cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: orderId };
  const replaced = await ask('orderCancelReplace', { ...order({ quantity: 0.002 }), ...replace });
  const next = replaced.newOrderResponse.orderId;
  await ask('orderAmendKeepPriority', { symbol, orderId: next, newQty: 0.001 });
  expect(await ask('orderAmendments', { symbol, orderId: next })).toHaveLength(1);
  expect(await ask('myAllocations', { symbol })).toEqual([]);
  expect(await ask('blockTradesHistorical', { symbol, fromId: 1 })).toEqual([]);
  expect((await ask('myFilters', { symbol })).symbolFilters).toEqual(await readFilters());
  expect((await ask('executionRules', { symbol })).symbolRules).toHaveLength(1);
  await expect(ask('referencePrice', { symbol })).rejects.toMatchObject({ code: -2043 });
  await expect(ask('sorOrderTest', order())).rejects.toMatchObject({ code: -1020 });
  expect(await ask('orderCancel', { symbol, orderId: next })).toMatchObject({ status: 'CANCELED' });
  const list = await ask('orderListPlaceOco', {
    symbol,
    side: 'SELL',
    quantity: 0.001,
    aboveType: 'LIMIT_MAKER',
    abovePrice: far(1.2),
    belowType: 'STOP_LOSS',
    belowStopPrice: far(0.8),
  });
  const { orderListId } = list;
  expect(await ask('orderListStatus', { orderListId })).toMatchObject({ orderListId });
  expect(await ask('openOrderListsStatus')).toHaveLength(1);
  await ask('orderListCancel', { symbol, orderListId });
  await ask('orderPlace', order());
  expect(await ask('openOrdersCancelAll', { symbol })).toHaveLength(1);
  expect((await ask('accountStatus')).canTrade).toBe(true);
  for (const name of ['allOrders', 'myTrades', 'accountCommission']) {
    expect(await ask(name, { symbol })).toBeDefined();
  }
  expect(await ask('accountRateLimitsOrders')).toHaveLength(2);
  await vi.waitFor(() => {
    const own = events.filter(({ e, i }) => e === 'executionReport' && i === orderId);
    expect(own.map(({ x }) => x)).toEqual(['NEW', 'CANCELED']);
    expect(events.some(({ e }) => e === 'listStatus')).toBe(true);
    expect(events.some(({ e }) => e === 'outboundAccountPosition')).toBe(true);
    expect(reported).toHaveLength(events.length);
  }, PATIENCE);
  await expect(ask('orderCancel', { symbol, orderId })).rejects.toMatchObject({ code: -2011 });
  void api['disconnect']?.();
});

test('a session logged on with an Ed25519 key trades without further signatures', async () => {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const { apiKey } = await makeKey(server.dataFolder, 'connie', { publicKey });
  const privateKey = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const own = openConnector(front, { apiKey, privateKey });
  expect(await own.rest('getAccount')).toMatchObject({ canTrade: true });
  const api = await own.openApi();
  const events = collectEvents(api);
  await api['sessionLogon']?.();
  expect(await readData(api, 'sessionStatus')).toMatchObject({ apiKey });
  await api['userDataStreamSubscribe']?.();
  const { orderId } = await readData(api, 'orderPlace', order());
  expect(await readData(api, 'orderStatus', { symbol, orderId })).toMatchObject({ status: 'NEW' });
  expect(await readData(api, 'sessionSubscriptions')).toEqual([{ subscriptionId: 0 }]);
  await readData(api, 'orderCancel', { symbol, orderId });
  await vi.waitFor(() => expect(events.some(({ x }) => x === 'CANCELED')).toBe(true), PATIENCE);
  await api['userDataStreamUnsubscribe']?.();
  await api['sessionLogout']?.();
  expect(await readData(api, 'sessionStatus')).toMatchObject({ apiKey: null });
  void api['disconnect']?.();
});
