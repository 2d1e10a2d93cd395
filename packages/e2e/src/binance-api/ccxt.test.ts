// ccxt, unmodified but for its hosts, against a server with its simulated market: every spot method
// a bot uses (docs/guide/trading-api.md), orders of every kind, and refusals as its errors.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import ccxt, { type Order } from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../fixture/exchange.ts';
import type { SharedServer } from '../fixture/server.ts';
import { shareServer } from '../fixture/shared.ts';
import {
  type Bot,
  makeKey,
  makeTrader,
  openBot,
  sendRaw,
  signQuery,
  waitForMarket,
} from './client.ts';
import { openProBot } from './pro-bot.ts';

const [SYMBOL, MARKET] = ['BTC/USDT', 'BTCUSDT'] as const;
let server: SharedServer;
let bot: Bot;
let other: Bot;
let close: (() => Promise<void>) | undefined;
/** A price between the best ones, for orders that rest far from them. */
let last = 0;
const far = (share: number) => Math.round(last * share);

beforeAll(async () => {
  server = await shareServer('live');
  const permissions = 'read,spot,transfer';
  bot = openBot(server.address, await makeTrader(server.dataFolder, 'anna', { permissions }));
  other = openBot(server.address, await makeTrader(server.dataFolder, 'ben'));
  for (const one of [bot, other]) await one.loadMarkets();
  last = await waitForMarket(server.address);
  close = await openAccounts(server, 'c2c:USDT', 'contract:USDT', 'cross:USDT', 'isolated:USDT');
});
afterAll(() => close?.());

const idOf = ({ id }: Order): string => id ?? '';
type Balances = Awaited<ReturnType<Bot['fetchBalance']>>;
const totalOf = ({ total }: Balances, coin: string) =>
  (total as unknown as Record<string, number>)[coin];

/** Place, look at what is told, take away again. */
async function placeAndCancel(order: Promise<Order>): Promise<Order> {
  const id = idOf(await order);
  const open = await bot.fetchOrder(id, SYMBOL);
  expect(open.status).toBe('open');
  await bot.cancelOrder(id, SYMBOL);
  expect((await bot.fetchOrder(id, SYMBOL)).status).toBe('canceled');
  return open;
}

test('markets are loaded with the steps and least amounts that are enforced', () => {
  expect(Object.keys(bot.markets ?? {})).toHaveLength(66);
  const market = bot.market(SYMBOL);
  expect(market.active).toBe(true);
  expect(market.precision).toMatchObject({ price: 0.01, amount: 0.00001 });
  expect(market.limits.cost?.min).toBe(5);
});

test('clock, state and coins answer', async () => {
  const times = [Date.now(), (await bot.fetchTime()) ?? 0, Date.now()];
  expect(times).toEqual(times.toSorted((one, next) => one - next));
  expect((await bot.fetchStatus()).status).toBe('ok');
  expect(Object.keys((await bot.fetchCurrencies()) ?? {})).toContain('BTC');
});

