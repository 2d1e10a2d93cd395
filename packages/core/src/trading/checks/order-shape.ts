// What can be said of an order's terms without looking at any state: ranges of the numbers and
// which field belongs to which type. Not the market's limits (order-size.ts). Called by
// check-order.ts and the checks of lists, batches and cancel-replace.
import type { OrderReference, OrderTerms } from '../../command.ts';
import type { ClientOrderIdWords } from '../../ids.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';

const { amountUnitsLimit, clientOrderIdWordMax } = mathNames;
const { OrderType, TimeInForce } = wordsNames;

/** Places of the fields of OrderTerms. */
export const Field = {
  accountId: 0,
  instrumentId: 1,
  side: 2,
  orderType: 3,
  timeInForce: 4,
  priceTicks: 5,
  sizeLots: 6,
  quoteAmountUnits: 7,
  stopPriceTicks: 8,
  trailingDeltaBps: 9,
  activationPriceTicks: 10,
  visibleLots: 11,
  selfTradeMode: 12,
  slippageBps: 13,
  expireAtMs: 14,
  clientOrderId: 15,
} as const;

const bpsMax = 10_000;
const selfTradeModeMax = 6;
const nothing = -1;

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isWithin(value: number, max: number): boolean {
  return isWhole(value) && value <= max;
}

/** Every order carries five words, so they are looked at without a loop. */
export function isClientIdWhole(words: ClientOrderIdWords): boolean {
  return (
    isWithin(words[0], clientOrderIdWordMax) &&
    isWithin(words[1], clientOrderIdWordMax) &&
    isWithin(words[2], clientOrderIdWordMax) &&
    isWithin(words[3], clientOrderIdWordMax) &&
    isWithin(words[4], clientOrderIdWordMax)
  );
}

/**
 * First number of the terms that is outside what its field can hold.
 *
 * @returns the field's place, or -1 when all are within.
 */
export function findFieldOutOfRange(terms: OrderTerms): number {
  if (!isWhole(terms.accountId)) return Field.accountId;
  if (!isWhole(terms.instrumentId)) return Field.instrumentId;
  if (!isWithin(terms.side, 1)) return Field.side;
  if (!isWithin(terms.orderType, 7) || terms.orderType === (0 as number)) return Field.orderType;
  if (!isWithin(terms.timeInForce, 4)) return Field.timeInForce;
  if (!isWhole(terms.priceTicks)) return Field.priceTicks;
  if (!isWhole(terms.sizeLots)) return Field.sizeLots;
  if (terms.quoteAmountUnits !== 0n && !isAmount(terms.quoteAmountUnits)) {
    return Field.quoteAmountUnits;
  }
  if (!isWhole(terms.stopPriceTicks)) return Field.stopPriceTicks;
  if (!isWithin(terms.trailingDeltaBps, bpsMax)) return Field.trailingDeltaBps;
  if (!isWhole(terms.activationPriceTicks)) return Field.activationPriceTicks;
  if (!isWhole(terms.visibleLots)) return Field.visibleLots;
  if (!isWithin(terms.selfTradeMode, selfTradeModeMax)) return Field.selfTradeMode;
  if (!isWithin(terms.slippageBps, bpsMax)) return Field.slippageBps;
  if (!isWhole(terms.expireAtMs)) return Field.expireAtMs;
  return isClientIdWhole(terms.clientOrderId) ? nothing : Field.clientOrderId;
}

function isAmount(units: bigint): boolean {
  return units >= 0n && units < amountUnitsLimit;
}

/** The same for an order named by number, or by market and client id: its place, or -1. */
export function findReferenceOutOfRange(reference: OrderReference): number {
  if (!isWhole(reference.accountId)) return 0;
  if (!isWhole(reference.instrumentId)) return 1;
  if (!isWhole(reference.orderId)) return 2;
  return isClientIdWhole(reference.clientOrderId) ? nothing : 3;
}

/** True for the types that end in a limit order. */
export function isLimitType(orderType: number): boolean {
  return (
    orderType === OrderType.limit ||
    orderType === OrderType.stopLimit ||
    orderType === OrderType.takeProfitLimit
  );
}

/** True for the types that wait for a price first. */
export function isDormantType(orderType: number): boolean {
  return orderType >= OrderType.stopLimit;
}

/** What says whether an order trails the price. */
type TrailingTerms = Pick<OrderTerms, 'orderType' | 'trailingDeltaBps'>;

/** True for orders whose stop follows the price: of that type, or waiting with a delta. */
export function isTrailing({ orderType, trailingDeltaBps }: TrailingTerms): boolean {
  const isWithDelta = isDormantType(orderType) && trailingDeltaBps !== 0;
  return isWithDelta || orderType === OrderType.trailingStop;
}

/** True for orders that carry a fixed stop price. */
export function hasStopPrice(terms: TrailingTerms): boolean {
  return isDormantType(terms.orderType) && !isTrailing(terms);
}

function isTimeInForceOfType(terms: OrderTerms): boolean {
  const { orderType, timeInForce } = terms;
  if (orderType === OrderType.limit) return true;
  if (orderType === OrderType.market) return timeInForce === TimeInForce.ioc;
  if (timeInForce === TimeInForce.gtc || timeInForce === TimeInForce.gtd) return true;
  return isLimitType(orderType) && timeInForce !== TimeInForce.postOnly;
}

function isVisibleAllowed(terms: OrderTerms): boolean {
  const { timeInForce } = terms;
  return (
    isLimitType(terms.orderType) &&
    timeInForce !== TimeInForce.ioc &&
    timeInForce !== TimeInForce.fok &&
    terms.visibleLots < terms.sizeLots
  );
}

/**
 * First field that the order's type does not have, or lacks.
 *
 * @param terms - all numbers within their ranges.
 * @param guardBpsMax - the market's guard, the most that may be asked for.
 * @returns the field's place, or -1.
 * @source docs/rules/spot.md 4
 */
export function findWrongField(terms: OrderTerms, guardBpsMax: number): number {
  const { orderType } = terms;
  const isLimit = isLimitType(orderType);
  if (!isTimeInForceOfType(terms)) return Field.timeInForce;
  if (!isLimit && terms.priceTicks !== 0) return Field.priceTicks;
  if (!isLimit && terms.sizeLots === 0 && terms.quoteAmountUnits === 0n) return Field.sizeLots;
  if (terms.quoteAmountUnits !== 0n && (isLimit || terms.sizeLots !== 0)) {
    return Field.quoteAmountUnits;
  }
  if (!hasStopPrice(terms) && terms.stopPriceTicks !== 0) return Field.stopPriceTicks;
  if (!isDormantType(orderType) && terms.trailingDeltaBps !== 0) return Field.trailingDeltaBps;
  if (!isTrailing(terms) && terms.activationPriceTicks !== 0) return Field.activationPriceTicks;
  if (terms.visibleLots !== 0 && !isVisibleAllowed(terms)) return Field.visibleLots;
  if (terms.slippageBps !== 0 && (isLimit || terms.slippageBps > guardBpsMax)) {
    return Field.slippageBps;
  }
  const isGoodTillDate = terms.timeInForce === TimeInForce.gtd;
  return isGoodTillDate === terms.expireAtMs > 0 ? nothing : Field.expireAtMs;
}

/** True when a call auction takes such an order: a plain limit that rests, nothing hidden. */
export function isAuctionOrder(terms: OrderTerms): boolean {
  return (
    terms.orderType === OrderType.limit &&
    (terms.timeInForce === TimeInForce.gtc || terms.timeInForce === TimeInForce.gtd) &&
    terms.visibleLots === 0
  );
}
