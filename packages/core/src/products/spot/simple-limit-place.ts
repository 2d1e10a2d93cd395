// The fast path of the commonest order: a simple limit order (GTC or IOC) in TRADING with nothing
// special about it. It passes here only when every check of docs/rules/spot.md 4 would say yes; any
// doubt sends it to the ordinary path (place-order.ts), which knows the reasons. Both do the same.
// Called by place-order.ts for the command, for batches and for cancel-replace.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import type { OrderTerms } from '../../command.ts';
import type { ClientOrderIdWords } from '../../ids.ts';
import * as instrumentsNames from '../../instruments/instruments.ts';
import * as mathNames from '../../math/index.ts';
import * as memoryNames from '../../memory.ts';
import * as wordsNames from '../../words.ts';
import type { FastPathParts } from '../../trading/fast-path.ts';
import * as marketsNames from '../../trading/state/markets.ts';

const { sidesPerMarket } = ladderNames;
const {
  metaMarketShift,
  metaSelfTradeShift,
  metaTimeInForceShift,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderIsOpen,
  orderMeta,
  orderNumber,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
  orderRates,
  orderSizeLots,
} = orderPoolNames;
const { InstrumentWord, instrumentWords } = instrumentsNames;
const { wordBase, noClientOrderId, safeLimit } = mathNames;
const { makeFloats } = memoryNames;
const { MarketState, OrderType, Side, TimeInForce } = wordsNames;
const { countPerLot, lotsMaxWord, paySlot, tickLotsMaxWord } = marketsNames;

const stride = instrumentWords;
const at = InstrumentWord;
const ppmWhole = 1_000_000;
const selfTradeModeMax = 6;
/** Takes more off a product than its roundings can have added. */
const roundedDown = 1 - 2 ** -48;

function isNoClientId(words: ClientOrderIdWords): boolean {
  if (words === noClientOrderId) return true;
  return words[0] === 0 && words[1] === 0 && words[2] === 0 && words[3] === 0 && words[4] === 0;
}

/** True when no field is set that a simple limit order does not have. */
function hasNothingSpecial(terms: OrderTerms): boolean {
  return (
    terms.orderType === OrderType.limit &&
    (terms.timeInForce === TimeInForce.gtc || terms.timeInForce === TimeInForce.ioc) &&
    (terms.side === Side.buy || terms.side === Side.sell) &&
    terms.stopPriceTicks === 0 &&
    terms.trailingDeltaBps === 0 &&
    terms.activationPriceTicks === 0 &&
    terms.visibleLots === 0 &&
    terms.slippageBps === 0 &&
    terms.expireAtMs === 0 &&
    terms.quoteAmountUnits === 0n &&
    isNoClientId(terms.clientOrderId)
  );
}

