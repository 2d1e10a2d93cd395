// Reading an open order's record: its words by name, what it has executed, what it holds, its terms
// as they were given. Nothing changes here. Called by everything that works on open orders.
import * as orderPoolNames from '../../book/order-pool.ts';
import type { OrderTerms } from '../../command.ts';
import type { AccountId, ClientOrderIdWords, InstrumentId } from '../../ids.ts';
import type { OrderType, SelfTradeMode, Side, TimeInForce } from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import * as termsNames from '../state/terms.ts';

const {
  icebergStride,
  icebergVisibleLots,
  metaHasClientId,
  metaHasTerms,
  metaIsIceberg,
  metaMarketShift,
  metaSelfTradeShift,
  metaSide,
  metaStatusShift,
  metaTimeInForceShift,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderNumber,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
  orderSizeLots,
} = orderPoolNames;
const {
  termsActivation,
  termsAmount,
  termsDelta,
  termsExpireAt,
  termsIsActivated,
  termsLeg,
  termsList,
  termsSlippage,
  termsStop,
} = termsNames;

/** Status of an order that is in the book or about to match. */
export const statusLive = 0;
/** Status of an order that waits for a price. */
export const statusDormant = 1;
/** Status of a leg that waits for its list's working leg. */
export const statusPending = 2;

/** The readers of one engine. */
export type OrderRecords = ReturnType<typeof createOrderRecords>;

const noClientId: ClientOrderIdWords = [0, 0, 0, 0, 0];

/** Make the readers. */
export function createOrderRecords({ book, terms, markets }: TradingContext) {
  const { orderInts, orderNumbers, icebergNumbers } = book.pool;
  const { recordWaiting, readPreventedLots } = book.pool;

  function readMeta(slot: number): number {
    return orderInts[slot * orderIntsStride + orderMeta];
  }

  function readOpenLots(slot: number): number {
    return orderNumbers[slot * orderNumbersStride + orderOpenLots];
  }

  function readSizeLots(slot: number): number {
    return orderNumbers[slot * orderNumbersStride + orderSizeLots];
  }

  function readStatus(slot: number): number {
    return (readMeta(slot) >> metaStatusShift) & 3;
  }

  function setStatus(slot: number, status: number): void {
    const at = slot * orderIntsStride + orderMeta;
    recordWaiting(Number(status !== statusLive) - Number(readStatus(slot) !== statusLive));
    orderInts[at] = (orderInts[at] & ~(3 << metaStatusShift)) | (status << metaStatusShift);
  }

  function hasTerms(slot: number): boolean {
    return (readMeta(slot) & metaHasTerms) !== 0;
  }

  /** A word of the cold terms, 0 for orders without any. */
  function readTerm(slot: number, field: number): number {
    return hasTerms(slot) ? terms.read(slot, field) : 0;
  }

  function readVisibleRequested(slot: number): number {
    if ((readMeta(slot) & metaIsIceberg) === 0) return 0;
    return icebergNumbers[slot * icebergStride + icebergVisibleLots];
  }

  function readMarket(slot: number): number {
    return readMeta(slot) >> metaMarketShift;
  }

  function readAccount(slot: number): number {
    return orderInts[slot * orderIntsStride + orderAccount];
  }

  /** The order of a number when it is still open, else 0. */
  function findOpen(orderId: number): number {
    return book.orderIds.findSlot(orderId);
  }

  /** The terms as they stand: size after amends, stop of a trailing order as 0. */
  function readOrderTerms(slot: number): OrderTerms {
    const meta = readMeta(slot);
    const isTrailing = readTerm(slot, termsDelta) !== 0;
    return {
      accountId: readAccount(slot) as AccountId,
      instrumentId: markets.readInstrumentId(readMarket(slot)) as InstrumentId,
      side: (meta & metaSide) as Side,
      orderType: ((meta >> metaTypeShift) & 7) as OrderType,
      timeInForce: ((meta >> metaTimeInForceShift) & 7) as TimeInForce,
      priceTicks: orderInts[slot * orderIntsStride + orderPrice],
      sizeLots: readSizeLots(slot),
      quoteAmountUnits: hasTerms(slot) ? terms.readUnits(slot, termsAmount) : 0n,
      stopPriceTicks: isTrailing ? 0 : readTerm(slot, termsStop),
      trailingDeltaBps: readTerm(slot, termsDelta),
      activationPriceTicks: readTerm(slot, termsActivation),
      visibleLots: readVisibleRequested(slot),
      selfTradeMode: ((meta >> metaSelfTradeShift) & 7) as SelfTradeMode,
      slippageBps: readTerm(slot, termsSlippage),
      expireAtMs: readTerm(slot, termsExpireAt),
      clientOrderId:
        (meta & metaHasClientId) === 0 ? noClientId : book.clientIds.readClientId(slot),
    };
  }

  return {
    readMeta,
    readOpenLots,
    readSizeLots,
    readPreventedLots,
    readStatus,
    setStatus,
    hasTerms,
    readTerm,
    readMarket,
    readAccount,
    findOpen,
    readOrderTerms,
    /** Lots traded or transferred so far. */
    readExecutedLots: (slot: number): number =>
      readSizeLots(slot) - readPreventedLots(slot) - readOpenLots(slot),
    /** Order number. */
    readOrderId: (slot: number): number => orderNumbers[slot * orderNumbersStride + orderNumber],
    readSide: (slot: number): number => readMeta(slot) & metaSide,
    readOrderType: (slot: number): number => (readMeta(slot) >> metaTypeShift) & 7,
    readTimeInForce: (slot: number): number => (readMeta(slot) >> metaTimeInForceShift) & 7,
    readSelfTradeMode: (slot: number): number => (readMeta(slot) >> metaSelfTradeShift) & 7,
    readPrice: (slot: number): number => orderInts[slot * orderIntsStride + orderPrice],
    /** Place of the order's list, 0 = none. */
    readList: (slot: number): number => readTerm(slot, termsList),
    /** Which leg of its list it is. */
    readLeg: (slot: number): number => readTerm(slot, termsLeg),
    /** Present stop price. */
    readStop: (slot: number): number => readTerm(slot, termsStop),
    isActivated: (slot: number): boolean => readTerm(slot, termsIsActivated) === 1,
    isOrderByAmount: (slot: number): boolean =>
      hasTerms(slot) && terms.readUnits(slot, termsAmount) !== 0n,
  };
}
