// The filters of exchangeInfo, each at its edge: the last value inside is not refused by it, the
// next one outside is, by its name. Read from the answer, never from the server. On a started one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { type KeyPair, makeTrader, operate, sendRaw, signQuery } from './client.ts';

const PRICE = '30000';
const BASIS_POINTS_ABOVE = 1;
let server: StagedServer;
let keys: KeyPair;
let filters: Readonly<Record<string, Readonly<Record<string, string | number>>>>;

type Fields = Readonly<Record<string, string>>;

async function send(method: 'POST' | 'PUT', path: string, fields: Fields, pair = keys) {
  const query = signQuery({ symbol: 'BTCUSDT', ...fields }, pair);
  const { reported } = await sendRaw(server.address, { method, path, query, key: pair.apiKey });
  return reported;
}

const limit = (more: Fields = {}) => ({
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: PRICE,
  ...more,
});
const market = (quantity: string) => ({ side: 'BUY', type: 'MARKET', quantity });
/** Triggered above the last price. */
const stopAtMarket = (quantity: string) => ({
  ...market(quantity),
  type: 'STOP_LOSS',
  stopPrice: String(Number(PRICE) + 1_000),
});

/** Name of the filter that refuses an order; "" when none does. */
async function findFilter(order: Fields): Promise<string> {
  const { msg = '' } = await send('POST', '/api/v3/order/test', order);
  return /^Filter failure: (\w+)$/.exec(msg)?.[1] ?? '';
}

beforeAll(async () => {
  // Quiet: nobody trades but the test, so that the last price is known.
  server = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  keys = await makeTrader(server.dataFolder, 'filtered');
  const other = await makeTrader(server.dataFolder, 'other');
  await send('POST', '/api/v3/order', limit({ side: 'SELL' }), other);
  expect(await send('POST', '/api/v3/order', limit())).toMatchObject({ status: 'FILLED' });
  // What a market order meets.
  await send('POST', '/api/v3/order', limit({ side: 'SELL', quantity: '1' }), other);
  // Less at market than at a limit, so that it shows which of the two is meant.
  const less = ['--set', 'maxMarketQuantity=100'];
  await operate(server.dataFolder, ['market', 'set', 'btc_usdt', ...less]);
  const path = '/api/v3/exchangeInfo';
  const request = { method: 'GET', path, query: 'symbol=BTCUSDT' } as const;
  const { reported } = await sendRaw(server.address, request);
  const [row] = reported['symbols'] as { filters: { filterType: string }[] }[];
  filters = Object.fromEntries((row?.filters ?? []).map((one) => [one.filterType, { ...one }]));
});
afterAll(() => server.stop());

const DECIMALS = 8;
const SCALE = 10n ** BigInt(DECIMALS);

