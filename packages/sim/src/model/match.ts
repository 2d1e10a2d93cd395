// Orders in the book, who trades with whom: docs/rules/spot.md 2 (fees), 4 (guard, hold), 5, 6.
// Not here: whether an order may be placed (checks.ts), what follows after a unit (settle.ts).
import type * as core from '@isobath/core';
import { AccountType, CloseReason, ListType, OrderType, Side } from '@isobath/core/words';
import { SelfTradeMode, TimeInForce } from '@isobath/core/words';
import { contractOf, findUnfit, tradeContract } from './positions.ts';
import * as state from './state.ts';
import { free, isMarketType, type Market, type Model, nextNumber, type Order } from './state.ts';
import { openLots, readLastTicks, emit, toBase, toQuote, transfer } from './state.ts';

type Terms = core.OrderTerms;
type Pairing = Record<'maker' | 'taker', Order> & Record<'priceTicks' | 'sizeLots', number>;
const { none, expireTaker, expireMaker, decrement, transfer: handOver } = SelfTradeMode;
const readSide = (market: Market, side: Side): Order[] =>
  side === Side.buy ? market.bids : market.asks;
/** The other side. */
export const readOpposite = (market: Market, side: Side): Order[] =>
  side === Side.buy ? market.asks : market.bids;
/** True when a price is at least as good as the limit for someone on `side`. */
export const isWithin = (side: Side, limitTicks: number, priceTicks: number): boolean =>
  side === Side.buy ? priceTicks <= limitTicks : priceTicks >= limitTicks;
/** What the public book shows at a price. */
export function readLevel(market: Market, side: Side, priceTicks: number): number {
  const level = readSide(market, side).filter((order) => order.priceTicks === priceTicks);
  return level.reduce((sum, order) => sum + order.visibleLeftLots, 0);
}
/** Say what an order's level shows now. */
export function emitLevel(model: Model, { market, instrumentId, side, priceTicks }: Order): void {
  const updateId = ++market.lastUpdateId;
  const totalLots = readLevel(market, side, priceTicks);
  emit(model, 'levelChanged', { instrumentId, updateId, side, priceTicks, totalLots });
}
/** Put an order behind all that are as good or better; it shows its (next) visible part. */
function enqueue(order: Order): void {
  const side = readSide(order.market, order.side);
  const behind = side.findIndex((it) => !isWithin(order.side, it.priceTicks, order.priceTicks));
  side.splice(behind === -1 ? side.length : behind, 0, order);
  order.isResting = true;
  order.visibleLeftLots = Math.min(order.visibleLots || openLots(order), openLots(order));
}
function dequeue(order: Order): void {
  const side = readSide(order.market, order.side);
  side.splice(side.indexOf(order), 1);
  Object.assign(order, { isResting: false, visibleLeftLots: 0 });
}
/** The guard price of a market order when the best price (or its stop) is `priceTicks`. */
function calculateGuard(market: Market, it: Terms, priceTicks: number): number {
  const bps = it.slippageBps || market.limits.marketGuardBps;
  if (it.side === Side.buy) return state.floorPart(priceTicks, 10_000 + bps, 10_000);
  return Math.max(1, state.ceilPart(priceTicks, 10_000 - bps, 10_000));
}
/** Highest price of a buy on a contract and lowest of a sell, around its mark. */
export function readBand({
  market,
  told,
}: state.Contract): Readonly<Record<'low' | 'high', number>> {
  const { bandLowPpm, bandHighPpm } = market.limits;
  const low = state.ceilPart(told.markSub, bandLowPpm, 100_000_000);
  return { low, high: state.floorPart(told.markSub, bandHighPpm, 100_000_000) };
}
/** The guard of a market order on a contract: within its band. */
export function readGuard(contract: state.Contract, it: Terms, bestTicks: number): number {
  const guard = calculateGuard(contract.market, it, bestTicks);
  const { low, high } = readBand(contract);
  return it.side === Side.buy ? Math.min(guard, high) : Math.max(guard, low);
}
/** Where a trailing stop stands when its best price is `bestTicks`. */
export const calculateTrailing = ({ side, trailingDeltaBps }: Terms, bestTicks: number): number =>
  side === Side.sell
    ? state.floorPart(bestTicks, 10_000 - trailingDeltaBps, 10_000)
    : state.ceilPart(bestTicks, 10_000 + trailingDeltaBps, 10_000);