/** Make the fast path. */
export function createSimpleLimitPlacer({ tradingContext, entry, finishUnit }: FastPathParts) {
  const { book, accountOrders, markets, ledger, events, instruments } = tradingContext;
  const { scratch, lastOrderId } = tradingContext;
  const { orderInts, orderNumbers, slotMask, takeSlot } = book.pool;
  const { readBestPrice, append, addTotal } = book.ladder;
  const { addId } = book.orderIds;
  const { calculate, quoteFactorAt, readRounded, sideFactorAt } = ledger.units;
  const { readVipOf, takeNumberOf } = ledger.owners;
  const { findRow, hold, rows: balanceRows, rowMask } = ledger.balances;
  const { readPlan } = ledger.fees;
  const { isSpotWallet } = ledger.accounts;
  const { orderOpened, levelChanged } = events;
  const { enterLimit } = entry;
  const { enterOrder, readTotalCount } = accountOrders;
  const { findSlot, derive, isNotionalReached } = markets;
  const { rows, slotMask: marketMask } = instruments;

  /** Takes what is read only to be fetched early. */
  const touched = makeFloats(1);

  /** Limits, product, band and self-trade mode of the market at `row` allow the order. */
  function isWithinMarket(terms: OrderTerms, row: number): boolean {
    const { priceTicks, sizeLots, selfTradeMode } = terms;
    const isInRange =
      (priceTicks | 0) === priceTicks &&
      priceTicks >= rows[row + at.priceTicksMin] &&
      priceTicks <= rows[row + at.priceTicksMax] &&
      Math.floor(sizeLots) === sizeLots &&
      sizeLots >= rows[row + at.sizeLotsMin] &&
      sizeLots <= rows[row + at.sizeLotsMax] &&
      sizeLots <= rows[row + lotsMaxWord];
    if (!isInRange) return false;
    const tickLots = priceTicks * sizeLots;
    if (tickLots >= safeLimit || tickLots > rows[row + tickLotsMaxWord]) return false;
    if ((selfTradeMode | 0) !== selfTradeMode || selfTradeMode < 0) return false;
    if (selfTradeMode > selfTradeModeMax) return false;
    const mask = rows[row + at.selfTradeModesMask] | 1;
    return ((mask >> selfTradeMode) & 1) === 1 && isWithinBand(priceTicks, row);
  }

  /** The band of checks/order-price.ts without its division: the same for whole prices. */
  function isWithinBand(priceTicks: number, row: number): boolean {
    const last = rows[row + at.lastTradeTicks];
    const reference = last === 0 ? rows[row + at.referenceTicks] : last;
    const scaled = priceTicks * ppmWhole;
    return (
      reference === 0 ||
      (scaled >= reference * rows[row + at.bandLowPpm] &&
        scaled <= reference * rows[row + at.bandHighPpm])
    );
  }

  /** The row that pays; read at once, so that it is fetched while the rest is checked. */
  function touchPayRow({ accountId, side }: OrderTerms, row: number): void {
    touched[0] = balanceRows[findRow(accountId, rows[row + paySlot(side)]) & rowMask];
  }

  /**
   * A spot wallet of the actor that may open one more order; who has as many on all markets as one
   * market allows is counted on the ordinary path.
   */
  function mayOpen(terms: OrderTerms, actorId: number, row: number): boolean {
    const { accountId } = terms;
    if (!isSpotWallet(accountId, actorId, rows[row + at.mock])) return false;
    touchPayRow(terms, row);
    if (terms.timeInForce === TimeInForce.ioc) return true;
    return readTotalCount(accountId) < rows[row + at.openOrdersCountMax];
  }

  /** Worth the minimum: sure when the rounded amount is more by a little, else by the exact one. */
  function isNotional(tickLots: number, market: number): boolean {
    const word = market * stride + at.notionalUnitsMin;
    const least = rows[word] * wordBase + rows[word + 1];
    if (tickLots * readRounded(quoteFactorAt(market)) * roundedDown >= least) return true;
    calculate(tickLots, quoteFactorAt(market));
    return isNotionalReached(market, scratch);
  }

  /**
   * The order is worth the minimum and its hold is taken; scratch `amount` tells how much. Both
   * sides go the same way: the processor cannot foresee which one comes.
   */
  function takeHold(
    { accountId, side, priceTicks, sizeLots }: OrderTerms,
    market: number,
  ): boolean {
    const row = market * stride;
    if (!isNotional(priceTicks * sizeLots, market)) return false;
    calculate(sizeLots * countPerLot(side, priceTicks), sideFactorAt(market, side));
    return hold(findRow(accountId, rows[row + paySlot(side)]));
  }

  /** Fill a record and say so; gives its slot. */
  function open(terms: OrderTerms, market: number): number {
    const { accountId, instrumentId, side, timeInForce, priceTicks, sizeLots } = terms;
    const slot = takeSlot() & slotMask;
    const row = market * stride;
    const mode = terms.selfTradeMode || rows[row + at.selfTradeModeDefault];
    const own = slot * orderIntsStride;
    const ownNumbers = slot * orderNumbersStride;
    const orderId = lastOrderId[0] + 1;
    lastOrderId[0] = orderId;
    orderInts[own + orderMeta] =
      side |
      (timeInForce << metaTimeInForceShift) |
      (mode << metaSelfTradeShift) |
      (OrderType.limit << metaTypeShift) |
      (market << metaMarketShift);
    orderInts[own + orderPrice] = priceTicks;
    orderInts[own + orderIsOpen] = 1;
    orderInts[own + orderAccount] = accountId;
    orderInts[own + orderRates] = readPlan(market, readVipOf(accountId));
    orderNumbers[ownNumbers + orderOpenLots] = sizeLots;
    orderNumbers[ownNumbers + orderNumber] = orderId;
    orderNumbers[ownNumbers + orderSizeLots] = sizeLots;
    addId(orderId, slot);
    enterOrder(accountId, slot);
    rows[row + at.openOrdersCount] += 1;
    orderOpened(
      orderId,
      accountId,
      instrumentId,
      side,
      OrderType.limit,
      timeInForce,
      mode,
      0,
      priceTicks,
      sizeLots,
      0,
      takeNumberOf(accountId),
    );
    return slot;
  }

  /** The record goes to the end of its price's queue. */
  function rest(terms: OrderTerms, market: number, slot: number): void {
    const { side, priceTicks, sizeLots, instrumentId } = terms;
    const row = market * stride;
    const level = append(market * sidesPerMarket + side, priceTicks, slot);
    const total = addTotal(level, sizeLots);
    const updateId = rows[row + at.lastUpdateId] + 1;
    rows[row + at.lastUpdateId] = updateId;
    levelChanged(instrumentId, updateId, side, priceTicks, total);
  }

  function crosses(terms: OrderTerms, market: number): boolean {
    const { side, priceTicks } = terms;
    const best = readBestPrice(market * sidesPerMarket + (side ^ 1));
    return best !== 0 && Math.imul(best - priceTicks, 1 - 2 * side) <= 0;
  }

  /**
   * Place a simple limit order of which everything is right.
   *
   * @returns false when nothing was done and the ordinary path has to decide.
   */
  function placeSimpleLimit(terms: OrderTerms, actorId: number): boolean {
    if (!hasNothingSpecial(terms)) return false;
    const found = findSlot(terms.instrumentId);
    const market = found & marketMask;
    const row = market * stride;
    if (found < 0 || rows[row + at.state] !== MarketState.trading) return false;
    derive(market);
    if (!isWithinMarket(terms, row)) return false;
    if (!mayOpen(terms, actorId, row) || !takeHold(terms, market)) return false;
    const slot = open(terms, market);
    if (terms.timeInForce === TimeInForce.gtc && !crosses(terms, market)) {
      rest(terms, market, slot);
      return true;
    }
    enterLimit(slot, market);
    finishUnit(market);
    return true;
  }

  return placeSimpleLimit;
}
