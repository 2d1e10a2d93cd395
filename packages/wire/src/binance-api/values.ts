// Kinds of values in the trading dialect: every parameter is a text in a query string or a form.
// Not here: which call takes which (market.ts, orders.ts, lists.ts, account.ts, wallet.ts).
// Numbers in answers are ids and times; money is text.
import { z } from '../z.ts';

/** Public market data: anybody asks, from pages of other sites too. */
export const openRead = {
  method: 'GET',
  role: 'public',
  owner: 'none',
  rate: 'none',
  isBare: true,
  isOpen: true,
} as const;

/** A market, such as BTCUSDT. */
export const binanceSymbol = z.string().regex(/^[A-Z0-9-_.]{1,20}$/);
/** A coin, such as USDT. */
export const binanceCoin = z.string().regex(/^[A-Z0-9]{1,20}$/);
/** A decimal; leading zeros are dropped. */
export const binanceDecimal = z
  .string()
  .regex(/^[0-9]{1,20}(\.[0-9]{1,20})?$/)
  .transform((text) => text.replace(/^0+(?=\d)/, ''));
/** A whole number: ids, times, counts. */
export const binanceLong = z
  .string()
  .regex(/^[0-9]{1,20}$/)
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value), 'too large');
/** A moment in milliseconds or microseconds. */
export const binanceTime = binanceLong.transform((value) =>
  value >= 10 ** 14 ? Math.floor(value / 1_000) : value,
);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function readZoneMs(text: string): number {
  const [hours, minutes = '0'] = text.replace(/^[+-]/, '').split(':');
  const awayMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return text.startsWith('-') ? -awayMs : awayMs;
}

/** How far a zone is ahead of UTC: whole hours (`8`, `-4`) or hours and minutes (`05:45`). */
export const binanceZone = z
  .string()
  .regex(/^[+-]?\d{1,2}(:[0-5]\d)?$/)
  .transform(readZoneMs)
  .refine((aheadMs) => aheadMs >= -12 * HOUR_MS && aheadMs <= 14 * HOUR_MS, 'no such zone');

/** true or false, in any case. */
export const binanceFlag = z
  .string()
  .regex(/^(true|false)$/i)
  .transform((text) => text.toLowerCase() === 'true');
/** A name for an order. */
export const binanceClientId = z.string().regex(/^[.A-Z:/a-z0-9_-]{1,36}$/);
/** Rows wanted; more than 1,000 are refused. */
export const binanceLimit = z
  .string()
  .regex(/^[0-9]{1,9}$/)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 1_000, 'limit');

/** Rows wanted of market data: never more than 1,000 come, whoever asks for more has those. */
export const binanceRows = z
  .string()
  .regex(/^[0-9]{1,9}$/)
  .transform(Number)
  .refine((value) => value >= 1, 'limit')
  .transform((value) => Math.min(value, 1_000));

/** A JSON list of texts, such as `["BTCUSDT","ETHUSDT"]`, or one text. */
export const binanceList = z
  .string()
  .max(4_000)
  .transform((text, context): string[] => {
    if (!text.startsWith('[')) return text.split(',');
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
    } catch {
      // Told below, as any other text that is no list.
    }
    context.addIssue({ code: 'custom', message: 'no list' });
    return z.NEVER;
  });

/** What every signed request carries; the gate has checked it before. */
export const signedFields = {
  timestamp: z.string().optional(),
  recvWindow: z.string().optional(),
  signature: z.string().optional(),
};

/** A kind of strategy of the caller's; small numbers are not theirs to use. */
export const binanceStrategyType = binanceLong.refine((value) => value >= 1_000_000, 'too small');

/** What makes a pegged order; read so that it can be refused by its own reason. */
export const pegFields = {
  pegPriceType: z.enum(['PRIMARY_PEG', 'MARKET_PEG']).optional(),
  pegOffsetValue: binanceLong.optional(),
  pegOffsetType: z.enum(['PRICE_LEVEL']).optional(),
};

