// Requests of the trading API as they stand on the wire: signatures, clocks, keys, addresses,
// replays, forms, cookies, limits. On a started server.
import { generateKeyPairSync, sign } from 'node:crypto';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import {
  type Bot,
  type KeyPair,
  makeKey,
  makeTrader,
  openBot,
  operate,
  placeInForms,
  type RawRequest,
  sendRaw,
  signQuery,
  signText,
} from './client.ts';
import { askFromAddress, isReachedByIpv4 } from './network.ts';
import { openProBot } from './pro-bot.ts';

let server: StagedServer;
let keys: KeyPair;
const price = '20000';
/** Where the proxy of the tests connects from. */
const PROXY = '127.0.0.9';

beforeAll(async () => {
  // Quiet: nobody trades but the test, so that what meets is known.
  server = await startServer({ ISOBATH_LIQUIDITY: 'off', TRUSTED_PROXIES: PROXY });
  keys = await makeTrader(server.dataFolder, 'carla');
});
afterAll(() => server.stop());

const send = (request: RawRequest) => sendRaw(server.address, { key: keys.apiKey, ...request });
const askFrom = (localAddress: string, path: string, headers: Record<string, string> = {}) =>
  askFromAddress({ server: server.address, localAddress }, path, headers);
const ask = (path: string) => sendRaw(server.address, { method: 'GET', path });
const order = () => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price,
});
const place = (more: Partial<RawRequest>) =>
  send({ method: 'POST', path: '/api/v3/order', ...more });

test('an order is taken from a query, a form, and one split over both', async () => {
  const readDay = () => new Date().getUTCDate();
  const [firstDay, another] = [readDay(), await makeTrader(server.dataFolder, 'after-midnight')];
  let mixed = await placeInForms(server.address, keys, order());
  // The day's window began anew in between: on the new day somebody whose orders are all of it.
  if (readDay() !== firstDay) mixed = await placeInForms(server.address, another, order());
  expect(mixed.reported).toMatchObject({ status: 'NEW', symbol: 'BTCUSDT', orderListId: -1 });
  // The window of ten seconds may begin anew between two of them.
  expect(mixed.headers.get('x-mbx-order-count-10s')).toMatch(/^[123]$/);
  expect(mixed.headers.get('x-mbx-order-count-1d')).toBe('3');
});

test('own orders do not trade with each other, and what was prevented is told', async () => {
  const ask = async (method: RawRequest['method'], path: string, parameters: object) =>
    (await send({ method, path, query: signQuery({ ...parameters }, keys) })).reported;
  const path = '/api/v3/order';
  const higher = (Number(price) + 1).toFixed(2);
  const resting = await ask('POST', path, { ...order(), price: higher });
  const taking = await ask('POST', path, {
    ...order(),
    side: 'SELL',
    price: higher,
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
  const prevented = { executedQty: '0.00000', preventedQuantity: '0.00100' };
  expect(taking).toMatchObject({ status: 'EXPIRED_IN_MATCH', ...prevented });
  const known = { symbol: 'BTCUSDT', orderId: String(resting['orderId']) };
  expect(await ask('GET', '/api/v3/myPreventedMatches', known)).toEqual([
    expect.objectContaining({
      preventedMatchId: taking['preventedMatchId'],
      makerOrderId: resting['orderId'],
      takerOrderId: taking['orderId'],
      selfTradePreventionMode: 'EXPIRE_TAKER',
      price: higher,
    }),
  ]);
  expect(await ask('GET', path, known)).toMatchObject({ status: 'NEW', isWorking: true });
  const { preventedMatchId } = taking;
  const which = { symbol: 'BTCUSDT', orderId: String(taking['orderId']) };
  expect(await ask('GET', path, which)).toMatchObject({ preventedMatchId });
  expect(await ask('GET', '/api/v3/allOrders', which)).toMatchObject([{ preventedMatchId }]);
});

test('ACK, RESULT and FULL tell more and more', async () => {
  const report = async (newOrderRespType: string) =>
    (await place({ query: signQuery({ ...order(), newOrderRespType }, keys) })).reported;
  expect(Object.keys(await report('ACK')).sort()).toEqual(
    ['clientOrderId', 'orderId', 'orderListId', 'symbol', 'transactTime'].sort(),
  );
  expect(await report('RESULT')).not.toHaveProperty('fills');
  expect(await report('FULL')).toHaveProperty('fills', []);
});

test('an Ed25519 key signs', async () => {
  const pair = generateKeyPairSync('ed25519');
  const made = await makeKey(server.dataFolder, 'carla', {
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  });
  const text = `timestamp=${Date.now()}`;
  const signature = sign(null, Buffer.from(text), pair.privateKey).toString('base64');
  const query = `${text}&signature=${encodeURIComponent(signature)}`;
  const answer = await send({ method: 'GET', path: '/api/v3/account', query, key: made.apiKey });
  expect(answer.reported).toMatchObject({ accountType: 'SPOT', canTrade: true });
});

test('the same signed bytes place one order, however often they come', async () => {
  const query = signQuery(order(), keys);
  const answers = await Promise.all([1, 2, 3].map(() => place({ query })));
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ reported }) => reported.code)).toEqual([-2010, -2010]);
  const path = '/api/v3/openOrders';
  await send({ method: 'DELETE', path, query: signQuery({ symbol: 'BTCUSDT' }, keys) });
  const late = await place({ query });
  expect(late.reported).toMatchObject({ code: -2010, msg: 'Duplicate order sent.' });
  const open = await send({ method: 'GET', path, query: signQuery({ symbol: 'BTCUSDT' }, keys) });
  expect(open.reported).toEqual([]);
});

