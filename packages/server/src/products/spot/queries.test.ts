// Questions about orders over a real database, with rows from real events: what is narrowed, what
// waits, and the life of one order.
import {
  AccountType,
  CloseReason,
  type CoreEvent,
  EventKind,
  OrderType,
  SelfTradeMode,
  Side,
} from '@isobath/core';
import type { OrderStatus } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { createSpotProjection } from './projection.ts';
import { createSpotQueries } from './queries.ts';

const ANN = 1_000_001;
const BOB = 1_000_002;
const [BTC, ETH] = [1, 2];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let queries: ReturnType<typeof createSpotQueries>;
const { markets } = makeMarketFixture();
const accounts = createAccountDirectory();
let sequence = 0;

const event = (kind: number, facts: object) => ({ kind, ...facts }) as unknown as CoreEvent;

function open(orderId: number, terms: object, ownerId = ANN): CoreEvent {
  return event(EventKind.orderOpened, {
    orderId,
    accountId: ownerId - 1_000_000,
    instrumentId: BTC,
    side: Side.buy,
    orderType: OrderType.limit,
    timeInForce: 1,
    selfTradeMode: SelfTradeMode.decrement,
    status: 0,
    priceTicks: 5_000_000,
    sizeLots: 100,
    listId: 0,
    ownerNumber: 1,
    ...terms,
  });
}

function trade(tradeId: number, makerOrderId: number, takerOrderId: number, sizeLots: number) {
  return event(EventKind.tradeExecuted, {
    instrumentId: BTC,
    tradeId,
    makerOrderId,
    takerOrderId,
    makerAccountId: 1,
    takerAccountId: 2,
    takerSide: Side.sell,
    priceTicks: 4_999_900,
    sizeLots,
    quoteUnits: 4_999_900n * BigInt(sizeLots) * 100n,
    makerFeeUnits: 0n,
    takerFeeUnits: 0n,
    makerOwnerNumber: 1,
    takerOwnerNumber: 1,
  });
}

const close = (orderId: number, reason: number) =>
  event(EventKind.orderClosed, { orderId, accountId: 1, reason, ownerNumber: 1 });

/** Commit a step and let the projection write it. */
async function happen(atMs: number, ...events: CoreEvent[]): Promise<void> {
  sequence += 1;
  const step = { sequence, atMs, events };
  const projection = createSpotProjection({ accounts, markets });
  await database.app.transaction(async (session) => {
    await projection.load(session);
    await projection.apply([step], session);
  });
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  queries = createSpotQueries(database.app, markets);
  for (const ownerId of [ANN, BOB]) {
    const terms = { accountType: AccountType.spot, scope: 0, isMock: false };
    accounts.apply(
      event(EventKind.accountOpened, { accountId: ownerId - 1_000_000, ownerId, ...terms }),
    );
  }
  const stop = { orderType: OrderType.stopLimit, status: 1 };
  await happen(
    1_000,
    open(1, stop),
    open(2, { side: Side.sell }),
    open(3, { orderType: OrderType.trailingStop, status: 2, instrumentId: ETH }),
    open(4, {}),
    open(9, { side: Side.sell, sizeLots: 1_000 }, BOB),
  );
  const facts = { orderId: 1, accountId: 1, instrumentId: BTC, ownerNumber: 1 };
  await happen(
    2_000,
    event(EventKind.orderTriggered, { ...facts, status: 0, priceTicks: 5_000_000 }),
  );
  await happen(3_000, event(EventKind.orderAmended, { ...facts, sizeLots: 80 }));
  await happen(4_000, trade(1, 1, 9, 20), trade(2, 1, 9, 10), trade(3, 4, 9, 5));
});

afterAll(() => database?.stop());

const idsOf = (answer: { rows: { orderId: string }[] }) => answer.rows.map((row) => row.orderId);

test('open orders are all, or those that wait, or those that stand in the book', async () => {
  expect(idsOf(await queries.openOrders(ANN, {}))).toEqual(['4', '3', '2', '1']);
  expect(idsOf(await queries.openOrders(ANN, { isWaiting: 'true' }))).toEqual(['3']);
  expect(idsOf(await queries.openOrders(ANN, { isWaiting: 'false' }))).toEqual(['4', '2', '1']);
});

