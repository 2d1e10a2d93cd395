// Whether an order may be placed or go live: docs/rules/spot.md 4 as one table, in the order of
// checking. Nothing here changes anything. Not here: the ranges of fields (state.ts, tables.json).
import type * as core from '@isobath/core';
import type { RejectWord } from '@isobath/core/reject';
import { AccountClass, AccountType, MarketState } from '@isobath/core/words';
import { OrderType, Side, TimeInForce } from '@isobath/core/words';
import * as book from './match.ts';
import * as state from './state.ts';
import { ceilPart, floorPart, isDormantType, isMarketType, type Market } from './state.ts';
import { type Account, type Model, type Order, toBase, toQuote } from './state.ts';
import tables from './tables.json' with { type: 'json' };

type Terms = core.OrderTerms;
type Facts = readonly (number | bigint)[] | false;
/** An order that asks; legs of its list before it count as open; what it needs if not as usual. */
interface Asking {
  readonly model: Model;
  readonly terms: Terms;
  readonly actorId: core.OwnerId;
  readonly earlierLegs?: readonly Terms[];
  readonly neededUnits?: bigint | undefined;
}
function readContext(asking: Asking) {
  const { orderType } = asking.terms;
  const market = state.findMarket(asking.model, asking.terms.instrumentId);
  const isTrailing = state.isTrailing(asking.terms);
  const isStop = isDormantType(orderType) && !isTrailing;
  const flags = { isMarket: isMarketType(orderType), isTrailing, isStop };
  const last = state.readLastTicks(market);
  return { earlierLegs: [], ...asking, ...flags, market, limits: market.limits, last };
}
type Context = ReturnType<typeof readContext>;
const { gtc, ioc, fok, gtd, postOnly } = TimeInForce;
const termNames = state.readNames('placeOrder');
/** The place in OrderTerms of the first field that the type does not take as it is, or -1. */
function findWrongTerm({ terms, limits, isMarket, isTrailing, isStop }: Context): number {
  const { orderType, timeInForce, sizeLots, visibleLots } = terms;
  const isByAmount = terms.quoteAmountUnits > 0n;
  const canHide = !isMarket && timeInForce !== ioc && timeInForce !== fok;
  const wrong: Readonly<Record<string, boolean>> = {
    timeInForce: tables.timesInForce[orderType]?.includes(timeInForce) !== true,
    priceTicks: isMarket && terms.priceTicks > 0,
    sizeLots: isMarket && sizeLots === 0 && !isByAmount,
    quoteAmountUnits: isByAmount && (!isMarket || sizeLots > 0),
    stopPriceTicks: !isStop && terms.stopPriceTicks > 0,
    trailingDeltaBps: !isDormantType(orderType) && terms.trailingDeltaBps > 0,
    activationPriceTicks: !isTrailing && terms.activationPriceTicks > 0,
    visibleLots: visibleLots > 0 && (!canHide || visibleLots >= sizeLots),
    slippageBps: terms.slippageBps > (isMarket ? limits.marketGuardBps : 0),
    expireAtMs: (timeInForce === gtd) !== terms.expireAtMs > 0,
  };
  return termNames.findIndex((name) => wrong[name]);
}
/** True when an order waits for the price to rise, to its stop or its activation price. */
export const waitsForRise = ({ side, orderType }: Terms): boolean =>
  (side === Side.buy) !== orderType >= OrderType.takeProfitLimit;
/** The price that product and value are measured at; 0 where there is no reference. */
const readPrice = ({ terms, isMarket, isStop, last }: Context): number =>
  isMarket ? (isStop && terms.stopPriceTicks) || last : terms.priceTicks;
