// Every parameter of every call of the trading API with values that are wrong in every way: a
// refusal names a parameter of that call, with the dialect's number, and no field of our own.
import { AccountType, type CoreEvent, EventKind, OrderType, Side } from '@isobath/core';
import * as wire from '@isobath/wire';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import type { CommandClient } from '../../../base/commands/index.ts';
import type { Database } from '../../../base/db/index.ts';
import {
  createBinanceSymbols,
  createOrderCounts,
  BinanceError,
  type BinanceParameters,
  runBinanceCall,
} from '../../../base/binance-api/index.ts';
import { type Caller, refuse, type RouteHandler } from '../../../base/product/index.ts';
import { makeMarketFixture } from '../../../testing/market-fixture.ts';
import { createPublishedSteps } from '../../../base/projections/index.ts';
import { createOpenOrders } from '../open-orders.ts';
import { createSpotOperations } from '../operations.ts';
import { createListNames } from '../orders/list-names.ts';
import { createOrderFold } from '../orders/order-fold.ts';
import { createOrderTags } from '../orders/order-tags.ts';
import type { BinanceHistory } from './history.ts';
import { createSpotBinance } from './index.ts';

const OWNER = 1_000_007;
const database = {} as Database;
const { markets } = makeMarketFixture();
const accounts = createAccountDirectory();
const account = { accountType: AccountType.spot, scope: 0, isMock: false, ownerId: OWNER };
accounts.apply({ kind: EventKind.accountOpened, accountId: 1, ...account } as CoreEvent);
const caller = { ownerId: OWNER, signed: { deadlineMs: 0 }, requestId: 'r' } as unknown as Caller;

/** An engine that is reached by whatever nobody refused before. */
const reached = async () => {
  throw refuse('halted');
};
const openOrders = createOpenOrders(createPublishedSteps(database, 'orders'));
const orderCounts = createOrderCounts({ readNowMs: Date.now, readOwner: () => OWNER });
const handlers = createSpotBinance({
  readMoneyRights: async () => ({ canDeposit: false, canWithdraw: false }),
  operations: createSpotOperations(
    {
      commandClient: { try: reached, send: reached } as unknown as CommandClient,
      markets,
      accounts,
    },
    () => '',
  ),
  markets,
  accounts,
  symbols: createBinanceSymbols(markets),
  openOrders,
  history: {} as BinanceHistory,
  listNames: createListNames(database),
  orderTags: createOrderTags(database),
  orderCounts,
  readBalances: async () => ({ seq: '0', rows: [] }),
  readNowMs: Date.now,
});

// One order of 0.1 BTC, for what changes or ends orders.
const opened = {
  kind: EventKind.orderOpened,
  orderId: 7,
  accountId: 1,
  instrumentId: 1,
  side: Side.buy,
  orderType: OrderType.limit,
  timeInForce: 0,
  selfTradeMode: 1,
  status: 0,
  priceTicks: 100,
  sizeLots: 1_000,
  listId: 0,
} as unknown as CoreEvent;
const step = { sequence: 1, atMs: 1, events: [opened] };
openOrders.apply(step, createOrderFold(accounts).apply(opened, step));

type Fields = Readonly<Record<string, string>>;
const base: Fields = { symbol: 'BTCUSDT', timestamp: '1', signature: 'a' };
const sized = { ...base, side: 'BUY', quantity: '0.1' };
const limit = { ...sized, type: 'LIMIT', timeInForce: 'GTC', price: '100', icebergQty: '0.01' };
const stop = { ...sized, stopPrice: '101', trailingDelta: '100' };
const triggered = { ...stop, timeInForce: 'GTC', price: '102' };
const above = { aboveType: 'LIMIT_MAKER', abovePrice: '120' };
const stopLimit = { belowType: 'STOP_LOSS_LIMIT', belowStopPrice: '80', belowPrice: '79' };
const below = { ...stopLimit, belowIcebergQty: '0.01' };
const working = { workingType: 'LIMIT', workingSide: 'BUY', workingQuantity: '0.1' };
const worked = { ...base, ...working, workingPrice: '90', workingTimeInForce: 'GTC' };
const pending = { pendingSide: 'SELL', pendingQuantity: '0.1' };
const market = { ...base, side: 'BUY', type: 'MARKET' };
const { apiListRoutes: lists, apiOrderRoutes: orders } = wire;