test('tickers, books, trades and candles agree with each other', async () => {
  const book = await bot.fetchOrderBook(SYMBOL, 1_000);
  expect(book.bids[0][0]).toBeLessThan(Number(book.asks[0][0]));
  const ticker = await bot.fetchTicker(SYMBOL);
  expect(ticker.bid).toBeLessThan(ticker.ask ?? 0);
  expect(ticker.low).toBeLessThanOrEqual(ticker.last ?? 0);
  // The library sorts trades of one moment by their number as text.
  const trades = (await bot.fetchTrades(SYMBOL, undefined, 20)).map(({ id }) => Number(id));
  const ids = trades.toSorted((one, other) => one - other);
  expect(ids).toEqual(ids.map((_id, at) => ids[0] + at));
  expect(Object.keys(await bot.fetchTickers())).toHaveLength(66);
  expect(Object.keys(await bot.fetchBidsAsks([SYMBOL, 'ETH/BTC']))).toHaveLength(2);
  expect(Object.keys(await bot.fetchLastPrices())).toHaveLength(66);
  const since = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const candles = await bot.fetchOHLCV(SYMBOL, '1m', since, 5);
  expect(candles.map(([at]) => at)).toEqual([0, 1, 2, 3, 4].map((n) => since + n * 60_000));
  const [first] = await bot.publicGetHistoricalTrades({ symbol: MARKET, fromId: 1, limit: 1 });
  expect(first.id).toBe(1);
  const window = await bot.publicGetTicker({ symbol: MARKET, windowSize: '1h' });
  const day = await bot.publicGetTickerTradingDay({ symbols: `["${MARKET}","ETHUSDT"]` });
  expect([(window as { symbol?: string }).symbol, day.length]).toEqual([MARKET, 2]);
  expect(Number((await bot.publicGetAvgPrice({ symbol: MARKET })).price)).toBeGreaterThan(0);
  expect(await bot.publicGetUiKlines({ symbol: MARKET, interval: '1h', limit: 1 })).toHaveLength(1);
  expect(await bot.publicGetTrades({ symbol: MARKET, limit: 3 })).toHaveLength(3);
});

test('a resting order is seen, amended, edited and taken away', async () => {
  const placed = await bot.createOrder(SYMBOL, 'limit', 'buy', 0.003, far(0.9));
  expect(placed).toMatchObject({ status: 'open', amount: 0.003, filled: 0, side: 'buy' });
  const open = await bot.fetchOpenOrders(SYMBOL);
  expect(open.map(({ id }) => id)).toContain(placed.id);
  const about = { symbol: MARKET, orderId: placed.id };
  const amend = { ...about, newQty: '0.002' };
  const smaller = await bot.request('order/amend/keepPriority', 'private', 'PUT', amend);
  expect(smaller.amendedOrder).toMatchObject({ orderId: Number(placed.id), qty: '0.00200' });
  const { executionId } = smaller;
  const ask = (who: Bot) => who.request('order/amendments', 'private', 'GET', about);
  expect(await ask(bot)).toMatchObject([{ executionId, origQty: '0.00300', newQty: '0.00200' }]);
  expect(await ask(other)).toEqual([]);
  const edited = await bot.editOrder(idOf(placed), SYMBOL, 'limit', 'buy', 0.001, far(0.91));
  expect((await bot.fetchOrder(idOf(placed), SYMBOL)).status).toBe('canceled');
  expect((await bot.fetchOrder(idOf(edited), SYMBOL)).amount).toBe(0.001);
  expect((await bot.cancelOrder(idOf(edited), SYMBOL)).status).toBe('canceled');
});

test('market orders by size and by amount are filled, and the books agree', async () => {
  const before = await bot.fetchBalance();
  const bought = await bot.createOrder(SYMBOL, 'market', 'buy', 0.002);
  expect(bought).toMatchObject({ status: 'closed', filled: 0.002, remaining: 0 });
  const spent = await bot.createMarketBuyOrderWithCost(SYMBOL, 60);
  expect(spent.status).toBe('closed');
  expect(spent.cost).toBeLessThanOrEqual(60);
  const sold = await bot.createMarketSellOrderWithCost(SYMBOL, 60);
  expect(sold.status).toBe('closed');
  const trades = await bot.fetchMyTrades(SYMBOL);
  const own = new Set([bought.id, spent.id, sold.id]);
  expect(new Set(trades.map(({ order }) => order))).toEqual(own);
  const after = await bot.fetchBalance();
  const coins = { BTC: 0n, USDT: 0n };
  const scale = 10 ** 10;
  const units = (text: string) => BigInt(Math.round(Number(text) * scale));
  for (const { info } of trades) {
    const sign = info.isBuyer ? 1n : -1n;
    coins.BTC += sign * units(info.qty);
    coins.USDT -= sign * units(info.quoteQty);
    coins[info.commissionAsset as 'BTC' | 'USDT'] -= units(info.commission);
  }
  for (const coin of ['BTC', 'USDT'] as const) {
    const moved = units(String(totalOf(after, coin))) - units(String(totalOf(before, coin)));
    expect(Math.abs(Number(moved - coins[coin]))).toBeLessThan(scale / 10 ** 6);
  }
  expect(await bot.fetchOrderTrades(idOf(bought), SYMBOL)).not.toHaveLength(0);
});

