// What the trading API tells of orders beyond their plain life: marks, names of cancels, why an
// order expired, since when it works or trails, the list of an amended leg. On a started server,
// asked by hand, and heard on the user stream.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { callApi, signParams } from './api-line.ts';
import { type KeyPair, makeTrader, type RawRequest, sendRaw, signQuery } from './client.ts';
import { openLine, type TestLine } from './line.ts';
import { limit, readReport, reportedOrders } from './reported-orders.ts';

let server: StagedServer;
let own: KeyPair;
let other: KeyPair;
let line: TestLine;

type Message = Record<string, unknown>;

beforeAll(async () => {
  // Quiet: nobody trades but the test, so that what meets is known.
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  own = await makeTrader(server.dataFolder, 'erin');
  other = await makeTrader(server.dataFolder, 'finn');
  line = await openLine(`${server.address}/ws-api/v3`);
  await callApi(line, 'userDataStream.subscribe.signature', signParams({}, own));
  await trade('30000');
});
afterAll(() => server.stop());

async function ask(
  pair: KeyPair,
  method: RawRequest['method'],
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Message> {
  const query = signQuery({ symbol: 'BTCUSDT', ...fields }, pair);
  return (await sendRaw(server.address, { method, path, query, key: pair.apiKey })).reported;
}

const path = '/api/v3/order';

/** A pair of the first trader's, to sell; its legs as given. */
const placePair = (legs: Readonly<Record<string, string>>) =>
  ask(own, 'POST', '/api/v3/orderList/oco', { side: 'SELL', quantity: '0.001', ...legs });

/** What the exchange answers about an order of the first trader. */
const read = (orderId: unknown) => ask(own, 'GET', path, { orderId: String(orderId) });

const cancelAll = (pair: KeyPair) => ask(pair, 'DELETE', '/api/v3/openOrders', {});

/** Both traders meet at a price. */
async function trade(price: string): Promise<void> {
  await ask(other, 'POST', path, limit('SELL', price));
  expect(await ask(own, 'POST', path, limit('BUY', price))).toMatchObject({ status: 'FILLED' });
}

/** The next report of an order with these fields. */
async function hear(orderId: unknown, fields: Message): Promise<Message> {
  const isMeant = ({ event }: Message) => {
    const reported = event as Message | undefined;
    const isIt = reported?.['e'] === 'executionReport' && reported['i'] === orderId;
    return isIt && Object.entries(fields).every(([name, value]) => reported[name] === value);
  };
  return (await line.wait(isMeant)).event as Message;
}

test('a strategy stays with its order, and a cancel has the name it was given', async () => {
  const marks = { strategyId: '37463720', strategyType: '1000000' };
  const placed = await ask(own, 'POST', path, {
    ...limit('BUY', '20000'),
    ...marks,
    newClientOrderId: 'marked-1',
  });
  const reported = { strategyId: 37_463_720, strategyType: 1_000_000 };
  expect(placed).toMatchObject({ ...reported, status: 'NEW' });
  const { orderId } = placed;
  expect(await hear(orderId, { x: 'NEW' })).toMatchObject({
    c: 'marked-1',
    C: '',
    j: reported.strategyId,
    J: reported.strategyType,
    W: placed['workingTime'],
  });
  const which = { orderId: String(orderId) };
  expect(await read(orderId)).toMatchObject(reported);
  expect(await ask(own, 'GET', '/api/v3/openOrders', {})).toEqual([
    expect.objectContaining({ orderId, ...reported }),
  ]);
  const canceled = await ask(own, 'DELETE', path, { ...which, newClientOrderId: 'gone-1' });
  expect(canceled).toMatchObject({
    ...reported,
    clientOrderId: 'gone-1',
    origClientOrderId: 'marked-1',
    status: 'CANCELED',
  });
  expect(await hear(orderId, { x: 'CANCELED' })).toMatchObject({
    c: 'gone-1',
    C: 'marked-1',
    j: reported.strategyId,
  });
  expect(await read(orderId)).toMatchObject({ ...reported, status: 'CANCELED' });
  const [newest] = (await ask(own, 'GET', '/api/v3/allOrders', { limit: '1' })) as unknown as [
    Message,
  ];
  expect(newest).toMatchObject({ orderId, ...reported });
});

test('a cancel without a name has one made, the same in answer and stream', async () => {
  const placed = await ask(own, 'POST', path, limit('BUY', '20000'));
  const [canceled] = (await cancelAll(own)) as unknown as [Message];
  expect(canceled['clientOrderId']).not.toBe(placed['clientOrderId']);
  expect(await hear(placed['orderId'], { x: 'CANCELED' })).toMatchObject({
    c: canceled['clientOrderId'],
    C: placed['clientOrderId'],
  });
});

test('a replaced order has the name of its cancel, the new one its strategy', async () => {
  const placed = await ask(own, 'POST', path, limit('BUY', '20000'));
  const replaced = await ask(own, 'POST', '/api/v3/order/cancelReplace', {
    ...limit('BUY', '20001'),
    strategyId: '5',
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrderId: String(placed['orderId']),
    cancelNewClientOrderId: 'gone-2',
  });
  expect(replaced).toMatchObject({
    cancelResponse: { clientOrderId: 'gone-2' },
    newOrderResponse: { strategyId: 5 },
  });
  expect(await hear(placed['orderId'], { x: 'CANCELED' })).toMatchObject({ c: 'gone-2' });
  await cancelAll(own);
});

test('an immediate order that finds nothing has expired, and says why', async () => {
  const placed = await ask(own, 'POST', path, { ...limit('BUY', '20000'), timeInForce: 'IOC' });
  const expiryReason = 'UNFILLED_IOC_QUANTITY_EXPIRED';
  expect(placed).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000', expiryReason });
  expect(await hear(placed['orderId'], { x: 'EXPIRED' })).toMatchObject({
    X: 'EXPIRED',
    eR: expiryReason,
  });
  expect(await read(placed['orderId'])).toMatchObject({ status: 'EXPIRED', expiryReason });
});

test('a stop works from when it fires, and a trailing one says since when it trails', async () => {
  const stop = { side: 'SELL', quantity: '0.001', newOrderRespType: 'RESULT' };
  const fixed = await ask(own, 'POST', path, { ...stop, type: 'STOP_LOSS', stopPrice: '29000' });
  expect(fixed).toMatchObject({ status: 'NEW', workingTime: -1, stopPrice: '29000.00' });
  expect(await hear(fixed['orderId'], { x: 'NEW' })).not.toHaveProperty('W');
  const trailing = await ask(own, 'POST', path, {
    ...stop,
    type: 'STOP_LOSS',
    trailingDelta: '500',
  });
  expect(trailing).toMatchObject({ trailingDelta: 500, trailingTime: trailing['transactTime'] });
  expect(await hear(trailing['orderId'], { x: 'NEW' })).toMatchObject({
    d: 500,
    D: trailing['transactTime'],
  });
  const gone = { orderId: String(trailing['orderId']) };
  await ask(own, 'DELETE', path, gone);
  expect(await read(trailing['orderId'])).toMatchObject({ isWorking: false, workingTime: -1 });
  const bids = await ask(other, 'POST', path, { ...limit('BUY', '28500'), quantity: '0.002' });
  await trade('29000');
  expect(bids).toMatchObject({ status: 'NEW' });
  const reported = await hear(fixed['orderId'], { X: 'FILLED' });
  const filled = await read(fixed['orderId']);
  expect(filled).toMatchObject({ status: 'FILLED', isWorking: true, workingTime: reported['W'] });
  expect(Number(filled['workingTime'])).toBeGreaterThan(Number(filled['time']));
  await cancelAll(other);
  await trade('30000');
});

test('a stop by quantity that its locked amount does not fill has expired', async () => {
  const stop = { side: 'BUY', type: 'STOP_LOSS', quantity: '0.001', stopPrice: '30100' };
  const { orderId } = await ask(own, 'POST', path, stop);
  // 31,605 a coin are locked, 5 % above the stop; once it fires the best price is above that.
  await ask(other, 'POST', path, { ...limit('SELL', '33000'), quantity: '0.002' });
  await trade('30100');
  expect(await hear(orderId, { x: 'TRADE' })).toMatchObject({ X: 'PARTIALLY_FILLED' });
  const ended = { status: 'EXPIRED', executedQty: '0.00095', expiryReason: 'REJECTED' };
  expect(readReport(await hear(orderId, { x: 'EXPIRED' }))).toMatchObject(ended);
  expect(await read(orderId)).toMatchObject(ended);
  await cancelAll(other);
  await trade('30000');
});

test('of a pair the order that ends with the other has expired by it', async () => {
  const list = await placePair({
    aboveType: 'LIMIT_MAKER',
    abovePrice: '31000',
    aboveStrategyId: '9',
    belowType: 'STOP_LOSS',
    belowStopPrice: '29000',
  });
  const [above, below] = list['orderReports'] as [Message, Message];
  expect(above).toMatchObject({ strategyId: 9 });
  const amended = await placePair({
    quantity: '0.003',
    listClientOrderId: 'pair-2',
    aboveType: 'LIMIT_MAKER',
    abovePrice: '32000',
    belowType: 'STOP_LOSS',
    belowStopPrice: '29000',
  });
  const [first] = amended['orderReports'] as [Message];
  const smaller = await ask(own, 'PUT', '/api/v3/order/amend/keepPriority', {
    orderId: String(first['orderId']),
    newQty: '0.002',
  });
  expect(smaller).toMatchObject({
    amendedOrder: { qty: '0.00200' },
    listStatus: {
      contingencyType: 'OCO',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'pair-2',
    },
  });
  expect((smaller['listStatus'] as { orders: unknown[] }).orders).toHaveLength(2);
  await ask(other, 'POST', path, limit('BUY', '31000'));
  await hear(above['orderId'], { X: 'FILLED' });
  expect(await hear(below['orderId'], { x: 'EXPIRED' })).toMatchObject({ eR: 'OCO_TRIGGER' });
  const expiryReason = 'OCO_TRIGGER';
  expect(await read(below['orderId'])).toMatchObject({ status: 'EXPIRED', expiryReason });
  await cancelAll(own);
  await trade('30000');
});

test('fill or kill that does not find its whole size is an order that has expired', async () => {
  await ask(other, 'POST', path, limit('SELL', '30500'));
  const fok = { ...limit('BUY', '30500'), quantity: '0.002', timeInForce: 'FOK' };
  const placed = await ask(own, 'POST', path, fok);
  const expiryReason = 'UNFILLED_FOK_ORDER_EXPIRED';
  expect(placed).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000', expiryReason });
  expect(await hear(placed['orderId'], { x: 'EXPIRED' })).toMatchObject({ eR: expiryReason });
  expect(await read(placed['orderId'])).toMatchObject({ status: 'EXPIRED', expiryReason });
  const whole = await ask(own, 'POST', path, { ...fok, quantity: '0.001' });
  expect(whole).toMatchObject({ status: 'FILLED', executedQty: '0.00100' });
  await trade('30000');
});

test('a cancel under a condition is decided as it is made', async () => {
  const placed = await ask(own, 'POST', path, { ...limit('BUY', '29500'), quantity: '0.002' });
  const which = { orderId: String(placed['orderId']) };
  const cancel = (cancelRestrictions: string) =>
    ask(own, 'DELETE', path, { ...which, cancelRestrictions });
  expect(await cancel('ONLY_PARTIALLY_FILLED')).toMatchObject({ code: -2011 });
  await ask(other, 'POST', path, limit('SELL', '29500'));
  expect(await cancel('ONLY_NEW')).toMatchObject({ code: -2011 });
  expect(await read(placed['orderId'])).toMatchObject({ status: 'PARTIALLY_FILLED' });
  expect(await cancel('ONLY_PARTIALLY_FILLED')).toMatchObject({ status: 'CANCELED' });
  await trade('30000');
});

test.each([
  ['STOP_LOSS_LIMIT', '29000.00'],
  ['TAKE_PROFIT_LIMIT', '31000.00'],
  ['TAKE_PROFIT', '31000.00'],
])('%s trails, at once or from a price on', async (type, stopPrice) => {
  const isLimit = type.endsWith('LIMIT');
  const terms = {
    side: 'SELL',
    type,
    quantity: '0.001',
    trailingDelta: '300',
    newOrderRespType: 'RESULT',
    ...(isLimit ? { timeInForce: 'GTC', price: '28000' } : {}),
  };
  const now = await ask(own, 'POST', path, terms);
  expect(now).toMatchObject({ type, status: 'NEW', trailingTime: now['transactTime'] });
  const later = await ask(own, 'POST', path, { ...terms, stopPrice });
  expect(later).toMatchObject({ type, stopPrice, trailingDelta: 300, trailingTime: -1 });
  expect(await hear(later['orderId'], { x: 'NEW' })).toMatchObject({ d: 300, D: -1, P: stopPrice });
  const wrong = stopPrice === '29000.00' ? '31000' : '29000';
  expect(await ask(own, 'POST', path, { ...terms, stopPrice: wrong })).toMatchObject({
    code: -2010,
  });
  await cancelAll(own);
});

test('a pair may take its profit by a waiting order, with a stop that trails', async () => {
  const list = await placePair({
    aboveType: 'TAKE_PROFIT_LIMIT',
    aboveStopPrice: '30400',
    abovePrice: '30300',
    aboveTimeInForce: 'GTC',
    belowType: 'STOP_LOSS',
    belowTrailingDelta: '1000',
  });
  const [above, below] = list['orderReports'] as [Message, Message];
  expect(above).toMatchObject({ type: 'TAKE_PROFIT_LIMIT', status: 'NEW', workingTime: -1 });
  expect(below).toMatchObject({ type: 'STOP_LOSS', status: 'NEW', trailingDelta: 1_000 });
  await trade('30400');
  expect(await hear(below['orderId'], { x: 'EXPIRED' })).toMatchObject({ eR: 'OCO_TRIGGER' });
  expect(await read(above['orderId'])).toMatchObject({ status: 'NEW', isWorking: true });
  await cancelAll(own);
  await trade('30000');
  const wrong = await placePair({
    aboveType: 'STOP_LOSS',
    aboveStopPrice: '31000',
    belowType: 'TAKE_PROFIT',
    belowStopPrice: '29000',
  });
  expect(wrong).toMatchObject({ code: -2010 });
});

test('an amended order has a new name, and its list tells it', async () => {
  const list = await placePair({
    quantity: '0.002',
    aboveType: 'LIMIT_MAKER',
    abovePrice: '33000',
    aboveClientOrderId: 'leg-1',
    belowType: 'STOP_LOSS',
    belowStopPrice: '27000',
  });
  const [first] = list['orderReports'] as [Message];
  const amend = '/api/v3/order/amend/keepPriority';
  const amended = await ask(own, 'PUT', amend, {
    origClientOrderId: 'leg-1',
    newClientOrderId: 'leg-2',
    newQty: '0.001',
  });
  expect(amended).toMatchObject({
    amendedOrder: { origClientOrderId: 'leg-1', clientOrderId: 'leg-2', qty: '0.00100' },
  });
  const { orderId } = first;
  expect(await hear(orderId, { x: 'REPLACED' })).toMatchObject({ c: 'leg-2', C: 'leg-1' });
  const told = await line.wait(({ event }) => event?.e === 'listStatus' && event.l === 'UPDATED');
  expect(told.event.O).toContainEqual({ s: 'BTCUSDT', i: orderId, c: 'leg-2' });
  expect(await ask(own, 'GET', path, { origClientOrderId: 'leg-2' })).toMatchObject({ orderId });
  const history = await ask(own, 'GET', '/api/v3/order/amendments', { orderId: String(orderId) });
  expect(history).toEqual([
    expect.objectContaining({ origClientOrderId: 'leg-1', newClientOrderId: 'leg-2' }),
  ]);
  const single = await ask(own, 'POST', path, {
    ...limit('BUY', '20000'),
    quantity: '0.002',
    newClientOrderId: 'leg-1',
  });
  const which = { orderId: String(single['orderId']), newQty: '0.001' };
  expect(await ask(own, 'PUT', amend, { ...which, newClientOrderId: 'leg-2' })).toMatchObject({
    code: -2010,
  });
  const unnamed = (await ask(own, 'PUT', amend, which))['amendedOrder'] as Message;
  expect(unnamed['clientOrderId']).not.toBe('leg-1');
  await cancelAll(own);
});

test('icebergs get smaller, and so do both orders of a pair that waits on both sides', async () => {
  const amend = '/api/v3/order/amend/keepPriority';
  const iceberg = { ...limit('BUY', '20000'), quantity: '0.005', icebergQty: '0.002' };
  const { orderId } = await ask(own, 'POST', path, iceberg);
  const which = { orderId: String(orderId) };
  await ask(own, 'PUT', amend, { ...which, newQty: '0.003' });
  expect(await read(orderId)).toMatchObject({ origQty: '0.00300', icebergQty: '0.00200' });
  await ask(own, 'PUT', amend, { ...which, newQty: '0.001' });
  expect(await read(orderId)).toMatchObject({ origQty: '0.00100', icebergQty: '0.00100' });
  const pair = await placePair({
    quantity: '0.003',
    aboveType: 'TAKE_PROFIT',
    aboveStopPrice: '33000',
    belowType: 'STOP_LOSS',
    belowStopPrice: '27000',
  });
  const [above, below] = pair['orderReports'] as [Message, Message];
  await ask(own, 'PUT', amend, { orderId: String(below['orderId']), newQty: '0.002' });
  // The one that was named is told first.
  for (const one of [below, above]) {
    expect(await hear(one['orderId'], { x: 'REPLACED' })).toMatchObject({ q: '0.00200' });
    expect(await read(one['orderId'])).toMatchObject({ origQty: '0.00200' });
  }
  await cancelAll(own);
});

test.each(reportedOrders)(
  'report, answer and question agree on every field of a %s',
  async (name, terms, status) => {
    await ask(other, 'POST', path, limit('SELL', '30000'));
    const placed = await ask(own, 'POST', path, { type: name.split(' ')[0] as string, ...terms });
    expect(placed).toMatchObject({ status });
    const { orderId } = placed;
    const requested = await read(orderId);
    // The question tells that it works, for as long as it is kept; the report whether it does now.
    const { isWorking, ...rest } = requested;
    const first = await hear(orderId, { x: 'NEW' });
    expect(first).toMatchObject({ w: isWorking, q: requested['origQty'] });
    const last = status === 'NEW' ? first : await hear(orderId, { X: status });
    expect(readReport(last)).toEqual(rest);
    expect(last['w']).toBe(isWorking === true && status === 'NEW');
    for (const field of Object.keys(placed).filter((one) => one !== 'transactTime')) {
      expect([field, placed[field]]).toEqual([field, requested[field]]);
    }
    expect(placed['transactTime']).toBe(requested['updateTime']);
    await cancelAll(own);
    await cancelAll(other);
  },
);
