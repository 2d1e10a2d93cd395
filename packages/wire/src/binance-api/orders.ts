// The dialect's calls about single orders, /api/v3. Lists of orders are in lists.ts. Names of
// paths, parameters and fields are those of the dialect.
import { defineRoute } from '../route.ts';
import { untilEndTime } from '../until.ts';
import { z } from '../z.ts';
import {
  binanceCanceled,
  binanceClientId,
  binanceDecimal,
  binanceFlag,
  binanceLimit,
  binanceLong,
  binanceOrder,
  binanceOrderList,
  binanceOrderType,
  binancePlaced,
  binanceResponseType,
  binanceSelfTrade,
  binanceSide,
  binanceStrategyType,
  binanceSymbol,
  binanceTime,
  binanceTimeInForce,
  pegFields,
  signedFields,
} from './values.ts';

const spot = { role: 'key_spot', owner: 'caller', rate: 'none', isBare: true } as const;
const read = { role: 'key_read', owner: 'caller', rate: 'none', isBare: true } as const;
const cancelRestrictions = z.enum(['ONLY_NEW', 'ONLY_PARTIALLY_FILLED']).optional();

const newOrder = {
  symbol: binanceSymbol,
  side: binanceSide,
  type: binanceOrderType,
  timeInForce: binanceTimeInForce.optional(),
  quantity: binanceDecimal.optional(),
  quoteOrderQty: binanceDecimal.optional(),
  price: binanceDecimal.optional(),
  newClientOrderId: binanceClientId.optional(),
  strategyId: binanceLong.optional(),
  strategyType: binanceStrategyType.optional(),
  stopPrice: binanceDecimal.optional(),
  /** Basis points; the stop trails, from `stopPrice` on when that is given. */
  trailingDelta: binanceLong.optional(),
  icebergQty: binanceDecimal.optional(),
  newOrderRespType: binanceResponseType.optional(),
  selfTradePreventionMode: binanceSelfTrade.optional(),
  ...pegFields,
};
const newOrderQuery = z.strictObject({ ...newOrder, ...signedFields });
/** A new order as the dialect writes it. */
export type BinanceNewOrder = z.output<typeof newOrderQuery>;

const which = {
  symbol: binanceSymbol,
  orderId: binanceLong.optional(),
  origClientOrderId: binanceClientId.optional(),
};

const replaceRefusal = z.object({ code: z.number().int(), msg: z.string() });

