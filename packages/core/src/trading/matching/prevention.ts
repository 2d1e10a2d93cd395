// Self-trade prevention: what happens when a taker meets an order of its own person
// (docs/rules/spot.md 6). Trades and transfers are not its business (trade.ts).
// Called by the match files and by orders that enter a call auction.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as eventNames from '../../event.ts';
import type { InstrumentId, OrderId } from '../../ids.ts';
import * as wordsNames from '../../words.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { OrderCloser } from '../orders/close-order.ts';
import type { Money } from '../money.ts';
import type { OrderRecords } from '../orders/order-record.ts';

const {
  metaSelfTradeShift,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;
const { EventKind } = eventNames;
const { CloseReason, SelfTradeMode } = wordsNames;
const { isLimitType } = orderShapeNames;

/** Nothing to prevent: trade. */
export const meetsStranger = 0;

/** The prevention of one engine. */
export type Prevention = ReturnType<typeof createPrevention>;

/** What createPrevention needs. */
export interface PreventionParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly money: Money;
  readonly closer: OrderCloser;
  readonly effects: ListEffects;
}

/** A taker and the own order it meets. */
interface Meeting {
  readonly taker: number;
  readonly maker: number;
  readonly mode: wordsNames.SelfTradeMode;
}

/** What prevention takes from both. */
interface Taken {
  readonly makerLots: number;
  readonly takerLots: number;
  readonly makerReleasedUnits: bigint;
  readonly takerReleasedUnits: bigint;
}

