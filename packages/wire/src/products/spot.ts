// Spot on the wire: bodies and answers of /hk-web/spot; paths and names are fixed.
// Not here: the words of the core; the server's products/spot translates.
// Read by edge and products of the server, by the sdk and by the reference.
import { refusalData } from '../envelope.ts';
import { decimalText, minSeq, signedDecimalText, timeMs, wholeText } from '../money.ts';
import { bodyBytes, defineRoute } from '../route.ts';
import { untilTo } from '../until.ts';
import { z } from '../z.ts';

/** A market, base before quote: `btc_usdt`. */
export const marketSymbol = z
  .string()
  .max(41)
  .regex(/^[a-z0-9]{1,20}_[a-z0-9]{1,20}$/, 'symbol');
/** Which side of the book an order stands on. */
export const orderSide = z.enum(['buy', 'sell']);
/** What kind of order it is; the rules of each stand in docs/rules/spot.md. */
export const orderType = z.enum([
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop',
]);
/** How long an order lives; POST_ONLY never takes. */
export const timeInForce = z.enum(['GTC', 'IOC', 'FOK', 'GTD', 'POST_ONLY']);
/** What happens when two orders of one owner would trade. */
export const selfTradePrevention = z.enum([
  'NONE',
  'EXPIRE_TAKER',
  'EXPIRE_MAKER',
  'EXPIRE_BOTH',
  'DECREMENT',
  'TRANSFER',
]);
/** A name the client gives its order; unique among its open orders of one market. */
export const clientOrderId = z.string().regex(/^[.A-Z:/a-z0-9_-]{1,36}$/, 'clientOrderId');
/** Where an order is in its life. */
export const orderStatus = z.enum([
  'PENDING_NEW',
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
]);
export type OrderStatus = z.infer<typeof orderStatus>;

/** Terms of one order as a client sends them; `timeInForce` absent = GTC (market: IOC). */
export const placeOrderBody = z.strictObject({
  symbol: marketSymbol,
  side: orderSide,
  type: orderType,
  price: decimalText.optional(),
  quantity: decimalText.optional(),
  quoteAmount: decimalText.optional(),
  timeInForce: timeInForce.optional(),
  expireAt: timeMs.optional(),
  stopPrice: decimalText.optional(),
  trailingDeltaBps: z.number().int().min(1).max(10_000).optional(),
  activationPrice: decimalText.optional(),
  visibleQuantity: decimalText.optional(),
  selfTradePrevention: selfTradePrevention.optional(),
  slippageBps: z.number().int().min(1).max(10_000).optional(),
  clientOrderId: clientOrderId.optional(),
});
export type PlaceOrderBody = z.infer<typeof placeOrderBody>;

/** One trade as the owner of the order sees it; a negative fee is a rebate. */
export const fill = z.object({
  tradeId: wholeText,
  price: decimalText,
  quantity: decimalText,
  fee: signedDecimalText,
  feeAsset: z.string(),
  isMaker: z.boolean(),
});

/** Answer to placing: what the engine did, after the commit. */
export const placeOrderAnswer = z.object({
  orderId: wholeText,
  clientOrderId: z.string(),
  seq: wholeText,
  /** Core time of the step. */
  at: timeMs,
  status: orderStatus,
  executedQuantity: decimalText,
  executedQuote: decimalText,
  fills: z.array(fill),
  /** What self-trade prevention took from the order, and the number of the last such match. */
  prevented: z.object({ quantity: decimalText, matchId: wholeText }).optional(),
  /** Why it has ended already; absent while it is open and when it was filled. */
  closeReason: z.string().optional(),
});
export type PlaceOrderAnswer = z.infer<typeof placeOrderAnswer>;

/** One order as lists and the private channel show it. */
export const orderRow = z.object({
  orderId: wholeText,
  clientOrderId: z.string(),
  symbol: z.string(),
  side: orderSide,
  type: orderType,
  timeInForce,
  status: orderStatus,
  /** True while a stop waits for its trigger. */
  isDormant: z.boolean(),
  price: decimalText,
  quantity: decimalText,
  quoteAmount: decimalText,
  executedQuantity: decimalText,
  executedQuote: decimalText,
  preventedQuantity: decimalText,
  stopPrice: decimalText,
  trailingDeltaBps: z.number().int(),
  activationPrice: decimalText,
  visibleQuantity: decimalText,
  /** Slippage limit of an order that takes at any price; 0 = the market's guard. */
  slippageBps: z.number().int(),
  selfTradePrevention,
  expireAt: timeMs,
  listId: wholeText,
  closeReason: z.string(),
  createdAt: timeMs,
  updatedAt: timeMs,
});
export type OrderRow = z.infer<typeof orderRow>;

