// What follows matching, and what time brings: triggers and lists (docs/rules/spot.md 7, 8), the
// call auction (10), timers (docs/rules/core.md 6). Not here: matching itself (match.ts).
import type * as core from '@isobath/core';
import { CloseReason, ListType, MarketState, OrderType, Side } from '@isobath/core/words';
import * as book from './match.ts';
import { ask, waitsForRise } from './checks.ts';
import { changeState, nextSecond } from './operator-account.ts';
import { listPriceTimers } from './prices.ts';
import * as state from './state.ts';
import { type Market, type Model, type Order, openLots, emit } from './state.ts';

/** A dormant order fires: its sibling closes, it takes its hold and comes to the market. */
function fire(model: Model, order: Order): void {
  const pair = book.readPair(order.list);
  const other = pair?.limit === order ? pair.stop : pair?.limit;
  const heldUnits = order.holdUnits + (other?.holdUnits ?? 0n);
  if (other !== undefined) book.closeAll(model, [other], CloseReason.listSibling);
  order.status = 0;
  const isMarket = state.isMarketType(order.orderType);
  if (isMarket && order.side === Side.buy) order.amountLeftUnits = heldUnits;
  book.setHold(model, order, isMarket ? 0n : book.calculateHold(order.market, order));
  emit(model, 'orderTriggered', { ...order, ownerNumber: state.nextNumber(model, order) });
  book.enter(model, order);
}
type Seen = Readonly<Record<'low' | 'high' | 'last', number>>;
/** An active trailing stop follows the price, another becomes active where it has been. */
function moveTrailing(model: Model, order: Order, { low, high }: Seen): void {
  const isSell = order.side === Side.sell;
  const { activationPriceTicks: activation, stopPriceTicks: before } = order;
  const isThere = waitsForRise(order) ? activation <= high : activation >= low;
  const isReached = !order.isActivated && isThere;
  const best = Math.min(Math.max(activation, low), high);
  if (order.isActivated) {
    const stop = book.calculateTrailing(order, isSell ? high : low);
    order.stopPriceTicks = isSell ? Math.max(before, stop) : Math.min(before, stop);
  } else if (isReached) {
    order.isActivated = true;
    order.stopPriceTicks = book.calculateTrailing(order, best);
  }
  if (isReached || order.stopPriceTicks !== before) emit(model, 'trailingMoved', { ...order });
}
function isDue(order: Order, { low, high, last }: Seen): boolean {
  const { stopPriceTicks: stop, side, isActivated } = order;
  if (!state.isTrailing(order)) return waitsForRise(order) ? stop <= high : stop >= low;
  return isActivated && (side === Side.buy ? stop <= last : stop >= last);
}
/** The limit price of an OCO pair must be on its side of last. @rejects list_legs_wrong */
export function checkPairPrice(market: Market, it: core.OrderTerms): void {
  const last = state.readLastTicks(market);
  const isWrong = it.side === Side.sell ? it.priceTicks <= last : it.priceTicks >= last;
  if (it.orderType === OrderType.limit && isWrong) state.refuse('list_legs_wrong', ListType.oco, 0);
}
/** Pending legs, one or an OCO pair, are asked and go live together. */
function goLive(model: Model, legs: readonly Order[]): void {
  const [first, second] = legs as [Order, Order | undefined];
  const { market, ownerId: actorId } = first;
  const holds = second && book.calculatePairHolds(market, first, second);
  const neededUnits = holds && holds[0] + holds[1];
  const requested = state.attempt(() => {
    if (holds !== undefined) checkPairPrice(market, first);
    for (const terms of legs) ask({ model, terms, actorId, neededUnits }, 'live');
  });
  const isRefused = requested instanceof state.Refusal;
  legs.forEach((leg, place) => {
    if (isRefused) return book.close(model, leg, CloseReason.triggerRejected);
    leg.status = state.isDormantType(leg.orderType) ? 1 : 0;
    book.setHold(model, leg, holds?.[place] ?? book.calculateHold(market, leg));
    const isTrailing = book.startTrailing(leg);
    emit(model, 'orderTriggered', { ...leg, ownerNumber: state.nextNumber(model, leg) });
    if (isTrailing) emit(model, 'trailingMoved', { ...leg });
  });
  if (!isRefused && first.status === 0) book.enter(model, first);
}
function followFilled(model: Model): void {
  for (let list = model.filledLists.shift(); list; list = model.filledLists.shift()) {
    const open = list.legs.filter((leg) => leg.closedAs === 0);
    if (open.length > 0) goLive(model, open);
  }
}
/** After a unit: lists whose working leg was filled, then looks until one fires nothing. */
export function settle(model: Model, market: Market): void {
  followFilled(model);
  while (market.tradedTicks.length > 0) {
    const ticks = market.tradedTicks.splice(0);
    const seen = { low: Math.min(...ticks), high: Math.max(...ticks), last: ticks.at(-1) ?? 0 };
    const dormant = model.orders.filter((order) => order.market === market && order.status === 1);
    for (const order of dormant.filter(state.isTrailing)) moveTrailing(model, order, seen);
    for (const order of dormant.filter((it) => isDue(it, seen))) {
      if (order.closedAs === 0) fire(model, order);
      followFilled(model);
    }
  }
}
const sumOpen = (orders: readonly Order[]): number =>
  orders.reduce((sum, order) => sum + openLots(order), 0);