/** Sides of an order. */
export const binanceSide = z.enum(['BUY', 'SELL']);
/** Types of an order. */
export const binanceOrderType = z.enum([
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
]);
/** How long an order lives. */
export const binanceTimeInForce = z.enum(['GTC', 'IOC', 'FOK']);
/** How much the answer to a new order tells. */
export const binanceResponseType = z.enum(['ACK', 'RESULT', 'FULL']);
/** What happens when two orders of one account would meet. */
export const binanceSelfTrade = z.enum([
  'NONE',
  'EXPIRE_TAKER',
  'EXPIRE_MAKER',
  'EXPIRE_BOTH',
  'DECREMENT',
  'TRANSFER',
]);

/** Fields that only some orders have. */
const conditional = {
  strategyId: z.number().int().optional(),
  strategyType: z.number().int().optional(),
  trailingDelta: z.number().int().optional(),
  /** Since when a trailing order follows the price, -1 while it does not. */
  trailingTime: z.number().int().optional(),
  preventedQuantity: z.string().optional(),
  /** Of an order that self-trade prevention ended: a line of `myPreventedMatches`. */
  preventedMatchId: z.number().int().optional(),
  /** Why an order expired. */
  expiryReason: z.string().optional(),
};

/** An order as questions answer it; ids and times are numbers, money is text. */
export const binanceOrder = z.object({
  symbol: z.string(),
  orderId: z.number().int(),
  orderListId: z.number().int(),
  clientOrderId: z.string(),
  price: z.string(),
  origQty: z.string(),
  executedQty: z.string(),
  origQuoteOrderQty: z.string(),
  cummulativeQuoteQty: z.string(),
  status: z.string(),
  timeInForce: z.string(),
  type: binanceOrderType,
  side: binanceSide,
  stopPrice: z.string(),
  icebergQty: z.string(),
  time: z.number().int(),
  updateTime: z.number().int(),
  isWorking: z.boolean(),
  workingTime: z.number().int(),
  selfTradePreventionMode: z.string(),
  ...conditional,
});
export type BinanceOrder = z.infer<typeof binanceOrder>;

/** An order as the answer to placing it: ACK stops after `transactTime`, FULL adds `fills`. */
export const binancePlaced = z.object({
  symbol: z.string(),
  orderId: z.number().int(),
  orderListId: z.number().int(),
  clientOrderId: z.string(),
  transactTime: z.number().int(),
  price: z.string().optional(),
  origQty: z.string().optional(),
  executedQty: z.string().optional(),
  origQuoteOrderQty: z.string().optional(),
  cummulativeQuoteQty: z.string().optional(),
  status: z.string().optional(),
  timeInForce: z.string().optional(),
  type: binanceOrderType.optional(),
  side: binanceSide.optional(),
  workingTime: z.number().int().optional(),
  selfTradePreventionMode: z.string().optional(),
  stopPrice: z.string().optional(),
  icebergQty: z.string().optional(),
  ...conditional,
  fills: z
    .array(
      z.object({
        price: z.string(),
        qty: z.string(),
        commission: z.string(),
        commissionAsset: z.string(),
        tradeId: z.number().int(),
      }),
    )
    .optional(),
});
export type BinancePlaced = z.infer<typeof binancePlaced>;

/** A cancelled order; `clientOrderId` is the cancel's own name. */
export const binanceCanceled = binancePlaced
  .omit({ fills: true, workingTime: true })
  .extend({ origClientOrderId: z.string() });
export type BinanceCanceled = z.infer<typeof binanceCanceled>;

/** A list of orders, with the reports of its orders where the call changed them. */
export const binanceOrderList = z.object({
  orderListId: z.number().int(),
  contingencyType: z.enum(['OCO', 'OTO']),
  listStatusType: z.enum(['EXEC_STARTED', 'ALL_DONE']),
  listOrderStatus: z.enum(['EXECUTING', 'ALL_DONE']),
  listClientOrderId: z.string(),
  transactionTime: z.number().int(),
  symbol: z.string(),
  orders: z.array(
    z.object({ symbol: z.string(), orderId: z.number().int(), clientOrderId: z.string() }),
  ),
  orderReports: z.array(z.union([binanceCanceled, binancePlaced])).optional(),
});
export type BinanceOrderList = z.infer<typeof binanceOrderList>;
