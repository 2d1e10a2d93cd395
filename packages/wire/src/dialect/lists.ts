// The dialect's calls about lists of orders, /api/v3: OCO, OTO, OTOCO. Not here: single orders
// (orders.ts), and what a list does. Served by the spot product; its methods over the WebSocket
// API stand in socket.ts.
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';
import {
  dialectClientId,
  dialectDecimal,
  dialectLimit,
  dialectLong,
  dialectOrderList,
  dialectOrderType,
  dialectResponseType,
  dialectSelfTrade,
  dialectSide,
  dialectStrategyType,
  dialectSymbol,
  dialectTime,
  dialectTimeInForce,
  pegFields,
  signedFields,
} from './values.ts';

const spot = { role: 'key_spot', owner: 'caller', rate: 'none', isBare: true } as const;
const read = { role: 'key_read', owner: 'caller', rate: 'none', isBare: true } as const;

const every = {
  symbol: dialectSymbol,
  /** A name for the list, unique among the caller's open ones; without it one is made. */
  listClientOrderId: dialectClientId.optional(),
  newOrderRespType: dialectResponseType.optional(),
  selfTradePreventionMode: dialectSelfTrade.optional(),
  ...signedFields,
};

/** What each order of a list has, under its prefix (`workingPrice`). */
interface LegFields {
  ClientOrderId: z.ZodOptional<typeof dialectClientId>;
  Price: z.ZodOptional<typeof dialectDecimal>;
  StopPrice: z.ZodOptional<typeof dialectDecimal>;
  TrailingDelta: z.ZodOptional<typeof dialectLong>;
  IcebergQty: z.ZodOptional<typeof dialectDecimal>;
  TimeInForce: z.ZodOptional<typeof dialectTimeInForce>;
  StrategyId: z.ZodOptional<typeof dialectLong>;
  StrategyType: z.ZodOptional<typeof dialectStrategyType>;
  PegPriceType: typeof pegFields.pegPriceType;
  PegOffsetValue: typeof pegFields.pegOffsetValue;
  PegOffsetType: typeof pegFields.pegOffsetType;
}

type Prefixed<TPrefix extends string> = {
  [TName in keyof LegFields as `${TPrefix}${TName}`]: LegFields[TName];
};

function legFields<TPrefix extends string>(prefix: TPrefix): Prefixed<TPrefix> {
  return {
    [`${prefix}ClientOrderId`]: dialectClientId.optional(),
    [`${prefix}Price`]: dialectDecimal.optional(),
    [`${prefix}StopPrice`]: dialectDecimal.optional(),
    [`${prefix}TrailingDelta`]: dialectLong.optional(),
    [`${prefix}IcebergQty`]: dialectDecimal.optional(),
    [`${prefix}TimeInForce`]: dialectTimeInForce.optional(),
    [`${prefix}StrategyId`]: dialectLong.optional(),
    [`${prefix}StrategyType`]: dialectStrategyType.optional(),
    [`${prefix}PegPriceType`]: pegFields.pegPriceType,
    [`${prefix}PegOffsetValue`]: pegFields.pegOffsetValue,
    [`${prefix}PegOffsetType`]: pegFields.pegOffsetType,
  } as unknown as Prefixed<TPrefix>;
}

const working = {
  workingType: z.enum(['LIMIT', 'LIMIT_MAKER']),
  workingSide: dialectSide,
  workingQuantity: dialectDecimal,
  ...legFields('working'),
};