/** The guard price of a dormant order's stop, of a trailing one its first; 0 without reference. */
export function calculateStopGuard(market: Market, it: Terms): number {
  const first = calculateTrailing(it, it.activationPriceTicks || readLastTicks(market));
  return calculateGuard(market, it, state.isTrailing(it) ? first : it.stopPriceTicks);
}
/** What a limit type needs for so many open lots. */
export const calculateNeed = (market: Market, it: Terms, lots: number): bigint =>
  !market.isSpot
    ? 0n
    : it.side === Side.sell
      ? toBase(market, lots)
      : toQuote(market, it.priceTicks, lots);
/** The hold of an order that is opened with these terms. */
export function calculateHold(market: Market, it: Terms): bigint {
  if (it.orderType === OrderType.market) return 0n;
  const isMarket = isMarketType(it.orderType);
  if (!isMarket || it.side === Side.sell) return calculateNeed(market, it, it.sizeLots);
  return it.quoteAmountUnits || toQuote(market, calculateStopGuard(market, it), it.sizeLots);
}
/** Holds of the two legs of an OCO pair: the stop leg only what the limit leg does not cover. */
export function calculatePairHolds(market: Market, limit: Terms, stop: Terms): [bigint, bigint] {
  const [first, second] = [calculateHold(market, limit), calculateHold(market, stop)];
  return [first, second > first ? second - first : 0n];
}
/** Change what is held for an order; what that gave back to available (below 0: took). */
export function setHold(model: Model, order: Order, holdUnits: bigint): bigint {
  const released = order.holdUnits - holdUnits;
  const paid = state.readPaid(order.market, order.side);
  transfer(released, state.held(model, order, paid), state.free(model, order, paid));
  order.holdUnits = holdUnits;
  return released;
}
const shrinkHold = (model: Model, order: Order): bigint =>
  setHold(model, order, calculateNeed(order.market, order, openLots(order)));
/** A trailing stop without an activation price is active from the start. */
export function startTrailing(order: Order): boolean {
  if (!state.isTrailing(order) || order.activationPriceTicks > 0) return false;
  order.isActivated = true;
  order.stopPriceTicks = calculateTrailing(order, readLastTicks(order.market));
  return true;
}
type Opening = Pick<Order, 'market' | 'list' | 'status' | 'holdUnits'>;
/** Give an order its number, fee rates and hold, and say so. */
export function openOrder(model: Model, terms: Terms, opening: Opening): Order {
  const { market, list, status, holdUnits } = opening;
  const { ownerId } = model.accounts[terms.accountId - 1] as state.Account;
  const { vipLevel } = state.readOwner(model, ownerId);
  const orderId = model.nextOrderId++ as core.OrderId;
  const names = { orderId, ownerId, market, list, listId: list?.listId ?? (0 as const), status };
  const lots = {
    executedLots: 0,
    preventedLots: 0,
    visibleLeftLots: 0,
    amendsCount: 0,
    markSub: 0,
  };
  const begun = { holdUnits: 0n, isResting: false, isActivated: false, closedAs: 0 } as const;
  const [makerPpm = 0, takerPpm = 0] = [market.makerPpm[vipLevel], market.takerPpm[vipLevel]];
  const rest = { makerPpm, takerPpm, amountLeftUnits: terms.quoteAmountUnits || null, ...begun };
  const order: Order = { ...state.take<Terms>('placeOrder', terms), ...names, ...lots, ...rest };
  order.selfTradeMode ||= market.limits.selfTradeModeDefault;
  model.orders.push(order);
  if (status === 1) startTrailing(order);
  setHold(model, order, holdUnits);
  emit(model, 'orderOpened', { ...order, ownerNumber: nextNumber(model, order) });
  const { stopPriceTicks, trailingDeltaBps, activationPriceTicks, visibleLots } = order;
  const more = [stopPriceTicks, trailingDeltaBps, activationPriceTicks, visibleLots];
  const all = [...more, order.slippageBps, order.expireAtMs, order.quoteAmountUnits];
  if (all.some((it) => it > 0)) emit(model, 'orderTermsSet', { ...order });
  if (order.clientOrderId.some((it) => it > 0)) emit(model, 'clientOrderIdSet', { ...order });
  return order;
}
/** An order is over: hold back, out of the book, said; its list too when it was the last leg. */
export function close(model: Model, order: Order, reason: CloseReason): void {
  const { list } = order;
  order.closedAs = reason;
  if (order.isResting) dequeue(order);
  model.orders.splice(model.orders.indexOf(order), 1);
  const releasedUnits = setHold(model, order, 0n);
  const more = { reason, remainingLots: openLots(order), releasedUnits };
  emit(model, 'orderClosed', { ...order, ...more, ownerNumber: nextNumber(model, order) });
  const isWorking = list?.listType !== ListType.oco && list?.legs[0] === order;
  if (list?.legs.every((leg) => leg.closedAs !== 0)) {
    model.lists.splice(model.lists.indexOf(list), 1);
    emit(model, 'orderListClosed', { ...list });
  } else if (list && isWorking && reason === CloseReason.filled) model.filledLists.push(list);
}
/** Close what is still open of some orders outside a trade, each with its level in the book. */
export function closeAll(model: Model, orders: readonly Order[], reason: CloseReason): void {
  for (const order of orders) {
    const wasResting = order.isResting;
    if (order.closedAs === 0) close(model, order, reason);
    if (wasResting) emitLevel(model, order);
  }
}
/** Close an order; with it, in leg order, all of its list. */
export const closeWhole = (model: Model, order: Order, reason: CloseReason): void =>
  closeAll(model, order.list?.legs ?? [order], reason);