/** A fill with the order it belongs to. */
export const fillRow = fill.extend({
  orderId: wholeText,
  symbol: z.string(),
  side: orderSide,
  quoteAmount: decimalText,
  at: timeMs,
  /**
   * Rate of the fee and VIP level, as in force when the order was placed. Absent of fills from
   * before they were kept.
   */
  feeRate: signedDecimalText.optional(),
  vipLevel: z.number().int().optional(),
});
export type FillRow = z.infer<typeof fillRow>;

/** What happened to an order, and how much of it; what does not apply is 0. */
export const orderMoment = z.object({
  kind: z.enum(['placed', 'released', 'triggered', 'amended', 'filled', 'prevented', 'closed']),
  at: timeMs,
  /** Of a fill or a prevented match. */
  price: decimalText,
  /** The whole size from then on of placed and amended, else what was filled or prevented. */
  quantity: decimalText,
  /** Value of a fill. */
  quoteAmount: decimalText,
});
export type OrderMoment = z.infer<typeof orderMoment>;

/** One spot balance; `held` backs open orders. */
export const balanceRow = z.object({
  coinId: z.number().int(),
  asset: z.string(),
  available: decimalText,
  held: decimalText,
});
export type BalanceRow = z.infer<typeof balanceRow>;

/** Filters of every list: newest first, `cursor` from the answer before. */
export const listQuery = z.object({
  symbol: marketSymbol.optional(),
  side: orderSide.optional(),
  type: orderType.optional(),
  status: orderStatus.optional(),
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  cursor: wholeText.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  minSeq,
});

const listOf = <TRow extends z.ZodType>(row: TRow) =>
  z.object({ rows: z.array(row), nextCursor: z.string() });

/** An order by number, or by client order id and the market that it is unique in. */
const orderReference = z.strictObject({
  orderId: wholeText.optional(),
  symbol: marketSymbol.optional(),
  clientOrderId: clientOrderId.optional(),
});

/** How one part of a step went; of a refusal the rest says why, as in a whole answer. */
const partResult = z.object({
  code: z.number().int(),
  message: z.string(),
  ...refusalData.partial().shape,
});

const write = { role: 'user', owner: 'caller', rate: 'order' } as const;
const read = { role: 'user', owner: 'caller', rate: 'read' } as const;