test.each([
  ['post only', 'limit', 'buy', 0.9, { postOnly: true }],
  ['stop loss', 'market', 'sell', 0, { stopLossPrice: 0.9 }],
  ['stop loss limit', 'limit', 'sell', 0.88, { stopLossPrice: 0.9 }],
  ['take profit', 'market', 'sell', 0, { takeProfitPrice: 1.1 }],
  ['take profit limit', 'limit', 'sell', 1.12, { takeProfitPrice: 1.1 }],
  ['trailing stop', 'market', 'sell', 0, { trailingPercent: 2, stopLossOrTakeProfit: 'stopLoss' }],
  ['iceberg', 'limit', 'sell', 1.1, { icebergQty: 0.002 }],
] as const)('an order %s waits until it is taken away', async (_name, type, side, share, how) => {
  const request = Object.fromEntries(
    Object.entries(how).map(([name, value]) => [
      name,
      name.endsWith('Price') ? far(value as number) : value,
    ]),
  );
  const price = share === 0 ? undefined : far(share);
  const open = await placeAndCancel(bot.createOrder(SYMBOL, type, side, 0.01, price, request));
  expect(open.amount).toBe(0.01);
  if ('icebergQty' in how) expect(Number(open.info.icebergQty)).toBe(0.002);
});

test('an immediate order that finds nothing expires, a tested one leaves nothing', async () => {
  const taken = await bot.createOrder(SYMBOL, 'limit', 'buy', 0.001, far(0.9), {
    timeInForce: 'IOC',
  });
  expect(taken.status).toBe('expired');
  const before = (await bot.fetchOrders(SYMBOL)).length;
  await bot.createOrder(SYMBOL, 'limit', 'buy', 0.001, far(0.9), { test: true });
  expect(await bot.fetchOrders(SYMBOL)).toHaveLength(before);
});

test('lists are placed, asked for and taken away: OCO old and new, OTO, OTOCO', async () => {
  const [high, low] = [String(far(1.2)), String(far(0.8))];
  const pair = { symbol: MARKET, side: 'SELL', quantity: '0.001' };
  const stop = { belowType: 'STOP_LOSS', belowStopPrice: low };
  const oco = { ...pair, aboveType: 'LIMIT_MAKER', abovePrice: high, ...stop };
  const working = {
    symbol: MARKET,
    workingType: 'LIMIT',
    workingSide: 'BUY',
    workingPrice: String(far(0.9)),
    workingQuantity: '0.001',
    workingTimeInForce: 'GTC',
    pendingSide: 'SELL',
    pendingQuantity: '0.001',
  };
  const made = [
    await bot.privatePostOrderListOco(oco),
    await bot.privatePostOrderOco({ ...pair, price: high, stopPrice: low }),
    await bot.privatePostOrderListOto({
      ...working,
      pendingType: 'LIMIT_MAKER',
      pendingPrice: high,
    }),
    await bot.privatePostOrderListOtoco({
      ...working,
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: high,
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: low,
    }),
  ];
  expect(made.map(({ orders }) => orders.length)).toEqual([2, 2, 2, 3]);
  expect(made.map(({ contingencyType }) => contingencyType)).toEqual(['OCO', 'OCO', 'OTO', 'OTO']);
  const ids = made.map(({ orderListId }) => orderListId);
  const listIds = (lists: { orderListId: number }[]) => lists.map((list) => list.orderListId);
  expect(listIds(await bot.privateGetOpenOrderList())).toEqual(ids);
  const [first] = ids;
  expect((await bot.privateGetOrderList({ orderListId: first })).orders).toEqual(made[0].orders);
  const done = await bot.privateDeleteOrderList({ symbol: MARKET, orderListId: first });
  expect(done).toMatchObject({ listOrderStatus: 'ALL_DONE', orderListId: first });
  expect(await bot.cancelAllOrders(SYMBOL)).toHaveLength(3);
  expect(await bot.privateGetOpenOrderList()).toEqual([]);
  expect(listIds(await bot.privateGetAllOrderList())).toEqual(ids);
});