/** The two legs of an OCO pair while both are open; null otherwise. */
export function readPair(list: state.OrderList | null): { limit: Order; stop: Order } | null {
  if (list === null || list.listType === ListType.oto) return null;
  const [limit, stop] = list.legs.slice(-2) as [Order, Order];
  return limit.closedAs === 0 && stop.closedAs === 0 ? { limit, stop } : null;
}
/** True when both owners count as one. */
function isSameHand(model: Model, one: core.OwnerId, other: core.OwnerId): boolean {
  const { group } = state.readOwner(model, one);
  return one === other || (group > 0 && group === state.readOwner(model, other).group);
}
/** Lots that a FOK order would find, docs/rules/spot.md 5.6. */
export function countFillable(model: Model, market: Market, terms: Terms): number {
  const { ownerId } = model.accounts[terms.accountId - 1] as state.Account;
  const mode = terms.selfTradeMode || market.limits.selfTradeModeDefault;
  const goesOn = mode === none || mode === expireMaker || mode === handOver;
  let [lots, beside, level] = [0, 0, 0];
  for (const maker of readOpposite(market, terms.side)) {
    if (!isWithin(terms.side, terms.priceTicks, maker.priceTicks)) break;
    if (maker.priceTicks !== level) [level, beside] = [maker.priceTicks, lots];
    const isOwn = isSameHand(model, ownerId, maker.ownerId);
    if (isOwn && !goesOn) return beside;
    if (isOwn && mode !== none && !(mode === handOver && maker.selfTradeMode === handOver))
      continue;
    lots += state.openLots(maker);
    beside += maker.visibleLeftLots;
  }
  return lots;
}
const nameBoth = (maker: Order, taker: Order): object => {
  const makers = { makerOrderId: maker.orderId, makerAccountId: maker.accountId };
  const takers = { takerOrderId: taker.orderId, takerAccountId: taker.accountId };
  return { instrumentId: taker.instrumentId, takerSide: taker.side, ...makers, ...takers };
};
/** Lots change hands: fills and holds of both, quote to the seller, base to the buyer. */
function exchange(model: Model, { maker, taker, priceTicks, sizeLots }: Pairing) {
  const { market } = taker;
  const quoteUnits = toQuote(market, priceTicks, sizeLots);
  const baseUnits = toBase(market, sizeLots);
  const fill = (order: Order): bigint => {
    order.executedLots += sizeLots;
    if (order.isResting) order.visibleLeftLots -= sizeLots;
    if (order.amountLeftUnits !== null) order.amountLeftUnits -= quoteUnits;
    return isMarketType(order.orderType) ? 0n : shrinkHold(model, order);
  };
  const holds = { makerHoldUnits: fill(maker), takerHoldUnits: fill(taker) };
  const [buyer, seller] = taker.side === Side.buy ? [taker, maker] : [maker, taker];
  transfer(quoteUnits, free(model, buyer, market.quote), free(model, seller, market.quote));
  transfer(baseUnits, free(model, seller, market.base), free(model, buyer, market.base));
  return { ...nameBoth(maker, taker), priceTicks, sizeLots, quoteUnits, baseUnits, ...holds };
}
/** Trade. Fees are rounded up, a rebate is at most what the house has. Closing is the caller's. */
export function trade(model: Model, pairing: Pairing, isAuction: boolean): void {
  const { maker, taker, priceTicks } = pairing;
  const { market } = taker;
  if (!market.isSpot) return tradeContract(model, pairing);
  const moved = exchange(model, pairing);
  const pay = (order: Order, ratePpm: number): bigint => {
    const isBuy = order.side === Side.buy;
    const gained = isBuy ? market.base : market.quote;
    const product = (isBuy ? moved.baseUnits : moved.quoteUnits) * BigInt(ratePpm);
    const fee = (product + (product > 0n ? 999_999n : 0n)) / 1_000_000n;
    const own = state.findOperator(model, AccountType.operatorFee, gained.isMock) as state.Account;
    const { available } = state.readBalance(model, own, gained);
    const feeUnits = fee < -available ? -available : fee;
    transfer(feeUnits, free(model, order, gained), free(model, own, gained));
    return feeUnits;
  };
  const makerFeeUnits = pay(maker, isAuction ? maker.takerPpm : maker.makerPpm);
  const takerFeeUnits = pay(taker, taker.takerPpm);
  const tradeId = ++market.lastTradeId;
  market.lastTradeTicks = priceTicks;
  market.tradedTicks.push(priceTicks);
  const makerOwnerNumber = nextNumber(model, maker);
  const takerOwnerNumber = nextNumber(model, taker);
  const more = { tradeId, isAuction, makerFeeUnits, takerFeeUnits };
  emit(model, 'tradeExecuted', { ...moved, ...more, makerOwnerNumber, takerOwnerNumber });
}
/** After lots moved: an exhausted order in the book closes, a used up iceberg shows its next. */
export function refresh(model: Model, order: Order): void {
  if (openLots(order) === 0) return close(model, order, CloseReason.filled);
  if (order.visibleLeftLots > 0) return;
  dequeue(order);
  enqueue(order);
}
/** What its list asks for after an order traded, shrank or closed, docs/rules/spot.md 8. */
export function followList(model: Model, order: Order): void {
  if (order.list === null) return;
  const { listType, legs } = order.list;
  const place = legs.indexOf(order);
  const isWorking = place === 0 && listType !== ListType.oco;
  const isLimitOfPair = legs.length - place === 2 && listType !== ListType.oto;
  const isLost = order.closedAs !== 0 && order.closedAs !== CloseReason.filled;
  const siblings = legs.filter((leg) => leg !== order);
  if (isWorking ? isLost : isLimitOfPair) closeAll(model, siblings, CloseReason.listSibling);
}
/** The mode that acts when a taker meets an order; NONE when both are of different hands. */
function readMode(model: Model, taker: Order, maker: Order): SelfTradeMode {
  if (!isSameHand(model, taker.ownerId, maker.ownerId)) return none;
  const mode = taker.selfTradeMode;
  const isAuction = state.isAuctionState(taker.market.state);
  if (mode === decrement && taker.quoteAmountUnits > 0n) return expireTaker;
  if (mode === none && isAuction) return expireMaker;
  if (mode === handOver && (isAuction || maker.selfTradeMode !== handOver)) return expireMaker;
  return mode;
}
const emitChanged = (model: Model, order: Order): void =>
  emit(model, 'orderChanged', { ...order, ownerNumber: nextNumber(model, order) });
