// A client order id names an order of one market: what is read from memory, from the tables and
// sent to the engine goes by market and id.
import {
  AccountType,
  CloseReason,
  CommandKind,
  type CoreEvent,
  EventKind,
  OrderType,
  SelfTradeMode,
  Side,
} from '@isobath/core';
import { encodeClientOrderId } from '@isobath/core/math';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import type { CommandBody, CommandClient } from '../../base/commands/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import type { Caller } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { createBinanceHistory } from './binance-api/history.ts';
import { createPublishedSteps } from '../../base/projections/index.ts';
import { createOpenOrders } from './open-orders.ts';
import { createSpotOperations } from './operations.ts';
import type { OrderRecord } from './orders/order-rows.ts';
import { createSpotProjection } from './projection.ts';
import { createSpotQueries } from './queries.ts';

const ANN = 1_000_001;
const [BTC, ETH] = [1, 2];
const caller = { ownerId: ANN, locale: 'en_US' } as Caller;
const { markets } = makeMarketFixture();
const symbolOf = (instrumentId: number) => markets.marketById(instrumentId)?.symbol as string;
const event = (kind: number, facts: object) => ({ kind, ...facts }) as unknown as CoreEvent;

function makeAccounts() {
  const accounts = createAccountDirectory();
  const account = { accountType: AccountType.spot, scope: 0, isMock: false, ownerId: ANN };
  accounts.apply(event(EventKind.accountOpened, { accountId: 1, ...account }));
  return accounts;
}

/** An order that opens with the id `grid`. */
function open(orderId: number, instrumentId: number): CoreEvent[] {
  const terms = {
    side: Side.buy,
    orderType: OrderType.limit,
    timeInForce: 1,
    listId: 0,
    status: 0,
  };
  const sizes = { priceTicks: 5_000, sizeLots: 100, selfTradeMode: SelfTradeMode.decrement };
  const own = { orderId, accountId: 1, instrumentId, ownerNumber: 1 };
  const clientOrderId = encodeClientOrderId('grid');
  return [
    event(EventKind.orderOpened, { ...own, ...terms, ...sizes }),
    event(EventKind.clientOrderIdSet, { orderId, clientOrderId }),
  ];
}

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const reason = CloseReason.canceled;
  const closed = event(EventKind.orderClosed, { orderId: 3, accountId: 1, reason, ownerNumber: 1 });
  const events = [...open(1, BTC), ...open(2, ETH), ...open(3, ETH), closed];
  const projection = createSpotProjection({ accounts: makeAccounts(), markets });
  await database.app.transaction(async (session) => {
    await projection.load(session);
    await projection.apply([{ sequence: 1, atMs: 1, events }], session);
  });
});
afterAll(() => database.stop());

test('the tables give the newest order of the market with the id', async () => {
  const queries = createSpotQueries(database.app, markets);
  const history = createBinanceHistory(database.app);
  for (const [instrumentId, orderId] of [
    [BTC, 1],
    [ETH, 3],
  ] as const) {
    const symbol = symbolOf(instrumentId);
    const found = await queries.findOrder(ANN, { symbol, clientOrderId: 'grid' });
    expect(found).toMatchObject({ symbol, orderId: String(orderId) });
    const named = { instrumentId, clientOrderId: 'grid' };
    expect(await history.findOrder(ANN, named)).toMatchObject({ order_id: orderId });
  }
  expect(await history.findOrder(ANN, { instrumentId: BTC, orderId: 2 })).toBeUndefined();
  expect(await history.findOrder(ANN, { instrumentId: BTC, clientOrderId: '' })).toBeUndefined();
  await expect(queries.findOrder(ANN, { clientOrderId: 'grid' })).rejects.toMatchObject({
    fields: [{ path: 'symbol' }],
  });
});

test('the index of ids is the one that the question by market takes', async () => {
  const rows = await database.owner.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE tablename = 'spot_orders' AND indexdef LIKE '%client%'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.indexdef).toContain('(owner_id, instrument_id, client_order_id, order_id DESC)');
});

test('open orders in memory are found by market and id', () => {
  const openOrders = createOpenOrders(createPublishedSteps(database.app, 'orders'));
  const row = (order_id: number, instrument_id: number, client_order_id: string) =>
    [order_id, { order_id, owner_id: ANN, instrument_id, client_order_id, status: 0 }] as const;
  const rows = [row(1, BTC, 'grid'), row(2, ETH, 'grid'), row(3, ETH, '')];
  openOrders.restore(new Map(rows) as unknown as ReadonlyMap<number, OrderRecord>);
  const find = (instrumentId: number, name: string) =>
    openOrders.findNamed(ANN, instrumentId, name)?.order_id;
  expect([find(BTC, 'grid'), find(ETH, 'grid'), find(3, 'grid')]).toEqual([1, 2, undefined]);
  expect(find(ETH, '')).toBeUndefined();
  expect(openOrders.find(ANN, 2)?.order_id).toBe(2);
});

test('a call that names by id sends the market along, and is refused without one', async () => {
  const sent: CommandBody[] = [];
  const send: CommandClient['send'] = async (body) => {
    sent.push(body);
    return { sequence: 3, atMs: 1, code: 0, facts: [], events: [] };
  };
  const parts = { commandClient: { send, try: send }, markets, accounts: makeAccounts() };
  const operations = createSpotOperations(parts, (_locale, word) => word);
  const asker = { caller, idempotencyKey: '' };
  const clientOrderId = 'grid';
  const refused = { fields: [{ path: 'symbol' }] };
  await expect(operations.cancel({ clientOrderId }, asker)).rejects.toMatchObject(refused);
  await operations.cancel({ symbol: symbolOf(ETH), clientOrderId }, asker);
  const readMarketOf = async () => symbolOf(BTC);
  const amending = { ...asker, readMarketOf };
  await operations.amend({ symbol: symbolOf(ETH), clientOrderId, quantity: '0.01' }, amending);
  await operations.amend({ orderId: '7', quantity: '0.01' }, amending);
  expect(sent).toMatchObject([
    { kind: CommandKind.cancelOrder, instrumentId: ETH, orderId: 0 },
    { kind: CommandKind.amendOrder, instrumentId: ETH, orderId: 0 },
    { kind: CommandKind.amendOrder, instrumentId: 0, orderId: 7 },
  ]);
});
