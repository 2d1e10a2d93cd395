// Whether an order may be placed: docs/rules/spot.md 4, check by check in its order. Nothing here
// changes anything. Not here: the ranges of fields (ranges.ts). Called by place.ts and settle.ts.
import type { OrderTerms, OwnerId } from '@isobath/core';
import { AccountClass, AccountType, MarketState } from '@isobath/core/words';
import { OrderType, SelfTradeMode, Side, TimeInForce } from '@isobath/core/words';
import { findMarket } from './instruments.ts';
import * as orders from './orders.ts';
import * as state from './state.ts';
import { isDormantType, isMarketType, type Market, type Model, refuse } from './state.ts';

/** Who asks, and in which company. */
export interface Asking {
  readonly actorId: OwnerId;
  /** A leg that waits for the working leg to be filled. */
  readonly isPending: boolean;
  /** Legs of the same list that come before this one. */
  readonly earlierLegs: readonly OrderTerms[];
}

const { gtc, ioc, fok, gtd, postOnly } = TimeInForce;
const byType: Record<OrderType, readonly number[]> = {
  [OrderType.limit]: [gtc, ioc, fok, gtd, postOnly],
  [OrderType.market]: [ioc],
  [OrderType.stopLimit]: [gtc, gtd, ioc, fok],
  [OrderType.takeProfitLimit]: [gtc, gtd, ioc, fok],
  [OrderType.stopMarket]: [gtc, gtd],
  [OrderType.takeProfitMarket]: [gtc, gtd],
  [OrderType.trailingStop]: [gtc, gtd],
};

function isStopType(orderType: OrderType): boolean {
  return isDormantType(orderType) && orderType !== OrderType.trailingStop;
}

function isTakeProfit(orderType: OrderType): boolean {
  return orderType === OrderType.takeProfitLimit || orderType === OrderType.takeProfitMarket;
}

function checkTerms(terms: OrderTerms, market: Market): void {
  const { orderType, timeInForce, sizeLots, quoteAmountUnits, visibleLots } = terms;
  const isMarket = isMarketType(orderType);
  const isTrailing = orderType === OrderType.trailingStop;
  const canHide =
    !isMarket && (timeInForce === gtc || timeInForce === gtd || timeInForce === postOnly);
  const wrong: readonly (readonly [field: number, isWrong: boolean])[] = [
    [4, !byType[orderType].includes(timeInForce)],
    [5, isMarket && terms.priceTicks > 0],
    [6, isMarket && sizeLots === 0 && quoteAmountUnits === 0n],
    [7, quoteAmountUnits > 0n && (!isMarket || sizeLots > 0)],
    [8, !isStopType(orderType) && terms.stopPriceTicks > 0],
    [9, !isTrailing && terms.trailingDeltaBps > 0],
    [10, !isTrailing && terms.activationPriceTicks > 0],
    [11, visibleLots > 0 && (!canHide || visibleLots >= sizeLots)],
    [13, terms.slippageBps > (isMarket ? market.limits.marketGuardBps : 0)],
    [14, (timeInForce === gtd) !== terms.expireAtMs > 0],
  ];
  for (const [field, isWrong] of wrong) {
    if (isWrong) refuse('order_terms_wrong', orderType, timeInForce, field);
  }
}

function checkPriceRange(terms: OrderTerms, market: Market): void {
  const { priceTicksMin, priceTicksMax } = market.limits;
  const used: number[] = [];
  if (!isMarketType(terms.orderType)) used.push(terms.priceTicks);
  if (isStopType(terms.orderType)) used.push(terms.stopPriceTicks);
  if (terms.activationPriceTicks > 0) used.push(terms.activationPriceTicks);
  for (const price of used) {
    if (price < priceTicksMin || price > priceTicksMax) {
      refuse('price_off_range', price, priceTicksMin, priceTicksMax);
    }
  }
}

function checkSize(sizeLots: number, orderType: OrderType, market: Market): void {
  const { sizeLotsMin, sizeLotsMax, marketSizeLotsMax } = market.limits;
  const most = isMarketType(orderType) ? marketSizeLotsMax : sizeLotsMax;
  if (sizeLots < sizeLotsMin || sizeLots > most) {
    refuse('size_off_range', sizeLots, sizeLotsMin, most);
  }
}

