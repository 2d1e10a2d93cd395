// Rows of a step with more trades than a step has numbers for itself, over a real database: nothing
// runs into the rows of the next step, also when the projection starts again in between.
import {
  AccountType,
  CloseReason,
  type CoreEvent,
  EventKind,
  OrderType,
  SelfTradeMode,
  Side,
} from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { createSpotProjection } from './projection.ts';

const TRADES_COUNT = 2_000;
const [MAKER, TAKER] = [1_000_001, 1_000_002];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database?.stop());

function openProjection() {
  const accounts = createAccountDirectory();
  for (const ownerId of [MAKER, TAKER]) {
    const terms = { accountType: AccountType.spot, scope: 0, isMock: false };
    const accountId = ownerId - 1_000_000;
    accounts.apply({ kind: EventKind.accountOpened, accountId, ownerId, ...terms } as CoreEvent);
  }
  return createSpotProjection({ accounts, markets: makeMarketFixture().markets });
}

function openOrder(accountId: number, side: number): CoreEvent {
  const terms = { orderType: OrderType.limit, timeInForce: 1, selfTradeMode: 1, status: 0 };
  const size = { priceTicks: 100, sizeLots: 1_000_000, listId: 0, ownerNumber: 1 };
  const order = { orderId: accountId, accountId, instrumentId: 1, side };
  return { kind: EventKind.orderOpened, ...order, ...terms, ...size } as unknown as CoreEvent;
}

function trade(tradeId: number): CoreEvent {
  return {
    kind: EventKind.tradeExecuted,
    instrumentId: 1,
    tradeId,
    priceTicks: 100,
    sizeLots: 1,
    quoteUnits: 10_000n,
    makerOrderId: 1,
    takerOrderId: 2,
    makerAccountId: 1,
    takerAccountId: 2,
    takerSide: Side.buy,
    makerFeeUnits: 1n,
    takerFeeUnits: 2n,
    makerOwnerNumber: 2 * tradeId,
    takerOwnerNumber: 2 * tradeId,
  } as unknown as CoreEvent;
}

async function project(...steps: CommittedStep[]): Promise<void> {
  const projection = openProjection();
  await database.app.transaction(async (session) => {
    await projection.load(session);
    await projection.apply(steps, session);
  });
}

test('a step of two thousand trades leaves the numbers of the next steps alone', async () => {
  const orders = [openOrder(1, Side.sell), openOrder(2, Side.buy)];
  const many = Array.from({ length: TRADES_COUNT }, (_, at) => trade(at + 1));
  await project(
    { sequence: 10, atMs: 5_000, events: [...orders, ...many] },
    { sequence: 11, atMs: 5_001, events: [trade(TRADES_COUNT + 1)] },
  );
  await project({ sequence: 12, atMs: 5_002, events: [trade(TRADES_COUNT + 2)] });
  await project({ sequence: 999, atMs: 5_003, events: [trade(TRADES_COUNT + 3)] });
  const fills = await database.app.query<{ fill_id: number; trade_id: number }>(
    'SELECT fill_id, trade_id FROM spot_fills ORDER BY fill_id',
  );
  expect(fills).toHaveLength(2 * (TRADES_COUNT + 3));
  expect(fills.map((row) => row.trade_id)).toEqual(fills.map((_, at) => Math.floor(at / 2) + 1));
  expect(fills.at(-2)?.fill_id).toBe(999 * 4_096 + 1);
  const [moves] = await database.app.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM balance_moves',
  );
  expect(moves?.count).toBe(6 * (TRADES_COUNT + 3));
});

test('plain orders and orders with terms are written, and written again as they end', async () => {
  const plain = { ...openOrder(1, Side.buy), orderId: 101 } as CoreEvent;
  const whole = { ...openOrder(2, Side.buy), orderId: 102 } as CoreEvent;
  const terms = {
    kind: EventKind.orderTermsSet,
    orderId: 102,
    quoteAmountUnits: 5n,
    stopPriceTicks: 7,
    trailingDeltaBps: 0,
    activationPriceTicks: 0,
    visibleLots: 3,
    slippageBps: 0,
    expireAtMs: 9,
  } as unknown as CoreEvent;
  const close = (orderId: number) =>
    ({
      kind: EventKind.orderClosed,
      orderId,
      reason: CloseReason.canceled,
    }) as unknown as CoreEvent;
  const prevent = {
    kind: EventKind.selfTradePrevented,
    instrumentId: 1,
    priceTicks: 100,
    makerOrderId: 101,
    takerOrderId: 102,
    mode: SelfTradeMode.decrement,
    makerLots: 4,
    takerLots: 4,
  } as unknown as CoreEvent;
  const read = () =>
    database.app.query(
      `SELECT order_id, status, stop_price_ticks AS stop, visible_lots AS visible,
         quote_amount_units AS quote, expire_at_ms AS expire, prevented_lots AS prevented
       FROM spot_orders WHERE order_id > 100 ORDER BY order_id`,
    );
  const rest = { stop: 0, visible: 0, quote: '0', expire: 0, prevented: 0 };
  const set = { stop: 7, visible: 3, quote: '5', expire: 9, prevented: 0 };
  await project({ sequence: 2_000, atMs: 6_000, events: [plain, whole, terms] });
  expect(await read()).toEqual([
    { order_id: 101, status: 0, ...rest },
    { order_id: 102, status: 0, ...set },
  ]);
  await project({ sequence: 2_001, atMs: 6_001, events: [prevent, close(101), close(102)] });
  expect(await read()).toEqual([
    { order_id: 101, status: 3, ...rest, prevented: 4 },
    { order_id: 102, status: 3, ...set, prevented: 4 },
  ]);
});