function calculateNeed(market: Market, terms: Terms): bigint {
  if (terms.orderType !== OrderType.market) return book.calculateHold(market, terms);
  if (terms.side === Side.sell) return toBase(market, terms.sizeLots || 1);
  const best = market.asks[0]?.priceTicks ?? 0;
  const shown = book.readLevel(market, Side.sell, best);
  return terms.quoteAmountUnits || toQuote(market, best, Math.min(terms.sizeLots, shown));
}
/** True when both are one account's same client order id (not the empty one) on one market. */
export const isSameName = (one: Terms, it: Omit<core.OrderReference, 'orderId'>): boolean =>
  one.accountId === it.accountId &&
  one.instrumentId === it.instrumentId &&
  one.clientOrderId.some((word) => word > 0) &&
  one.clientOrderId.every((word, place) => word === it.clientOrderId[place]);
/** True when an account of an actor may trade on a market. */
export function mayTrade(actorId: core.OwnerId, market: Market, account?: Account): boolean {
  const isOwn = account?.ownerId === actorId && account.isMock === market.base.isMock;
  const isSpot = account?.accountType === AccountType.spot;
  return isOwn && isSpot && account.accountClass === AccountClass.wallet;
}
function listOpen({ model, terms, earlierLegs }: Context): readonly (Terms & Partial<Order>)[] {
  const mine = model.orders.filter((order) => order.accountId === terms.accountId);
  return [...mine.filter((it) => it.instrumentId === terms.instrumentId), ...earlierLegs];
}
const outside = (value: number, least: number, most: number): Facts =>
  (value < least || value > most) && [value, least, most];
const above = (value: number, most: number): Facts => value > most && [value, most];
const below = <TNumber extends number | bigint>(value: TNumber, least: TNumber): Facts =>
  value < least && [value, least];
