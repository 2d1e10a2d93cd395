// What is stored of a person's events says the same as what they are told at once.
import { type CoreEvent, EventKind, OrderType, Side, TimeInForce } from '@isobath/core';
import { beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import { createMarketRegistry } from '../../../base/market/index.ts';
import { createPrivatePublisher, readStoredNumber, writeStored } from '../private-events.ts';
import { createOrderFold } from './order-fold.ts';
import { packOrder, showPackedOrder } from './packed-order.ts';

const accounts = createAccountDirectory();
const markets = createMarketRegistry();
const buyer = { accountId: 2_001, ownerId: 1_000_001 };
const seller = { accountId: 2_002, ownerId: 1_000_002 };

function define(priceDecimals: number): CoreEvent {
  return {
    kind: EventKind.instrumentDefined,
    instrumentId: 7,
    baseAssetId: 1,
    quoteAssetId: 2,
    priceDecimals,
    lotDecimals: 5,
  } as unknown as CoreEvent;
}

function open(who: typeof buyer, orderId: number, side: number): CoreEvent {
  return {
    kind: EventKind.orderOpened,
    orderId,
    accountId: who.accountId,
    instrumentId: 7,
    side,
    orderType: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    selfTradeMode: 3,
    status: 0,
    priceTicks: 2_012_345,
    sizeLots: 150,
    listId: 0,
    ownerNumber: orderId,
  } as unknown as CoreEvent;
}

beforeAll(() => {
  markets.nameCoin({ coinId: 1, shortName: 'BTC', name: 'Bitcoin' });
  markets.nameCoin({ coinId: 2, shortName: 'USDT', name: 'Tether' });
  markets.nameMarket({ instrumentId: 7, symbol: 'btc_usdt' });
  for (const assetId of [1, 2]) {
    const kind = EventKind.assetDefined;
    markets.apply({ kind, assetId, scale: 8, isMock: false } as unknown as CoreEvent);
  }
  markets.apply(define(2));
  for (const who of [buyer, seller]) {
    const opened = { ...who, accountType: 2, scope: 0, isMock: false, ownerNumber: 1 };
    accounts.apply({ kind: EventKind.accountOpened, ...opened } as unknown as CoreEvent);
  }
});

test('each kind of event, stored and read again, says what it said', () => {
  const rates = (ppm: number) => Array.from({ length: 16 }, (_, level) => ppm - level * 10);
  const schedule = { kind: EventKind.feeScheduleSet, instrumentId: 7 };
  const level = { kind: EventKind.vipLevelSet, ownerId: buyer.ownerId, ownerNumber: 37 };
  const events = [
    { ...schedule, ratesPpm: [...rates(200), ...rates(520)] },
    { ...level, vipLevel: 2 },
    { kind: EventKind.amountHeld, ...buyer, assetId: 2, amountUnits: 5n, ownerNumber: 20 },
    open(seller, 31, Side.sell),
    open(buyer, 32, Side.buy),
    {
      kind: EventKind.tradeExecuted,
      instrumentId: 7,
      tradeId: 9,
      makerOrderId: 31,
      takerOrderId: 32,
      makerAccountId: seller.accountId,
      takerAccountId: buyer.accountId,
      makerOwnerNumber: 33,
      takerOwnerNumber: 34,
      takerSide: Side.buy,
      priceTicks: 2_012_345,
      sizeLots: 50,
      quoteUnits: 1_006_172_500n,
      makerFeeUnits: 201_235n,
      takerFeeUnits: 25n,
    },
    { kind: EventKind.orderClosed, orderId: 32, ...buyer, reason: 1, ownerNumber: 35 },
    { kind: EventKind.accountOpened, ...buyer, accountType: 2, ownerNumber: 36 },
  ] as unknown as CoreEvent[];
  const step = { sequence: 11, atMs: 1_700_000_000_123, events };
  const fold = createOrderFold(accounts);
  const rows = new Map(
    events.flatMap((event) => fold.apply(event, step)).map((row) => [row.order_id, row]),
  );
  const published = createPrivatePublisher({ accounts, markets }).publishStep(step, rows);
  expect(published.map(({ seq }) => seq)).toEqual([37, 20, 31, 32, 33, 34, 35, 36]);
  const words = published.map(({ write }) => write());
  expect(JSON.stringify(words)).toContain('"price":"20123.45"');
  expect(JSON.stringify(words)).toContain('"executedQuantity":"0.00050"');
  // As in force when the two orders were opened: 200 ppm at level 0, 500 ppm at level 2.
  const fills = words.filter(({ kind }) => kind === 'fill').map(({ data }) => data);
  expect(fills).toMatchObject([
    { orderId: '31', fee: '0.00201235', feeRate: '0.000200', vipLevel: 0 },
    { orderId: '32', fee: '0.00000025', feeRate: '0.000500', vipLevel: 2 },
  ]);
  const stored = published.map(({ pack }) => JSON.parse(JSON.stringify(pack())) as never);
  // An empty, halted market may get another tick: what happened before keeps its prices.
  markets.apply(define(3));
  expect(stored.map(readStoredNumber)).toEqual(words.map(({ seq }) => seq));
  expect(stored.map((event) => writeStored(event, markets))).toEqual(words);
  // As events were stored once.
  expect(words.map((event) => writeStored(event, markets))).toEqual(words);
});

test('an order keeps its slippage limit; one stored before it had a place has none', () => {
  const fold = createOrderFold(accounts);
  const [row] = fold.apply(open(buyer, 40, Side.buy), { sequence: 1, atMs: 1, events: [] });
  const market = markets.marketById(7);
  if (row === undefined || market === undefined) throw new Error('no order');
  const packed = packOrder({ ...row, slippage_bps: 25 }, market);
  const stored = JSON.parse(JSON.stringify(packed)) as typeof packed;
  expect(showPackedOrder(stored, markets)?.slippageBps).toBe(25);
  expect(showPackedOrder(stored.slice(0, -1), markets)?.slippageBps).toBe(0);
});
