// The commands of traders: placing and lists (docs/rules/spot.md 4, 8), what is done to open orders
// (9). Not here: the single checks of placing (checks.ts).
import type * as core from '@isobath/core';
import * as words from '@isobath/core/words';
import { CloseReason, ListType, MarketState, OrderType, TimeInForce } from '@isobath/core/words';
import * as book from './match.ts';
import { ask, isSameName, mayTrade } from './checks.ts';
import { post, type Rules } from './operator-account.ts';
import { arm, checkPairPrice, settle } from './settle.ts';
import * as state from './state.ts';
import { checkRanges, findMarket, type Market, type Model, type Order, openLots } from './state.ts';
import { nextNumber, refuse, emit } from './state.ts';

type Terms = core.OrderTerms;
const { trading, auction, auctionNoCancel, break: pause } = MarketState;
const profits: readonly OrderType[] = [OrderType.takeProfitLimit, OrderType.takeProfitMarket];
function checkOrder(model: Model, terms: Terms, actorId: core.OwnerId): Terms {
  checkRanges('placeOrder', terms);
  ask({ model, terms, actorId }, 'all');
  return terms;
}
function placeOrder(model: Model, terms: Terms): void {
  const market = findMarket(model, terms.instrumentId);
  const status = state.isDormantType(terms.orderType) ? 1 : 0;
  const holdUnits = book.calculateHold(market, terms);
  const order = book.openOrder(model, terms, { market, list: null, status, holdUnits });
  if (status === 0) book.enter(model, order);
  settle(model, market);
}
/** True when a leg breaks the rules of its list that ask for no market facts. */
function isWrongLeg({ listType, legs }: core.PlaceOrderList, place: number): boolean {
  const [leg, first, limit] = [legs[place], legs[0], legs[place - 1]] as [Terms, Terms, Terms];
  const { orderType, timeInForce } = leg;
  const isSame = leg.accountId === first.accountId && leg.instrumentId === first.instrumentId;
  const canRest = timeInForce !== TimeInForce.ioc && timeInForce !== TimeInForce.fok;
  const isPlain = orderType === OrderType.limit && canRest;
  const isByAmount = leg.quoteAmountUnits > 0n;
  if (!isSame) return true;
  if (listType !== ListType.oco && place === 0) return !isPlain;
  if (listType === ListType.oto) return orderType === OrderType.market && isByAmount;
  const isFirst = isPlain || profits.includes(orderType);
  if (legs.length - place === 2) return !isFirst || leg.visibleLots > 0 || isByAmount;
  const isStop = orderType === OrderType.stopLimit || orderType === OrderType.stopMarket;
  const isLike = leg.side === limit.side && leg.sizeLots === limit.sizeLots;
  return !isStop || !isLike || isByAmount;
}
/** Everything that can refuse a list; the holds of its legs. */
function checkList(model: Model, command: core.PlaceOrderList): readonly bigint[] {
  const { listType, legs, actorId } = command;
  const isOco = listType === ListType.oco;
  const isCount = legs.length === (listType === ListType.otoco ? 3 : 2);
  if (!isCount) refuse('list_legs_wrong', listType, legs.length);
  for (const leg of legs) checkRanges('placeOrder', leg);
  const wrong = legs.findIndex((_, place) => isWrongLeg(command, place));
  if (wrong !== -1) refuse('list_legs_wrong', listType, wrong);
  legs.forEach((terms, place) => {
    const asking = { model, terms, actorId, earlierLegs: legs.slice(0, place) };
    ask(asking, isOco || place === 0 ? 'first' : 'pending');
  });
  const [first, second] = legs as [Terms, Terms];
  const market = findMarket(model, first.instrumentId);
  if (isOco) checkPairPrice(market, first);
  const alone = [book.calculateHold(market, first), 0n, 0n] as const;
  const holds = isOco ? book.calculatePairHolds(market, first, second) : alone;
  ask({ model, terms: first, actorId, neededUnits: holds[0] + holds[1] }, 'last');
  return holds;
}
function placeOrderList(model: Model, command: core.PlaceOrderList): void {
  const holds = checkList(model, command);
  const { listType, legs } = command;
  const { accountId, instrumentId } = legs[0] as Terms;
  const market = findMarket(model, instrumentId);
  const listId = model.nextListId++ as core.ListId;
  const list: state.OrderList = { listId, accountId, instrumentId, listType, legs: [] };
  model.lists.push(list);
  emit(model, 'orderListOpened', { ...list });
  legs.forEach((terms, place) => {
    const isPending = place > 0 && listType !== ListType.oco;
    const status = isPending ? 2 : state.isDormantType(terms.orderType) ? 1 : 0;
    const opening = { market, list, status } as const;
    list.legs.push(book.openOrder(model, terms, { ...opening, holdUnits: holds[place] ?? 0n }));
  });
  if (list.legs[0]?.status === 0) book.enter(model, list.legs[0]);
  settle(model, market);
}
function checkOwn(model: Model, it: { actorId: core.OwnerId; accountId: core.AccountId }): void {
  state.findAccount(model, it.accountId, (account) => account.ownerId === it.actorId);
}
/** The open order that a reference names. @rejects account_not_found, order_not_found */
function findOrder(model: Model, actorId: core.OwnerId, it: core.OrderReference): Order {
  const { accountId, orderId } = it;
  checkOwn(model, { actorId, accountId });
  const own = model.orders.filter((one) => one.accountId === accountId);
  const order = own.find((one) => (orderId > 0 ? one.orderId === orderId : isSameName(one, it)));
  return order ?? refuse('order_not_found', orderId);
}
const canCancel = ({ state: now }: Market): boolean => now !== pause && now !== auctionNoCancel;
type Requested = core.OrderReference & Partial<Pick<core.CancelOrder, 'condition'>>;
function checkCancel(model: Model, actorId: core.OwnerId, it: Requested): Order {
  const { onlyNew, onlyPartiallyFilled } = words.CancelCondition;
  checkRanges('reference', it);
  const order = findOrder(model, actorId, it);
  if (!canCancel(order.market)) refuse('market_state_forbids', order.market.state);
  const unmet = order.executedLots === 0 ? onlyPartiallyFilled : onlyNew;
  if (it.condition === unmet) refuse('cancel_condition_not_met', unmet);
  return order;
}
/** Check one part of a batch or of cancel-replace and say the result; what was found, or null. */
function checkPart<TFound>(model: Model, index: number, check: () => TFound): TFound | null {
  const found = state.attempt(check);
  const isRefused = found instanceof state.Refusal;
  const { code, facts } = isRefused ? found : { code: 0, facts: [] };
  emit(model, 'itemApplied', { index, code, facts });
  return isRefused ? null : found;
}
/** What the commands of traders do. */
export const orderRules = {
  placeOrder(model, command) {
    checkOrder(model, command, command.actorId);
    if (!command.isTest) placeOrder(model, command);
  },
  placeOrderList,
  cancelOrder(model, command) {
    book.closeWhole(model, checkCancel(model, command.actorId, command), CloseReason.canceled);
  },
  cancelOrderList(model, command) {
    checkOwn(model, command);
    const list = model.lists.find((it) => it.listId === command.listId);
    if (list?.accountId !== command.accountId) return refuse('list_not_found', command.listId);
    const market = findMarket(model, list.instrumentId);
    if (!canCancel(market)) refuse('market_state_forbids', market.state);
    book.closeAll(model, list.legs, CloseReason.canceled);
  },
  amendOrder(model, command) {
    const { actorId, sizeLots, newClientOrderId: name } = command;
    const order = findOrder(model, actorId, command);
    const [now, most] = [order.market.state, order.market.limits.amendsCountMax];
    if (now !== trading && now !== auction) refuse('market_state_forbids', now);
    if (order.quoteAmountUnits > 0n) refuse('order_not_amendable', order.orderId);
    const isSmaller = sizeLots < order.sizeLots && sizeLots > order.sizeLots - openLots(order);
    if (!isSmaller) refuse('amend_not_smaller', sizeLots, order.sizeLots, order.executedLots);
    if (order.amendsCount >= most) refuse('amends_too_many', most);
    ask({ model, actorId, terms: { ...order, sizeLots } }, 'size');
    if (name.some((it) => it > 0) && !isSameName({ ...order, clientOrderId: name }, order)) {
      ask({ model, actorId, terms: { ...order, clientOrderId: name } }, 'name');
      emit(model, 'clientOrderIdSet', { ...Object.assign(order, { clientOrderId: name }) });
    }
    const pair = Object.values(book.readPair(order.list) ?? {});
    const other = pair.includes(order) ? pair.filter((leg) => leg !== order) : [];
    for (const leg of [order, ...other]) {
      const openBefore = BigInt(openLots(leg));
      leg.sizeLots = sizeLots;
      leg.visibleLots = Math.min(leg.visibleLots, sizeLots);
      leg.amendsCount += 1;
      const hold = (leg.holdUnits * BigInt(openLots(leg))) / openBefore;
      const releasedUnits = book.setHold(model, leg, hold);
      emit(model, 'orderAmended', { ...leg, releasedUnits, ownerNumber: nextNumber(model, leg) });
    }
    const shown = [order, ...other].find((leg) => leg.visibleLeftLots > openLots(leg));
    if (shown === undefined) return;
    shown.visibleLeftLots = openLots(shown);
    book.emitLevel(model, shown);
  },
  cancelReplace(model, { actorId, cancel, condition, allowFailure, place }) {
    if (cancel.accountId !== place.accountId) refuse('account_not_found', place.accountId);
    const check = (): Order => checkCancel(model, actorId, { ...cancel, condition });
    if (!allowFailure) check();
    const old = checkPart(model, 0, check);
    if (old !== null) book.closeWhole(model, old, CloseReason.replaced);
    const terms = checkPart(model, 1, () => checkOrder(model, place, actorId));
    if (terms !== null) placeOrder(model, terms);
  },
  batchOrders(model, { actorId, items }) {
    if (items.length < 1 || items.length > 20) refuse('batch_size_wrong', items.length, 20);
    items.forEach((item, index) => {
      if (item.action === 'place') {
        const terms = checkPart(model, index, () => checkOrder(model, item.place, actorId));
        if (terms !== null) placeOrder(model, terms);
      } else {
        const order = checkPart(model, index, () => checkCancel(model, actorId, item.cancel));
        if (order !== null) book.closeWhole(model, order, CloseReason.canceled);
      }
    });
  },
  cancelAllOrders(model, { actorId, accountId, instrumentId }) {
    checkOwn(model, { actorId, accountId });
    const market = instrumentId === 0 ? null : findMarket(model, instrumentId);
    const mine = model.orders.filter((it) => it.accountId === accountId && canCancel(it.market));
    const met = mine.filter((order) => market === null || order.market === market);
    for (const order of met) book.closeWhole(model, order, CloseReason.canceled);
  },
  setDeadMan(model, command) {
    checkOwn(model, command);
    arm(model, command.accountId, command.timeoutMs);
  },
  closeOutDust(model, { actorId, accountId, instrumentId }) {
    const market = findMarket(model, instrumentId);
    const { base, quote, limits, state: now } = market;
    state.checkSpot(market);
    const account = state.findAccount(model, accountId, (it) => mayTrade(actorId, market, it));
    if (now !== trading) refuse('market_state_forbids', now);
    const last = state.readLastTicks(market);
    if (last === 0) refuse('no_reference_price', instrumentId);
    const dust = state.readBalance(model, account, base).available;
    if (dust === 0n) refuse('nothing_to_close_out', accountId);
    const proceeds = (dust * BigInt(last) * market.unitsPerTickLot) / market.unitsPerLot;
    const { notionalUnitsMin: least, closeOutUnitsMax: most } = limits;
    const isAbove = proceeds >= least || proceeds > most;
    if (isAbove) refuse('above_close_out_minimum', proceeds, least < most ? least : most);
    const { assetId } = base;
    const day = Math.floor(model.coreTimeMs / 86_400_000);
    const today = model.closeOuts.filter((it) => it.day === day && it.accountId === accountId);
    if (today.some((it) => it.assetId === assetId)) refuse('close_out_used_today', assetId);
    if (proceeds === 0n) refuse('nothing_to_close_out', accountId);
    const payee = state.findOperator(model, words.AccountType.operatorDust, base.isMock);
    if (payee === undefined) return refuse('operator_balance_too_low', 0);
    const isShort = state.readBalance(model, payee, quote).available < proceeds;
    if (isShort) refuse('operator_balance_too_low', payee.accountId);
    model.closeOuts.push({ accountId, assetId, day });
    const why = { reason: words.TransferReason.closeOut, reference: instrumentId };
    const there = { fromAccountId: accountId, toAccountId: payee.accountId, ...why };
    const back = { fromAccountId: payee.accountId, toAccountId: accountId, ...why };
    post(model, { ...there, assetId, amountUnits: dust });
    post(model, { ...back, assetId: quote.assetId, amountUnits: proceeds });
  },
} satisfies Partial<Rules>;
