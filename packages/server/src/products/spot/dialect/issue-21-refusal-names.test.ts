// Every parameter of every call of the trading API with values that are wrong in every way: a
// refusal names a parameter of that call, with the dialect's number, and no field of our own.
import { AccountType, type CoreEvent, EventKind, OrderType, Side } from '@isobath/core';
import * as wire from '@isobath/wire';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import type { Commander } from '../../../base/commands/index.ts';
import type { Database } from '../../../base/db/index.ts';
import {
  createDialectSymbols,
  createOrderCounts,
  DialectError,
  type DialectParameters,
  runDialectCall,
} from '../../../base/dialect/index.ts';
import { type Caller, refuse, type RouteHandler } from '../../../base/product/index.ts';
import { makeMarketWorld } from '../../../testing/market-world.ts';
import { createOpenOrders } from '../open-orders.ts';
import { createSpotOperations } from '../operations.ts';
import { createListNames } from '../orders/list-names.ts';
import { createOrderFold } from '../orders/order-fold.ts';
import { createOrderMarks } from '../orders/order-marks.ts';
import type { DialectHistory } from './history.ts';
import { createSpotDialect } from './index.ts';

const OWNER = 1_000_007;
const database = {} as Database;
const { markets } = makeMarketWorld();
const accounts = createAccountDirectory();
const account = { accountType: AccountType.spot, scope: 0, isMock: false, ownerId: OWNER };
accounts.apply({ kind: EventKind.accountOpened, accountId: 1, ...account } as CoreEvent);
const caller = { ownerId: OWNER, signed: { deadlineMs: 0 }, requestId: 'r' } as unknown as Caller;

/** An engine that is reached by whatever nobody refused before. */
const reached = async () => {
  throw refuse('halted');
};
const openOrders = createOpenOrders(database, 'orders');
const orderCounts = createOrderCounts({ readNowMs: Date.now, readOwner: () => OWNER });
const handlers = createSpotDialect({
  operations: createSpotOperations(
    { commander: { try: reached, send: reached } as unknown as Commander, markets, accounts },
    () => '',
  ),
  markets,
  accounts,
  symbols: createDialectSymbols(markets),
  openOrders,
  history: {} as DialectHistory,
  listNames: createListNames(database),
  orderMarks: createOrderMarks(database),
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
const above = { aboveType: 'LIMIT_MAKER', abovePrice: '120', aboveIcebergQty: '0.01' };
const below = { belowType: 'STOP_LOSS_LIMIT', belowStopPrice: '80', belowPrice: '79' };
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

async function call(handler: RouteHandler, parameters: DialectParameters): Promise<string> {
  try {
    await runDialectCall({
      handler,
      parameters,
      caller,
      orderCounts,
      report: (error) => {
        throw error;
      },
    });
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    return `${error.code} ${error.message} ${JSON.stringify(error.data ?? '')}`;
  }
  return '';
}

const keysOf = ({ query }: wire.Route) =>
  Object.keys((query as unknown as { shape: object }).shape);

/** Parameters that a refusal names. */
function readNames(told: string): string[] {
  const [, ...rest] = /param(?:eter)? '([^']*)'(?: or '([^']*)')?(?!\(s\))/i.exec(told) ?? [];
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
      const told = await call(handler, wrong === undefined ? without : { ...fields, [key]: wrong });
      const context = [key, wrong, told];
      expect([...context, readNames(told).filter((name) => !keys.includes(name))]).toEqual([
        ...context,
        [],
      ]);
    }
  }
});

test('amounts are refused by precision or by the filter that they fail', async () => {
  const place = handlers.find(({ route }) => route === orders.place) as RouteHandler;
  const refusal = async (fields: Fields, change: Fields) => {
    const told = await call(place, { ...fields, ...change });
    return told.replace(/ ""$/, '');
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
