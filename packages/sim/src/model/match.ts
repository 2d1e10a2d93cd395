// Who trades with whom: docs/rules/spot.md 2, 5 and 6. Not here: whether an order may be placed
// (checks.ts), what follows after a unit (settle.ts). Called by place.ts, settle.ts and auction.ts.
import { EventKind } from '@isobath/core/event';
import {
  CloseReason,
  ListType,
  type SelfTradeMode as Mode,
  OrderType,
  SelfTradeMode,
  Side,
  TimeInForce,
} from '@isobath/core/words';
import { countFillable, isSameHand } from './checks.ts';
import { findHouse } from './instruments.ts';
import * as orders from './orders.ts';
import * as state from './state.ts';
import { isMarketType, type Market, type Model, type Order, openLots } from './state.ts';

/** One pairing of two orders. */
export interface Pairing {
  readonly maker: Order;
  readonly taker: Order;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly isAuction: boolean;
}

/** ceiling(amount * ppm / 1 000 000), docs/rules/core.md 7; a rebate at most what the house has. */
function calculateFee(amount: bigint, ratePpm: number, houseAvailable: bigint): bigint {
  const product = amount * BigInt(ratePpm);
  const million = 1_000_000n;
  const isUp = product > 0n && product % million !== 0n;
  const fee = product / million + (isUp ? 1n : 0n); // division truncates: up for negative numbers
  return fee < -houseAvailable ? -houseAvailable : fee;
}

/** Take what an order pays: a limit type from its hold, whose excess goes back; what left held. */
function pay(model: Model, market: Market, order: Order, costUnits: bigint): bigint {
  let fromHold = 0n;
  if (!isMarketType(order.orderType)) {
    const open = openLots(order);
    const isBuy = order.side === Side.buy;
    const hold = isBuy
      ? state.quoteUnits(market, order.priceTicks, open)
      : state.baseUnits(market, open);
    fromHold = orders.setHold(model, order, hold);
  }
  const { assetId } = state.paidAsset(market, order.side);
  state.readBalance(model, order.accountId, assetId).available -= costUnits;
  return fromHold;
}

/** Give an order what it bought or sold for, less the fee at `ratePpm` (null: none). */
function receive(
  model: Model,
  order: Order,
  gain: { readonly asset: state.Asset; readonly units: bigint; readonly ratePpm: number | null },
): bigint {
  const { assetId, isMock } = gain.asset;
  const balance = state.readBalance(model, order.accountId, assetId);
  balance.available += gain.units;
  if (gain.ratePpm === null) return 0n;
  const house = findHouse(model, 201, isMock);
  if (house === undefined) throw new Error('no house account for fees');
  const houseBalance = state.readBalance(model, house.accountId, assetId);
  const fee = calculateFee(gain.units, gain.ratePpm, houseBalance.available);
  balance.available -= fee;
  houseBalance.available += fee;
  return fee;
}

interface Moved {
  readonly quoteUnits: bigint;
  readonly makerFeeUnits: bigint;
  readonly takerFeeUnits: bigint;
  readonly makerHoldUnits: bigint;
  readonly takerHoldUnits: bigint;
}

/** Move base and quote between the two orders' accounts; the lots count as executed. */
function move(model: Model, market: Market, it: Pairing & { hasFees: boolean }): Moved {
  const { maker, taker, sizeLots } = it;
  const quoteUnits = state.quoteUnits(market, it.priceTicks, sizeLots);
  const baseUnits = state.baseUnits(market, sizeLots);
  const fees: bigint[] = [];
  const holds: bigint[] = [];
  for (const order of [maker, taker]) {
    order.executedLots += sizeLots;
    if (order.isResting) order.visibleLeftLots -= sizeLots;
    if (order.amountLeftUnits !== null) order.amountLeftUnits -= quoteUnits;
    holds.push(pay(model, market, order, order.side === Side.buy ? quoteUnits : baseUnits));
  }
  for (const order of [maker, taker]) {
    const isTakerRate = order === taker || it.isAuction;
    const rate = isTakerRate ? order.takerPpm : order.makerPpm;
    const isBuy = order.side === Side.buy;
    const asset = isBuy ? market.base : market.quote;
    const units = isBuy ? baseUnits : quoteUnits;
    fees.push(receive(model, order, { asset, units, ratePpm: it.hasFees ? rate : null }));
  }
  const [makerFeeUnits, takerFeeUnits] = fees;
  const [makerHoldUnits, takerHoldUnits] = holds;
  return { quoteUnits, makerFeeUnits, takerFeeUnits, makerHoldUnits, takerHoldUnits };
}