const cases: readonly (readonly [wire.Route, Fields])[] = [
  [orders.place, limit],
  [orders.place, { ...sized, type: 'LIMIT_MAKER', price: '100' }],
  [orders.place, { ...market, quantity: '0.1' }],
  [orders.place, { ...market, quoteOrderQty: '50' }],
  [orders.place, { ...stop, type: 'STOP_LOSS' }],
  [orders.place, { ...stop, type: 'TAKE_PROFIT' }],
  [orders.place, { ...triggered, type: 'STOP_LOSS_LIMIT' }],
  [orders.place, { ...triggered, type: 'TAKE_PROFIT_LIMIT' }],
  [orders.test, limit],
  [orders.cancelReplace, { ...limit, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: '7' }],
  [orders.amend, { ...base, orderId: '7', newQty: '0.05' }],
  [orders.cancel, { ...base, orderId: '7' }],
  [lists.placeOco, { ...sized, side: 'SELL', ...above, ...below, belowTimeInForce: 'GTC' }],
  [lists.placeOldOco, { ...sized, side: 'SELL', price: '120', stopPrice: '80' }],
  [
    lists.placeOldOco,
    {
      ...sized,
      side: 'SELL',
      price: '120',
      stopPrice: '80',
      stopLimitPrice: '79',
      stopLimitTimeInForce: 'GTC',
    },
  ],
  [lists.placeOto, { ...worked, ...pending, pendingType: 'STOP_LOSS', pendingStopPrice: '80' }],
  [
    lists.placeOtoco,
    {
      ...worked,
      ...pending,
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: '120',
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: '80',
    },
  ],
];

/** Values that are wrong for most parameters, each in its way. */
const WRONG = [
  '',
  '!',
  'x',
  '-1',
  '0',
  '1e9',
  '0.0000000000000000001',
  '0.00000001',
  '0.000001',
  '99999999999999999999',
  '9'.repeat(19),
  'x'.repeat(40),
];

async function call(handler: RouteHandler, parameters: BinanceParameters): Promise<string> {
  try {
    await runBinanceCall({
      handler,
      parameters,
      caller,
      orderCounts,
      report: (error) => {
        throw error;
      },
    });
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    return `${error.code} ${error.message} ${JSON.stringify(error.data ?? '')}`;
  }
  return '';
}

const keysOf = ({ query }: wire.Route) =>
  Object.keys((query as unknown as { shape: object }).shape);

/** Parameters that a refusal names. */
function readNames(published: string): string[] {
  const [, ...rest] = /param(?:eter)? '([^']*)'(?: or '([^']*)')?(?!\(s\))/i.exec(published) ?? [];
  return rest.filter((name) => name !== undefined);
}

test.each(
  cases.map(([route, fields]) => [`${route.method} ${route.path}`, route, fields] as const),
)('%s refuses what is wrong by the names of its own parameters', async (_name, route, fields) => {
  const handler = handlers.find((one) => one.route === route) as RouteHandler;
  // As it stands it reaches the engine.
  expect(await call(handler, fields)).toContain('-1008 ');
  const keys = keysOf(route);
  for (const key of keys) {
    const { [key]: _left, ...without } = fields;
    for (const wrong of [undefined, ...WRONG]) {
      const published = await call(
        handler,
        wrong === undefined ? without : { ...fields, [key]: wrong },
      );
      const context = [key, wrong, published];
      expect([...context, readNames(published).filter((name) => !keys.includes(name))]).toEqual([
        ...context,
        [],
      ]);
    }
  }
});

