// What is done to open orders: cancel, amend, replace, batch, cancel all, dead-man, expiry, and the
// close-out of dust: docs/rules/spot.md 9. Not here: when a timer is due (timers.ts).
// Called by apply.ts and timers.ts.
import type {
  AccountId,
  AmendOrder,
  BatchOrders,
  CancelAllOrders,
  CancelOrder,
  CancelOrderList,
  CancelReplace,
  CloseOutDust,
  CloseReason,
  InstrumentId,
  OrderReference,
  OwnerId,
  SetDeadMan,
} from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { CancelCondition, CloseReason as Reason, MarketState } from '@isobath/core/words';
import { checkAccount, checkNewSize, isSameClientId } from './checks.ts';
import { findHouse, findMarket } from './instruments.ts';
import { post } from './ledger.ts';
import * as orders from './orders.ts';
import { checkOrder, placeOrder } from './place.ts';
import { checkRanges, orderReferenceFields, orderTermsFields } from './ranges.ts';
import * as state from './state.ts';
import { type Market, type Model, type Order, openLots, readRefusal, refuse } from './state.ts';

function checkOwnAccount(model: Model, actorId: OwnerId, accountId: AccountId): void {
  if (model.accounts[accountId - 1]?.ownerId !== actorId) refuse('account_not_found', accountId);
}

function canCancel(market: Market): boolean {
  return market.state !== MarketState.break && market.state !== MarketState.auctionNoCancel;
}

/** The open order that a reference names. @rejects account_not_found, order_not_found */
function findOrder(model: Model, actorId: OwnerId, it: OrderReference): Order {
  checkOwnAccount(model, actorId, it.accountId);
  const isNamed = (order: Order): boolean =>
    it.orderId > 0 ? order.orderId === it.orderId : isSameClientId(order, ...it.clientOrderId);
  const order = model.orders.find((it2) => it2.accountId === it.accountId && isNamed(it2));
  return order ?? refuse('order_not_found', it.orderId);
}

function findCancellable(model: Model, actorId: OwnerId, it: OrderReference): Order {
  const order = findOrder(model, actorId, it);
  const market = state.readMarket(model, order.instrumentId);
  if (!canCancel(market)) refuse('market_state_forbids', market.state);
  return order;
}

/** The order and the other open legs of its list, in leg order. */
function readLegs(model: Model, order: Order): Order[] {
  const list = orders.readList(model, order);
  if (list === undefined) return [order];
  return list.legs.filter((leg) => leg !== null);
}

function closeAll(model: Model, legs: readonly Order[], reason: CloseReason): void {
  for (const leg of legs) orders.closeShown(model, leg, reason);
}

/** Cancel an order, with its list. */
export function cancelOrder(model: Model, command: CancelOrder): void {
  const order = findCancellable(model, command.actorId, command);
  closeAll(model, readLegs(model, order), Reason.canceled);
}

/** Cancel a list by number. */
export function cancelOrderList(model: Model, command: CancelOrderList): void {
  const { actorId, accountId, listId } = command;
  checkOwnAccount(model, actorId, accountId);
  const list = model.lists.find((it) => it.listId === listId && it.accountId === accountId);
  if (list === undefined) return refuse('list_not_found', listId);
  const market = state.readMarket(model, list.instrumentId);
  if (!canCancel(market)) refuse('market_state_forbids', market.state);
  closeAll(
    model,
    list.legs.filter((leg) => leg !== null),
    Reason.canceled,
  );
}

function isAmendable(model: Model, order: Order): boolean {
  if (order.visibleLots > 0 || order.quoteAmountUnits > 0n) return false;
  const pair = orders.readPair(orders.readList(model, order));
  const isInPair = pair !== null && (pair.limit === order || pair.stop === order);
  if (order.status !== 0) return !isInPair;
  return !isInPair || pair.stop.visibleLots === 0;
}

