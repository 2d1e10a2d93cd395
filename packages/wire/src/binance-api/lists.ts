// The dialect's calls about lists of orders, /api/v3: OCO, OTO, OTOCO. Not here: single orders
// (orders.ts), and what a list does. Served by the spot product; its methods over the WebSocket
// API stand in socket.ts.
import { defineRoute } from '../route.ts';
import { untilEndTime } from '../until.ts';
import { z } from '../z.ts';
import {
  binanceClientId,
  binanceDecimal,
  binanceLimit,
  binanceLong,
  binanceOrderList,
  binanceOrderType,
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

const every = {
  symbol: binanceSymbol,
  /** A name for the list, unique among the caller's open ones; without it one is made. */
  listClientOrderId: binanceClientId.optional(),
  newOrderRespType: binanceResponseType.optional(),
  selfTradePreventionMode: binanceSelfTrade.optional(),
  ...signedFields,
};

/** What each order of a list has, under its prefix (`workingPrice`). */
interface LegFields {
  ClientOrderId: z.ZodOptional<typeof binanceClientId>;
  Price: z.ZodOptional<typeof binanceDecimal>;
  StopPrice: z.ZodOptional<typeof binanceDecimal>;
  TrailingDelta: z.ZodOptional<typeof binanceLong>;
  IcebergQty: z.ZodOptional<typeof binanceDecimal>;
  TimeInForce: z.ZodOptional<typeof binanceTimeInForce>;
  StrategyId: z.ZodOptional<typeof binanceLong>;
  StrategyType: z.ZodOptional<typeof binanceStrategyType>;
  PegPriceType: typeof pegFields.pegPriceType;
  PegOffsetValue: typeof pegFields.pegOffsetValue;
  PegOffsetType: typeof pegFields.pegOffsetType;
}

type Prefixed<TPrefix extends string> = {
  [TName in keyof LegFields as `${TPrefix}${TName}`]: LegFields[TName];
};

function legFields<TPrefix extends string>(prefix: TPrefix): Prefixed<TPrefix> {
  return {
    [`${prefix}ClientOrderId`]: binanceClientId.optional(),
    [`${prefix}Price`]: binanceDecimal.optional(),
    [`${prefix}StopPrice`]: binanceDecimal.optional(),
    [`${prefix}TrailingDelta`]: binanceLong.optional(),
    [`${prefix}IcebergQty`]: binanceDecimal.optional(),
    [`${prefix}TimeInForce`]: binanceTimeInForce.optional(),
    [`${prefix}StrategyId`]: binanceLong.optional(),
    [`${prefix}StrategyType`]: binanceStrategyType.optional(),
    [`${prefix}PegPriceType`]: pegFields.pegPriceType,
    [`${prefix}PegOffsetValue`]: pegFields.pegOffsetValue,
    [`${prefix}PegOffsetType`]: pegFields.pegOffsetType,
  } as unknown as Prefixed<TPrefix>;
}

const working = {
  workingType: z.enum(['LIMIT', 'LIMIT_MAKER']),
  workingSide: binanceSide,
  workingQuantity: binanceDecimal,
  ...legFields('working'),
};

/** Calls about lists of orders. */
export const apiListRoutes = {
  placeOco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/oco',
    summary: 'A limit order and a stop behind the price: one cancels the other.',
    binance: { weight: 1, orders: 2, act: 'place' },
    query: z.strictObject({
      ...every,
      side: binanceSide,
      quantity: binanceDecimal,
      aboveType: binanceOrderType,
      ...legFields('above'),
      belowType: binanceOrderType,
      ...legFields('below'),
    }),
    answer: binanceOrderList,
  }),
  placeOldOco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/order/oco',
    summary: 'The same, with the parameters of older clients.',
    binance: { weight: 1, orders: 2, act: 'place' },
    query: z.strictObject({
      ...every,
      side: binanceSide,
      quantity: binanceDecimal,
      price: binanceDecimal,
      limitClientOrderId: binanceClientId.optional(),
      limitIcebergQty: binanceDecimal.optional(),
      limitStrategyId: binanceLong.optional(),
      limitStrategyType: binanceStrategyType.optional(),
      /** This or `trailingDelta`, or both: the stop then trails from there on. */
      stopPrice: binanceDecimal.optional(),
      trailingDelta: binanceLong.optional(),
      stopIcebergQty: binanceDecimal.optional(),
      stopStrategyId: binanceLong.optional(),
      stopStrategyType: binanceStrategyType.optional(),
      stopClientOrderId: binanceClientId.optional(),
      stopLimitPrice: binanceDecimal.optional(),
      stopLimitTimeInForce: binanceTimeInForce.optional(),
    }),
    answer: binanceOrderList,
  }),
  placeOto: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/oto',
    summary: 'An order that places another when it is filled.',
    binance: { weight: 1, orders: 2, act: 'place' },
    query: z.strictObject({
      ...every,
      ...working,
      pendingType: binanceOrderType,
      pendingSide: binanceSide,
      pendingQuantity: binanceDecimal,
      ...legFields('pending'),
    }),
    answer: binanceOrderList,
  }),
  placeOtoco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/otoco',
    summary: 'An order that places an OCO pair when it is filled.',
    binance: { weight: 1, orders: 3, act: 'place' },
    query: z.strictObject({
      ...every,
      ...working,
      pendingSide: binanceSide,
      pendingQuantity: binanceDecimal,
      pendingAboveType: binanceOrderType,
      ...legFields('pendingAbove'),
      pendingBelowType: binanceOrderType,
      ...legFields('pendingBelow'),
    }),
    answer: binanceOrderList,
  }),
  cancelList: defineRoute({
    ...spot,
    method: 'DELETE',
    path: '/api/v3/orderList',
    summary: 'Cancel a list.',
    binance: { weight: 1, act: 'cancel' },
    query: z.strictObject({
      symbol: binanceSymbol,
      orderListId: binanceLong.optional(),
      listClientOrderId: binanceClientId.optional(),
      newClientOrderId: binanceClientId.optional(),
      ...signedFields,
    }),
    answer: binanceOrderList,
  }),
  placeOpo: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/opo',
    summary: 'An order whose proceeds are sold by another: no market allows it (`opoAllowed`).',
    binance: { weight: 1, act: 'place' },
    query: z.looseObject({ symbol: binanceSymbol, ...signedFields }),
    answer: binanceOrderList,
  }),
  placeOpoco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/opoco',
    summary: 'The same with an OCO pair: no market allows it (`opoAllowed`).',
    binance: { weight: 1, act: 'place' },
    query: z.looseObject({ symbol: binanceSymbol, ...signedFields }),
    answer: binanceOrderList,
  }),
  list: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/orderList',
    summary: 'One list.',
    binance: { weight: 4 },
    query: z.strictObject({
      orderListId: binanceLong.optional(),
      origClientOrderId: binanceClientId.optional(),
      ...signedFields,
    }),
    answer: binanceOrderList,
  }),
  allLists: defineRoute({
    ...read,
    method: 'GET',
    until: untilEndTime,
    path: '/api/v3/allOrderList',
    summary: 'Lists, oldest first.',
    binance: { weight: 20 },
    query: z.strictObject({
      fromId: binanceLong.optional(),
      startTime: binanceTime.optional(),
      endTime: binanceTime.optional(),
      limit: binanceLimit.optional(),
      ...signedFields,
    }),
    answer: z.array(binanceOrderList),
  }),
  openLists: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/openOrderList',
    summary: 'Lists that are not done.',
    binance: { weight: 6 },
    query: z.strictObject(signedFields),
    answer: z.array(binanceOrderList),
  }),
} as const;
