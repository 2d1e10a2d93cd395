// What follows a unit of matching: pending legs that go live, then looks and triggers,
// docs/rules/spot.md 7 and 8. Not here: the matching itself. Called by place.ts and auction.ts.
import { EventKind } from '@isobath/core/event';
import { CloseReason, ListType, OrderType, Side } from '@isobath/core/words';
import * as checks from './checks.ts';
import { enter } from './match.ts';
import * as orders from './orders.ts';
import * as state from './state.ts';
import type { Market, Model, Order, OrderList } from './state.ts';

function tellTriggered(model: Model, order: Order): void {
  const { orderId, accountId, instrumentId, priceTicks, holdUnits } = order;
  model.events.push({
    kind: EventKind.orderTriggered,
    orderId,
    accountId,
    instrumentId,
    status: order.status === 1 ? 1 : 0,
    priceTicks,
    holdUnits,
    ownerNumber: state.nextNumber(model, order.ownerId),
  });
}

function tellTrailing(model: Model, order: Order): void {
  const { orderId, stopPriceTicks } = order;
  model.events.push({ kind: EventKind.trailingMoved, orderId, stopPriceTicks });
}

/** A dormant order fires: its sibling closes, it takes its hold and comes to the market. */
function fire(model: Model, market: Market, order: Order): void {
  const pair = orders.readPair(orders.readList(model, order));
  const back = pair === null ? 0n : orders.closeShown(model, pair.limit, CloseReason.listSibling);
  const heldUnits = order.holdUnits + back;
  order.status = 0;
  if (state.isMarketType(order.orderType)) {
    if (order.side === Side.buy) order.amountLeftUnits = heldUnits;
    else if (order.quoteAmountUnits > 0n) order.amountLeftUnits = order.quoteAmountUnits;
    orders.setHold(model, order, 0n);
  } else {
    orders.setHold(model, order, orders.calculateHold(market, order));
  }
  tellTriggered(model, order);
  enter(model, market, order);
}

function moveTrailing(model: Model, market: Market, seen: state.Seen): void {
  for (const order of model.orders) {
    const isWaiting = order.instrumentId === market.instrumentId && order.status === 1;
    if (!isWaiting || order.orderType !== OrderType.trailingStop) continue;
    const isSell = order.side === Side.sell;
    const before = order.stopPriceTicks;
    if (order.isActivated) {
      const stop = orders.trailingTicks(order, isSell ? seen.highTicks : seen.lowTicks);
      order.stopPriceTicks = isSell ? Math.max(before, stop) : Math.min(before, stop);
      if (order.stopPriceTicks !== before) tellTrailing(model, order);
      continue;
    }
    const activation = order.activationPriceTicks;
    if (activation < seen.lowTicks || activation > seen.highTicks) continue;
    order.isActivated = true;
    order.stopPriceTicks = orders.trailingTicks(order, activation);
    tellTrailing(model, order);
  }
}

function isDue(order: Order, seen: state.Seen): boolean {
  const stop = order.stopPriceTicks;
  const isBuy = order.side === Side.buy;
  if (order.orderType === OrderType.trailingStop) {
    return order.isActivated && (isBuy ? stop <= seen.lastTicks : stop >= seen.lastTicks);
  }
  const { takeProfitLimit, takeProfitMarket } = OrderType;
  const isTakeProfit = order.orderType === takeProfitLimit || order.orderType === takeProfitMarket;
  return isBuy === isTakeProfit ? stop >= seen.lowTicks : stop <= seen.highTicks;
}

function checkLiveLeg(market: Market, leg: Order): void {
  checks.checkProduct(leg, market);
  checks.checkBand(leg, market);
  checks.checkStopSide(leg, market);
  checks.checkActivation(leg, market);
}

/** Pending to live or dormant, with its hold, said. */
function wake(model: Model, leg: Order, it: { status: 0 | 1; holdUnits: bigint }): void {
  const market = state.readMarket(model, leg.instrumentId);
  leg.status = it.status;
  orders.setHold(model, leg, it.holdUnits);
  const isTrailing = it.status === 1 && orders.startTrailing(market, leg);
  tellTriggered(model, leg);
  if (isTrailing) tellTrailing(model, leg);
}

function goLiveAlone(model: Model, market: Market, leg: Order): void {
  const refusal = state.readRefusal(() => {
    checkLiveLeg(market, leg);
    checks.checkBalance(model, leg, checks.calculateNeed(market, leg));
    checks.checkTaking(model, market, leg);
  });
  if (refusal !== null) {
    orders.close(model, leg, CloseReason.triggerRejected);
    return;
  }
  const status = state.isDormantType(leg.orderType) ? 1 : 0;
  wake(model, leg, { status, holdUnits: orders.calculateHold(market, leg) });
  if (status === 0) enter(model, market, leg);
}

/** The limit price of an OCO pair must be on its side of last. @rejects list_legs_wrong */
export function checkPairPrice(
  market: Market,
  limit: { readonly side: Side; readonly priceTicks: number },
  it: { readonly listType: ListType; readonly place: number },
): void {
  const last = state.readLastTicks(market);
  const isRight = limit.side === Side.sell ? limit.priceTicks > last : limit.priceTicks < last;
  if (!isRight) state.refuse('list_legs_wrong', it.listType, it.place);
}

/** Holds of the two legs of an OCO pair. */
export function calculatePairHolds(
  market: Market,
  limit: Parameters<typeof orders.calculateHold>[1],
  stop: Parameters<typeof orders.calculateHold>[1],
): [bigint, bigint] {
  const first = orders.calculateHold(market, limit);
  const second = orders.calculateHold(market, stop) - first;
  return [first, second > 0n ? second : 0n];
}

function goLiveAsPair(model: Model, market: Market, pair: { limit: Order; stop: Order }): void {
  const { limit, stop } = pair;
  const holds = calculatePairHolds(market, limit, stop);
  const refusal = state.readRefusal(() => {
    checkLiveLeg(market, limit);
    checkLiveLeg(market, stop);
    checkPairPrice(market, limit, { listType: ListType.otoco, place: 1 });
    checks.checkBalance(model, limit, holds[0] + holds[1]);
    checks.checkTaking(model, market, limit);
  });
  if (refusal !== null) {
    for (const leg of [limit, stop]) orders.close(model, leg, CloseReason.triggerRejected);
    return;
  }
  wake(model, limit, { status: 0, holdUnits: holds[0] });
  wake(model, stop, { status: 1, holdUnits: holds[1] });
  enter(model, market, limit);
}

function goLive(model: Model, market: Market, list: OrderList): void {
  const pair = orders.readPair(list);
  const leg = list.legs[1];
  if (pair !== null) goLiveAsPair(model, market, pair);
  else if (leg?.status === 2) goLiveAlone(model, market, leg);
}

function emptyQueue(model: Model, market: Market): void {
  for (let list = model.filledLists.shift(); list; list = model.filledLists.shift()) {
    goLive(model, market, list);
  }
}

/** After a unit: lists whose working leg was filled, then looks until one fires nothing. */
export function settle(model: Model, market: Market): void {
  emptyQueue(model, market);
  while (market.seen !== null) {
    const seen = market.seen;
    market.seen = null;
    moveTrailing(model, market, seen);
    const fired = model.orders.filter(
      (order) =>
        order.instrumentId === market.instrumentId && order.status === 1 && isDue(order, seen),
    );
    for (const order of fired) {
      if (order.closedAs !== 0) continue;
      fire(model, market, order);
      emptyQueue(model, market);
    }
  }
}
