// Placing orders and lists: docs/rules/spot.md 4, 5 and 8. Not here: the single checks (checks.ts).
// Called by apply.ts, and by the parts of batches and cancel-replace in actions.ts.
import type { ListId, OrderTerms, OwnerId, PlaceOrderList } from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { ListType, OrderType, TimeInForce } from '@isobath/core/words';
import * as checks from './checks.ts';
import { enter } from './match.ts';
import * as orders from './orders.ts';
import { checkRanges, orderTermsFields } from './ranges.ts';
import * as settle from './settle.ts';
import * as state from './state.ts';
import { type Model, type Order, type OrderList, refuse } from './state.ts';

/** Everything that can refuse one order. */
export function checkOrder(model: Model, terms: OrderTerms, actorId: OwnerId): void {
  checks.checkPlace(model, terms, { actorId, isPending: false, earlierLegs: [] });
  const market = state.readMarket(model, terms.instrumentId);
  checks.checkEnd(model, terms, checks.calculateNeed(market, terms));
}

/** Place an order that has passed its checks: open, match, settle. */
export function placeOrder(model: Model, terms: OrderTerms): void {
  const market = state.readMarket(model, terms.instrumentId);
  const status = state.isDormantType(terms.orderType) ? 1 : 0;
  const holdUnits = orders.calculateHold(market, terms);
  const order = orders.openOrder(model, terms, { status, holdUnits, listId: 0 });
  if (terms.quoteAmountUnits > 0n) order.amountLeftUnits = terms.quoteAmountUnits;
  if (status === 0) enter(model, market, order);
  settle.settle(model, market);
}

function isPlainLimit(leg: OrderTerms): boolean {
  const { ioc, fok } = TimeInForce;
  return leg.orderType === OrderType.limit && leg.timeInForce !== ioc && leg.timeInForce !== fok;
}

/** What is wrong with a pair of OCO legs: 0 the limit leg, 1 the stop leg, -1 nothing. */
function findPairFault(limit: OrderTerms, stop: OrderTerms): number {
  if (!isPlainLimit(limit) || limit.visibleLots > 0 || limit.quoteAmountUnits > 0n) return 0;
  const { stopLimit, stopMarket } = OrderType;
  const isStop = stop.orderType === stopLimit || stop.orderType === stopMarket;
  const isLike = stop.side === limit.side && stop.sizeLots === limit.sizeLots;
  return isStop && isLike && stop.quoteAmountUnits === 0n ? -1 : 1;
}

function checkShape(command: PlaceOrderList): void {
  const { listType, legs } = command;
  const count = listType === ListType.otoco ? 3 : 2;
  if (legs.length !== count) refuse('list_legs_wrong', listType, legs.length);
  for (const leg of legs) checkRanges(orderTermsFields, leg);
  const [first, second, third] = legs as [OrderTerms, OrderTerms, OrderTerms | undefined];
  const faults = new Set<number>();
  legs.forEach((leg, place) => {
    const isElsewhere =
      leg.accountId !== first.accountId || leg.instrumentId !== first.instrumentId;
    if (isElsewhere) faults.add(place);
  });
  if (listType !== ListType.oco && !isPlainLimit(first)) faults.add(0);
  if (listType === ListType.oto) {
    if (second.orderType === OrderType.market && second.quoteAmountUnits > 0n) faults.add(1);
  } else {
    const fault = third === undefined ? findPairFault(first, second) : findPairFault(second, third);
    if (fault !== -1) faults.add(fault + count - 2);
  }
  if (faults.size > 0) refuse('list_legs_wrong', listType, Math.min(...faults));
}

/** Everything that can refuse a list; the holds of its legs. */
function checkList(model: Model, command: PlaceOrderList): bigint[] {
  const { listType, legs, actorId } = command;
  checkShape(command);
  const isOco = listType === ListType.oco;
  legs.forEach((leg, place) => {
    const isPending = !isOco && place > 0;
    checks.checkPlace(model, leg, { actorId, isPending, earlierLegs: legs.slice(0, place) });
  });
  const first = legs[0] as OrderTerms;
  const market = state.readMarket(model, first.instrumentId);
  if (isOco) settle.checkPairPrice(market, first, { listType, place: 0 });
  const holds = isOco
    ? settle.calculatePairHolds(market, first, legs[1] as OrderTerms)
    : [orders.calculateHold(market, first), 0n, 0n];
  checks.checkEnd(
    model,
    first,
    isOco ? (holds[0] as bigint) + (holds[1] as bigint) : (holds[0] as bigint),
  );
  return holds;
}

/** Place a list of linked orders. */
export function placeOrderList(model: Model, command: PlaceOrderList): void {
  const holds = checkList(model, command);
  const { listType, legs } = command;
  const { accountId, instrumentId } = legs[0] as OrderTerms;
  const listId = model.nextListId as ListId;
  model.nextListId += 1;
  const list: OrderList = { listId, accountId, instrumentId, listType, legIds: [], legs: [] };
  model.lists.push(list);
  const kind = EventKind.orderListOpened;
  model.events.push({ kind, listId, accountId, instrumentId, listType });
  legs.forEach((leg, place) => {
    const later = listType === ListType.oco ? 1 : 2;
    const opening = {
      status: place === 0 ? 0 : later,
      holdUnits: holds[place] as bigint,
      listId,
    } as const;
    const order = orders.openOrder(model, leg, opening);
    list.legs.push(order);
    list.legIds.push(order.orderId);
  });
  const market = state.readMarket(model, instrumentId);
  enter(model, market, list.legs[0] as Order);
  settle.settle(model, market);
}
