// What a person's stream says about steps of the engine: order of the reports, their numbers, who
// hears them, and the balances after them.
import {
  AccountType,
  CloseReason,
  type CoreEvent,
  EventKind,
  OrderType,
  SelfTradeMode,
  Side,
  TimeInForce,
} from '@isobath/core';
import { encodeClientOrderId } from '@isobath/core/math';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import type { Database } from '../../../base/db/index.ts';
import { createUserHub } from '../../../base/feed/index.ts';
import { createMarketRegistry } from '../../../base/market/index.ts';
import { createListNames } from '../orders/list-names.ts';
import { createOrderTags } from '../orders/order-tags.ts';
import { createOrderFold } from '../orders/order-fold.ts';
import { createUserStream } from './user-stream.ts';

const MAKER = 1_000_001;
const TAKER = 1_000_002;
const AT_MS = 1_700_000_000_000;
type Message = Record<string, unknown>;

function makeMarkets() {
  const markets = createMarketRegistry();
  markets.nameCoin({ coinId: 1, shortName: 'BTC', name: 'Bitcoin' });
  markets.nameCoin({ coinId: 2, shortName: 'USDT', name: 'Tether' });
  markets.nameMarket({ instrumentId: 7, symbol: 'btc_usdt' });
  const coin = { kind: EventKind.assetDefined, isMock: false } as const;
  markets.apply({ ...coin, assetId: 1, scale: 8 } as CoreEvent);
  markets.apply({ ...coin, assetId: 2, scale: 8 } as CoreEvent);
  markets.apply({
    kind: EventKind.instrumentDefined,
    instrumentId: 7,
    baseAssetId: 1,
    quoteAssetId: 2,
    priceDecimals: 2,
    lotDecimals: 4,
  } as CoreEvent);
  return markets;
}

function start(failuresCount = 0) {
  const accounts = createAccountDirectory();
  for (const [ownerId, accountId] of [
    [MAKER, 11],
    [TAKER, 12],
  ]) {
    accounts.apply({
      kind: EventKind.accountOpened,
      accountId,
      ownerId,
      accountType: AccountType.spot,
      scope: 0,
      isMock: false,
    } as CoreEvent);
  }
  let failuresLeft = failuresCount;
  const reported: unknown[] = [];
  const sinceSteps: number[] = [];
  const users = createUserHub();
  const heard = { maker: [] as Message[], taker: [] as Message[] };
  const listen = (ownerId: number, messages: Message[]) =>
    users.listen(ownerId, {
      hear: (message) => void messages.push(message((ms) => ms) as Message),
      missed: () => {},
    });
  listen(MAKER, heard.maker);
  const stopTaker = listen(TAKER, heard.taker);
  const stream = createUserStream({
    users,
    accounts,
    markets: makeMarkets(),
    // No list of this test has a name, so nothing is asked of a database.
    listNames: createListNames({} as Database),
    orderTags: createOrderTags({} as Database),
    readUnits: async (requested, minSequence) => {
      sinceSteps.push(minSequence);
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        throw new Error('no engine');
      }
      return requested.map(() => [{ assetId: 1, availableUnits: 150_000_000n, heldUnits: 5n }]);
    },
    readNowMs: () => AT_MS + 3,
    report: (error) => {
      if (failuresCount === 0) throw error;
      reported.push(String(error));
    },
  });
  const fold = createOrderFold(accounts);
  let sequence = 0;
  const apply = (events: unknown[]) => {
    sequence += 1;
    const step = { sequence, atMs: AT_MS, events: events as CoreEvent[] };
    stream.begin(step);
    for (const event of step.events) {
      stream.before(event, fold.readOpen());
      stream.after(event, fold.apply(event, step));
    }
    stream.end();
  };
  /** As after a restart: rows of these openings are stored. */
  const restore = (openings: unknown[], chains: ReadonlySet<number>) => {
    const stored = createOrderFold(accounts);
    const step = { sequence: 0, atMs: AT_MS, events: [] };
    for (const opening of openings) stored.apply(opening as CoreEvent, step);
    stream.restore(stored.readOpen(), chains);
  };
  return { apply, heard, stopTaker, restore, sinceSteps, reported };
}

const open = (orderId: number, accountId: number, side: Side, sizeLots: number) => ({
  kind: EventKind.orderOpened,
  orderId,
  accountId,
  instrumentId: 7,
  side,
  orderType: OrderType.limit,
  timeInForce: TimeInForce.gtc,
  selfTradeMode: SelfTradeMode.expireTaker,
  status: 0,
  priceTicks: 6_400_000,
  sizeLots,
  holdUnits: 1n,
  listId: 0,
  ownerNumber: 1,
});

const trade = (tradeId: number, sizeLots: number) => ({
  kind: EventKind.tradeExecuted,
  instrumentId: 7,
  tradeId,
  priceTicks: 6_400_000,
  sizeLots,
  takerSide: Side.buy,
  makerOrderId: 1,
  takerOrderId: 2,
  makerAccountId: 11,
  takerAccountId: 12,
  quoteUnits: 640_000_000n,
  makerFeeUnits: 64_000n,
  takerFeeUnits: 10n,
});