test('open orders are narrowed by their type and their state', async () => {
  expect(idsOf(await queries.openOrders(ANN, { type: 'stop_limit' }))).toEqual(['1']);
  expect(idsOf(await queries.openOrders(ANN, { type: 'limit', side: 'sell' }))).toEqual(['2']);
  expect(idsOf(await queries.openOrders(ANN, { status: 'PARTIALLY_FILLED' }))).toEqual(['4', '1']);
  expect(idsOf(await queries.openOrders(ANN, { status: 'NEW' }))).toEqual(['2']);
  expect(idsOf(await queries.openOrders(ANN, { status: 'PENDING_NEW' }))).toEqual(['3']);
  expect(idsOf(await queries.openOrders(ANN, { status: 'FILLED' }))).toEqual([]);
});

test('fills are narrowed by the type of their order', async () => {
  expect(idsOf(await queries.listFills(ANN, { type: 'stop_limit' }))).toEqual(['1', '1']);
  expect(idsOf(await queries.listFills(ANN, { type: 'limit' }))).toEqual(['4']);
  expect(idsOf(await queries.listFills(ANN, {}))).toEqual(['4', '1', '1']);
});

test('one order is found by its number or its name, and by nothing else', async () => {
  expect((await queries.findOrder(ANN, { orderId: '1' })).orderId).toBe('1');
  for (const orderId of ['999', '999999999999999999']) {
    await expect(queries.findOrder(ANN, { orderId })).rejects.toMatchObject({
      word: 'object_not_found',
    });
  }
  const foreign = queries.findOrder(BOB, { orderId: '1' });
  await expect(foreign).rejects.toMatchObject({ word: 'object_not_found' });
  await expect(queries.findOrder(ANN, {})).rejects.toMatchObject({
    fields: [{ path: 'orderId' }],
  });
});

test('the life of an order tells what happened to it and how much of it, in order', async () => {
  const publish = async () => {
    const { moments, isWhole } = await queries.publishLife(ANN, { orderId: '1' });
    expect(isWhole).toBe(true);
    return moments.map(({ kind, at, quantity }) => [kind, at, quantity]);
  };
  const soFar = [
    ['placed', 1_000, '0.0100'],
    ['triggered', 2_000, '0.0000'],
    ['amended', 3_000, '0.0080'],
    ['filled', 4_000, '0.0020'],
    ['filled', 4_000, '0.0010'],
  ];
  expect(await publish()).toEqual(soFar);
  await happen(5_000, close(1, CloseReason.canceled));
  expect(await publish()).toEqual([...soFar, ['closed', 5_000, '0.0000']]);
  const { moments, order } = await queries.publishLife(ANN, { orderId: '1' });
  expect(order.status).toBe('CANCELED');
  expect(moments[3]).toMatchObject({ price: '49999.00', quoteAmount: '99.99800000' });
  expect(idsOf(await queries.orderHistory(ANN, { type: 'stop_limit' }))).toEqual(['1']);
  expect(idsOf(await queries.orderHistory(ANN, { type: 'limit' }))).toEqual([]);
});

test('what follows in a list is released, and may go on waiting for its price', async () => {
  const facts = { orderId: 3, accountId: 1, instrumentId: ETH, ownerNumber: 1, priceTicks: 0 };
  await happen(6_000, event(EventKind.orderTriggered, { ...facts, status: 1 }));
  await happen(7_000, event(EventKind.orderTriggered, { ...facts, status: 0 }));
  const { moments } = await queries.publishLife(ANN, { orderId: '3' });
  expect(moments.map(({ kind }) => kind)).toEqual(['placed', 'released', 'triggered']);
});

test('a prevented match is a moment of both orders, each with what it lost', async () => {
  await happen(8_000, open(20, {}), open(21, { side: Side.sell }));
  const match = { instrumentId: BTC, priceTicks: 5_000_000, mode: SelfTradeMode.decrement };
  const orders = { makerOrderId: 20, takerOrderId: 21, makerLots: 7, takerLots: 6 };
  await happen(8_001, event(EventKind.selfTradePrevented, { ...match, ...orders }));
  const lost = async (orderId: string) =>
    (await queries.publishLife(ANN, { orderId })).moments
      .filter(({ kind }) => kind === 'prevented')
      .map(({ quantity }) => quantity);
  expect(await lost('20')).toEqual(['0.0007']);
  expect(await lost('21')).toEqual(['0.0006']);
});