/** The price that the product is measured at; 0 where it needs a reference and there is none. */
function readProductTicks(terms: OrderTerms, market: Market): number {
  const last = state.readLastTicks(market);
  if (!isMarketType(terms.orderType)) return terms.priceTicks;
  if (terms.orderType === OrderType.market) return last;
  const isTrailing = terms.orderType === OrderType.trailingStop;
  if (terms.side === Side.sell) return isTrailing ? last : terms.stopPriceTicks;
  if (isTrailing && terms.activationPriceTicks === 0 && last === 0) return 0;
  return orders.stopGuardTicks(market, terms);
}

/** Product of price and size. @rejects product_too_large */
export function checkProduct(terms: OrderTerms, market: Market): void {
  if (terms.quoteAmountUnits > 0n) return;
  const price = readProductTicks(terms, market);
  if (price === 0) return;
  const isTooLarge =
    BigInt(price) * BigInt(terms.sizeLots) >= 2n ** 53n ||
    state.quoteUnits(market, price, terms.sizeLots) >= state.amountLimit ||
    state.baseUnits(market, terms.sizeLots) >= state.amountLimit;
  if (isTooLarge) refuse('product_too_large', price, terms.sizeLots);
}

function checkNotional(terms: OrderTerms, market: Market): void {
  const { notionalUnitsMin } = market.limits;
  let notional = terms.quoteAmountUnits;
  if (notional === 0n) {
    let price = terms.priceTicks;
    if (isMarketType(terms.orderType)) {
      price = isStopType(terms.orderType) ? terms.stopPriceTicks : state.readLastTicks(market);
    }
    if (price === 0) return;
    notional = state.quoteUnits(market, price, terms.sizeLots);
  }
  if (notional < notionalUnitsMin) refuse('notional_too_low', notional, notionalUnitsMin);
}

/** The size after an amendment, as when placing. @rejects size_off_range, notional_too_low */
export function checkNewSize(terms: OrderTerms, market: Market): void {
  checkSize(terms.sizeLots, terms.orderType, market);
  checkNotional(terms, market);
}

/** The limit price against the band. @rejects price_outside_band */
export function checkBand(terms: OrderTerms, market: Market): void {
  const last = state.readLastTicks(market);
  if (isMarketType(terms.orderType) || last === 0) return;
  const low = state.scale(last, [market.limits.bandLowPpm, 1_000_000], true);
  const high = state.scale(last, [market.limits.bandHighPpm, 1_000_000], false);
  const price = terms.priceTicks;
  if (price < low || price > high) refuse('price_outside_band', price, low, high);
}

/** The stop's side. @rejects stop_would_trigger */
export function checkStopSide(terms: OrderTerms, market: Market): void {
  if (!isStopType(terms.orderType)) return;
  const last = state.readLastTicks(market);
  const isAbove = (terms.side === Side.buy) !== isTakeProfit(terms.orderType);
  const stop = terms.stopPriceTicks;
  if (isAbove ? stop <= last : stop >= last) refuse('stop_would_trigger', stop, last);
}

/** The activation price's side. @rejects activation_wrong_side */
export function checkActivation(terms: OrderTerms, market: Market): void {
  const activation = terms.activationPriceTicks;
  const last = state.readLastTicks(market);
  if (activation === 0) return;
  const isWrong = terms.side === Side.sell ? activation < last : activation > last;
  if (isWrong) refuse('activation_wrong_side', activation, last);
}

function checkTrailing(terms: OrderTerms, market: Market): void {
  if (terms.orderType !== OrderType.trailingStop) return;
  const { trailingDeltaBpsMin, trailingDeltaBpsMax } = market.limits;
  const delta = terms.trailingDeltaBps;
  if (delta < trailingDeltaBpsMin || delta > trailingDeltaBpsMax) {
    refuse('trailing_delta_off_range', delta, trailingDeltaBpsMin, trailingDeltaBpsMax);
  }
}

function checkIcebergAndMode(terms: OrderTerms, market: Market): void {
  const { icebergPartsCountMax, selfTradeModesMask, selfTradeModeDefault } = market.limits;
  if (terms.visibleLots > 0) {
    const parts = Number(
      (BigInt(terms.sizeLots) + BigInt(terms.visibleLots) - 1n) / BigInt(terms.visibleLots),
    );
    if (parts > icebergPartsCountMax) {
      refuse('iceberg_parts_too_many', parts, icebergPartsCountMax);
    }
  }
  const mode = terms.selfTradeMode === 0 ? selfTradeModeDefault : terms.selfTradeMode;
  if (((selfTradeModesMask >> mode) & 1) === 0) {
    refuse('self_trade_mode_not_allowed', mode, selfTradeModesMask);
  }
}