/** Calls about single orders. */
export const apiOrderRoutes = {
  place: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/order',
    summary: 'Place an order; answers after it is durable.',
    binance: { weight: 1, orders: 1, act: 'place' },
    query: newOrderQuery,
    answer: binancePlaced,
  }),
  test: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/order/test',
    summary: 'Check an order with all rules of the engine, without placing it.',
    binance: {
      weight: 1,
      act: 'place',
      weigh: ({ computeCommissionRates }) => (computeCommissionRates === 'true' ? 19 : 0),
    },
    query: z.strictObject({
      ...newOrder,
      ...signedFields,
      computeCommissionRates: binanceFlag.optional(),
    }),
    answer: z.record(z.string(), z.unknown()),
  }),
  order: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/order',
    summary: 'One order.',
    binance: { weight: 4 },
    query: z.strictObject({ ...which, ...signedFields }),
    answer: binanceOrder,
  }),
  cancel: defineRoute({
    ...spot,
    method: 'DELETE',
    path: '/api/v3/order',
    summary: 'Cancel one order; of a list, the whole list.',
    binance: { weight: 1, act: 'cancel' },
    query: z.strictObject({
      ...which,
      newClientOrderId: binanceClientId.optional(),
      cancelRestrictions,
      ...signedFields,
    }),
    answer: binanceCanceled,
  }),
  cancelReplace: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/order/cancelReplace',
    summary: 'Cancel an order and place another in one step.',
    binance: { weight: 1, orders: 1, act: 'place' },
    query: z.strictObject({
      ...newOrder,
      ...signedFields,
      cancelReplaceMode: z.enum(['STOP_ON_FAILURE', 'ALLOW_FAILURE']),
      cancelNewClientOrderId: binanceClientId.optional(),
      cancelOrigClientOrderId: binanceClientId.optional(),
      cancelOrderId: binanceLong.optional(),
      cancelRestrictions,
      orderRateLimitExceededMode: z.enum(['DO_NOTHING', 'CANCEL_ONLY']).optional(),
    }),
    answer: z.object({
      cancelResult: z.enum(['SUCCESS', 'FAILURE']),
      newOrderResult: z.enum(['SUCCESS', 'FAILURE', 'NOT_ATTEMPTED']),
      cancelResponse: z.union([binanceCanceled, replaceRefusal]),
      newOrderResponse: z.union([binancePlaced, replaceRefusal]).nullable(),
    }),
  }),
  amend: defineRoute({
    ...spot,
    method: 'PUT',
    path: '/api/v3/order/amend/keepPriority',
    summary: 'Make an order smaller without losing its place.',
    binance: { weight: 4, act: 'amend' },
    query: z.strictObject({
      ...which,
      /** The order's name from here on; without it one is made. */
      newClientOrderId: binanceClientId.optional(),
      newQty: binanceDecimal,
      ...signedFields,
    }),
    answer: z.object({
      transactTime: z.number().int(),
      executionId: z.number().int(),
      amendedOrder: z.object({
        symbol: z.string(),
        orderId: z.number().int(),
        orderListId: z.number().int(),
        origClientOrderId: z.string(),
        clientOrderId: z.string(),
        price: z.string(),
        qty: z.string(),
        executedQty: z.string(),
        preventedQty: z.string(),
        quoteOrderQty: z.string(),
        cumulativeQuoteQty: z.string(),
        status: z.string(),
        timeInForce: z.string(),
        type: binanceOrderType,
        side: binanceSide,
        workingTime: z.number().int(),
        selfTradePreventionMode: z.string(),
      }),
      /** The list of an order that is in one. */
      listStatus: z
        .object({
          orderListId: z.number().int(),
          contingencyType: z.enum(['OCO', 'OTO']),
          listOrderStatus: z.literal('EXECUTING'),
          listClientOrderId: z.string(),
          symbol: z.string(),
          orders: z.array(
            z.object({ symbol: z.string(), orderId: z.number().int(), clientOrderId: z.string() }),
          ),
        })
        .optional(),
    }),
  }),
  openOrders: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/openOrders',
    summary: 'Open orders, of one or all markets.',
    binance: { weight: 6, weigh: ({ symbol }) => (symbol === undefined ? 74 : 0) },
    query: z.strictObject({ symbol: binanceSymbol.optional(), ...signedFields }),
    answer: z.array(binanceOrder),
  }),
  cancelAll: defineRoute({
    ...spot,
    method: 'DELETE',
    path: '/api/v3/openOrders',
    summary: 'Cancel all orders of a market, lists included.',
    binance: { weight: 1, act: 'cancel' },
    query: z.strictObject({ symbol: binanceSymbol, ...signedFields }),
    answer: z.array(z.union([binanceOrderList, binanceCanceled])),
  }),
  allOrders: defineRoute({
    ...read,
    method: 'GET',
    until: untilEndTime,
    path: '/api/v3/allOrders',
    summary: 'Orders of a market, open and closed, oldest first.',
    binance: { weight: 20 },
    query: z.strictObject({
      symbol: binanceSymbol,
      orderId: binanceLong.optional(),
      startTime: binanceTime.optional(),
      endTime: binanceTime.optional(),
      limit: binanceLimit.optional(),
      ...signedFields,
    }),
    answer: z.array(binanceOrder),
  }),
  amendments: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/order/amendments',
    summary: 'What was amended of one order, oldest first.',
    binance: { weight: 4 },
    query: z.strictObject({
      symbol: binanceSymbol,
      orderId: binanceLong,
      fromExecutionId: binanceLong.optional(),
      limit: binanceLimit.optional(),
      ...signedFields,
    }),
    answer: z.array(
      z.object({
        symbol: z.string(),
        orderId: z.number().int(),
        executionId: z.number().int(),
        origClientOrderId: z.string(),
        newClientOrderId: z.string(),
        origQty: z.string(),
        newQty: z.string(),
        time: z.number().int(),
      }),
    ),
  }),
} as const;
