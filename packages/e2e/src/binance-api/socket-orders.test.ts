// Orders of every kind over the WebSocket API on a started server where nobody trades but the test,
// so that what meets is known. What a key may do there, and when its streams end, stands in
// socket-keys.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { type ApiParams, callApi, signParams } from './api-line.ts';
import { type KeyPair, makeTrader } from './client.ts';
import { type Message, openLine, type TestLine } from './line.ts';

const symbol = 'BTCUSDT';

/** Somebody who trades over a connection of their own. */
interface Trader {
  readonly keys: KeyPair;
  readonly line: TestLine;
  /** Sign, send, and wait for the result. @throws the whole answer when it is a refusal. */
  ask(method: string, params?: ApiParams): Promise<Message>;
  /** The same for one that must be refused. @returns the refusal. */
  refuse(method: string, params?: ApiParams): Promise<Message>;
}

let server: StagedServer;
let anna: Trader;
let ben: Trader;
let tradersCount = 0;

async function meetTrader(name: string): Promise<Trader> {
  const keys = await makeTrader(server.dataFolder, name);
  tradersCount += 1;
  const line = await openLine(`${server.address}/ws-api/v3`, `127.0.1.${tradersCount}`);
  const send = (method: string, params: ApiParams = {}) =>
    callApi(line, method, signParams(params, keys));
  return {
    keys,
    line,
    async ask(method, params) {
      const answer = await send(method, params);
      if (answer.status !== 200) throw new Error(`${method}: ${JSON.stringify(answer)}`);
      return answer.result;
    },
    async refuse(method, params) {
      const { status, error } = await send(method, params);
      return { status, ...error };
    },
  };
}

const limit = (side: 'BUY' | 'SELL', price: string, quantity: string) => ({
  symbol,
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity,
  price,
});

/** What somebody else's order did is told a moment later: wait for it. */
const poll = <TValue>(read: () => Promise<TValue>) => expect.poll(read, { interval: 100 });

/** The best prices that Ben offers. */
const [BID, ASK] = ['29990.00', '30000.00'];

beforeAll(async () => {
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  [anna, ben] = [await meetTrader('anna'), await meetTrader('ben')];
  await ben.ask('order.place', limit('BUY', BID, '0.5'));
  await ben.ask('order.place', limit('SELL', ASK, '0.5'));
});
afterAll(() => server?.stop());

test('market orders by size and by amount take what stands in the book', async () => {
  const market = { symbol, type: 'MARKET' };
  const bought = await anna.ask('order.place', { ...market, side: 'BUY', quantity: '0.01' });
  expect(bought).toMatchObject({
    status: 'FILLED',
    type: 'MARKET',
    executedQty: '0.01000',
    fills: [{ price: ASK, qty: '0.01000', commission: '0.0000100000', commissionAsset: 'BTC' }],
  });
  const spent = await anna.ask('order.place', { ...market, side: 'BUY', quoteOrderQty: '90' });
  expect(spent).toMatchObject({ status: 'FILLED', executedQty: '0.00300' });
  expect(Number(spent.cummulativeQuoteQty)).toBe(90);
  const sold = await anna.ask('order.place', { ...market, side: 'SELL', quoteOrderQty: '59.98' });
  expect(sold).toMatchObject({ status: 'FILLED', executedQty: '0.00200', side: 'SELL' });
  const trades = await anna.ask('myTrades', { symbol });
  expect(trades.map((one: Message) => [one.orderId, one.isBuyer, one.isMaker])).toEqual([
    [bought.orderId, true, false],
    [spent.orderId, true, false],
    [sold.orderId, false, false],
  ]);
  const both = { ...market, side: 'BUY', quantity: '0.01', quoteOrderQty: '90' };
  expect(await anna.refuse('order.place', both)).toMatchObject({ status: 400, code: -1128 });
  const neither = { ...market, side: 'BUY' };
  expect(await anna.refuse('order.place', neither)).toMatchObject({ code: -1102 });
});

const size = { symbol, quantity: '0.01' };
const sell = { ...size, side: 'SELL' };
const stop = { stopPrice: '25000.00' };
const gain = { stopPrice: '35000.00' };
const GTC = { timeInForce: 'GTC' };