test('rates, balances, counts and what the wallet has are told', async () => {
  expect(await bot.fetchTradingFee(SYMBOL)).toMatchObject({ maker: 0.001, taker: 0.001 });
  expect(Object.keys(await bot.fetchTradingFees())).toHaveLength(66);
  const rates = await bot.privateGetAccountCommission({ symbol: MARKET });
  expect(rates.standardCommission.taker).toBe('0.00100000');
  expect((await other.fetchBalance()).total).toMatchObject({ BTC: 2, USDT: 100_000 });
  const counts = await bot.privateGetRateLimitOrder();
  expect(counts.map(({ interval }: { interval: string }) => interval)).toEqual(['SECOND', 'DAY']);
  expect((await bot.sapiGetAccountApiRestrictions()).enableWithdrawals).toBe(false);
  expect(await bot.fetchDeposits()).toEqual([]);
  expect(await bot.fetchWithdrawals()).toEqual([]);
  expect(await bot.fetchClosedOrders(SYMBOL)).not.toHaveLength(0);
  expect(await bot.fetchCanceledOrders(SYMBOL)).not.toHaveLength(0);
});

test('money moves between own accounts once, and the records tell of it', async () => {
  const before = (await bot.fetchBalance())['USDT']?.free ?? 0;
  const moved = await bot.transfer('USDT', 40, 'spot', 'funding');
  await bot.transfer('USDT', 15, 'funding', 'spot');
  await bot.transfer('USDT', 10, 'spot', 'future');
  expect((await bot.fetchBalance())['USDT']?.free).toBeCloseTo(before - 35, 6);
  const from = { fromAccount: 'spot', toAccount: 'funding' };
  const rows = await bot.fetchTransfers('USDT', undefined, 10, from);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ id: moved.id, amount: 40, currency: 'USDT', status: 'ok' });
  await expect(other.transfer('USDT', 1, 'spot', 'funding')).rejects.toThrow('-2015');
  const { apiKey, secret } = bot;
  const query = signQuery({ type: 'MAIN_FUNDING', asset: 'USDT', amount: '1' }, { apiKey, secret });
  const request = { method: 'POST', path: '/sapi/v1/asset/transfer', query, key: apiKey } as const;
  const answers = [await sendRaw(server.address, request), await sendRaw(server.address, request)];
  expect(answers.map(({ status, reported }) => [status, reported.code])).toEqual([
    [200, undefined],
    [400, -5010],
  ]);
});

/** Place an order by hand; the changes may use prices, which are known only once the test runs. */
const place = (change: () => object) => () =>
  bot.privatePostOrder({
    symbol: MARKET,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.001',
    price: String(far(0.9)),
    ...change(),
  });
const maker = { type: 'LIMIT_MAKER', timeInForce: undefined };