test('altered, stale, early, unsigned, nameless and revoked requests are refused', async () => {
  const good = signQuery(order(), keys);
  const stale = `timestamp=${Date.now() - 6_000}`;
  const early = `timestamp=${Date.now() + 60_000}`;
  const wide = `recvWindow=60001&timestamp=${Date.now()}`;
  const signed = (text: string) => `${text}&signature=${signText(text, keys)}`;
  const codeOf = async (query: string, key = keys.apiKey) =>
    (await send({ method: 'GET', path: '/api/v3/account', query, key })).reported.code;
  expect((await place({ query: good.replace('0.001', '0.002') })).reported.code).toBe(-1022);
  expect(await codeOf(signed(stale))).toBe(-1021);
  expect(await codeOf(signed(early))).toBe(-1021);
  expect(await codeOf(signed(wide))).toBe(-1130);
  expect(await codeOf(signed(`recvWindow=6000.346&timestamp=${Date.now()}`))).toBeUndefined();
  expect(await codeOf('timestamp=1')).toBe(-1021);
  expect(await codeOf(`timestamp=${Date.now()}`)).toBe(-1102);
  expect(await codeOf(signQuery({}, keys), '')).toBe(-2014);
  expect(await codeOf(signQuery({}, keys), 'x'.repeat(64))).toBe(-2015);
});

test('a key bound to other addresses is refused here', async () => {
  const bound = await makeKey(server.dataFolder, 'carla', { ip: '203.0.113.0/24' });
  const permissions = 'read,withdraw';
  const home = await makeKey(server.dataFolder, 'carla', { ip: '127.0.0.0/16', permissions });
  const path = '/api/v3/account';
  const report = async (pair: KeyPair) =>
    (await send({ method: 'GET', path, query: signQuery({}, pair), key: pair.apiKey })).reported;
  expect((await report(bound)).code).toBe(-2015);
  // `localhost` may be the one of IPv6, which the list does not name.
  if (!(await isReachedByIpv4(server.address))) return;
  expect((await report(home)).accountType).toBe('SPOT');
  const request = signQuery({ coin: 'SOL', address: 'mine', amount: '0.1' }, home);
  const apply = {
    method: 'POST',
    path: '/sapi/v1/capital/withdraw/apply',
    query: request,
  } as const;
  expect((await send({ ...apply, key: home.apiKey })).reported.code).toBe(-4019);
});