function calculateAt(market: Market, priceTicks: number) {
  const bidLots = sumOpen(market.bids.filter((order) => order.priceTicks >= priceTicks));
  const askLots = sumOpen(market.asks.filter((order) => order.priceTicks <= priceTicks));
  return { priceTicks, volumeLots: Math.min(bidLots, askLots), surplusLots: bidLots - askLots };
}
type Outcome = ReturnType<typeof calculateAt>;
const keepLeast = (from: readonly Outcome[], measure: (it: Outcome) => number): Outcome[] =>
  from.filter((it) => from.every((other) => measure(it) <= measure(other)));
/** The auction's price by the rules of choice, in their order; all 0 when nothing crosses. */
function calculateOutcome(market: Market): Outcome {
  const prices = new Set([...market.bids, ...market.asks].map((order) => order.priceTicks));
  const ascending = [...prices].sort((one, other) => one - other);
  const all = ascending.map((price) => calculateAt(market, price));
  let left = all.filter((it) => it.volumeLots > 0);
  left = keepLeast(left, (it) => -it.volumeLots);
  left = keepLeast(left, (it) => Math.abs(it.surplusLots));
  const last = state.readLastTicks(market);
  if (last > 0) left = keepLeast(left, (it) => Math.abs(it.priceTicks - last));
  const chosen = left.every((it) => it.surplusLots > 0) ? left.at(-1) : left[0];
  return chosen ?? { priceTicks: 0, volumeLots: 0, surplusLots: 0 };
}
/** The auction ends: what crosses trades at one price, the market opens. */
function openMarket(model: Model, market: Market): void {
  const outcome = calculateOutcome(market);
  let left = outcome.volumeLots;
  while (left > 0) {
    const [bid, ask] = [market.bids[0], market.asks[0]] as [Order, Order];
    const [maker, taker] = bid.orderId < ask.orderId ? [bid, ask] : [ask, bid];
    const sizeLots = Math.min(bid.visibleLeftLots, ask.visibleLeftLots, left);
    book.trade(model, { ...outcome, maker, taker, sizeLots }, true);
    for (const order of [maker, taker]) book.refresh(model, order);
    for (const order of [bid, ask]) book.emitLevel(model, order);
    for (const order of [maker, taker]) book.followList(model, order);
    left -= sizeLots;
  }
  emit(model, 'auctionUncrossed', { ...outcome, instrumentId: market.instrumentId });
  changeState(model, market, { state: MarketState.trading });
  settle(model, market);
}
/** An order's time is over; other legs of its list follow. */
function expire(model: Model, order: Order): void {
  book.closeAll(model, [order], CloseReason.expiredAtTime);
  book.closeAll(model, order.list?.legs ?? [], CloseReason.listSibling);
}
/** Set or (0) end an account's dead-man switch. */
export function arm(model: Model, accountId: core.AccountId, timeoutMs: number): void {
  const dueAtMs = timeoutMs === 0 ? 0 : model.coreTimeMs + timeoutMs;
  model.deadMen = model.deadMen.filter((it) => it.accountId !== accountId);
  if (timeoutMs > 0) model.deadMen.push({ accountId, dueAtMs, timeoutMs });
  emit(model, 'deadManSet', { accountId, dueAtMs });
}
type Timer = readonly [dueAtMs: number, kind: number, of: number, fire: () => void];
function listTimers(model: Model): Timer[] {
  const timers: Timer[] = [];
  for (const market of model.markets.filter((it) => state.isAuctionState(it.state))) {
    const { state: now, instrumentId, noCancelAtMs, openAtMs } = market;
    const close = { state: MarketState.auctionNoCancel, noCancelAtMs, openAtMs };
    const fire = (): void => changeState(model, market, close);
    if (now === MarketState.auction) timers.push([noCancelAtMs, 1, instrumentId, fire]);
    const indicate = (): void => {
      market.indicationDueMs = nextSecond(model.coreTimeMs);
      emit(model, 'auctionIndicated', { ...calculateOutcome(market), instrumentId });
    };
    timers.push([openAtMs, 2, instrumentId, () => openMarket(model, market)]);
    timers.push([market.indicationDueMs, 5, instrumentId, indicate]);
  }
  for (const order of model.orders.filter((it) => it.expireAtMs > 0)) {
    timers.push([order.expireAtMs, 3, order.orderId, () => expire(model, order)]);
  }
  for (const { accountId, dueAtMs } of model.deadMen) {
    const fire = (): void => {
      arm(model, accountId, 0);
      const mine = model.orders.filter((order) => order.accountId === accountId);
      for (const order of mine) book.closeWhole(model, order, CloseReason.deadMan);
    };
    timers.push([dueAtMs, 4, accountId, fire]);
  }
  return [...timers, ...listPriceTimers(model)];
}
/** When the earliest timer is due; 0 when none is set. */
export function readNextTimerMs(model: Model): number {
  const nextMs = Math.min(...listTimers(model).map(([dueAtMs]) => dueAtMs));
  return Number.isFinite(nextMs) ? nextMs : 0;
}
/** Time passes: fires every timer that is due by now, earliest first. */
export function passTime(model: Model): void {
  for (;;) {
    const [next] = listTimers(model).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    if (next === undefined || next[0] > model.coreTimeMs) return;
    next[3]();
  }
}