/** Decimal text as whole units of 10^-8. */
function unitsOf(text: string | number | undefined): bigint {
  const [whole = '', fraction = ''] = String(text).split('.');
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

function textOf(units: bigint): string {
  const digits = String(units).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
}

const read = (filter: string, field: string) => unitsOf(filters[filter]?.[field]);

/** Values around a range: the first and the last inside, those beside them, one between steps. */
function listEdges(filter: string, [min, max, step]: readonly [string, string, string]) {
  const [least, most, one] = [read(filter, min), read(filter, max), read(filter, step)];
  return {
    inside: [least, most].map(textOf),
    outside: [least - one, most + one, least + one / 2n].map(textOf),
  };
}

test.each([
  ['PRICE_FILTER', ['minPrice', 'maxPrice', 'tickSize'], (price: string) => limit({ price })],
  ['LOT_SIZE', ['minQty', 'maxQty', 'stepSize'], (quantity: string) => limit({ quantity })],
  ['MARKET_LOT_SIZE', ['minQty', 'maxQty', 'stepSize'], market],
  ['MARKET_LOT_SIZE', ['minQty', 'maxQty', 'stepSize'], stopAtMarket],
] as const)('%s refuses what lies outside its range and between its steps', async (...row) => {
  const [name, fields, order] = row;
  const { inside, outside } = listEdges(name, fields);
  for (const value of outside)
    expect([value, await findFilter(order(value))]).toEqual([value, name]);
  for (const value of inside) expect(await findFilter(order(value))).not.toBe(name);
});

test('a replacement by a market order is refused by the filter of market orders', async () => {
  const placed = await send('POST', '/api/v3/order', limit({ price: '20000' }));
  const tooMuch = textOf(read('MARKET_LOT_SIZE', 'maxQty') + read('MARKET_LOT_SIZE', 'stepSize'));
  const reported = await send('POST', '/api/v3/order/cancelReplace', {
    ...market(tooMuch),
    cancelOrderId: String(placed['orderId']),
    cancelReplaceMode: 'STOP_ON_FAILURE',
  });
  expect(JSON.stringify(reported)).toContain('Filter failure: MARKET_LOT_SIZE');
});

/** A buy with a stop: the limit is the gain, below the price. */
const pair = (quantity: string, stop: Fields) => ({
  side: 'BUY',
  quantity,
  belowType: 'LIMIT_MAKER',
  belowPrice: '20000',
  aboveStopPrice: '31000',
  ...stop,
});
const chain = (quantity: string) => ({
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingPrice: '20000',
  workingQuantity: '0.001',
  workingTimeInForce: 'GTC',
  pendingType: 'MARKET',
  pendingSide: 'SELL',
  pendingQuantity: quantity,
});
const beyond = (filter: string) => textOf(read(filter, 'maxQty') + read(filter, 'stepSize'));
const between = (filter: string) => textOf(read(filter, 'minQty') + read(filter, 'stepSize') / 2n);
const limitStop = { aboveType: 'STOP_LOSS_LIMIT', abovePrice: '31500', aboveTimeInForce: 'GTC' };

test.each([
  ['oco', 'MARKET_LOT_SIZE', () => pair(beyond('MARKET_LOT_SIZE'), { aboveType: 'STOP_LOSS' })],
  ['oco', 'LOT_SIZE', () => pair(beyond('LOT_SIZE'), { aboveType: 'STOP_LOSS' })],
  ['oco', 'LOT_SIZE', () => pair(between('LOT_SIZE'), { aboveType: 'STOP_LOSS' })],
  ['oco', 'LOT_SIZE', () => pair(beyond('LOT_SIZE'), limitStop)],
  ['oto', 'MARKET_LOT_SIZE', () => chain(beyond('MARKET_LOT_SIZE'))],
  ['oto', 'MARKET_LOT_SIZE', () => chain(between('MARKET_LOT_SIZE'))],
  ['oto', 'LOT_SIZE', () => ({ ...chain('0.001'), workingQuantity: beyond('LOT_SIZE') })],
] as const)('of a list the filter of the leg that is refused is named: %s, %s', async (...row) => {
  const [kind, name, order] = row;
  expect(await send('POST', `/api/v3/orderList/${kind}`, order())).toEqual({
    code: -1013,
    msg: `Filter failure: ${name}`,
  });
});

test('MIN_NOTIONAL and NOTIONAL are one least worth, of market orders too', async () => {
  const least = read('NOTIONAL', 'minNotional');
  expect(read('MIN_NOTIONAL', 'minNotional')).toBe(least);
  const step = read('LOT_SIZE', 'stepSize');
  const steps = (least * SCALE) / (unitsOf(PRICE) * step);
  for (const order of [(quantity: string) => limit({ quantity }), market]) {
    expect(await findFilter(order(textOf(steps * step)))).toBe('NOTIONAL');
    expect(await findFilter(order(textOf((steps + 1n) * step)))).toBe('');
  }
});

test('PERCENT_PRICE_BY_SIDE bounds the price by the last one, on both sides', async () => {
  const tick = read('PRICE_FILTER', 'tickSize');
  for (const [side, word] of [
    ['BUY', 'bid'],
    ['SELL', 'ask'],
  ] as const) {
    const bound = (end: string) =>
      (unitsOf(PRICE) * read('PERCENT_PRICE_BY_SIDE', `${word}Multiplier${end}`)) / SCALE;
    const report = (price: bigint) => findFilter(limit({ side, price: textOf(price) }));
    expect(await report(bound('Up') + tick)).toBe('PERCENT_PRICE_BY_SIDE');
    expect(await report(bound('Up'))).toBe('');
    expect(await report(bound('Down') - tick)).toBe('PERCENT_PRICE_BY_SIDE');
    expect(await report(bound('Down'))).toBe('');
  }
});

test('ICEBERG_PARTS counts the parts of an iceberg', async () => {
  const [parts, step] = [BigInt(filters['ICEBERG_PARTS']?.['limit'] ?? 0), 100_000n];
  const iceberg = (quantity: bigint) =>
    findFilter(limit({ quantity: textOf(quantity), icebergQty: textOf(step) }));
  expect(await iceberg(parts * step)).toBe('');
  expect(await iceberg(parts * step + read('LOT_SIZE', 'stepSize'))).toBe('ICEBERG_PARTS');
});

test('TRAILING_DELTA bounds the distance of a trailing order, above and below', async () => {
  for (const [side, end] of [
    ['BUY', 'Above'],
    ['SELL', 'Below'],
  ] as const) {
    const [min, max] = ['min', 'max'].map((word) =>
      Number(filters['TRAILING_DELTA']?.[`${word}Trailing${end}Delta`]),
    ) as [number, number];
    const report = (delta: number) =>
      findFilter({
        ...limit({ side, type: 'STOP_LOSS_LIMIT', quantity: '0.01' }),
        trailingDelta: String(delta),
      });
    for (const delta of [min, max]) expect([delta, await report(delta)]).toEqual([delta, '']);
    for (const delta of [min - BASIS_POINTS_ABOVE, max + BASIS_POINTS_ABOVE]) {
      expect([delta, await report(delta)]).toEqual([delta, 'TRAILING_DELTA']);
    }
  }
});

test('MAX_NUM_ORDER_AMENDS ends the amends of an order', async () => {
  const most = Number(filters['MAX_NUM_ORDER_AMENDS']?.['maxNumOrderAmends']);
  const placed = await send('POST', '/api/v3/order', limit({ price: '20000', quantity: '0.01' }));
  const amend = (count: number) =>
    send('PUT', '/api/v3/order/amend/keepPriority', {
      orderId: String(placed['orderId']),
      newQty: textOf(1_000_000n - BigInt(count) * read('LOT_SIZE', 'stepSize')),
    });
  for (let count = 1; count <= most; count += 1) {
    expect(await amend(count)).toHaveProperty('amendedOrder');
  }
  expect(await amend(most + 1)).toEqual({
    code: -2038,
    msg: 'Filter failure: MAX_NUM_ORDER_AMENDS',
  });
});

test.each([
  ['MAX_NUM_ALGO_ORDERS', 'maxNumAlgoOrders', { type: 'STOP_LOSS_LIMIT', stopPrice: '40000' }],
  ['MAX_NUM_ORDERS', 'maxNumOrders', {}],
] as const)('%s is the most that may be open', async (name, field, more) => {
  const pair = await makeTrader(server.dataFolder, name.toLowerCase());
  const most = Number(filters[name]?.[field]);
  const place = () => send('POST', '/api/v3/order', limit({ price: '20000', ...more }), pair);
  for (let count = 0; count < most; count += 1) {
    expect(await place()).toHaveProperty('orderId');
  }
  expect(await place()).toEqual({ code: -1013, msg: `Filter failure: ${name}` });
});

test('no filter is told that is not tried here', () => {
  expect(Object.keys(filters).sort()).toEqual([
    'ICEBERG_PARTS',
    'LOT_SIZE',
    'MARKET_LOT_SIZE',
    'MAX_NUM_ALGO_ORDERS',
    'MAX_NUM_ORDERS',
    'MAX_NUM_ORDER_AMENDS',
    'MIN_NOTIONAL',
    'NOTIONAL',
    'PERCENT_PRICE_BY_SIDE',
    'PRICE_FILTER',
    'TRAILING_DELTA',
  ]);
});
