// Opening an order whose checks have passed: its record, its hold, its timer, its events. It does
// not match (matching/) and places nothing in a book. Called by place-order.ts and lists/.
import * as orderPoolNames from '../../book/order-pool.ts';
import { assert } from '../../assert.ts';
import * as clientIdsNames from '../../book/client-ids.ts';
import type { OrderTerms } from '../../command.ts';
import * as eventNames from '../../event.ts';
import type { OrderId } from '../../ids.ts';
import * as mathNames from '../../math/index.ts';
import * as timersNames from '../../timers.ts';
import * as wordsNames from '../../words.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';
import * as termsNames from '../state/terms.ts';
import * as orderRecordNames from './order-record.ts';

const {
  icebergStride,
  icebergVisibleLots,
  metaHasClientId,
  metaHasTerms,
  metaIsIceberg,
  metaMarketShift,
  metaSelfTradeShift,
  metaStatusShift,
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
const { isNoClientId } = clientIdsNames;
const { EventKind } = eventNames;
const { calculateTrailingBuyStop, calculateTrailingSellStop } = mathNames;
const { TimerKind } = timersNames;
const { OrderType, Side } = wordsNames;
const { isDormantType, isTrailing } = orderShapeNames;
const {
  termsActivation,
  termsAmount,
  termsDelta,
  termsExpireAt,
  termsHold,
  termsIsActivated,
  termsLeg,
  termsList,
  termsSlippage,
  termsStop,
} = termsNames;
const { statusDormant, statusLive, statusPending } = orderRecordNames;

/** What an order is opened as. */
export interface Opening {
  readonly market: number;
  readonly status: number;
  /** Place of its list, 0 = none. */
  readonly list: number;
  readonly leg: number;
  /** The hold, when it is not what the terms alone need: that of an OCO's stop leg. */
  readonly holdUnits?: bigint;
}

/** Opens orders. */
export type OrderOpener = ReturnType<typeof createOrderOpener>;

/** Make the opener. */
export function createOrderOpener(tradingContext: TradingContext, money: Money) {
  const { book, accountOrders, terms, ledger, markets, events, timers, lists } = tradingContext;
  const { orderInts, orderNumbers, icebergNumbers, recordWaiting, takeSlot } = book.pool;
  const { owners, units, fees } = ledger;
  const orderCounter = tradingContext.lastOrderId;

  /** Orders on contracts have them always: the short ways of spot take none that has. */
  function hasColdTerms(order: OrderTerms, opening: Opening): boolean {
    return (
      markets.isContract(opening.market) ||
      order.orderType !== OrderType.limit ||
      order.expireAtMs !== 0 ||
      opening.list !== 0 ||
      opening.status === statusPending
    );
  }

  function writeMeta(slot: number, order: OrderTerms, opening: Opening): void {
    const { market } = opening;
    const mode = order.selfTradeMode || markets.readSelfTradeModeDefault(market);
    orderInts[slot * orderIntsStride + orderMeta] =
      order.side |
      (hasColdTerms(order, opening) ? metaHasTerms : 0) |
      (order.visibleLots === 0 ? 0 : metaIsIceberg) |
      (isNoClientId(order.clientOrderId) ? 0 : metaHasClientId) |
      (opening.status << metaStatusShift) |
      (order.timeInForce << metaTimeInForceShift) |
      (mode << metaSelfTradeShift) |
      (order.orderType << metaTypeShift) |
      (market << metaMarketShift);
  }

  function writeRecord(slot: number, order: OrderTerms, opening: Opening): void {
    const { market } = opening;
    const at = slot * orderIntsStride;
    writeMeta(slot, order, opening);
    orderInts[at + orderPrice] = order.priceTicks;
    orderInts[at + orderIsOpen] = 1;
    orderInts[at + orderAccount] = order.accountId;
    orderInts[at + orderRates] = fees.readPlan(market, owners.readVipOf(order.accountId));
    orderNumbers[slot * orderNumbersStride + orderOpenLots] = order.sizeLots;
    orderCounter[0] += 1;
    orderNumbers[slot * orderNumbersStride + orderNumber] = orderCounter[0];
    orderNumbers[slot * orderNumbersStride + orderSizeLots] = order.sizeLots;
    book.orderIds.addId(orderCounter[0], slot);
    accountOrders.enterOrder(order.accountId, slot);
    markets.countOpenOrder(market, 1);
  }

  function writeColdTerms(slot: number, order: OrderTerms, opening: Opening): void {
    terms.clear(slot);
    terms.setUnits(slot, termsAmount, order.quoteAmountUnits);
    terms.set(slot, termsStop, order.stopPriceTicks);
    terms.set(slot, termsDelta, order.trailingDeltaBps);
    terms.set(slot, termsActivation, order.activationPriceTicks);
    terms.set(slot, termsSlippage, order.slippageBps);
    terms.set(slot, termsExpireAt, order.expireAtMs);
    terms.set(slot, termsList, opening.list);
    terms.set(slot, termsLeg, opening.leg);
    if (opening.list !== 0) lists.setLeg(opening.list, opening.leg, orderCounter[0]);
    if (order.expireAtMs !== 0) {
      timers.set(TimerKind.orderExpiry, orderCounter[0], order.expireAtMs);
    }
  }

  /** A trailing order without an activation price moves from its opening on. */
  function startTrailing(slot: number, order: OrderTerms): void {
    if (!isTrailing(order) || order.activationPriceTicks !== 0) return;
    const last = markets.readReferenceTicks(markets.findSlot(order.instrumentId));
    const stop =
      order.side === Side.sell
        ? calculateTrailingSellStop(last, order.trailingDeltaBps)
        : calculateTrailingBuyStop(last, order.trailingDeltaBps);
    terms.set(slot, termsIsActivated, 1);
    terms.set(slot, termsStop, stop);
  }

  /** Take the hold; scratch `amount` tells how much it is. */
  function takeHold(slot: number, order: OrderTerms, opening: Opening): void {
    const { market } = opening;
    if (opening.status === statusPending) units.clearAmount();
    else if (opening.holdUnits !== undefined) units.setAmount(opening.holdUnits);
    else money.calculateNeed(order, market);
    const isTaken = money.open(order, market, slot);
    assert(isTaken, 'the hold of a checked order is available');
    if (opening.status === statusDormant) terms.setUnits(slot, termsHold, units.readAmount());
  }

  function emitOpened(slot: number, order: OrderTerms, opening: Opening): void {
    const mode = (orderInts[slot * orderIntsStride + orderMeta] >> metaSelfTradeShift) & 7;
    const number = owners.takeNumberOf(order.accountId);
    events.orderOpened(
      orderCounter[0],
      order.accountId,
      order.instrumentId,
      order.side,
      order.orderType,
      order.timeInForce,
      mode,
      opening.status,
      order.priceTicks,
      order.sizeLots,
      opening.list === 0 ? 0 : lists.readListId(opening.list),
      number,
    );
  }

  /** OrderTermsSet when there is anything to publish. */
  function emitTerms(slot: number, order: OrderTerms): void {
    const isSimpleLimit =
      order.orderType === OrderType.limit && order.visibleLots === 0 && order.expireAtMs === 0;
    const hasAny =
      order.quoteAmountUnits !== 0n || order.slippageBps !== 0 || isDormantType(order.orderType);
    if (isSimpleLimit || !(hasAny || order.visibleLots !== 0 || order.expireAtMs !== 0)) return;
    events.write({
      kind: EventKind.orderTermsSet,
      orderId: orderCounter[0] as OrderId,
      quoteAmountUnits: order.quoteAmountUnits,
      stopPriceTicks: terms.read(slot, termsStop) * (isDormantType(order.orderType) ? 1 : 0),
      trailingDeltaBps: order.trailingDeltaBps,
      activationPriceTicks: order.activationPriceTicks,
      visibleLots: order.visibleLots,
      slippageBps: order.slippageBps,
      expireAtMs: order.expireAtMs,
    });
  }

  /** The client id enters the table and is published. */
  function nameOrder(slot: number, order: OrderTerms): void {
    book.clientIds.addClientId(slot, order.accountId, order.clientOrderId);
    events.write({
      kind: EventKind.clientOrderIdSet,
      orderId: orderCounter[0] as OrderId,
      clientOrderId: order.clientOrderId,
    });
  }

  /**
   * Open an order.
   *
   * @param order - checked terms.
   * @returns its record's slot.
   */
  function openOrder(order: OrderTerms, opening: Opening): number {
    const slot = takeSlot();
    if (opening.status !== statusLive) recordWaiting(1);
    writeRecord(slot, order, opening);
    const meta = orderInts[slot * orderIntsStride + orderMeta];
    if ((meta & metaHasTerms) !== 0) {
      writeColdTerms(slot, order, opening);
      if (opening.status === statusDormant) startTrailing(slot, order);
    }
    if (order.visibleLots !== 0) {
      icebergNumbers[slot * icebergStride + icebergVisibleLots] = order.visibleLots;
    }
    takeHold(slot, order, opening);
    emitOpened(slot, order, opening);
    emitTerms(slot, order);
    if ((meta & metaHasClientId) !== 0) nameOrder(slot, order);
    return slot;
  }

  return { openOrder, startTrailing };
}