/** Reduce an order's size in its place. */
export function amendOrder(model: Model, command: AmendOrder): void {
  const order = findOrder(model, command.actorId, command);
  const market = state.readMarket(model, order.instrumentId);
  const allowed: number[] = [MarketState.trading, MarketState.auction];
  if (!allowed.includes(market.state)) refuse('market_state_forbids', market.state);
  if (!isAmendable(model, order)) refuse('order_not_amendable', order.orderId);
  const { sizeLots } = command;
  const done = order.executedLots + order.preventedLots;
  if (sizeLots <= done || sizeLots >= order.sizeLots) {
    refuse('amend_not_smaller', sizeLots, order.sizeLots, order.executedLots);
  }
  const { amendsCountMax } = market.limits;
  if (order.amendsCount >= amendsCountMax) refuse('amends_too_many', amendsCountMax);
  checkNewSize({ ...order, sizeLots }, market);
  const pair = orders.readPair(orders.readList(model, order));
  const legs = pair !== null && pair.limit === order ? [pair.limit, pair.stop] : [order];
  for (const leg of legs) amend(model, leg, sizeLots);
  if (order.isResting) {
    order.visibleLeftLots = openLots(order);
    orders.tellLevel(model, market, order);
  }
}

function amend(model: Model, order: Order, sizeLots: number): void {
  const openBefore = BigInt(openLots(order));
  order.sizeLots = sizeLots;
  order.amendsCount += 1;
  const hold = (order.holdUnits * BigInt(openLots(order))) / openBefore;
  const releasedUnits = orders.setHold(model, order, hold);
  const { orderId, accountId, instrumentId } = order;
  const kind = EventKind.orderAmended;
  const ownerNumber = state.nextNumber(model, order.ownerId);
  const names = { orderId, accountId, instrumentId };
  model.events.push({ kind, ...names, sizeLots, releasedUnits, ownerNumber });
}

/** Check and do one part of a batch or of cancel-replace; its result comes before its events. */
function applyPart(
  model: Model,
  index: number,
  part: { check: () => void; act: () => void },
): state.Refusal | null {
  const refusal = readRefusal(part.check);
  const { code, facts } = refusal ?? { code: 0, facts: [] };
  model.events.push({ kind: EventKind.itemApplied, index, code, facts });
  if (refusal === null) part.act();
  return refusal;
}

function checkCondition(order: Order, condition: CancelCondition): void {
  const { onlyNew, onlyPartiallyFilled } = CancelCondition;
  const isNew = order.executedLots === 0;
  if ((condition === onlyNew && !isNew) || (condition === onlyPartiallyFilled && isNew)) {
    refuse('cancel_condition_not_met', condition);
  }
}

/** Cancel one order and place another. */
export function cancelReplace(model: Model, command: CancelReplace): void {
  const { actorId, cancel, place, condition } = command;
  if (cancel.accountId !== place.accountId) refuse('account_not_found', place.accountId);
  let old: Order[] = [];
  const checkCancel = (): void => {
    checkRanges(orderReferenceFields, cancel);
    const order = findCancellable(model, actorId, cancel);
    checkCondition(order, condition);
    old = readLegs(model, order);
  };
  if (!command.allowFailure) checkCancel();
  const replace = (): void => closeAll(model, old, Reason.replaced);
  applyPart(model, 0, { check: checkCancel, act: replace });
  const checkPlace = (): void => {
    checkRanges(orderTermsFields, place);
    checkOrder(model, place, actorId);
  };
  applyPart(model, 1, { check: checkPlace, act: () => placeOrder(model, place) });
}

/** Up to 20 places and cancels, each on its own. */
export function batchOrders(model: Model, command: BatchOrders): void {
  const { actorId, items } = command;
  if (items.length < 1 || items.length > 20) refuse('batch_size_wrong', items.length, 20);
  items.forEach((item, index) => {
    if (item.action === 'place') {
      const check = (): void => {
        checkRanges(orderTermsFields, item.place);
        checkOrder(model, item.place, actorId);
      };
      applyPart(model, index, { check, act: () => placeOrder(model, item.place) });
      return;
    }
    let legs: Order[] = [];
    const check = (): void => {
      checkRanges(orderReferenceFields, item.cancel);
      legs = readLegs(model, findCancellable(model, actorId, item.cancel));
    };
    applyPart(model, index, { check, act: () => closeAll(model, legs, Reason.canceled) });
  });
}

interface Sweep {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId | 0;
  readonly reason: CloseReason;
}

function sweep(model: Model, it: Sweep): void {
  const met = model.orders.filter((order) => {
    const market = state.readMarket(model, order.instrumentId);
    const isHere = it.instrumentId === 0 || it.instrumentId === order.instrumentId;
    const mayGo = it.reason === Reason.deadMan || canCancel(market);
    return order.accountId === it.accountId && isHere && mayGo;
  });
  for (const order of met) {
    if (order.closedAs === 0) closeAll(model, readLegs(model, order), it.reason);
  }
}