const checks = {
  product_mismatch: ({ market }) => !market.isSpot && [market.instrumentId],
  account_not_found: ({ model, actorId, market, terms: { accountId } }) =>
    !mayTrade(actorId, market, model.accounts[accountId - 1]) && [accountId],
  market_state_forbids: ({ market: { state: now } }) =>
    now !== MarketState.trading && !state.isAuctionState(now) && [now],
  order_terms_wrong: (it) => {
    const place = findWrongTerm(it);
    return place !== -1 && [it.terms.orderType, it.terms.timeInForce, place];
  },
  order_type_not_in_auction: ({ market, terms: { orderType, timeInForce, visibleLots } }) => {
    const canRest = timeInForce === gtc || timeInForce === gtd;
    const isTaken = orderType === OrderType.limit && canRest && visibleLots === 0;
    return state.isAuctionState(market.state) && !isTaken && [orderType, timeInForce];
  },
  price_off_range: ({ terms, limits, isMarket, isStop }) => {
    const off = (price: number, isUsed = price > 0): Facts =>
      isUsed && outside(price, limits.priceTicksMin, limits.priceTicksMax);
    const stop = off(terms.stopPriceTicks, isStop);
    return off(terms.priceTicks, !isMarket) || stop || off(terms.activationPriceTicks);
  },
  size_off_range: ({ terms, limits, isMarket }) => {
    const most = isMarket ? limits.marketSizeLotsMax : limits.sizeLotsMax;
    return terms.quoteAmountUnits === 0n && outside(terms.sizeLots, limits.sizeLotsMin, most);
  },
  product_too_large: (it) => {
    const { sizeLots, quoteAmountUnits, side, orderType } = it.terms;
    const isGuarded = isDormantType(orderType) && it.isMarket && side === Side.buy;
    const price = isGuarded ? book.calculateStopGuard(it.market, it.terms) : readPrice(it);
    const isTooLarge =
      BigInt(price) * BigInt(sizeLots) >= 2n ** 53n ||
      toQuote(it.market, price, sizeLots) >= state.amountLimit ||
      toBase(it.market, sizeLots) >= state.amountLimit;
    return quoteAmountUnits === 0n && price > 0 && isTooLarge && [price, sizeLots];
  },
  notional_too_low: (it) => {
    const { sizeLots, quoteAmountUnits } = it.terms;
    const notional = quoteAmountUnits || toQuote(it.market, readPrice(it), sizeLots);
    return notional > 0n && below(notional, it.limits.notionalUnitsMin);
  },
  no_reference_price: ({ terms: { orderType, instrumentId }, last }) =>
    orderType !== OrderType.limit && last === 0 && [instrumentId],
  price_outside_band: ({ terms: { priceTicks }, limits, isMarket, last }) => {
    const low = ceilPart(last, limits.bandLowPpm, 1_000_000);
    const high = floorPart(last, limits.bandHighPpm, 1_000_000);
    return !isMarket && last > 0 && outside(priceTicks, low, high);
  },
  stop_would_trigger: ({ terms, terms: { stopPriceTicks: stop }, isStop, last }) =>
    isStop && (waitsForRise(terms) ? stop <= last : stop >= last) && [stop, last],
  trailing_delta_off_range: ({ terms, limits, isTrailing }) =>
    isTrailing &&
    outside(terms.trailingDeltaBps, limits.trailingDeltaBpsMin, limits.trailingDeltaBpsMax),
  activation_wrong_side: ({ terms, terms: { activationPriceTicks: price }, last }) =>
    price > 0 && (waitsForRise(terms) ? price < last : price > last) && [price, last],
  iceberg_parts_too_many: ({ terms: { visibleLots, sizeLots }, limits }) =>
    visibleLots > 0 && above(ceilPart(sizeLots, 1, visibleLots), limits.icebergPartsCountMax),
  self_trade_mode_not_allowed: ({ terms, limits }) => {
    const mode = terms.selfTradeMode || limits.selfTradeModeDefault;
    return ((limits.selfTradeModesMask >> mode) & 1) === 0 && [mode, limits.selfTradeModesMask];
  },
  expiry_in_past: ({ model: { coreTimeMs }, terms: { timeInForce, expireAtMs } }) =>
    timeInForce === gtd && expireAtMs <= coreTimeMs && [expireAtMs, coreTimeMs],
  client_order_id_taken: ({ model, terms, earlierLegs }) => {
    const open = model.orders.find((it) => isSameName(it, terms));
    return (open || earlierLegs.some((it) => isSameName(it, terms))) && [open?.orderId ?? 0];
  },
  open_orders_too_many: (it) => {
    const isImmediate = it.terms.timeInForce === ioc || it.terms.timeInForce === fok;
    const isPassing = isImmediate && !isDormantType(it.terms.orderType);
    return !isPassing && above(listOpen(it).length + 1, it.limits.openOrdersCountMax);
  },
  stop_orders_too_many: (it) => {
    if (!isDormantType(it.terms.orderType)) return false;
    const dormant = listOpen(it).filter((one) => isDormantType(one.orderType) && one.status !== 0);
    return above(dormant.length + 1, it.limits.stopOrdersCountMax);
  },
  no_liquidity: ({ market, terms: { orderType, side } }) =>
    orderType === OrderType.market && !book.readOpposite(market, side)[0] && [market.instrumentId],
  balance_too_low: ({ model, market, terms, neededUnits }) => {
    const { available } = state.readBalance(model, terms, state.readPaid(market, terms.side));
    return below(available, neededUnits ?? calculateNeed(market, terms));
  },
  post_only_would_take: ({ market, terms: { timeInForce, side, priceTicks } }) => {
    const best = book.readOpposite(market, side)[0]?.priceTicks ?? Number.NaN;
    return timeInForce === postOnly && book.isWithin(side, priceTicks, best) && [priceTicks, best];
  },
} satisfies Partial<Record<RejectWord, (it: Context) => Facts>>;
type Word = keyof typeof checks;
const every = Object.keys(checks) as Word[];
const middle = every.indexOf('no_liquidity');
type List = keyof typeof tables.asked;
const asked = tables.asked as Record<List, Word[]>;
const words = { all: every, first: every.slice(0, middle), last: every.slice(middle), ...asked };
/** Ask some checks. @rejects the first that refuses */
export function ask(asking: Asking, what: keyof typeof words): void {
  const context = readContext(asking);
  for (const word of words[what]) {
    const facts: Facts = checks[word](context);
    if (facts !== false) state.refuse(word, ...facts);
  }
}