test("the life of somebody else's order is as unknown as that of none", async () => {
  const refused = { word: 'object_not_found' };
  await expect(queries.publishLife(BOB, { orderId: '1' })).rejects.toMatchObject(refused);
  await expect(queries.publishLife(BOB, { orderId: '777' })).rejects.toMatchObject(refused);
});

test('a fill says rate and level as they were when its order was opened', async () => {
  const levels = Array.from({ length: 16 }, (_, level) => level);
  const schedule = (instrumentId: number, makerPpm: number) =>
    event(EventKind.feeScheduleSet, {
      instrumentId,
      ratesPpm: [
        ...levels.map((level) => makerPpm - 10 * level),
        ...levels.map((level) => 2 * makerPpm - 10 * level),
      ],
    });
  const begin = (ownerId: number) =>
    event(EventKind.accountOpened, { ownerId, accountType: AccountType.spot, isMock: false });
  const setLevel = (ownerId: number, vipLevel: number) =>
    event(EventKind.vipLevelSet, { ownerId, vipLevel, ownerNumber: 1 });
  await happen(9_000, schedule(BTC, 1_000), begin(ANN), begin(BOB));
  await happen(9_001, setLevel(ANN, 2));
  await happen(9_002, open(30, {}), open(31, { side: Side.sell }, BOB));
  await happen(9_003, setLevel(ANN, 5), setLevel(BOB, 7));
  await happen(9_004, schedule(BTC, 500), begin(ANN));
  // 20 lots are 20 000 000 units of the coin, bought for 9 999 800 000 of the other.
  const pay = (tradeId: number, makerFeeUnits: bigint, takerFeeUnits: bigint) => ({
    ...trade(tradeId, 30, 31, 20),
    makerFeeUnits,
    takerFeeUnits,
  });
  const made = pay(40, 19_600n, 19_999_600n);
  const ofAuction = pay(41, 39_600n, 19_999_600n);
  const ofNoRate = pay(42, 19_601n, 19_999_601n);
  await happen(9_005, made as CoreEvent, ofAuction as CoreEvent, ofNoRate as CoreEvent);
  const publish = async (ownerId: number) => {
    const { rows } = await queries.listFills(ownerId, {});
    return rows.map(({ tradeId, feeRate, vipLevel }) => [tradeId, feeRate, vipLevel]);
  };
  const unknown = (tradeId: string) => [tradeId, undefined, undefined];
  expect(await publish(ANN)).toEqual([
    unknown('42'),
    ['41', '0.001980', 2],
    ['40', '0.000980', 2],
    ...['3', '2', '1'].map(unknown),
  ]);
  expect(await publish(BOB)).toEqual([
    unknown('42'),
    ['41', '0.002000', 0],
    ['40', '0.002000', 0],
    ...['3', '2', '1'].map(unknown),
  ]);
});

test('what was held is spent: an order by size has expired, one by amount is filled', async () => {
  const stop = { orderType: OrderType.stopMarket, timeInForce: 0 };
  const spent = (orderId: number) => close(orderId, CloseReason.amountSpent);
  await happen(9_500, open(22, stop), open(23, { ...stop, sizeLots: 0 }));
  await happen(9_501, open(24, { ...stop, sizeLots: 0 }));
  await happen(9_502, trade(30, 9, 22, 20), spent(22), trade(31, 9, 23, 20), spent(23), spent(24));
  const read = async (status: OrderStatus) => {
    const { rows } = await queries.orderHistory(ANN, { status, type: 'stop_market' });
    return rows.map((row) => [row.orderId, row.status, row.executedQuantity, row.closeReason]);
  };
  expect(await read('FILLED')).toEqual([['23', 'FILLED', '0.0020', 'amountSpent']]);
  expect(await read('EXPIRED')).toEqual([
    ['24', 'EXPIRED', '0.0000', 'amountSpent'],
    ['22', 'EXPIRED', '0.0020', 'amountSpent'],
  ]);
  expect(await read('CANCELED')).toEqual([]);
});