/** Make the prevention. */
export function createPrevention(parts: PreventionParts) {
  const { tradingContext, records, money, closer, effects } = parts;
  const { book, markets, ledger, events } = tradingContext;
  const { orderInts, orderNumbers, recordPrevented } = book.pool;
  const { owners, units } = ledger;

  /** True when both orders belong to one person: one owner, or owners of one group. */
  function isSamePerson(taker: number, maker: number): boolean {
    const takerAccount = orderInts[taker * orderIntsStride + orderAccount];
    const makerAccount = orderInts[maker * orderIntsStride + orderAccount];
    if (takerAccount === makerAccount) return true;
    return owners.isSamePerson(takerAccount, makerAccount);
  }

  /** The mode that acts when this taker meets this order; 0 when they trade as strangers do. */
  function decideMode(taker: number, maker: number): number {
    return isSamePerson(taker, maker) ? decideOwnMode(taker, maker) : meetsStranger;
  }

  function decideOwnMode(taker: number, maker: number): number {
    const mode = (orderInts[taker * orderIntsStride + orderMeta] >> metaSelfTradeShift) & 7;
    if (mode === SelfTradeMode.none) return meetsStranger;
    if (mode === SelfTradeMode.transfer) {
      const isBoth = records.readSelfTradeMode(maker) === SelfTradeMode.transfer;
      return isBoth ? SelfTradeMode.transfer : SelfTradeMode.expireMaker;
    }
    const isDecrement = mode === SelfTradeMode.decrement;
    return isDecrement && records.isOrderByAmount(taker) ? SelfTradeMode.expireTaker : mode;
  }

  function readOpenLots(slot: number): number {
    return orderNumbers[slot * orderNumbersStride + orderOpenLots];
  }

  /** Give back all that is held for an order about to expire, in or out of the book. */
  function releaseWhole(slot: number): bigint {
    money.finish(slot);
    return units.readAmount();
  }

  function emitPrevented({ taker, maker, mode }: Meeting, taken: Taken): void {
    events.write({
      kind: EventKind.selfTradePrevented,
      instrumentId: markets.readInstrumentId(records.readMarket(maker)) as InstrumentId,
      makerOrderId: records.readOrderId(maker) as OrderId,
      takerOrderId: records.readOrderId(taker) as OrderId,
      priceTicks: orderInts[maker * orderIntsStride + orderPrice],
      ...taken,
      mode,
    });
  }

  function endPrevented(slot: number): void {
    units.clearAmount();
    closer.endOrder(slot, CloseReason.expiredInMatch);
  }

  /** EXPIRE_TAKER, EXPIRE_MAKER and EXPIRE_BOTH. */
  function expire(meeting: Meeting): boolean {
    const { taker, maker, mode } = meeting;
    const isMakerGone = mode !== SelfTradeMode.expireTaker;
    const isTakerGone = mode !== SelfTradeMode.expireMaker;
    const [market, side] = [records.readMarket(maker), records.readSide(maker)];
    const price = records.readPrice(maker);
    const makerPlace = isMakerGone ? effects.readPlace(maker) : 0;
    const takerPlace = isTakerGone ? effects.readPlace(taker) : 0;
    if (isMakerGone) book.unrestOrder(market, maker);
    emitPrevented(meeting, {
      makerLots: isMakerGone ? readOpenLots(maker) : 0,
      takerLots: isTakerGone ? readOpenLots(taker) : 0,
      makerReleasedUnits: isMakerGone ? releaseWhole(maker) : 0n,
      takerReleasedUnits: isTakerGone ? releaseWhole(taker) : 0n,
    });
    if (isMakerGone) endPrevented(maker);
    if (isTakerGone) endPrevented(taker);
    if (isMakerGone) closer.emitLevel(market, side, price);
    if (makerPlace !== 0) effects.afterClose(makerPlace);
    if (takerPlace !== 0) effects.afterClose(takerPlace);
    return isTakerGone;
  }

  /** Give back what so many lots of a live order hold; market orders hold nothing. */
  function releaseLots(slot: number, lots: number): bigint {
    if (!isLimitType(records.readOrderType(slot))) return 0n;
    money.calculateLive(slot, lots);
    money.reduce(slot, lots);
    return units.readAmount();
  }

  /** DECREMENT: the overlap is taken from both; whoever has nothing left closes. */
  function decrement(meeting: Meeting): boolean {
    const { taker, maker } = meeting;
    const lots = Math.min(readOpenLots(taker), readOpenLots(maker));
    const [market, side] = [records.readMarket(maker), records.readSide(maker)];
    const price = records.readPrice(maker);
    const [makerPlace, takerPlace] = [effects.readPlace(maker), effects.readPlace(taker)];
    const shownBefore = book.readLevelTotal(market, side, price);
    emitPrevented(meeting, {
      makerLots: lots,
      takerLots: lots,
      makerReleasedUnits: releaseLots(maker, lots),
      takerReleasedUnits: releaseLots(taker, lots),
    });
    closer.emitChanged(maker);
    closer.emitChanged(taker);
    recordPrevented(maker, lots);
    recordPrevented(taker, lots);
    orderNumbers[taker * orderNumbersStride + orderOpenLots] -= lots;
    book.shrinkResting(market, maker, lots);
    const isMakerGone = readOpenLots(maker) === 0;
    const isTakerGone = readOpenLots(taker) === 0;
    if (isMakerGone) endPrevented(maker);
    if (isTakerGone) endPrevented(taker);
    const shown = book.readLevelTotal(market, side, price);
    if (shown !== shownBefore) closer.emitLevel(market, side, price);
    finishReduced(makerPlace, isMakerGone);
    finishReduced(takerPlace, isTakerGone);
    return isTakerGone;
  }

  function finishReduced(place: number, isGone: boolean): void {
    if (place === 0) return;
    if (isGone) effects.afterClose(place);
    else effects.afterReduction(place);
  }

  /**
   * Let a mode act that is neither a trade nor a transfer.
   *
   * @returns true when the taker is closed.
   */
  function prevent(meeting: Meeting): boolean {
    if (meeting.mode === SelfTradeMode.decrement) return decrement(meeting);
    return expire(meeting);
  }

  return { isSamePerson, decideMode, prevent };
}
