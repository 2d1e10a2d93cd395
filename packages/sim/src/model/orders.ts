// Open orders and the book: opening, holding, resting, showing, closing. Not here: who may place
// (checks.ts), who trades with whom (match.ts). Called by every file that moves orders.
import type { CloseReason, ListId, OrderId, OrderTerms } from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { CloseReason as Reason, OrderType, SelfTradeMode, Side } from '@isobath/core/words';
import * as state from './state.ts';
import { type Market, type Model, type Order, type OrderList, openLots } from './state.ts';

/** One side of the book, best price first. */
export function readSide(market: Market, side: Side): Order[] {
  return side === Side.buy ? market.bids : market.asks;
}

/** The other side's orders. */
export function readOpposite(market: Market, side: Side): Order[] {
  return side === Side.buy ? market.asks : market.bids;
}

/** True when a price is at least as good as the limit for someone on `side`. */
export function isWithin(side: Side, limitTicks: number, priceTicks: number): boolean {
  return side === Side.buy ? priceTicks <= limitTicks : priceTicks >= limitTicks;
}

/** What the public book shows at a price. */
export function readLevel(market: Market, side: Side, priceTicks: number): number {
  return readSide(market, side)
    .filter((order) => order.priceTicks === priceTicks)
    .reduce((sum, order) => sum + order.visibleLeftLots, 0);
}

/** Say what a level shows now. */
export function tellLevel(model: Model, market: Market, order: Order): void {
  market.lastUpdateId += 1;
  const { side, priceTicks } = order;
  model.events.push({
    kind: EventKind.levelChanged,
    instrumentId: market.instrumentId,
    updateId: market.lastUpdateId,
    side,
    priceTicks,
    totalLots: readLevel(market, side, priceTicks),
  });
}

/** Put an order behind all that are as good or better; it shows its next visible part. */
export function enqueue(market: Market, order: Order): void {
  const side = readSide(market, order.side);
  const isWorse = (it: Order): boolean =>
    order.side === Side.buy ? it.priceTicks < order.priceTicks : it.priceTicks > order.priceTicks;
  const behind = side.findIndex(isWorse);
  side.splice(behind === -1 ? side.length : behind, 0, order);
  const open = openLots(order);
  order.isResting = true;
  order.visibleLeftLots = order.visibleLots > 0 ? Math.min(order.visibleLots, open) : open;
}

/** Take an order out of the book. */
export function dequeue(market: Market, order: Order): void {
  const side = readSide(market, order.side);
  side.splice(side.indexOf(order), 1);
  order.isResting = false;
  order.visibleLeftLots = 0;
}

/** Rest what is left of an order. */
export function rest(model: Model, market: Market, order: Order): void {
  enqueue(market, order);
  tellLevel(model, market, order);
}

/** The market order's guard price, docs/rules/spot.md 4. */
export function guardTicks(
  market: Market,
  terms: Pick<OrderTerms, 'side' | 'slippageBps'>,
  priceTicks: number,
): number {
  const bps = terms.slippageBps > 0 ? terms.slippageBps : market.limits.marketGuardBps;
  if (terms.side === Side.buy) return state.scale(priceTicks, [10_000 + bps, 10_000], false);
  return Math.max(1, state.scale(priceTicks, [10_000 - bps, 10_000], true));
}

/** Where a trailing stop stands when its best price is `bestTicks`. */
export function trailingTicks(
  terms: Pick<OrderTerms, 'side' | 'trailingDeltaBps'>,
  bestTicks: number,
): number {
  const delta = terms.trailingDeltaBps;
  if (terms.side === Side.sell) return state.scale(bestTicks, [10_000 - delta, 10_000], false);
  return state.scale(bestTicks, [10_000 + delta, 10_000], true);
}

/** The price at which a dormant order's need is measured when it buys at market by size. */
export function stopGuardTicks(market: Market, terms: OrderTerms): number {
  if (terms.orderType !== OrderType.trailingStop) {
    return guardTicks(market, terms, terms.stopPriceTicks);
  }
  const from = terms.activationPriceTicks || state.readLastTicks(market);
  return guardTicks(market, terms, trailingTicks(terms, from));
}

/** The hold of an order with these terms and all lots open, docs/rules/spot.md 4. */
export function calculateHold(market: Market, terms: OrderTerms): bigint {
  const { orderType, side, sizeLots } = terms;
  if (orderType === OrderType.market) return 0n;
  if (side === Side.sell) return state.baseUnits(market, sizeLots);
  if (!state.isMarketType(orderType)) return state.quoteUnits(market, terms.priceTicks, sizeLots);
  if (terms.quoteAmountUnits > 0n) return terms.quoteAmountUnits;
  return state.quoteUnits(market, stopGuardTicks(market, terms), sizeLots);
}

/** Change what is held for an order; the difference comes from or goes to available. */
export function setHold(model: Model, order: Order, holdUnits: bigint): bigint {
  const market = state.readMarket(model, order.instrumentId);
  const asset = state.paidAsset(market, order.side);
  const balance = state.readBalance(model, order.accountId, asset.assetId);
  const released = order.holdUnits - holdUnits;
  balance.held -= released;
  balance.available += released;
  order.holdUnits = holdUnits;
  return released;
}

/** How an order comes to life. */
export interface Opening {
  readonly status: 0 | 1 | 2;
  readonly holdUnits: bigint;
  readonly listId: ListId | 0;
}

/** The list that an order is a leg of. */
export function readList(model: Model, order: Order): OrderList | undefined {
  return model.lists.find((list) => list.listId === order.listId && order.listId !== 0);
}

