// The short way of the commonest cancel: a plain resting order named by its number. It passes here
// only when every check would say yes; any doubt goes the long way (cancel-order.ts).
// Called by cancel-order.ts for the command and for cancel-replace.
import * as orderPoolNames from '../../../book/order-pool.ts';
import type { OrderReference } from '../../../command.ts';
import * as instrumentsNames from '../../../instruments/instruments.ts';
import type { CloseReason } from '../../../words.ts';
import * as wordsNames from '../../../words.ts';
import type { Desk } from '../desk.ts';
import * as seatsNames from '../state/seats.ts';

const {
  metaSide,
  metaTypeShift,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
  orderSeat,
} = orderPoolNames;
const { InstrumentWord, instrumentWords } = instrumentsNames;
const { MarketState, OrderType, Side } = wordsNames;
const { seatAccount, seatBaseRow, seatMarket, seatOpenCount, seatOwner, seatQuoteRow, seatStride } =
  seatsNames;

const stride = instrumentWords;
const at = InstrumentWord;
/** Meta bits of side, time in force and self-trade mode: what a plain order may differ in. */
const anyPlain = 0b1111_1100_0001;
const plainMeta = OrderType.limit << metaTypeShift;
const notFound = 0;

function hasNoClientId(reference: OrderReference): boolean {
  const words = reference.clientOrderId;
  return words[0] === 0 && words[1] === 0 && words[2] === 0 && words[3] === 0 && words[4] === 0;
}

/** Make the short way. */
export function createPlainCanceler(desk: Desk) {
  const { book, seats, ledger, events, instruments } = desk;
  const { orderInts, orderNumbers, freeSlot } = book.pool;
  const { findSlot, removeId } = book.orderIds;
  const { readId, takeNumber } = ledger.owners;
  const { calculate, quoteFactorAt, baseFactorAt } = ledger.units;
  const { release: releaseHold } = ledger.balances;
  const { unrestOrder, readLevelTotal } = book;
  const { orderClosed, levelChanged } = events;
  const { rows } = instruments;
  const seatWords = seats.seats;

  /** A plain order in the book of a market in TRADING, of this account and actor; 0 = none. */
  function findPlain(reference: OrderReference, actorId: number): number {
    if ((reference.orderId | 0) !== reference.orderId || reference.orderId < 1) return notFound;
    if (!hasNoClientId(reference)) return notFound;
    const slot = findSlot(reference.orderId);
    const meta = orderInts[slot * orderIntsStride + orderMeta];
    if (slot === 0 || (meta & ~anyPlain) !== plainMeta) return notFound;
    const seatAt = orderInts[slot * orderIntsStride + orderSeat] * seatStride;
    const isRight =
      seatWords[seatAt + seatAccount] === reference.accountId &&
      readId(seatWords[seatAt + seatOwner]) === actorId &&
      rows[seatWords[seatAt + seatMarket] * stride + at.state] === MarketState.trading;
    return isRight ? slot : notFound;
  }

  function release(slot: number, seatAt: number): void {
    const ints = slot * orderIntsStride;
    const market = seatWords[seatAt + seatMarket];
    const open = orderNumbers[slot * orderNumbersStride + orderOpenLots];
    if ((orderInts[ints + orderMeta] & metaSide) === Side.buy) {
      calculate(orderInts[ints + orderPrice] * open, quoteFactorAt(market));
      releaseHold(seatWords[seatAt + seatQuoteRow]);
    } else {
      calculate(open, baseFactorAt(market));
      releaseHold(seatWords[seatAt + seatBaseRow]);
    }
  }

  function emitLevel(market: number, side: number, price: number): void {
    const row = market * stride;
    rows[row + at.lastUpdateId] += 1;
    const total = readLevelTotal(market, side, price);
    levelChanged(rows[row + at.id], rows[row + at.lastUpdateId], side, price, total);
  }

  function close(slot: number, orderId: number, reason: CloseReason): void {
    const ints = slot * orderIntsStride;
    const seatAt = orderInts[ints + orderSeat] * seatStride;
    const market = seatWords[seatAt + seatMarket];
    const side = orderInts[ints + orderMeta] & metaSide;
    const price = orderInts[ints + orderPrice];
    unrestOrder(market, slot);
    release(slot, seatAt);
    orderClosed(
      orderId,
      seatWords[seatAt + seatAccount],
      rows[market * stride + at.id],
      reason,
      orderNumbers[slot * orderNumbersStride + orderOpenLots],
      takeNumber(seatWords[seatAt + seatOwner]),
    );
    seatWords[seatAt + seatOpenCount] -= 1;
    rows[market * stride + at.openOrdersCount] -= 1;
    removeId(orderId);
    freeSlot(slot);
    emitLevel(market, side, price);
  }

  /**
   * Cancel a plain order of which everything is right.
   *
   * @returns false when nothing was done and the long way has to decide.
   */
  function cancelPlain(reference: OrderReference, actorId: number, reason: CloseReason): boolean {
    const slot = findPlain(reference, actorId);
    if (slot === notFound) return false;
    close(slot, reference.orderId, reason);
    return true;
  }

  return { cancelPlain, findPlain, close };
}