/** True when both carry the same client order id (not the empty one). */
export function isSameClientId(one: OrderTerms, ...words: readonly number[]): boolean {
  return words.some((word) => word > 0) && one.clientOrderId.every((it, at) => it === words[at]);
}

function checkClientId(model: Model, terms: OrderTerms, asking: Asking): void {
  const taken = model.orders.find(
    (order) => order.accountId === terms.accountId && isSameClientId(order, ...terms.clientOrderId),
  );
  if (taken !== undefined) refuse('client_order_id_taken', taken.orderId);
  if (asking.earlierLegs.some((leg) => isSameClientId(leg, ...terms.clientOrderId))) {
    refuse('client_order_id_taken', 0);
  }
}

function checkCounts(model: Model, terms: OrderTerms, asking: Asking): void {
  const { openOrdersCountMax, stopOrdersCountMax } = findMarket(model, terms.instrumentId).limits;
  const { orderType, timeInForce } = terms;
  const mine = model.orders.filter(
    (order) => order.accountId === terms.accountId && order.instrumentId === terms.instrumentId,
  );
  const isPassing =
    orderType === OrderType.market ||
    (orderType === OrderType.limit && (timeInForce === ioc || timeInForce === fok));
  const count = mine.length + asking.earlierLegs.length + 1;
  if (!isPassing && count > openOrdersCountMax) {
    refuse('open_orders_too_many', count, openOrdersCountMax);
  }
  if (!isDormantType(orderType)) return;
  const waiting = mine.filter((order) => order.status > 0 && isDormantType(order.orderType));
  const earlier = asking.earlierLegs.filter((leg) => isDormantType(leg.orderType));
  const stops = waiting.length + earlier.length + 1;
  if (stops > stopOrdersCountMax) refuse('stop_orders_too_many', stops, stopOrdersCountMax);
}

/** The account that may trade on a market for an actor. @rejects account_not_found */
export function checkAccount(
  model: Model,
  actorId: OwnerId,
  it: Pick<OrderTerms, 'accountId' | 'instrumentId'>,
): void {
  const account = model.accounts[it.accountId - 1];
  const market = findMarket(model, it.instrumentId);
  const isFit =
    account !== undefined &&
    account.ownerId === actorId &&
    account.accountType === AccountType.spot &&
    account.accountClass === AccountClass.wallet &&
    account.isMock === market.base.isMock;
  if (!isFit) refuse('account_not_found', it.accountId);
}

function checkState(terms: OrderTerms, market: Market, asking: Asking): void {
  const isAuction = state.isAuctionState(market.state);
  if (market.state !== MarketState.trading && !isAuction) {
    refuse('market_state_forbids', market.state);
  }
  checkTerms(terms, market);
  const { orderType, timeInForce } = terms;
  const isPlain =
    orderType === OrderType.limit &&
    (timeInForce === gtc || timeInForce === gtd) &&
    terms.visibleLots === 0;
  if (isAuction && !isPlain && !asking.isPending) {
    refuse('order_type_not_in_auction', orderType, timeInForce);
  }
}

/** All checks from `instrument_not_found` to `stop_orders_too_many`. */
export function checkPlace(model: Model, terms: OrderTerms, asking: Asking): void {
  const market = findMarket(model, terms.instrumentId);
  checkAccount(model, asking.actorId, terms);
  checkState(terms, market, asking);
  checkPriceRange(terms, market);
  if (terms.quoteAmountUnits === 0n) checkSize(terms.sizeLots, terms.orderType, market);
  checkProduct(terms, market);
  checkNotional(terms, market);
  if (!asking.isPending) {
    if (terms.orderType !== OrderType.limit && state.readLastTicks(market) === 0) {
      refuse('no_reference_price', market.instrumentId);
    }
    checkBand(terms, market);
    checkStopSide(terms, market);
  }
  checkTrailing(terms, market);
  if (!asking.isPending) checkActivation(terms, market);
  checkIcebergAndMode(terms, market);
  if (terms.timeInForce === gtd && terms.expireAtMs <= model.coreTimeMs) {
    refuse('expiry_in_past', terms.expireAtMs, model.coreTimeMs);
  }
  checkClientId(model, terms, asking);
  checkCounts(model, terms, asking);
}