/** Cancel every open order of an account, on one or all markets. */
export function cancelAllOrders(model: Model, command: CancelAllOrders): void {
  const { accountId, instrumentId } = command;
  checkOwnAccount(model, command.actorId, accountId);
  if (instrumentId !== 0) findMarket(model, instrumentId);
  sweep(model, { accountId, instrumentId, reason: Reason.canceled });
}

function disarm(model: Model, accountId: AccountId): void {
  const armed = model.deadMen.findIndex((it) => it.accountId === accountId);
  if (armed !== -1) model.deadMen.splice(armed, 1);
}

/** Arm, re-arm or disarm an account's dead-man switch. */
export function setDeadMan(model: Model, command: SetDeadMan): void {
  const { accountId, timeoutMs } = command;
  checkOwnAccount(model, command.actorId, accountId);
  disarm(model, accountId);
  const dueAtMs = timeoutMs === 0 ? 0 : model.coreTimeMs + timeoutMs;
  if (timeoutMs > 0) model.deadMen.push({ accountId, dueAtMs, timeoutMs });
  model.events.push({ kind: EventKind.deadManSet, accountId, dueAtMs });
}

/** An account's dead-man switch fires. */
export function fireDeadMan(model: Model, accountId: AccountId): void {
  disarm(model, accountId);
  model.events.push({ kind: EventKind.deadManSet, accountId, dueAtMs: 0 });
  sweep(model, { accountId, instrumentId: 0, reason: Reason.deadMan });
}

/** An order's time is over; other legs of its list follow. */
export function expireOrder(model: Model, order: Order): void {
  const others = readLegs(model, order).filter((leg) => leg !== order);
  orders.closeShown(model, order, Reason.expiredAtTime);
  closeAll(model, others, Reason.listSibling);
}

/** Sell an account's dust to the house. */
export function closeOutDust(model: Model, command: CloseOutDust): void {
  const { actorId, accountId, instrumentId } = command;
  const market = findMarket(model, instrumentId);
  checkAccount(model, actorId, command);
  if (market.state !== MarketState.trading) refuse('market_state_forbids', market.state);
  const last = state.readLastTicks(market);
  if (last === 0) refuse('no_reference_price', instrumentId);
  const { base, quote, limits } = market;
  const dust = state.readBalance(model, accountId, base.assetId).available;
  if (dust === 0n) refuse('nothing_to_close_out', accountId);
  const proceeds = (dust * BigInt(last) * market.unitsPerTickLot) / market.unitsPerLot;
  const { notionalUnitsMin, closeOutUnitsMax } = limits;
  if (proceeds >= notionalUnitsMin || proceeds > closeOutUnitsMax) {
    const bound = notionalUnitsMin < closeOutUnitsMax ? notionalUnitsMin : closeOutUnitsMax;
    refuse('above_close_out_minimum', proceeds, bound);
  }
  const day = Math.floor(model.coreTimeMs / 86_400_000);
  const isSame = (it: Model['closeOuts'][number]): boolean =>
    it.accountId === accountId && it.assetId === base.assetId;
  if (model.closeOuts.some((it) => isSame(it) && it.day === day)) {
    refuse('close_out_used_today', base.assetId);
  }
  if (proceeds === 0n) refuse('nothing_to_close_out', accountId);
  const house = findHouse(model, 204, base.isMock);
  if (house === undefined) return refuse('house_balance_too_low', 0);
  if (state.readBalance(model, house.accountId, quote.assetId).available < proceeds) {
    refuse('house_balance_too_low', house.accountId);
  }
  const known = model.closeOuts.findIndex(isSame);
  if (known !== -1) model.closeOuts.splice(known, 1);
  model.closeOuts.push({ accountId, assetId: base.assetId, day });
  const both = { reason: 8, reference: instrumentId } as const;
  const there = { fromAccountId: accountId, toAccountId: house.accountId };
  const back = { fromAccountId: house.accountId, toAccountId: accountId };
  post(model, { ...there, assetId: base.assetId, amountUnits: dust, ...both });
  post(model, { ...back, assetId: quote.assetId, amountUnits: proceeds, ...both });
}