/** Prevent a trade of a hand with itself, docs/rules/spot.md 6. */
function prevent(model: Model, taker: Order, maker: Order): void {
  const { side, priceTicks, market } = maker;
  const mode = readMode(model, taker, maker);
  const isHit = (order: Order): boolean => mode !== (order === maker ? expireTaker : expireMaker);
  const hit = [maker, taker].filter(isHit);
  const overlap = Math.min(openLots(maker), openLots(taker));
  const shownBefore = readLevel(market, side, priceTicks);
  const readLots = (order: Order): number =>
    isHit(order) ? (mode === decrement ? overlap : openLots(order)) : 0;
  const lots = { makerLots: readLots(maker), takerLots: readLots(taker) };
  const give = (order: Order): bigint => {
    if (!isHit(order)) return 0n;
    if (mode !== decrement) return setHold(model, order, 0n);
    const hidden = openLots(order) - order.visibleLeftLots;
    order.preventedLots += overlap;
    if (order.isResting) order.visibleLeftLots -= Math.max(0, overlap - hidden);
    return isMarketType(order.orderType) ? 0n : shrinkHold(model, order);
  };
  const released = { makerReleasedUnits: give(maker), takerReleasedUnits: give(taker) };
  const more = { priceTicks, mode, ...lots, ...released };
  emit(model, 'selfTradePrevented', { ...nameBoth(maker, taker), ...more });
  for (const order of mode === decrement ? hit : []) emitChanged(model, order);
  for (const order of hit) {
    const isOver = mode !== decrement || openLots(order) === 0;
    if (isOver) close(model, order, CloseReason.expiredInMatch);
  }
  if (readLevel(market, side, priceTicks) !== shownBefore) emitLevel(model, maker);
  for (const order of hit) followList(model, order);
}
/** Lots that both exchange when they meet; the balance alone may end a market order with them. */
function readLots(model: Model, taker: Order, maker: Order) {
  const lots = Math.min(maker.visibleLeftLots, taker.sizeLots > 0 ? openLots(taker) : Infinity);
  const isBounded = isMarketType(taker.orderType) && taker.market.isSpot;
  if (!isBounded) return { sizeLots: lots, isLast: false };
  const { market, side, amountLeftUnits: left } = taker;
  const lotQuote = toQuote(market, maker.priceTicks, 1);
  const lotPaid = side === Side.buy ? lotQuote : market.unitsPerLot;
  const { available } = state.readBalance(model, taker, state.readPaid(market, side));
  const wanted = left === null ? lots : Math.min(lots, Number(left / lotQuote));
  if (wanted === 0) close(model, taker, CloseReason.amountSpent);
  const sizeLots = Math.min(wanted, Number(available / lotPaid));
  return { sizeLots, isLast: sizeLots < wanted };
}
function meet(model: Model, taker: Order, maker: Order): void {
  const mode = readMode(model, taker, maker);
  if (mode !== none && mode !== handOver) return prevent(model, taker, maker);
  const { sizeLots, isLast } = readLots(model, taker, maker);
  const end = (): void => (isLast ? close(model, taker, CloseReason.balanceExhausted) : undefined);
  if (sizeLots === 0) return end();
  const unfit = maker.market.isSpot ? null : findUnfit(model, { maker, taker, sizeLots });
  if (unfit === maker) return closeAll(model, [maker], CloseReason.marginShort);
  if (unfit === taker) return close(model, taker, CloseReason.expiredInMatch);
  const pairing = { maker, taker, priceTicks: maker.priceTicks, sizeLots };
  if (mode === none) trade(model, pairing, false);
  else emit(model, 'selfTradeTransferred', exchange(model, pairing));
  for (const order of mode === none ? [] : [maker, taker]) emitChanged(model, order);
  refresh(model, maker);
  emitLevel(model, maker);
  followList(model, maker);
  followList(model, taker);
  end();
}
function match(model: Model, taker: Order): void {
  const { market, side, timeInForce } = taker;
  const isMarket = isMarketType(taker.orderType);
  const opposite = readOpposite(market, side);
  const best = opposite[0]?.priceTicks ?? 0;
  const guard = market.isSpot
    ? calculateGuard(market, taker, best)
    : readGuard(contractOf(model, market), taker, best);
  const limit = isMarket ? guard : taker.priceTicks;
  const isImmediate = timeInForce === TimeInForce.ioc || timeInForce === TimeInForce.fok;
  const end = (reason: CloseReason): void => close(model, taker, reason);
  while (taker.closedAs === 0) {
    const maker = opposite[0];
    const isBeyond = maker !== undefined && !isWithin(side, limit, maker.priceTicks);
    if (taker.sizeLots > 0 && openLots(taker) === 0) end(CloseReason.filled);
    else if (taker.amountLeftUnits === 0n) end(CloseReason.amountSpent);
    else if (maker !== undefined && !isBeyond) meet(model, taker, maker);
    else if (isMarket && isBeyond) end(CloseReason.expiredAtGuard);
    else if (isMarket || isImmediate) end(CloseReason.expiredImmediate);
    else return rest(model, taker);
  }
}
function rest(model: Model, order: Order): void {
  enqueue(order);
  emitLevel(model, order);
}
/** A live order comes to its market; in an auction its own hand must not stand in its way. */
export function enter(model: Model, order: Order): void {
  const { market, side, priceTicks } = order;
  const isOwn = (maker: Order): boolean =>
    isWithin(side, priceTicks, maker.priceTicks) && isSameHand(model, order.ownerId, maker.ownerId);
  while (state.isAuctionState(market.state) && order.closedAs === 0) {
    const own = readOpposite(market, side).find(isOwn);
    if (own === undefined) return rest(model, order);
    prevent(model, order, own);
  }
  const isFok = order.timeInForce === TimeInForce.fok;
  const isLost = isFok && countFillable(model, market, order) < order.sizeLots;
  if (isLost) close(model, order, CloseReason.expiredImmediate);
  match(model, order);
}