test.each([
  ['LIMIT', { ...size, side: 'BUY', ...GTC, price: '28000' }, {}],
  ['LIMIT_MAKER', { ...size, side: 'BUY', price: '28000' }, {}],
  ['STOP_LOSS', { ...sell, ...stop }, stop],
  [
    'STOP_LOSS_LIMIT',
    { ...sell, ...stop, ...GTC, price: '24900.00' },
    { ...stop, price: '24900.00' },
  ],
  ['TAKE_PROFIT', { ...sell, ...gain }, gain],
  [
    'TAKE_PROFIT_LIMIT',
    { ...sell, ...gain, ...GTC, price: '35100.00' },
    { ...gain, price: '35100.00' },
  ],
  ['STOP_LOSS', { ...sell, trailingDelta: 200 }, { trailingDelta: 200 }],
  ['LIMIT', { ...sell, ...GTC, price: '40000', icebergQty: '0.002' }, { icebergQty: '0.00200' }],
])('%s with %j rests, is asked for, and is taken away', async (type, terms, reported) => {
  // Of most kinds an answer tells only that they were taken, unless it is asked for more.
  const request = { ...terms, type, newOrderRespType: 'RESULT' };
  expect(await anna.ask('order.test', request)).toEqual({});
  expect(await anna.ask('openOrders.status', { symbol })).toEqual([]);
  const placed = await anna.ask('order.place', { ...request, newClientOrderId: 'mine' });
  expect(placed).toMatchObject({ status: 'NEW', type, clientOrderId: 'mine', ...reported });
  const { orderId } = placed;
  const same = {
    orderId,
    type,
    status: 'NEW',
    origQty: '0.01000',
    executedQty: '0.00000',
    ...reported,
  };
  expect(await anna.ask('order.status', { symbol, orderId })).toMatchObject(same);
  const byName = { symbol, origClientOrderId: 'mine' };
  expect(await anna.ask('order.status', byName)).toMatchObject(same);
  expect(await anna.ask('openOrders.status', { symbol })).toMatchObject([same]);
  const canceled = await anna.ask('order.cancel', { ...byName, newClientOrderId: 'gone' });
  const end = { orderId, status: 'CANCELED', origClientOrderId: 'mine', clientOrderId: 'gone' };
  expect(canceled).toMatchObject(end);
  expect(await anna.refuse('order.cancel', { symbol, orderId })).toMatchObject({ code: -2011 });
});

test('what would take is no LIMIT_MAKER, and what would trigger is no stop', async () => {
  const maker = { ...size, side: 'BUY', type: 'LIMIT_MAKER', price: ASK };
  expect(await anna.refuse('order.place', maker)).toMatchObject({ status: 400, code: -2010 });
  const late = { ...sell, type: 'STOP_LOSS', stopPrice: '36000' };
  expect(await anna.refuse('order.place', late)).toMatchObject({ status: 400, code: -2010 });
  expect(await anna.ask('openOrders.status')).toEqual([]);
});

test('a stop that is reached is filled, and asked for as what it was', async () => {
  const { orderId } = await anna.ask('order.place', {
    ...size,
    side: 'BUY',
    type: 'STOP_LOSS_LIMIT',
    ...GTC,
    stopPrice: '30100',
    price: '30200',
  });
  await ben.ask('order.place', limit('SELL', '30100', '0.02'));
  const cara = await meetTrader('cara');
  // More than stands below, so that the price reaches the stop.
  await cara.ask('order.place', limit('BUY', '30100', '0.49'));
  const read = () => anna.ask('order.status', { symbol, orderId });
  await poll(async () => (await read()).status).toBe('FILLED');
  const was = { type: 'STOP_LOSS_LIMIT', executedQty: '0.01000', stopPrice: '30100.00' };
  expect(await read()).toMatchObject(was);
  await ben.ask('openOrders.cancelAll', { symbol });
  await ben.ask('order.place', limit('BUY', BID, '0.5'));
  await ben.ask('order.place', limit('SELL', ASK, '0.5'));
});

test('a tested order tells the rates it would pay, and leaves nothing', async () => {
  const request = { ...limit('BUY', '28000', '0.01') };
  const rates = await anna.ask('order.test', { ...request, computeCommissionRates: true });
  const none = { maker: '0.00000000', taker: '0.00000000' };
  const { standardCommission } = await anna.ask('account.commission', { symbol });
  expect(rates).toMatchObject({
    standardCommissionForOrder: {
      maker: standardCommission.maker,
      taker: standardCommission.taker,
    },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: { enabledForAccount: false, enabledForSymbol: false },
  });
  expect(standardCommission.taker).toBe('0.00100000');
  expect(await anna.ask('order.test', { ...request, computeCommissionRates: false })).toEqual({});
  const wrong = { ...request, quantity: '0.0000001', computeCommissionRates: true };
  expect(await anna.refuse('order.test', wrong)).toMatchObject({ code: -1013 });
  expect(await anna.ask('openOrders.status')).toEqual([]);
});

