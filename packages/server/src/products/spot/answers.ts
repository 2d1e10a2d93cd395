// From what the engine did to what the caller is told. Everything comes from the committed events
// of their own command. Called by operations.ts.
import {
  CloseReason,
  type CoreEvent,
  EventKind,
  type OrderOpened,
  type OrderTerms,
  type SelfTradeTransferred,
  Side,
  type TradeExecuted,
} from '@isobath/core';
import { decodeClientOrderId, formatDecimal } from '@isobath/core/math';
import type { OrderStatus, PlaceOrderAnswer } from '@isobath/wire';
import type { Market } from '../../base/market/index.ts';
import { numberPrevented } from './orders/prevented-number.ts';

/** What is needed to tell one order's story. */
export interface StoryOf {
  readonly market: Market;
  readonly sequence: number;
  readonly atMs: number;
  readonly events: readonly CoreEvent[];
  /** Everything the step did, when the story is one part of several. */
  readonly stepEvents?: readonly CoreEvent[];
  readonly terms: OrderTerms;
}

const CLOSED_STATUS: Readonly<Partial<Record<CloseReason, OrderStatus>>> = {
  [CloseReason.filled]: 'FILLED',
  [CloseReason.canceled]: 'CANCELED',
  [CloseReason.replaced]: 'CANCELED',
  [CloseReason.listSibling]: 'CANCELED',
  [CloseReason.deadMan]: 'CANCELED',
  [CloseReason.expiredInMatch]: 'EXPIRED_IN_MATCH',
};

/** Whether it is an order by amount that took something. */
export function isAmountTaken(sizeLots: number, executedLots: number): boolean {
  return sizeLots === 0 && executedLots > 0;
}

/**
 * Status word of a closed order. An order by amount is done when its amount is spent; of one by
 * size that is what was held for it, and what is left of the size expires.
 *
 * @param hasTakenAmount - isAmountTaken of the order.
 */
export function showClosedStatus(reason: CloseReason, hasTakenAmount: boolean): OrderStatus {
  if (reason === CloseReason.amountSpent && hasTakenAmount) return 'FILLED';
  return CLOSED_STATUS[reason] ?? 'EXPIRED';
}

/** The openings among events, in order: one for each order that a command made. */
export function findOpenings(events: readonly CoreEvent[]): OrderOpened[] {
  return events.filter((event) => event.kind === EventKind.orderOpened);
}

function showFill(trade: TradeExecuted, isMaker: boolean, market: Market) {
  const isBuyer = isMaker === (trade.takerSide === Side.sell);
  const fee = isMaker ? trade.makerFeeUnits : trade.takerFeeUnits;
  const coin = isBuyer ? market.base : market.quote;
  return {
    tradeId: String(trade.tradeId),
    price: formatDecimal(BigInt(trade.priceTicks), market.priceDecimals),
    quantity: formatDecimal(BigInt(trade.sizeLots), market.lotDecimals),
    fee: formatDecimal(fee, coin.scale),
    feeAsset: coin.shortName,
    isMaker,
  };
}

const REASON_WORDS = new Map<number, string>(
  Object.entries(CloseReason).map(([word, number]) => [number, word]),
);

/** Word of the reason for which an order closed, "" while it is open. */
export function showCloseReason(reason: number): string {
  return REASON_WORDS.get(reason) ?? '';
}

function findClosing({ events }: StoryOf, orderId: number): CloseReason | undefined {
  const closing = events.find(
    (event) => event.kind === EventKind.orderClosed && event.orderId === orderId,
  );
  return closing?.kind === EventKind.orderClosed ? closing.reason : undefined;
}

function readStatus(story: StoryOf, opened: OrderOpened, executedLots: number): OrderStatus {
  const reason = findClosing(story, opened.orderId);
  if (reason !== undefined) {
    return showClosedStatus(reason, isAmountTaken(opened.sizeLots, executedLots));
  }
  if (opened.status === 2) return 'PENDING_NEW';
  return executedLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
}

/** What prevention took from an order; most orders meet none of their owner's. */
function readPrevented(story: StoryOf, orderId: number): PlaceOrderAnswer['prevented'] {
  let lots = 0;
  let matchId = 0;
  for (const event of story.events) {
    if (event.kind !== EventKind.selfTradePrevented) continue;
    const isMaker = event.makerOrderId === orderId;
    if (!isMaker && event.takerOrderId !== orderId) continue;
    lots += isMaker ? event.makerLots : event.takerLots;
    const events = story.stepEvents ?? story.events;
    matchId = numberPrevented({ sequence: story.sequence, events }, event);
  }
  if (lots === 0) return undefined;
  const quantity = formatDecimal(BigInt(lots), story.market.lotDecimals);
  return { quantity, matchId: String(matchId) };
}

/** What executed an order, in order: trades, and what TRANSFER moved without a trade. */
function findExecutions(events: readonly CoreEvent[], orderId: number) {
  return events.filter(
    (event): event is TradeExecuted | SelfTradeTransferred =>
      (event.kind === EventKind.tradeExecuted || event.kind === EventKind.selfTradeTransferred) &&
      (event.takerOrderId === orderId || event.makerOrderId === orderId),
  );
}

/** Tell one order's story up to the end of its command. */
export function showPlacedOrder(story: StoryOf, opened: OrderOpened): PlaceOrderAnswer {
  const { market, events, terms } = story;
  const executions = findExecutions(events, opened.orderId);
  const trades = executions.filter((event) => event.kind === EventKind.tradeExecuted);
  let executedLots = 0;
  let quoteUnits = 0n;
  for (const execution of executions) {
    executedLots += execution.sizeLots;
    quoteUnits += execution.quoteUnits;
  }
  const prevented = readPrevented(story, opened.orderId);
  const status = readStatus(story, opened, executedLots);
  const reason = status === 'FILLED' ? undefined : findClosing(story, opened.orderId);
  return {
    orderId: String(opened.orderId),
    clientOrderId: decodeClientOrderId(terms.clientOrderId),
    seq: String(story.sequence),
    at: story.atMs,
    status,
    executedQuantity: formatDecimal(BigInt(executedLots), market.lotDecimals),
    executedQuote: formatDecimal(quoteUnits, market.quote.scale),
    fills: trades.map((trade) => showFill(trade, trade.makerOrderId === opened.orderId, market)),
    ...(prevented === undefined ? {} : { prevented }),
    ...(reason === undefined ? {} : { closeReason: showCloseReason(reason) }),
  };
}

/** Orders closed by a cancel, in order. */
export function findClosedOrders(events: readonly CoreEvent[]): string[] {
  return events
    .filter((event) => event.kind === EventKind.orderClosed)
    .map((event) => String(event.orderId));
}