function noteSeen(market: Market, priceTicks: number): void {
  const seen = market.seen ?? { lowTicks: priceTicks, highTicks: priceTicks, lastTicks: 0 };
  seen.lowTicks = Math.min(seen.lowTicks, priceTicks);
  seen.highTicks = Math.max(seen.highTicks, priceTicks);
  seen.lastTicks = priceTicks;
  market.seen = seen;
  market.lastTradeTicks = priceTicks;
}

/** Trade: amounts, fees, the event. Closing and levels follow by the caller. */
export function trade(model: Model, market: Market, it: Pairing): void {
  const { maker, taker, priceTicks, sizeLots, isAuction } = it;
  const moved = move(model, market, { ...it, hasFees: true });
  noteSeen(market, priceTicks);
  market.lastTradeId += 1;
  model.events.push({
    kind: EventKind.tradeExecuted,
    instrumentId: market.instrumentId,
    tradeId: market.lastTradeId,
    priceTicks,
    sizeLots,
    takerSide: taker.side,
    isAuction,
    makerOrderId: maker.orderId,
    takerOrderId: taker.orderId,
    makerAccountId: maker.accountId,
    takerAccountId: taker.accountId,
    ...moved,
    makerOwnerNumber: state.nextNumber(model, maker.ownerId),
    takerOwnerNumber: state.nextNumber(model, taker.ownerId),
  });
}

function transferOwn(model: Model, market: Market, it: Pairing): void {
  const { maker, taker, priceTicks, sizeLots } = it;
  const moved = move(model, market, { ...it, hasFees: false });
  model.events.push({
    kind: EventKind.selfTradeTransferred,
    instrumentId: market.instrumentId,
    makerOrderId: maker.orderId,
    takerOrderId: taker.orderId,
    makerAccountId: maker.accountId,
    takerAccountId: taker.accountId,
    priceTicks,
    sizeLots,
    takerSide: taker.side,
    quoteUnits: moved.quoteUnits,
    makerHoldUnits: moved.makerHoldUnits,
    takerHoldUnits: moved.takerHoldUnits,
  });
}

/** After lots moved: an exhausted order in the book closes, a used up iceberg shows its next. */
export function refresh(model: Model, market: Market, order: Order): void {
  if (openLots(order) === 0) {
    orders.close(model, order, CloseReason.filled);
  } else if (order.visibleLeftLots === 0) {
    orders.dequeue(market, order);
    orders.enqueue(market, order);
  }
}

/** What its list asks for after an order traded, shrank or closed, docs/rules/spot.md 8. */
export function followList(model: Model, order: Order): void {
  const list = orders.readList(model, order);
  if (list === undefined) return;
  const place = list.legIds.indexOf(order.orderId);
  const isWorking = place === 0 && list.listType !== ListType.oco;
  const isLimitOfPair = place === (list.listType === ListType.oco ? 0 : 1);
  const isLost = order.closedAs !== 0 && order.closedAs !== CloseReason.filled;
  for (const leg of list.legs) {
    const isAsked = isWorking ? isLost : isLimitOfPair && leg !== order;
    if (leg !== null && isAsked) orders.closeShown(model, leg, CloseReason.listSibling);
  }
}