/** What must be available to place an order: its hold, or what a market order starts with. */
export function calculateNeed(market: Market, terms: OrderTerms): bigint {
  if (terms.orderType !== OrderType.market) return orders.calculateHold(market, terms);
  if (terms.side === Side.sell) return state.baseUnits(market, terms.sizeLots || 1);
  if (terms.quoteAmountUnits > 0n) return terms.quoteAmountUnits;
  const best = market.asks[0];
  if (best === undefined) return 0n;
  const shown = orders.readLevel(market, Side.sell, best.priceTicks);
  return state.quoteUnits(market, best.priceTicks, Math.min(terms.sizeLots, shown));
}

/** Check that an account has this much available. @rejects balance_too_low */
export function checkBalance(model: Model, terms: OrderTerms, neededUnits: bigint): void {
  const market = findMarket(model, terms.instrumentId);
  const { assetId } = state.paidAsset(market, terms.side);
  const { available } = state.readBalance(model, terms.accountId, assetId);
  if (available < neededUnits) refuse('balance_too_low', available, neededUnits);
}

/** True when both owners count as one for self-trade prevention. */
export function isSameHand(model: Model, one: OwnerId, other: OwnerId): boolean {
  if (one === other) return true;
  const group = state.readOwner(model, one).group;
  return group > 0 && group === state.readOwner(model, other).group;
}

/** Lots that a FOK order would find, docs/rules/spot.md 5.6. */
export function countFillable(model: Model, market: Market, terms: OrderTerms): number {
  const { ownerId } = state.readAccount(model, terms.accountId);
  const mode = terms.selfTradeMode || market.limits.selfTradeModeDefault;
  const within = orders
    .readOpposite(market, terms.side)
    .filter((maker) => orders.isWithin(terms.side, terms.priceTicks, maker.priceTicks));
  const isOwn = (maker: state.Order): boolean => isSameHand(model, ownerId, maker.ownerId);
  const counts = (maker: state.Order): boolean =>
    !isOwn(maker) ||
    mode === SelfTradeMode.none ||
    (mode === SelfTradeMode.transfer && maker.selfTradeMode === SelfTradeMode.transfer);
  const { none, expireMaker, transfer } = SelfTradeMode;
  const goesOn = mode === none || mode === expireMaker || mode === transfer;
  const wall = goesOn ? -1 : within.findIndex(isOwn);
  const reached = wall === -1 ? within : within.slice(0, wall);
  let lots = 0;
  for (const maker of reached) {
    const isInWallLevel = wall !== -1 && maker.priceTicks === within[wall]?.priceTicks;
    if (counts(maker)) lots += isInWallLevel ? maker.visibleLeftLots : state.openLots(maker);
  }
  return lots;
}

/** The last two checks: a maker that would take, a FOK that finds too little. */
export function checkTaking(model: Model, market: Market, terms: OrderTerms): void {
  if (market.state !== MarketState.trading || terms.orderType !== OrderType.limit) return;
  const best = orders.readOpposite(market, terms.side)[0];
  if (terms.timeInForce === postOnly && best !== undefined) {
    if (orders.isWithin(terms.side, terms.priceTicks, best.priceTicks)) {
      refuse('post_only_would_take', terms.priceTicks, best.priceTicks);
    }
  }
  if (terms.timeInForce === fok) {
    const lots = countFillable(model, market, terms);
    if (lots < terms.sizeLots) refuse('not_fillable', lots, terms.sizeLots);
  }
}

/** The end of the checks, from `no_liquidity` on; `neededUnits` as the caller says. */
export function checkEnd(model: Model, terms: OrderTerms, neededUnits: bigint): void {
  const market = findMarket(model, terms.instrumentId);
  if (
    terms.orderType === OrderType.market &&
    orders.readOpposite(market, terms.side).length === 0
  ) {
    refuse('no_liquidity', market.instrumentId);
  }
  checkBalance(model, terms, neededUnits);
  checkTaking(model, market, terms);
}