test.each([
  ['InsufficientFunds', 'insufficient balance', place(() => ({ quantity: '1.9' }))],
  ['InvalidOrder', '-1013', place(() => ({ quantity: '0.000001' }))],
  ['InvalidOrder', '-1013', place(() => ({ price: '0.005' }))],
  ['BadRequest', 'NOTIONAL', place(() => ({ quantity: '0.00001' }))],
  ['InvalidOrder', 'PERCENT_PRICE_BY_SIDE', place(() => ({ price: String(far(0.1)) }))],
  ['OrderImmediatelyFillable', 'take', place(() => ({ ...maker, price: String(far(1.1)) }))],
  ['BadRequest', '-1102', place(() => ({ price: undefined }))],
  ['BadRequest', '-1106', place(() => ({ stopPrice: '1' }))],
  ['BadRequest', '-1104', place(() => ({ goodTillDate: '1' }))],
  ['InvalidOrder', '-2010', place(() => ({ pegPriceType: 'PRIMARY_PEG' }))],
  ['BadRequest', '-1100', place(() => ({ quantity: '1e3' }))],
  ['BadRequest', '-1115', place(() => ({ timeInForce: 'SOON' }))],
  ['BadRequest', '-1116', place(() => ({ type: 'FANCY' }))],
  ['BadRequest', '-1117', place(() => ({ side: 'HOLD' }))],
  ['BadSymbol', '-1121', place(() => ({ symbol: 'NOPE' }))],
  ['OrderNotFound', '-2013', () => bot.fetchOrder('999999999', SYMBOL)],
  ['OrderNotFound', '-2011', () => bot.cancelOrder('999999999', SYMBOL)],
  ['ExchangeError', '-4040', () => bot.fetchDepositAddress('SOL')],
  ['BadRequest', '-4018', () => bot.sapiGetCapitalDepositAddress({ coin: 'NOPE' })],
  // So ccxt calls a refused key once it was let in with it.
  ['DDoSProtection', '-2015', () => bot.withdraw('BTC', 0.1, 'bc1qar0srrr7xfkvy5l643')],
  ['BadRequest', '-1020', () => bot.transfer('USDT', 1, 'spot', 'option')],
  ['InsufficientFunds', 'insufficient', () => bot.transfer('USDT', 1e9, 'spot', 'funding')],
  ['InsufficientFunds', 'insufficient balance', () => bot.transfer('BTC', 1, 'funding', 'spot')],
  ['ExchangeError', '-3003', () => bot.transfer('USDT', 1, 'spot', 'cross')],
  ['ExchangeError', '-3003', () => bot.transfer('USDT', 1, 'spot', 'isolated', { symbol: SYMBOL })],
  ['ExchangeError', '-3027', () => bot.transfer('ETH', 1, 'spot', 'isolated', { symbol: SYMBOL })],
  ['ExchangeError', '-3043', () => bot.transfer('BTC', 1, 'spot', 'future')],
] as const)('%s is raised, and tells %s', async (name, reported, act) => {
  const error = await (act as () => Promise<unknown>)().then(
    () => new Error('it was taken'),
    (reason: Error) => reason,
  );
  expect(error.constructor.name).toBe(name);
  expect(error.message).toContain(reported);
});

test('a replacement that is refused tells what became of the order it was for', async () => {
  const { id } = await bot.createOrder(SYMBOL, 'limit', 'buy', 0.001, far(0.9));
  const replace = (mode: string, changes: object) =>
    bot
      .privatePostOrderCancelReplace({
        symbol: MARKET,
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: '0.001',
        price: String(far(0.9)),
        cancelReplaceMode: mode,
        ...changes,
      })
      .then(String, (error: Error) => error.message);
  const gone = { cancelOrderId: '999999999' };
  expect(await replace('STOP_ON_FAILURE', gone)).toContain('NOT_ATTEMPTED');
  expect(await replace('ALLOW_FAILURE', { ...gone, quantity: '1.9' })).toContain('-2022');
  const half = await replace('STOP_ON_FAILURE', { cancelOrderId: id, quantity: '1.9' });
  expect(half).toContain('-2021');
  expect((await bot.fetchOrder(id ?? '', SYMBOL)).status).toBe('canceled');
});