/** Lots of quote or base that a market order can still pay for at a price; with what bounds it. */
function readAffordable(
  model: Model,
  market: Market,
  it: { readonly taker: Order; readonly priceTicks: number },
): { lots: number; reason: CloseReason } {
  const { taker } = it;
  const { assetId } = state.paidAsset(market, taker.side);
  const available = state.readBalance(model, taker.accountId, assetId).available;
  const lotQuote = state.quoteUnits(market, it.priceTicks, 1);
  const unit = taker.side === Side.buy ? lotQuote : market.unitsPerLot;
  const byBalance = available / unit;
  const left = taker.amountLeftUnits;
  const byAmount = left === null ? byBalance : left / lotQuote;
  const lots = byBalance < byAmount ? byBalance : byAmount;
  const isSpent = left !== null && byAmount === 0n;
  const reason = isSpent ? CloseReason.amountSpent : CloseReason.balanceExhausted;
  const most = 2n ** 53n - 1n;
  return { lots: Number(lots < most ? lots : most), reason };
}

/** Lots that taker and maker exchange when they meet; 0 closes a market order. */
function readLots(model: Model, market: Market, it: { taker: Order; maker: Order }): number {
  const { taker, maker } = it;
  const isByAmount = taker.quoteAmountUnits > 0n;
  const wanted = isByAmount ? maker.visibleLeftLots : openLots(taker);
  let lots = Math.min(wanted, maker.visibleLeftLots);
  if (isMarketType(taker.orderType)) {
    const affordable = readAffordable(model, market, { taker, priceTicks: maker.priceTicks });
    lots = Math.min(lots, affordable.lots);
    if (lots === 0) orders.close(model, taker, affordable.reason);
  }
  return lots;
}

/** The mode that acts when a taker meets an order of the same hand. */
function readMode(market: Market, taker: Order, maker: Order): Mode {
  const { none, transfer, decrement, expireMaker, expireTaker } = SelfTradeMode;
  const mode = taker.selfTradeMode;
  if (mode === decrement && taker.quoteAmountUnits > 0n) return expireTaker;
  if (mode === none || mode === transfer) {
    if (state.isAuctionState(market.state)) return expireMaker;
    if (mode === transfer && maker.selfTradeMode !== transfer) return expireMaker;
  }
  return mode;
}

/** Take `lots` from both without a trade; what each hold gave back. */
function decrement(model: Model, market: Market, order: Order, lots: number): bigint {
  const hidden = openLots(order) - order.visibleLeftLots;
  order.preventedLots += lots;
  if (order.isResting) order.visibleLeftLots -= Math.max(0, lots - hidden);
  if (isMarketType(order.orderType)) return 0n;
  const open = openLots(order);
  const isBuy = order.side === Side.buy;
  const hold = isBuy
    ? state.quoteUnits(market, order.priceTicks, open)
    : state.baseUnits(market, open);
  return orders.setHold(model, order, hold);
}

/** Prevent a trade of a hand with itself, docs/rules/spot.md 6. */
export function prevent(
  model: Model,
  market: Market,
  it: { taker: Order; maker: Order; mode: Mode },
): void {
  const { taker, maker, mode } = it;
  const priceTicks = maker.priceTicks;
  const { expireTaker, expireMaker, expireBoth } = SelfTradeMode;
  const hits = { maker: mode !== expireTaker, taker: mode !== expireMaker };
  const isExpiry = mode === expireTaker || mode === expireMaker || mode === expireBoth;
  const shownBefore = orders.readLevel(market, maker.side, priceTicks);
  const overlap = Math.min(openLots(maker), openLots(taker));
  const takerLots = !hits.taker || taker.quoteAmountUnits > 0n ? 0 : openLots(taker);
  const makerLots = hits.maker ? openLots(maker) : 0;
  const give = (order: Order, isHit: boolean): bigint => {
    if (!isHit) return 0n;
    if (isExpiry) return orders.setHold(model, order, 0n);
    return decrement(model, market, order, overlap);
  };
  const makerReleasedUnits = give(maker, hits.maker);
  const takerReleasedUnits = give(taker, hits.taker);
  model.events.push({
    kind: EventKind.selfTradePrevented,
    instrumentId: market.instrumentId,
    makerOrderId: maker.orderId,
    takerOrderId: taker.orderId,
    priceTicks,
    makerLots: isExpiry ? makerLots : overlap,
    takerLots: isExpiry ? takerLots : overlap,
    makerReleasedUnits,
    takerReleasedUnits,
    mode,
  });
  for (const order of [maker, taker]) {
    const isHit = order === maker ? hits.maker : hits.taker;
    if (isHit && (isExpiry || openLots(order) === 0)) {
      orders.close(model, order, CloseReason.expiredInMatch);
    }
  }
  const shownNow = orders.readLevel(market, maker.side, priceTicks);
  if (shownNow !== shownBefore) orders.tellLevel(model, market, maker);
  if (hits.maker) followList(model, maker);
  if (hits.taker) followList(model, taker);
}