/** Routes of spot. */
export const spotRoutes = {
  place: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/place',
    summary: 'Place one order; answers after it is durable.',
    body: placeOrderBody,
    answer: placeOrderAnswer,
  }),
  test: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/test',
    summary: 'Check an order as if it were placed; changes nothing.',
    body: placeOrderBody,
    answer: z.object({ seq: wholeText }),
  }),
  amend: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/amend',
    summary: 'Reduce the size of a resting order; it keeps its place in the queue.',
    body: orderReference.extend({ quantity: decimalText }),
    answer: z.object({ orderId: wholeText, seq: wholeText, at: timeMs, quantity: decimalText }),
  }),
  cancel: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/cancel',
    summary: 'Cancel one open order (a leg of a list cancels the list).',
    body: orderReference,
    answer: z.object({ orderId: wholeText, seq: wholeText, at: timeMs }),
  }),
  cancelReplace: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/cancelReplace',
    summary: 'Cancel one order and place another in one step.',
    body: z.strictObject({
      cancel: orderReference,
      condition: z.enum(['ANY', 'ONLY_NEW', 'ONLY_PARTIALLY_FILLED']).optional(),
      mode: z.enum(['STOP_ON_FAILURE', 'ALLOW_FAILURE']).optional(),
      place: placeOrderBody,
    }),
    answer: z.object({
      seq: wholeText,
      at: timeMs,
      cancel: partResult,
      place: partResult.extend({ order: placeOrderAnswer.nullable() }),
    }),
  }),
  batch: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/batch',
    bodyBytesMax: bodyBytes.row,
    summary:
      'Up to 20 places and cancels in one step, each with its own result; what cannot be read ' +
      'holds up no other, and `seq` is 0 when nothing was left to send.',
    body: z.strictObject({
      items: z
        .array(
          z.union([
            z.strictObject({ place: placeOrderBody }),
            z.strictObject({ cancel: orderReference }),
          ]),
        )
        .min(1)
        .max(20),
    }),
    answer: z.object({
      seq: wholeText,
      items: z.array(partResult.extend({ order: placeOrderAnswer.nullable() })),
    }),
  }),
  cancelAll: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/cancelAll',
    summary: 'Cancel all open orders, of one market or of all.',
    body: z.strictObject({ symbol: marketSymbol.optional() }),
    answer: z.object({ seq: wholeText, at: timeMs, orderIds: z.array(wholeText) }),
  }),
  deadman: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/deadman',
    summary: 'Cancel everything unless this is called again within the time; 0 switches it off.',
    body: z.strictObject({ timeoutMs: z.number().int().min(0).max(86_400_000) }),
    answer: z.object({ seq: wholeText, dueAt: timeMs }),
  }),
  closeOut: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/order/closeOut',
    summary: 'Sell a remainder below the minimum to the house at the reference price.',
    body: z.strictObject({ symbol: marketSymbol }),
    answer: z.object({ seq: wholeText, sold: decimalText, received: decimalText }),
  }),
  placeList: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/orderList/place',
    summary: 'Place an OCO, OTO or OTOCO list.',
    body: z.strictObject({
      type: z.enum(['OCO', 'OTO', 'OTOCO']),
      legs: z.array(placeOrderBody).min(2).max(3),
    }),
    answer: z.object({
      listId: wholeText,
      seq: wholeText,
      at: timeMs,
      orders: z.array(placeOrderAnswer),
    }),
  }),
  cancelList: defineRoute({
    ...write,
    method: 'POST',
    path: '/hk-web/spot/orderList/cancel',
    summary: 'Cancel all open legs of a list.',
    body: z.strictObject({ listId: wholeText }),
    answer: z.object({ seq: wholeText, at: timeMs, orderIds: z.array(wholeText) }),
  }),
  openOrders: defineRoute({
    ...read,
    method: 'GET',
    path: '/hk-web/spot/orders/open',
    summary: 'Open orders, newest first; those that wait for a price or another order alone.',
    until: untilTo,
    query: listQuery.extend({ isWaiting: z.enum(['true', 'false']).optional() }),
    answer: listOf(orderRow),
  }),
  orderHistory: defineRoute({
    ...read,
    method: 'GET',
    path: '/hk-web/spot/orders/history',
    summary: 'Closed orders, newest first.',
    until: untilTo,
    query: listQuery,
    answer: listOf(orderRow),
  }),
  order: defineRoute({
    ...read,
    method: 'GET',
    path: '/hk-web/spot/order',
    summary: 'One order by number, or by market and client order id.',
    query: z.object({
      orderId: wholeText.optional(),
      symbol: marketSymbol.optional(),
      clientOrderId: clientOrderId.optional(),
      minSeq,
    }),
    answer: orderRow,
  }),
  orderLife: defineRoute({
    ...read,
    method: 'GET',
    path: '/hk-web/spot/order/life',
    summary: 'What happened to one order, oldest first.',
    query: z.object({ orderId: wholeText }),
    /** `isWhole` is false when an order has more moments than are told. */
    answer: z.object({ order: orderRow, moments: z.array(orderMoment), isWhole: z.boolean() }),
  }),
  fills: defineRoute({
    ...read,
    method: 'GET',
    path: '/hk-web/spot/fills',
    summary: 'Own trades, newest first.',
    until: untilTo,
    query: listQuery.extend({ orderId: wholeText.optional() }),
    answer: listOf(fillRow),
  }),
  balances: defineRoute({
    ...read,
    method: 'GET',
    path: '/hk-web/spot/balances',
    summary: 'Spot balances that are not zero.',
    query: z.object({ minSeq }),
    answer: z.object({ seq: wholeText, rows: z.array(balanceRow) }),
  }),
} as const;