test('with a new password no key may withdraw any more', async () => {
  const ip = '203.0.113.0/24';
  const pair = await makeKey(server.dataFolder, 'carla', { ip, permissions: 'read,withdraw' });
  const report = () =>
    askFrom(PROXY, `/sapi/v1/account/apiRestrictions?${signQuery({}, pair)}`, {
      'x-mbx-apikey': pair.apiKey,
      'x-forwarded-for': '203.0.113.7',
    });
  expect(await report()).toContain('"enableWithdrawals":true');
  const email = 'carla@example.com';
  const call = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'isobath' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${server.address}${path}`, init)).json()) as {
      code: number;
      data: { ticket: string };
    };
  };
  const { ticket } = (await call('/hk-web/account/password/forgot', { email })).data;
  const words = ['mail', 'list', '--to', email, '--limit', '1'];
  const list = await operate<{ mails: { text: string }[] }>(server.dataFolder, words);
  const code = /\b\d{6}\b/.exec(list.mails[0]?.text ?? '')?.[0] ?? '';
  const reset = { ticket, code, password: 'another sentence, another puzzle' };
  expect((await call('/hk-web/account/password/reset', reset)).code).toBe(200);
  const after = await report();
  expect(after).toContain('"enableWithdrawals":false');
  expect(after).toContain('"enableReading":true');
});

test('the address that a trusted proxy names is the one a key is bound to', async () => {
  const bound = await makeKey(server.dataFolder, 'carla', { ip: '203.0.113.0/24' });
  const report = (localAddress: string, forwarded: string) =>
    askFrom(localAddress, `/api/v3/account?${signQuery({}, bound)}`, {
      'x-mbx-apikey': bound.apiKey,
      'x-forwarded-for': forwarded,
    });
  expect(await report(PROXY, '203.0.113.7')).toContain('"accountType":"SPOT"');
  expect(await report(PROXY, '203.0.113.7, 198.51.100.1')).toContain('-2015');
  expect(await report('127.0.0.1', '203.0.113.7')).toContain('-2015');
});

test('metrics are for this machine, and never through a proxy', async () => {
  const forwarded = { 'x-forwarded-for': '127.0.0.1' };
  expect(await askFrom('127.0.0.1', '/metrics')).toContain('isobath_sockets_open');
  expect(await askFrom('127.0.0.1', '/metrics', forwarded)).toBe('');
  expect(await askFrom(PROXY, '/metrics', forwarded)).toBe('');
  expect(await askFrom(PROXY, '/metrics')).toBe('');
});

test('pages are rendered for nobody without end, and for others all the same', async () => {
  const askPages = (caller: string, count: number, first: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        // Each has an address of its own, so that none is kept from the one before.
        askFrom(PROXY, `/en_US/rateStandard?at=${first + at}`, { 'x-forwarded-for': caller }),
      ),
    );
  const bodies: string[] = [];
  while (!bodies.includes('429'))
    bodies.push(...(await askPages('203.0.113.20', 20, bodies.length)));
  // A rendered page counts as 4 of the 480 that may be asked at once.
  expect(bodies.filter((body) => body.includes('</html>')).length).toBeGreaterThanOrEqual(120);
  const others = await askPages('203.0.113.21', 1, bodies.length);
  expect(others[0]).toContain('</html>');
});

test('a session cookie opens nothing here, and a key nothing elsewhere', async () => {
  const cookie = { cookie: `__Host-session=${'A'.repeat(43)}` };
  const path = '/api/v3/account';
  const answer = await sendRaw(server.address, { method: 'GET', path, headers: cookie });
  expect([answer.status, answer.reported.code]).toEqual([401, -2014]);
  const query = signQuery({}, keys);
  const elsewhere = await send({ method: 'GET', path: '/hk-web/spot/balances', query });
  expect([elsewhere.status, elsewhere.reported.code]).toEqual([401, 10_002]);
});

test('what is malformed or not served weighs too, and times are told as asked', async () => {
  for (const path of ['/api/v3/depth?symbol=A&symbol=B', '/sapi/v1/margin/loan', '/api/v9']) {
    expect(Number((await ask(path)).headers.get('x-mbx-used-weight-1m')), path).toBeGreaterThan(0);
  }
  const headers = { 'x-mbx-time-unit': 'microsecond' };
  const { reported } = await sendRaw(server.address, {
    method: 'GET',
    path: '/api/v3/time',
    headers,
  });
  expect(String(reported['serverTime'])).toHaveLength(16);
});

test('a chain of orders stays one when its first order is filled', async () => {
  const other = await makeTrader(server.dataFolder, 'dora');
  const signed = async (
    pair: KeyPair,
    method: RawRequest['method'],
    path: string,
    fields: object,
  ) =>
    (await send({ method, path, query: signQuery({ ...fields }, pair), key: pair.apiKey }))
      .reported;
  const [symbol, quantity] = ['BTCUSDT', '0.001'];
  const list = await signed(keys, 'POST', '/api/v3/orderList/oto', {
    symbol,
    workingType: 'LIMIT',
    workingSide: 'BUY',
    workingQuantity: quantity,
    workingPrice: '25000',
    workingTimeInForce: 'GTC',
    pendingType: 'LIMIT',
    pendingSide: 'SELL',
    pendingQuantity: quantity,
    pendingPrice: '39000',
    pendingTimeInForce: 'GTC',
  });
  expect(list).toMatchObject({ contingencyType: 'OTO' });
  await signed(other, 'POST', '/api/v3/order', {
    symbol,
    side: 'SELL',
    type: 'LIMIT',
    timeInForce: 'IOC',
    quantity,
    price: '25000',
  });
  // On a busy machine what is open may be told late; then the call is refused and asked again.
  const ended = await vi.waitFor(async () => {
    const orderListId = String(list['orderListId']);
    const reported = await signed(keys, 'DELETE', '/api/v3/orderList', { symbol, orderListId });
    expect(reported).toMatchObject({ contingencyType: 'OTO', listOrderStatus: 'ALL_DONE' });
    return reported;
  }, 120_000);
  expect(ended['orderReports']).toHaveLength(1);
});

test('what is not served, malformed or sent twice is told in the same shape', async () => {
  expect((await ask('/sapi/v1/margin/loan')).reported).toMatchObject({ code: -1020 });
  expect((await ask('/futures/data/openInterestHist')).reported).toMatchObject({ code: -1020 });
  expect((await ask('/fapi/v1/exchangeInfo')).reported).toMatchObject({ symbols: [] });
  expect((await ask('/dapi/v1/exchangeInfo')).reported).toMatchObject({ symbols: [] });
  expect((await ask('/api/v3/depth?symbol=%E0%A4%A')).reported.code).toBe(-1100);
  expect((await ask('/api/v3/depth')).reported.code).toBe(-1102);
  expect((await ask('/api/v3/depth?symbol=')).reported.code).toBe(-1105);
  expect((await ask('/api/v3/depth?symbol=BTCUSDT&symbol=ETHUSDT')).reported.code).toBe(-1101);
  expect((await ask('/api/v3/klines?symbol=BTCUSDT&interval=9m')).reported.code).toBe(-1120);
  expect((await ask('/api/v3/ticker/24hr?symbol=BTCUSDT&type=LONG')).reported.code).toBe(-1139);
  expect((await ask('/api/v3/depth?symbol=BTCUSDT&limit=0')).reported.code).toBe(-1130);
  const many = await ask('/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1500');
  expect({ status: many.status, isList: Array.isArray(many.reported) }).toEqual({
    status: 200,
    isList: true,
  });
  const past = signQuery({ symbol: 'BTCUSDT', startTime: '0', endTime: '90000000' }, keys);
  const orders = await send({ method: 'GET', path: '/api/v3/allOrders', query: past });
  expect(orders.reported.code).toBe(-1127);
});

/** Methods of ccxt for products that the exchange does not have. */
const listOthers = (bot: Bot): Readonly<Record<string, () => Promise<unknown>>> => ({
  fetchBorrowInterest: () => bot.fetchBorrowInterest('USDT'),
  fetchBorrowRateHistory: () => bot.fetchBorrowRateHistory('USDT'),
  fetchCrossBorrowRate: () => bot.fetchCrossBorrowRate('USDT'),
  fetchIsolatedBorrowRates: () => bot.fetchIsolatedBorrowRates(),
  borrowCrossMargin: () => bot.borrowCrossMargin('USDT', 1),
  borrowIsolatedMargin: () => bot.borrowIsolatedMargin('BTC/USDT', 'USDT', 1),
  repayCrossMargin: () => bot.repayCrossMargin('USDT', 1),
  repayIsolatedMargin: () => bot.repayIsolatedMargin('BTC/USDT', 'USDT', 1),
  fetchMyLiquidations: () => bot.fetchMyLiquidations('BTC/USDT'),
  fetchConvertCurrencies: () => bot.fetchConvertCurrencies(),
  fetchConvertQuote: () => bot.fetchConvertQuote('BTC', 'USDT', 0.01),
  createConvertTrade: () => bot.createConvertTrade('1', 'BTC', 'USDT', 1),
  fetchOpenInterest: () => bot.fetchOpenInterest('BTC/USDT'),
  fetchOpenInterestHistory: () => bot.fetchOpenInterestHistory('BTC/USDT'),
  fetchMarkOHLCV: () => bot.fetchMarkOHLCV('BTC/USDT'),
  fetchIndexOHLCV: () => bot.fetchIndexOHLCV('BTC/USDT'),
  fetchPremiumIndexOHLCV: () => bot.fetchPremiumIndexOHLCV('BTC/USDT'),
  addMargin: () => bot.addMargin('BTC/USDT', 1),
  reduceMargin: () => bot.reduceMargin('BTC/USDT', 1),
});

test('a method of another product tells -1020; lists of contracts are empty', async () => {
  const bot = openBot(server.address, keys);
  await bot.loadMarkets();
  for (const [name, act] of Object.entries(listOthers(bot))) {
    const error = await act().then(
      () => new Error('it was taken'),
      (reason: Error) => reason,
    );
    const reported = `${error.constructor.name} ${error.message}`;
    expect({ name, reported }).toEqual({
      name,
      reported: expect.stringMatching(/^BadRequest .*-1020/),
    });
  }
  const pro = await openProBot(server.address, keys);
  await expect(pro.fetchPositionsWs(undefined, { type: 'future' })).rejects.toThrow('-1020');
  await pro.close();
  expect(await bot.fetchFundingRates()).toEqual({});
  expect(await bot.fetchLeverageTiers()).toEqual({});
  expect(await bot.fetchPositions()).toEqual([]);
  expect(await bot.fetchPositionMode()).toMatchObject({ hedged: false });
  expect(await bot.fapiPrivateGetMultiAssetsMargin()).toEqual({ multiAssetsMargin: false });
  expect(await bot.fapiPrivateGetSymbolConfig()).toEqual([]);
  await expect(bot.fetchMarkPrice('BTC/USDT')).rejects.toThrow(ccxt.BadSymbol);
  const history = bot.fetchFundingRateHistory('BTC/USDT');
  await expect(history).rejects.toThrow(ccxt.BadSymbol);
});

test('who asks too much is told to wait, and banned when they do not', async () => {
  const first = await ask('/api/v3/ping');
  expect(Number(first.headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(0);
  const seen = new Map<number, number>();
  let banned: Awaited<ReturnType<typeof ask>> | undefined;
  // 250 a request: 24 are within a minute's weight, a hundred more are ignored refusals.
  for (let count = 0; count < 400 && banned === undefined; count += 1) {
    const answer = await ask('/api/v3/depth?symbol=BTCUSDT&limit=5000');
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    if (answer.status === 418) banned = answer;
    else if (answer.status === 429) {
      expect(answer.reported.code).toBe(-1003);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(6_000);
    }
  }
  expect(seen.get(429)).toBeGreaterThanOrEqual(100);
  expect(Number(banned?.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await ask('/api/v3/ping')).status).toBe(418);
});