/** Taker meets the first order of the other side; what happens between the two. */
function meet(model: Model, market: Market, it: { taker: Order; maker: Order }): void {
  const { taker, maker } = it;
  const mode = readMode(market, taker, maker);
  const isOwn = isSameHand(model, taker.ownerId, maker.ownerId);
  const isTransfer = isOwn && mode === SelfTradeMode.transfer;
  if (isOwn && !isTransfer && mode !== SelfTradeMode.none) {
    prevent(model, market, { taker, maker, mode });
    return;
  }
  const sizeLots = readLots(model, market, { taker, maker });
  if (sizeLots === 0) return;
  const pairing = { ...it, priceTicks: maker.priceTicks, sizeLots, isAuction: false };
  if (isTransfer) transferOwn(model, market, pairing);
  else trade(model, market, pairing);
  refresh(model, market, maker);
  orders.tellLevel(model, market, maker);
  followList(model, maker);
  followList(model, taker);
}

function readEnd(market: Market, taker: Order, limitTicks: number): CloseReason | 'rests' | null {
  const isMarket = isMarketType(taker.orderType);
  if (taker.quoteAmountUnits === 0n && openLots(taker) === 0) return CloseReason.filled;
  if (taker.amountLeftUnits === 0n) return CloseReason.amountSpent;
  const maker = orders.readOpposite(market, taker.side)[0];
  if (maker !== undefined && orders.isWithin(taker.side, limitTicks, maker.priceTicks)) return null;
  if (isMarket) {
    return maker === undefined ? CloseReason.expiredImmediate : CloseReason.expiredAtGuard;
  }
  const isIoc = taker.timeInForce === TimeInForce.ioc || taker.timeInForce === TimeInForce.fok;
  return isIoc ? CloseReason.expiredImmediate : 'rests';
}

/** Match a live order in TRADING until it is done, rests or closes. */
export function match(model: Model, market: Market, taker: Order): void {
  const opposite = orders.readOpposite(market, taker.side);
  const best = opposite[0];
  let limitTicks = taker.priceTicks;
  if (isMarketType(taker.orderType) && best !== undefined) {
    limitTicks = orders.guardTicks(market, taker, best.priceTicks);
  }
  while (taker.closedAs === 0) {
    const end = readEnd(market, taker, limitTicks);
    if (end === 'rests') {
      orders.rest(model, market, taker);
      return;
    }
    if (end !== null) orders.close(model, taker, end);
    else meet(model, market, { taker, maker: opposite[0] });
  }
}

/** Before an order rests in an auction: its crossing with orders of the same hand. */
function preventInAuction(model: Model, market: Market, order: Order): void {
  while (order.closedAs === 0) {
    const own = orders
      .readOpposite(market, order.side)
      .find(
        (maker) =>
          orders.isWithin(order.side, order.priceTicks, maker.priceTicks) &&
          isSameHand(model, order.ownerId, maker.ownerId),
      );
    if (own === undefined) return;
    prevent(model, market, { taker: order, maker: own, mode: readMode(market, order, own) });
  }
}

/** A live order comes to its market. */
export function enter(model: Model, market: Market, order: Order): void {
  if (state.isAuctionState(market.state)) {
    preventInAuction(model, market, order);
    if (order.closedAs === 0) orders.rest(model, market, order);
    return;
  }
  const isFok = order.timeInForce === TimeInForce.fok && order.orderType !== OrderType.limit;
  if (isFok && countFillable(model, market, order) < order.sizeLots) {
    orders.close(model, order, CloseReason.expiredImmediate);
    return;
  }
  match(model, market, order);
}