test('an order is replaced, and each half that fails is told', async () => {
  const first = await anna.ask('order.place', limit('BUY', '28000', '0.01'));
  const replace = (mode: string, more: ApiParams) => ({
    ...limit('BUY', '28100', '0.01'),
    cancelReplaceMode: mode,
    ...more,
  });
  const stopping = replace('STOP_ON_FAILURE', { cancelOrderId: first.orderId });
  const done = await anna.ask('order.cancelReplace', stopping);
  expect(done).toMatchObject({
    cancelResult: 'SUCCESS',
    newOrderResult: 'SUCCESS',
    cancelResponse: { orderId: first.orderId, status: 'CANCELED' },
    newOrderResponse: { status: 'NEW', price: '28100.00' },
  });
  expect(await anna.refuse('order.cancelReplace', stopping)).toMatchObject({
    status: 400,
    code: -2022,
    data: { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED', newOrderResponse: null },
  });
  const going = replace('ALLOW_FAILURE', { cancelOrderId: first.orderId });
  expect(await anna.refuse('order.cancelReplace', going)).toMatchObject({
    status: 409,
    code: -2021,
    data: { cancelResponse: { code: -2011 }, newOrderResponse: { status: 'NEW' } },
  });
  const open = await anna.ask('openOrders.status', { symbol });
  expect(open.map(({ price }: Message) => price)).toEqual(['28100.00', '28100.00']);
  expect(await anna.ask('openOrders.cancelAll', { symbol })).toHaveLength(2);
});

test('an order that is made smaller keeps its place before those that came later', async () => {
  const first = await anna.ask('order.place', limit('BUY', '29995', '0.02'));
  const second = await ben.ask('order.place', limit('BUY', '29995', '0.02'));
  const about = { symbol, orderId: first.orderId };
  const amended = await anna.ask('order.amend.keepPriority', { ...about, newQty: '0.01' });
  expect(amended.amendedOrder).toMatchObject({ orderId: first.orderId, qty: '0.01000' });
  expect(await anna.refuse('order.amend.keepPriority', { ...about, newQty: '0.02' })).toMatchObject(
    { status: 400, code: -2038 },
  );
  const dan = await meetTrader('dan');
  await dan.ask('order.place', { ...limit('SELL', '29995', '0.01'), timeInForce: 'IOC' });
  await poll(async () => (await anna.ask('order.status', about)).status).toBe('FILLED');
  const later = { symbol, orderId: second.orderId };
  expect(await ben.ask('order.status', later)).toMatchObject({ executedQty: '0.00000' });
  expect(await anna.ask('order.amendments', about)).toMatchObject([
    { executionId: amended.executionId, origQty: '0.02000', newQty: '0.01000' },
  ]);
  await ben.ask('order.cancel', later);
});

const pair = { aboveType: 'LIMIT_MAKER', abovePrice: '31000' };
const below = { belowType: 'STOP_LOSS', belowStopPrice: '25000' };

test('of a pair one cancels the other, whichever way it was placed', async () => {
  const placed = await anna.ask('orderList.place.oco', { ...sell, ...pair, ...below });
  const { orderListId } = placed;
  expect(placed).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING' });
  expect(placed.orderReports.map(({ type }: Message) => type).sort()).toEqual([
    'LIMIT_MAKER',
    'STOP_LOSS',
  ]);
  const old = await anna.ask('orderList.place', { ...sell, price: '31000', stopPrice: '25000' });
  expect((await anna.ask('openOrderLists.status')).length).toBe(2);
  const taken = limit('BUY', '31000', '0.51');
  await ben.ask('openOrders.cancelAll', { symbol });
  await ben.ask('order.place', { ...taken, quantity: '0.01' });
  const done = { listOrderStatus: 'ALL_DONE', listStatusType: 'ALL_DONE' };
  await poll(() => anna.ask('orderList.status', { orderListId })).toMatchObject(done);
  const ended = await anna.ask('orderList.status', { orderListId });
  const states = await Promise.all(
    ended.orders.map(({ orderId }: Message) => anna.ask('order.status', { symbol, orderId })),
  );
  expect(states.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
    'LIMIT_MAKER FILLED',
    'STOP_LOSS EXPIRED',
  ]);
  const gone = await anna.ask('orderList.cancel', { symbol, orderListId: old.orderListId });
  expect(gone).toMatchObject({ listOrderStatus: 'ALL_DONE', orderListId: old.orderListId });
  expect(await anna.ask('openOrderLists.status')).toEqual([]);
});

