// From an order as people write it to the core's terms, exactly or with a refusal that names the
// field. It decides nothing about money: the core checks everything again. Called by operations.ts.
import {
  type AccountId,
  OrderType,
  type OrderTerms,
  SelfTradeMode,
  Side,
  TimeInForce,
} from '@isobath/core';
import { encodeClientOrderId, noClientOrderId, parseDecimal } from '@isobath/core/math';
import type { PlaceOrderBody } from '@isobath/wire';
import type { Market } from '../../base/market/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';

const TYPES: Readonly<Record<PlaceOrderBody['type'], OrderType>> = {
  limit: OrderType.limit,
  market: OrderType.market,
  stop_limit: OrderType.stopLimit,
  stop_market: OrderType.stopMarket,
  take_profit_limit: OrderType.takeProfitLimit,
  take_profit_market: OrderType.takeProfitMarket,
  trailing_stop: OrderType.trailingStop,
};
const TIMES: Readonly<Record<NonNullable<PlaceOrderBody['timeInForce']>, TimeInForce>> = {
  GTC: TimeInForce.gtc,
  IOC: TimeInForce.ioc,
  FOK: TimeInForce.fok,
  GTD: TimeInForce.gtd,
  POST_ONLY: TimeInForce.postOnly,
};
const MODES: Readonly<Record<NonNullable<PlaceOrderBody['selfTradePrevention']>, SelfTradeMode>> = {
  NONE: SelfTradeMode.none,
  EXPIRE_TAKER: SelfTradeMode.expireTaker,
  EXPIRE_MAKER: SelfTradeMode.expireMaker,
  EXPIRE_BOTH: SelfTradeMode.expireBoth,
  DECREMENT: SelfTradeMode.decrement,
  TRANSFER: SelfTradeMode.transfer,
};

const AMOUNT_MAX = 2n ** 103n;

/** Which field, which step and which refusal when the text is not a multiple of it. */
interface Step {
  readonly field: keyof PlaceOrderBody;
  readonly decimals: number;
  readonly offWord: 'price_off_tick' | 'size_off_lot';
}

/** Text to a whole number of steps; absent is 0, more decimals than the step has are refused. */
function parseSteps(body: PlaceOrderBody, step: Step): number {
  const text = body[step.field] as string | undefined;
  if (text === undefined) return 0;
  const fraction = text.split('.')[1] ?? '';
  if (/[1-9]/.test(fraction.slice(step.decimals))) {
    throw refuse(step.offWord, { decimals: String(step.decimals) });
  }
  const steps = parseDecimal(text, step.decimals);
  if (steps > BigInt(Number.MAX_SAFE_INTEGER)) throw refuseField(step.field, 'too large');
  if (steps === 0n) throw refuseField(step.field, 'zero');
  return Number(steps);
}

function parseQuoteAmount(body: PlaceOrderBody, market: Market): bigint {
  if (body.quoteAmount === undefined) return 0n;
  const fraction = body.quoteAmount.split('.')[1] ?? '';
  if (/[1-9]/.test(fraction.slice(market.quote.scale))) {
    throw refuseField('quoteAmount', `more than ${market.quote.scale} decimals`);
  }
  const units = parseDecimal(body.quoteAmount, market.quote.scale);
  if (units === 0n) throw refuseField('quoteAmount', 'zero');
  if (units >= AMOUNT_MAX) throw refuseField('quoteAmount', 'too large');
  return units;
}

/**
 * Translate an order.
 *
 * @throws CallRefusal `price_off_tick`, `size_off_lot`, or `invalid` with the field.
 */
export function parseOrderTerms(
  body: PlaceOrderBody,
  market: Market,
  accountId: AccountId,
): OrderTerms {
  const price = (field: keyof PlaceOrderBody) =>
    parseSteps(body, { field, decimals: market.priceDecimals, offWord: 'price_off_tick' });
  const size = (field: keyof PlaceOrderBody) =>
    parseSteps(body, { field, decimals: market.lotDecimals, offWord: 'size_off_lot' });
  const { timeInForce, selfTradePrevention, clientOrderId } = body;
  return {
    accountId,
    instrumentId: market.instrumentId,
    side: body.side === 'buy' ? Side.buy : Side.sell,
    orderType: TYPES[body.type],
    timeInForce: TIMES[timeInForce ?? (body.type === 'market' ? 'IOC' : 'GTC')],
    priceTicks: price('price'),
    sizeLots: size('quantity'),
    quoteAmountUnits: parseQuoteAmount(body, market),
    stopPriceTicks: price('stopPrice'),
    trailingDeltaBps: body.trailingDeltaBps ?? 0,
    activationPriceTicks: price('activationPrice'),
    visibleLots: size('visibleQuantity'),
    selfTradeMode: selfTradePrevention
      ? MODES[selfTradePrevention]
      : SelfTradeMode.instrumentDefault,
    slippageBps: body.slippageBps ?? 0,
    expireAtMs: body.expireAt ?? 0,
    clientOrderId: clientOrderId ? encodeClientOrderId(clientOrderId) : noClientOrderId,
  };
}
