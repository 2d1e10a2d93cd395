// From what the engine did to what the caller is told. Everything comes from the committed events
// of his own command. Called by operations.ts.
import {
  CloseReason,
  type CoreEvent,
  EventKind,
  type OrderOpened,
  type OrderTerms,
  Side,
  type TradeExecuted,
} from '@isobath/core';
import { decodeClientOrderId, formatDecimal } from '@isobath/core/math';
import type { OrderStatus, PlaceOrderAnswer } from '@isobath/wire';
import type { Market } from '../../base/market/index.ts';

/** What is needed to tell one order's story. */
export interface StoryOf {
  readonly market: Market;
  readonly sequence: number;
  readonly atMs: number;
  readonly events: readonly CoreEvent[];
  readonly terms: OrderTerms;
}

const CLOSED_STATUS: Readonly<Partial<Record<CloseReason, OrderStatus>>> = {
  [CloseReason.filled]: 'FILLED',
  [CloseReason.amountSpent]: 'FILLED',
  [CloseReason.canceled]: 'CANCELED',
  [CloseReason.replaced]: 'CANCELED',
  [CloseReason.listSibling]: 'CANCELED',
  [CloseReason.deadMan]: 'CANCELED',
  [CloseReason.expiredInMatch]: 'EXPIRED_IN_MATCH',
};

/** Status word of a closed order. */
export function showClosedStatus(reason: CloseReason): OrderStatus {
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

function readStatus(story: StoryOf, orderId: number, executedLots: number): OrderStatus {
  for (const event of story.events) {
    if (event.kind === EventKind.orderClosed && event.orderId === orderId) {
      return showClosedStatus(event.reason);
    }
  }
  const opened = findOpenings(story.events).find((event) => event.orderId === orderId);
  if (opened?.status === 2) return 'PENDING_NEW';
  return executedLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
}

/** Tell one order's story up to the end of its command. */
export function showPlacedOrder(story: StoryOf, opened: OrderOpened): PlaceOrderAnswer {
  const { market, events, terms } = story;
  const trades = events.filter(
    (event): event is TradeExecuted =>
      event.kind === EventKind.tradeExecuted &&
      (event.takerOrderId === opened.orderId || event.makerOrderId === opened.orderId),
  );
  let executedLots = 0;
  let quoteUnits = 0n;
  for (const trade of trades) {
    executedLots += trade.sizeLots;
    quoteUnits += trade.quoteUnits;
  }
  return {
    orderId: String(opened.orderId),
    clientOrderId: decodeClientOrderId(terms.clientOrderId),
    seq: String(story.sequence),
    at: story.atMs,
    status: readStatus(story, opened.orderId, executedLots),
    executedQuantity: formatDecimal(BigInt(executedLots), market.lotDecimals),
    executedQuote: formatDecimal(quoteUnits, market.quote.scale),
    fills: trades.map((trade) => showFill(trade, trade.makerOrderId === opened.orderId, market)),
  };
}

/** Orders closed by a cancel, in order. */
export function findClosedOrders(events: readonly CoreEvent[]): string[] {
  return events
    .filter((event) => event.kind === EventKind.orderClosed)
    .map((event) => String(event.orderId));
}