test('a name in use, a wrong secret, a late clock and a missing right are told', async () => {
  const name = 'twice-the-same';
  const price = far(0.9);
  await bot.createOrder(SYMBOL, 'limit', 'buy', 0.001, price, { newClientOrderId: name });
  const again = bot.createOrder(SYMBOL, 'limit', 'buy', 0.001, price, { newClientOrderId: name });
  await expect(again).rejects.toThrow('Duplicate order sent');
  expect((await bot.fetchOrder('', SYMBOL, { origClientOrderId: name })).status).toBe('open');
  await bot.cancelAllOrders(SYMBOL);
  const forger = openBot(server.address, { apiKey: bot.apiKey, secret: 'x'.repeat(64) });
  await expect(forger.fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
  const late = openBot(server.address, { apiKey: bot.apiKey, secret: bot.secret });
  late.nonce = () => Date.now() - 3_600_000;
  await expect(late.fetchBalance()).rejects.toThrow(ccxt.InvalidNonce);
  const key = await makeKey(server.dataFolder, 'anna', { permissions: 'read' });
  const reader = openBot(server.address, key);
  await reader.loadMarkets();
  expect((await reader.fetchBalance()).total).toHaveProperty('BTC');
  const tried = reader.createOrder(SYMBOL, 'limit', 'buy', 0.001, price);
  await expect(tried).rejects.toThrow('-2015');
  expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([]);
});

test("another's orders are like orders that nobody has", async () => {
  const mine = await bot.createOrder(SYMBOL, 'limit', 'buy', 0.001, far(0.9));
  const report = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);
  for (const id of [idOf(mine), '999999999']) {
    expect(await report(other.fetchOrder(id, SYMBOL))).toContain('-2013');
    expect(await report(other.cancelOrder(id, SYMBOL))).toContain('-2011');
    const replaced = other.editOrder(id, SYMBOL, 'limit', 'buy', 0.001, far(0.91));
    expect(await report(replaced)).toContain('-2011');
  }
  expect(await other.fetchOpenOrders(SYMBOL)).toEqual([]);
  expect((await bot.fetchOrder(idOf(mine), SYMBOL)).status).toBe('open');
  await bot.cancelAllOrders(SYMBOL);
});

const example = fileURLToPath(new URL('../../../../examples/grid-bot.mjs', import.meta.url));

test('a grid bot of sixty lines keeps the same books as the exchange', async () => {
  const { apiKey, secret } = await makeTrader(server.dataFolder, 'gridbot');
  const env = { ...process.env, ISOBATH_URL: server.address, API_KEY: apiKey, API_SECRET: secret };
  const run = spawn(process.execPath, [example, process.env['GRID_BOT_SECONDS'] ?? '60'], { env });
  let said = '';
  run.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  run.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exitCode = await new Promise((resolve) => run.once('exit', resolve));
  expect([exitCode, said]).toEqual([0, expect.stringContaining('"isEqual":true')]);
  expect(JSON.parse(said.trim().split('\n').at(-1) ?? '').fills).toBeGreaterThan(0);
});

test('who asks too much is told so over the socket and over HTTP', async () => {
  const pro = await openProBot(server.address, { apiKey: bot.apiKey, secret: bot.secret });
  await pro.loadMarkets();
  const ask = async (read: () => Promise<unknown>): Promise<unknown> => {
    // Twice what a minute allows: it may turn between two of them.
    for (let count = 0; count < 500; count += 1) {
      try {
        await read();
      } catch (error) {
        return error;
      }
    }
    return undefined;
  };
  expect(await ask(() => pro.fetchTradesWs(SYMBOL))).toBeInstanceOf(ccxt.RateLimitExceeded);
  const byHttp = await ask(() => bot.fetchOrderBook(SYMBOL, 5_000));
  expect(byHttp).toBeInstanceOf(ccxt.DDoSProtection);
  expect(String(byHttp)).toContain('429');
  await pro.close();
});