test('amounts are refused by precision or by the filter that they fail', async () => {
  const place = handlers.find(({ route }) => route === orders.place) as RouteHandler;
  const refusal = async (fields: Fields, change: Fields) => {
    const published = await call(place, { ...fields, ...change });
    return published.replace(/ ""$/, '');
  };
  const precise = (name: string) => `-1111 Parameter '${name}' has too much precision.`;
  const filter = (name: string) => `-1013 Filter failure: ${name}`;
  const amount = { ...market, quoteOrderQty: '50' };
  const huge = '99999999999999999999';
  // The quote coin has 8 decimals, the base 10; a tick has 2, a lot 4.
  expect(await refusal(limit, { price: '100.000000001' })).toBe(precise('price'));
  expect(await refusal(limit, { price: '100.001' })).toBe(filter('PRICE_FILTER'));
  expect(await refusal(limit, { price: huge })).toBe(filter('PRICE_FILTER'));
  expect(await refusal(limit, { quantity: '0.00000000001' })).toBe(precise('quantity'));
  expect(await refusal(limit, { quantity: '0.00001' })).toBe(filter('LOT_SIZE'));
  expect(await refusal(limit, { quantity: huge })).toBe(filter('LOT_SIZE'));
  expect(await refusal(limit, { icebergQty: '0.00000000001' })).toBe(precise('icebergQty'));
  expect(await refusal(limit, { icebergQty: huge })).toBe(filter('LOT_SIZE'));
  expect(await refusal({ ...market, quantity: '1' }, { quantity: '0.00001' })).toBe(
    filter('MARKET_LOT_SIZE'),
  );
  expect(await refusal(amount, { quoteOrderQty: '50.000000001' })).toBe(precise('quoteOrderQty'));
  expect(await refusal(amount, { quoteOrderQty: '0' })).toBe(filter('NOTIONAL'));
  expect(await refusal({ ...stop, type: 'STOP_LOSS' }, { stopPrice: '0' })).toBe(
    filter('PRICE_FILTER'),
  );
});

test('an iceberg that a pair cannot be is refused as that, not as wrong prices', async () => {
  const answer = async (route: wire.Route, fields: Fields) => {
    const handler = handlers.find((one) => one.route === route) as RouteHandler;
    return (await call(handler, fields)).replace(/ ""$/, '');
  };
  const sell = { ...sized, side: 'SELL' };
  const oco = { ...sell, ...above, ...below, belowTimeInForce: 'GTC' };
  const old = { ...sell, price: '120', stopPrice: '80' };
  const oldLimit = { ...old, stopLimitPrice: '79', stopLimitTimeInForce: 'GTC' };
  const oto = { ...worked, ...pending, pendingType: 'LIMIT', pendingPrice: '120' };
  const pair = { pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '120' };
  const stopped = { pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: '80' };
  const otoco = { ...worked, ...pending, ...pair, ...stopped };
  const none = '-2010 Iceberg orders are not supported for this symbol.';
  const refused: readonly (readonly [wire.Route, Fields])[] = [
    [lists.placeOco, { ...oco, aboveIcebergQty: '0.01' }],
    [lists.placeOco, { ...oco, aboveIcebergQty: '0.01', aboveTimeInForce: 'GTC' }],
    [lists.placeOldOco, { ...old, limitIcebergQty: '0.01' }],
    [lists.placeOldOco, { ...oldLimit, limitIcebergQty: '0.01' }],
    [lists.placeOtoco, { ...otoco, pendingAboveIcebergQty: '0.01' }],
  ];
  for (const [route, fields] of refused) expect(await answer(route, fields)).toBe(none);
  // What is wrong in itself is said first; at market nothing can be hidden.
  expect(await answer(lists.placeOldOco, { ...old, limitIcebergQty: '0.00001' })).toBe(
    '-1013 Filter failure: LOT_SIZE',
  );
  expect(await answer(lists.placeOldOco, { ...old, stopIcebergQty: '0.01' })).toBe(
    "-1106 Parameter 'stopIcebergQty' sent when not required.",
  );
  const taken: readonly (readonly [wire.Route, Fields])[] = [
    [lists.placeOldOco, { ...oldLimit, stopIcebergQty: '0.01' }],
    [lists.placeOldOco, { ...old, limitIcebergQty: '0' }],
    [lists.placeOto, { ...oto, workingIcebergQty: '0.01', pendingTimeInForce: 'GTC' }],
    [lists.placeOto, { ...oto, pendingIcebergQty: '0.01', pendingTimeInForce: 'GTC' }],
    [lists.placeOtoco, { ...otoco, workingIcebergQty: '0.01' }],
  ];
  for (const [route, fields] of taken) expect(await answer(route, fields)).toContain('-1008 ');
});