const working = {
  symbol,
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingPrice: '29000',
  workingQuantity: '0.01',
  workingTimeInForce: 'GTC',
  pendingSide: 'SELL',
  pendingQuantity: '0.01',
};

test.each([
  ['orderList.place.oto', { pendingType: 'LIMIT_MAKER', pendingPrice: '31500' }, 1],
  [
    'orderList.place.otoco',
    {
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: '31500',
      pendingBelowType: 'STOP_LOSS_LIMIT',
      pendingBelowStopPrice: '25000',
      pendingBelowPrice: '24900',
      pendingBelowTimeInForce: 'GTC',
    },
    2,
  ],
] as const)('%s: what waits begins to work when the first order is filled', async (...row) => {
  const [method, pending, count] = row;
  const { orderListId, orders } = await anna.ask(method, { ...working, ...pending });
  expect(orders).toHaveLength(count + 1);
  const ids = orders.map(({ orderId }: Message) => orderId);
  const states = async (): Promise<string[]> => {
    const found = await Promise.all(
      ids.map((orderId: number) => anna.ask('order.status', { symbol, orderId })),
    );
    return found.map(({ status }) => status);
  };
  const waiting = Array.from({ length: count }, () => 'PENDING_NEW');
  expect(await states()).toEqual(['NEW', ...waiting]);
  await ben.ask('order.place', { ...limit('SELL', '29000', '0.01'), timeInForce: 'IOC' });
  await poll(states).toEqual(['FILLED', ...waiting.map(() => 'NEW')]);
  const list = { listOrderStatus: 'EXECUTING', contingencyType: 'OTO' };
  expect(await anna.ask('orderList.status', { orderListId })).toMatchObject(list);
  await anna.ask('orderList.cancel', { symbol, orderListId });
  const lists = await anna.ask('allOrderLists');
  expect(lists.at(-1)).toMatchObject({ orderListId, listOrderStatus: 'ALL_DONE' });
});

test('own orders that would meet are told as prevented', async () => {
  const resting = await anna.ask('order.place', limit('BUY', '29100', '0.01'));
  const taking = await anna.ask('order.place', {
    ...limit('SELL', '29100', '0.01'),
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
  expect(taking).toMatchObject({ status: 'EXPIRED_IN_MATCH', executedQty: '0.00000' });
  const { preventedMatchId } = taking;
  expect(await anna.ask('myPreventedMatches', { symbol, preventedMatchId })).toMatchObject([
    { makerOrderId: resting.orderId, takerOrderId: taking.orderId },
  ]);
  await anna.ask('order.cancel', { symbol, orderId: resting.orderId });
});

test('the account tells what all of that came to', async () => {
  const { balances } = await anna.ask('account.status', { omitZeroBalances: true });
  expect(balances.map(({ asset }: Message) => asset).sort()).toEqual(['BTC', 'USDT']);
  expect(balances.every(({ locked }: Message) => Number(locked) === 0)).toBe(true);
  const orders = await anna.ask('allOrders', { symbol });
  const kinds = new Set(orders.map(({ type }: Message) => type));
  expect([...kinds].sort()).toEqual([
    'LIMIT',
    'LIMIT_MAKER',
    'MARKET',
    'STOP_LOSS',
    'STOP_LOSS_LIMIT',
    'TAKE_PROFIT',
    'TAKE_PROFIT_LIMIT',
  ]);
  const read = () => anna.ask('account.rateLimits.orders');
  const [tenSeconds, day] = await read();
  expect([tenSeconds.limit, day.limit]).toEqual([1_000, 1_000_000]);
  await anna.ask('order.place', { ...limit('BUY', '28000', '0.01'), timeInForce: 'IOC' });
  expect((await read())[1].count).toBe(day.count + 1);
});
