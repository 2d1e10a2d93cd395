// The fast path of the commonest cancel: a simple resting limit order named by its number. It
// passes here only when every check would say yes; any doubt takes the ordinary path
// (trading/orders/cancel-order.ts). Called through fast-path.ts, also for cancel-replace.
import * as ladderNames from '../../book/ladder.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import type { OrderReference } from '../../command.ts';
import * as instrumentsNames from '../../instruments/instruments.ts';
import * as mathNames from '../../math/index.ts';
import * as memoryNames from '../../memory.ts';
import type { CloseReason } from '../../words.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../../trading/trading-context.ts';
import * as marketsNames from '../../trading/state/markets.ts';

const { sidesPerMarket } = ladderNames;
const {
  metaHasCold,
  metaMarketShift,
  metaSide,
  metaTypeShift,
  orderAccount,
  orderIntsStride,
  orderLevel,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;
const { InstrumentWord, instrumentWords } = instrumentsNames;
const { noClientOrderId } = mathNames;
const { makeFloats } = memoryNames;
const { MarketState, OrderType } = wordsNames;
const { countPerLot, paySlot } = marketsNames;

const stride = instrumentWords;
const at = InstrumentWord;
/** Meta bits of side, time in force and self-trade mode: what simple limit orders differ in. */
const anySimpleLimit = 0b1111_1100_0001 | metaHasCold | (0x7fff << metaMarketShift);
const simpleLimitMeta = OrderType.limit << metaTypeShift;
const notFound = 0;

function hasNoClientId(reference: OrderReference): boolean {
  const words = reference.clientOrderId;
  if (words === noClientOrderId) return true;
  return words[0] === 0 && words[1] === 0 && words[2] === 0 && words[3] === 0 && words[4] === 0;
}

/** Make the fast path. */
export function createSimpleLimitCanceler(tradingContext: TradingContext) {
  const { book, accountOrders, ledger, events, instruments } = tradingContext;
  const { orderInts, orderNumbers, slotMask, freeSlot } = book.pool;
  const { findSlot, removeId } = book.orderIds;
  const { takeNumberOf } = ledger.owners;
  const { readOwnerId } = ledger.accounts;
  const { calculate, sideFactorAt } = ledger.units;
  const { findRow, release, rows: balanceRows, rowMask } = ledger.balances;
  const { addTotal, remove } = book.ladder;
  const { orderClosed, levelChanged } = events;
  const { rows, slotMask: marketMask } = instruments;
  const { leaveOrder } = accountOrders;
  /** Takes what is read only to be fetched early. */
  const touched = makeFloats(1);

  /** A simple limit order in the book of a TRADING market, of this account and actor; 0 = none. */
  function findSimpleLimit(reference: OrderReference, actorId: number): number {
    const { orderId, accountId } = reference;
    if ((orderId | 0) !== orderId || orderId < 1) return notFound;
    if (!hasNoClientId(reference)) return notFound;
    const slot = findSlot(orderId) & slotMask;
    const own = slot * orderIntsStride;
    const meta = orderInts[own + orderMeta];
    if (slot === 0 || (meta & ~anySimpleLimit) !== simpleLimitMeta) return notFound;
    const row = ((meta >> metaMarketShift) & marketMask) * stride;
    const isRight =
      orderInts[own + orderAccount] === accountId &&
      readOwnerId(orderInts[own + orderAccount]) === actorId &&
      rows[row + at.state] === MarketState.trading;
    return isRight ? slot : notFound;
  }

  /** Close an order that `findSimpleLimit` has found. */
  function close(slot: number, orderId: number, reason: CloseReason): void {
    const own = (slot & slotMask) * orderIntsStride;
    const meta = orderInts[own + orderMeta];
    const side = meta & metaSide;
    const price = orderInts[own + orderPrice];
    const level = orderInts[own + orderLevel];
    const openLots = orderNumbers[(slot & slotMask) * orderNumbersStride + orderOpenLots];
    const market = (meta >> metaMarketShift) & marketMask;
    const accountId = orderInts[own + orderAccount];
    const row = market * stride;
    const instrumentId = rows[row + at.id];
    const heldRow = findRow(accountId, rows[row + paySlot(side)]);
    // Read now, so that it is fetched while the queue is mended.
    touched[0] = balanceRows[heldRow & rowMask];
    const total = addTotal(level, -openLots);
    remove(market * sidesPerMarket + side, price, slot);
    // Both sides go the same way: the processor cannot foresee which one comes.
    calculate(openLots * countPerLot(side, price), sideFactorAt(market, side));
    release(heldRow);
    const ownerNumber = takeNumberOf(accountId);
    orderClosed(orderId, accountId, instrumentId, reason, openLots, ownerNumber);
    leaveOrder(accountId, slot);
    rows[row + at.openOrdersCount] -= 1;
    removeId(orderId);
    freeSlot(slot);
    const updateId = rows[row + at.lastUpdateId] + 1;
    rows[row + at.lastUpdateId] = updateId;
    levelChanged(instrumentId, updateId, side, price, total);
  }

  /**
   * Cancel a simple limit order of which everything is right.
   *
   * @returns false when nothing was done and the ordinary path has to decide.
   */
  function cancelSimpleLimit(
    reference: OrderReference,
    actorId: number,
    reason: CloseReason,
  ): boolean {
    const slot = findSimpleLimit(reference, actorId);
    if (slot === notFound) return false;
    close(slot, reference.orderId, reason);
    return true;
  }

  return { cancelSimpleLimit, findSimpleLimit, close };
}