/** Activate a trailing stop that has no activation price. */
export function startTrailing(market: Market, order: Order): boolean {
  if (order.orderType !== OrderType.trailingStop || order.activationPriceTicks > 0) return false;
  order.isActivated = true;
  order.stopPriceTicks = trailingTicks(order, state.readLastTicks(market));
  return true;
}

function takeTerms(market: Market, terms: OrderTerms): OrderTerms {
  const isDefault = terms.selfTradeMode === SelfTradeMode.instrumentDefault;
  return {
    accountId: terms.accountId,
    instrumentId: terms.instrumentId,
    side: terms.side,
    orderType: terms.orderType,
    timeInForce: terms.timeInForce,
    priceTicks: terms.priceTicks,
    sizeLots: terms.sizeLots,
    quoteAmountUnits: terms.quoteAmountUnits,
    stopPriceTicks: terms.stopPriceTicks,
    trailingDeltaBps: terms.trailingDeltaBps,
    activationPriceTicks: terms.activationPriceTicks,
    visibleLots: terms.visibleLots,
    selfTradeMode: isDefault ? market.limits.selfTradeModeDefault : terms.selfTradeMode,
    slippageBps: terms.slippageBps,
    expireAtMs: terms.expireAtMs,
    clientOrderId: terms.clientOrderId,
  };
}

/** Give an order its number, fee rates and hold, and say so. */
export function openOrder(model: Model, terms: OrderTerms, opening: Opening): Order {
  const market = state.readMarket(model, terms.instrumentId);
  const account = state.readAccount(model, terms.accountId);
  const { vipLevel } = state.readOwner(model, account.ownerId);
  const order: Order = {
    ...takeTerms(market, terms),
    orderId: model.nextOrderId as OrderId,
    ownerId: account.ownerId,
    listId: opening.listId,
    makerPpm: market.fees.makerPpm[vipLevel],
    takerPpm: market.fees.takerPpm[vipLevel],
    status: opening.status,
    isResting: false,
    executedLots: 0,
    preventedLots: 0,
    visibleLeftLots: 0,
    holdUnits: 0n,
    amendsCount: 0,
    isActivated: false,
    closedAs: 0,
    amountLeftUnits: null,
  };
  model.nextOrderId += 1;
  model.orders.push(order);
  if (order.status === 1) startTrailing(market, order);
  setHold(model, order, opening.holdUnits);
  tellOpened(model, order);
  return order;
}

function tellOpened(model: Model, order: Order): void {
  const { orderId, accountId, instrumentId, side, orderType, timeInForce, selfTradeMode } = order;
  const { status, priceTicks, sizeLots, holdUnits, listId, clientOrderId } = order;
  const ownerNumber = state.nextNumber(model, order.ownerId);
  const terms = { side, orderType, timeInForce, selfTradeMode, status, priceTicks, sizeLots };
  const names = { orderId, accountId, instrumentId, listId };
  model.events.push({ kind: EventKind.orderOpened, ...names, ...terms, holdUnits, ownerNumber });
  const { quoteAmountUnits, stopPriceTicks, trailingDeltaBps, activationPriceTicks } = order;
  const { visibleLots, slippageBps, expireAtMs } = order;
  const numbers = { stopPriceTicks, trailingDeltaBps, activationPriceTicks, visibleLots };
  const more = { ...numbers, slippageBps, expireAtMs };
  if (quoteAmountUnits > 0n || Object.values(more).some((number) => number > 0)) {
    model.events.push({ kind: EventKind.orderTermsSet, orderId, quoteAmountUnits, ...more });
  }
  if (clientOrderId.some((word) => word > 0)) {
    model.events.push({ kind: EventKind.clientOrderIdSet, orderId, clientOrderId });
  }
}

/** An order is over: hold back, out of the book, said; its list too when it was the last leg. */
export function close(model: Model, order: Order, reason: CloseReason): bigint {
  const market = state.readMarket(model, order.instrumentId);
  const { orderId, accountId, instrumentId } = order;
  order.closedAs = reason;
  const releasedUnits = setHold(model, order, 0n);
  if (order.isResting) dequeue(market, order);
  model.orders.splice(model.orders.indexOf(order), 1);
  model.events.push({
    kind: EventKind.orderClosed,
    orderId,
    accountId,
    instrumentId,
    reason,
    remainingLots: order.quoteAmountUnits > 0n ? 0 : openLots(order),
    releasedUnits,
    ownerNumber: state.nextNumber(model, order.ownerId),
  });
  const list = readList(model, order);
  if (list === undefined) return releasedUnits;
  const place = list.legs.indexOf(order);
  list.legs[place] = null;
  if (list.legs.every((leg) => leg === null)) {
    model.lists.splice(model.lists.indexOf(list), 1);
    const { listId } = list;
    model.events.push({ kind: EventKind.orderListClosed, listId, accountId });
  } else if (place === 0 && reason === Reason.filled && list.legs.some((it) => it?.status === 2)) {
    model.filledLists.push(list);
  }
  return releasedUnits;
}

/** Close an order outside a trade, with its level when it was in the book. */
export function closeShown(model: Model, order: Order, reason: CloseReason): bigint {
  const wasResting = order.isResting;
  const released = close(model, order, reason);
  if (wasResting) tellLevel(model, state.readMarket(model, order.instrumentId), order);
  return released;
}

/** The two legs of an OCO pair while both are open; null otherwise. */
export function readPair(list: OrderList | undefined): { limit: Order; stop: Order } | null {
  if (list === undefined || list.listType === 2) return null;
  const [limit, stop] = list.listType === 1 ? list.legs : list.legs.slice(1);
  return limit === null || limit === undefined || stop === null || stop === undefined
    ? null
    : { limit, stop };
}