const close = (orderId: number, accountId: number, reason: CloseReason) => ({
  kind: EventKind.orderClosed,
  orderId,
  accountId,
  instrumentId: 7,
  reason,
});

const reports = (messages: Message[]) =>
  messages
    .filter((message) => message.e === 'executionReport')
    .map(({ i, x, X, z, l }) => [i, x, X, z, l]);

test('opening, fills and closing are told in order with the numbers of their moment', async () => {
  const { apply, heard } = start();
  const clientOrderId = encodeClientOrderId('my-bot');
  apply([
    open(1, 11, Side.sell, 10),
    { kind: EventKind.clientOrderIdSet, orderId: 1, clientOrderId },
  ]);
  apply([
    open(2, 12, Side.buy, 30),
    trade(1, 4),
    trade(2, 6),
    close(1, 11, CloseReason.filled),
    close(2, 12, CloseReason.expiredImmediate),
  ]);
  expect(reports(heard.maker)).toEqual([
    [1, 'NEW', 'NEW', '0.0000', '0'],
    [1, 'TRADE', 'PARTIALLY_FILLED', '0.0004', '0.0004'],
    [1, 'TRADE', 'FILLED', '0.0010', '0.0006'],
  ]);
  expect(reports(heard.taker)).toEqual([
    [2, 'NEW', 'NEW', '0.0000', '0'],
    [2, 'TRADE', 'PARTIALLY_FILLED', '0.0004', '0.0004'],
    [2, 'TRADE', 'PARTIALLY_FILLED', '0.0010', '0.0006'],
    [2, 'EXPIRED', 'EXPIRED', '0.0010', '0'],
  ]);
  expect(heard.maker[0]).toMatchObject({ s: 'BTCUSDT', c: 'my-bot', p: '64000.00', E: AT_MS + 3 });
  const filled = heard.maker.find((message) => message.X === 'FILLED');
  expect(filled).toMatchObject({ n: '0.00064000', N: 'USDT', m: true, t: 2, Y: '6.40000000' });
  const ids = [...heard.maker, ...heard.taker].map(({ I }) => I).filter((id) => id !== undefined);
  expect(new Set(ids).size).toBe(7);
  await expect
    .poll(() => heard.maker.at(-1))
    .toMatchObject({
      e: 'outboundAccountPosition',
      u: AT_MS,
      B: [
        { a: 'BTC', f: '1.50000000', l: '0.00000005' },
        { a: 'USDT', f: '0.00000000', l: '0.00000000' },
      ],
    });
});

test('a cancel names the order it ended, and who stopped listening hears nothing', () => {
  const { apply, heard, stopTaker } = start();
  stopTaker();
  const clientOrderId = encodeClientOrderId('mine');
  apply([
    open(1, 11, Side.sell, 10),
    { kind: EventKind.clientOrderIdSet, orderId: 1, clientOrderId },
  ]);
  apply([open(2, 12, Side.buy, 30), close(1, 11, CloseReason.canceled)]);
  expect(heard.maker.at(-1)).toMatchObject({ x: 'CANCELED', X: 'CANCELED', C: 'mine', w: false });
  expect(heard.taker).toEqual([]);
});

test('money that no order moved is a balance update with its sign', () => {
  const { apply, heard } = start();
  apply([
    {
      kind: EventKind.transferPosted,
      fromAccountId: 11,
      toAccountId: 12,
      assetId: 1,
      amountUnits: 250_000_000n,
    },
  ]);
  expect(heard.maker[0]).toMatchObject({ e: 'balanceUpdate', a: 'BTC', d: '-2.50000000' });
  expect(heard.taker[0]).toMatchObject({ e: 'balanceUpdate', a: 'BTC', d: '2.50000000' });
});

test('a chain stays a chain after a restart, when its first order is filled already', () => {
  const { apply, heard, restore } = start();
  const pending = { ...open(3, 11, Side.sell, 10), status: 0, listId: 9 };
  restore([pending, { ...pending, orderId: 4, listId: 8 }], new Set([9]));
  apply([{ kind: EventKind.orderListClosed, listId: 9, instrumentId: 7, accountId: 11 }]);
  apply([{ kind: EventKind.orderListClosed, listId: 8, instrumentId: 7, accountId: 11 }]);
  const published = heard.maker.filter(({ e }) => e === 'listStatus');
  expect(published.map(({ g, c, l }) => [g, c, l])).toEqual([
    [9, 'OTO', 'ALL_DONE'],
    [8, 'OCO', 'ALL_DONE'],
  ]);
});