/** Calls about lists of orders. */
export const apiListRoutes = {
  placeOco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/oco',
    summary: 'A limit order and a stop behind the price: one cancels the other.',
    dialect: { weight: 1, orders: 2, act: 'place' },
    query: z.strictObject({
      ...every,
      side: dialectSide,
      quantity: dialectDecimal,
      aboveType: dialectOrderType,
      ...legFields('above'),
      belowType: dialectOrderType,
      ...legFields('below'),
    }),
    answer: dialectOrderList,
  }),
  placeOldOco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/order/oco',
    summary: 'The same, with the parameters of older clients.',
    dialect: { weight: 1, orders: 2, act: 'place' },
    query: z.strictObject({
      ...every,
      side: dialectSide,
      quantity: dialectDecimal,
      price: dialectDecimal,
      limitClientOrderId: dialectClientId.optional(),
      limitIcebergQty: dialectDecimal.optional(),
      limitStrategyId: dialectLong.optional(),
      limitStrategyType: dialectStrategyType.optional(),
      /** This or `trailingDelta`, or both: the stop then trails from there on. */
      stopPrice: dialectDecimal.optional(),
      trailingDelta: dialectLong.optional(),
      stopIcebergQty: dialectDecimal.optional(),
      stopStrategyId: dialectLong.optional(),
      stopStrategyType: dialectStrategyType.optional(),
      stopClientOrderId: dialectClientId.optional(),
      stopLimitPrice: dialectDecimal.optional(),
      stopLimitTimeInForce: dialectTimeInForce.optional(),
    }),
    answer: dialectOrderList,
  }),
  placeOto: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/oto',
    summary: 'An order that places another when it is filled.',
    dialect: { weight: 1, orders: 2, act: 'place' },
    query: z.strictObject({
      ...every,
      ...working,
      pendingType: dialectOrderType,
      pendingSide: dialectSide,
      pendingQuantity: dialectDecimal,
      ...legFields('pending'),
    }),
    answer: dialectOrderList,
  }),
  placeOtoco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/otoco',
    summary: 'An order that places an OCO pair when it is filled.',
    dialect: { weight: 1, orders: 3, act: 'place' },
    query: z.strictObject({
      ...every,
      ...working,
      pendingSide: dialectSide,
      pendingQuantity: dialectDecimal,
      pendingAboveType: dialectOrderType,
      ...legFields('pendingAbove'),
      pendingBelowType: dialectOrderType,
      ...legFields('pendingBelow'),
    }),
    answer: dialectOrderList,
  }),
  cancelList: defineRoute({
    ...spot,
    method: 'DELETE',
    path: '/api/v3/orderList',
    summary: 'Cancel a list.',
    dialect: { weight: 1, act: 'cancel' },
    query: z.strictObject({
      symbol: dialectSymbol,
      orderListId: dialectLong.optional(),
      listClientOrderId: dialectClientId.optional(),
      newClientOrderId: dialectClientId.optional(),
      ...signedFields,
    }),
    answer: dialectOrderList,
  }),
  placeOpo: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/opo',
    summary: 'An order whose proceeds are sold by another: no market allows it (`opoAllowed`).',
    dialect: { weight: 1, act: 'place' },
    query: z.looseObject({ symbol: dialectSymbol, ...signedFields }),
    answer: dialectOrderList,
  }),
  placeOpoco: defineRoute({
    ...spot,
    method: 'POST',
    path: '/api/v3/orderList/opoco',
    summary: 'The same with an OCO pair: no market allows it (`opoAllowed`).',
    dialect: { weight: 1, act: 'place' },
    query: z.looseObject({ symbol: dialectSymbol, ...signedFields }),
    answer: dialectOrderList,
  }),
  list: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/orderList',
    summary: 'One list.',
    dialect: { weight: 4 },
    query: z.strictObject({
      orderListId: dialectLong.optional(),
      origClientOrderId: dialectClientId.optional(),
      ...signedFields,
    }),
    answer: dialectOrderList,
  }),
  allLists: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/allOrderList',
    summary: 'Lists, oldest first.',
    dialect: { weight: 20 },
    query: z.strictObject({
      fromId: dialectLong.optional(),
      startTime: dialectTime.optional(),
      endTime: dialectTime.optional(),
      limit: dialectLimit.optional(),
      ...signedFields,
    }),
    answer: z.array(dialectOrderList),
  }),
  openLists: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v3/openOrderList',
    summary: 'Lists that are not done.',
    dialect: { weight: 6 },
    query: z.strictObject(signedFields),
    answer: z.array(dialectOrderList),
  }),
} as const;