test('a prevented match has one name in every report of it, with what it took', () => {
  const { apply, heard } = start();
  const match = {
    kind: EventKind.selfTradePrevented,
    instrumentId: 7,
    makerOrderId: 1,
    takerOrderId: 2,
    priceTicks: 6_400_000,
    makerLots: 0,
    takerLots: 30,
    mode: SelfTradeMode.expireTaker,
  };
  apply([open(1, 11, Side.sell, 10)]);
  apply([open(2, 11, Side.buy, 30), match, close(2, 11, CloseReason.expiredInMatch)]);
  const prevented = {
    v: 2 * 4_096 + 1,
    A: '0.0030',
    B: '0.0030',
    u: -1,
    U: 1,
    Cs: 'BTCUSDT',
    pl: '0.0030',
    pL: '64000.00',
    pY: '192.000000',
  };
  const published = heard.maker.filter(({ i }) => i === 2);
  expect(published.map(({ x }) => x)).toEqual(['NEW', 'TRADE_PREVENTION', 'EXPIRED']);
  expect(published[1]).toMatchObject(prevented);
  expect(published[2]).toMatchObject({ ...prevented, X: 'EXPIRED_IN_MATCH' });
  expect(heard.maker.filter(({ i }) => i === 1)).toHaveLength(1);
});

test('a transfer between two of one group is told to both, and ends what it fills', async () => {
  const { apply, heard } = start();
  const moved = {
    kind: EventKind.selfTradeTransferred,
    instrumentId: 7,
    makerOrderId: 1,
    takerOrderId: 2,
    makerAccountId: 11,
    takerAccountId: 12,
    priceTicks: 6_400_000,
    sizeLots: 10,
    takerSide: Side.buy,
    quoteUnits: 6_400_000_000n,
  };
  apply([open(1, 11, Side.sell, 30)]);
  apply([open(2, 12, Side.buy, 10), moved, close(2, 12, CloseReason.filled)]);
  expect(reports(heard.maker)).toEqual([
    [1, 'NEW', 'NEW', '0.0000', '0'],
    [1, 'TRADE_PREVENTION', 'PARTIALLY_FILLED', '0.0010', '0'],
  ]);
  expect(reports(heard.taker)).toEqual([
    [2, 'NEW', 'NEW', '0.0000', '0'],
    [2, 'TRADE_PREVENTION', 'FILLED', '0.0010', '0'],
  ]);
  expect(heard.maker.at(-1)).toMatchObject({ v: -1, A: '0.0000', B: '0', U: 2, pl: '0.0010' });
  await expect.poll(() => heard.maker.map(({ e }) => e)).toContain('outboundAccountPosition');
});

test('an order that found nothing says why it expired', () => {
  const { apply, heard } = start();
  apply([
    { ...open(1, 11, Side.sell, 10), timeInForce: TimeInForce.ioc },
    close(1, 11, CloseReason.expiredImmediate),
  ]);
  expect(heard.maker.at(-1)).toMatchObject({ x: 'EXPIRED', eR: 'UNFILLED_IOC_QUANTITY_EXPIRED' });
});

test('what was held is spent: an order by size has expired, one by amount is filled', () => {
  const { apply, heard } = start();
  const order = (sizeLots: number) => open(2, 12, Side.buy, sizeLots);
  const ended = close(2, 12, CloseReason.amountSpent);
  apply([open(1, 11, Side.sell, 1_000)]);
  apply([order(30), trade(1, 4), trade(2, 6), ended]);
  apply([order(0), trade(3, 4), trade(4, 6), ended]);
  // An amount that pays for nothing at the price that was met.
  apply([order(0), ended]);
  const parts = [
    [2, 'NEW', 'NEW', '0.0000', '0'],
    [2, 'TRADE', 'PARTIALLY_FILLED', '0.0004', '0.0004'],
  ];
  expect(reports(heard.taker)).toEqual([
    ...parts,
    [2, 'TRADE', 'PARTIALLY_FILLED', '0.0010', '0.0006'],
    [2, 'EXPIRED', 'EXPIRED', '0.0010', '0'],
    ...parts,
    [2, 'TRADE', 'FILLED', '0.0010', '0.0006'],
    [2, 'NEW', 'NEW', '0.0000', '0'],
    [2, 'EXPIRED', 'EXPIRED', '0.0000', '0'],
  ]);
  expect(heard.taker.filter(({ x }) => x === 'EXPIRED')[0]).toMatchObject({ eR: 'REJECTED' });
});

test('balances that no engine could say are asked for again, and told then', async () => {
  const { apply, heard, sinceSteps, reported } = start(1);
  apply([open(1, 11, Side.sell, 30)]);
  apply([close(1, 11, CloseReason.canceled)]);
  const positions = () => heard.maker.filter(({ e }) => e === 'outboundAccountPosition');
  await expect.poll(() => positions().length).toBe(1);
  expect([sinceSteps, reported]).toEqual([[2, 2], ['Error: no engine']]);
  expect(positions()[0]).toMatchObject({ B: [{ a: 'BTC', f: '1.50000000' }, { a: 'USDT' }] });
});
