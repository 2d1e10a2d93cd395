// Closing an open order: out of the book or the waiting ladder, hold back, events, record free; and
// saying that one was changed. Which other legs of its list follow is decided in lists/. Called by
// cancels, expiry, matching, prevention and lists.
import * as orderPoolNames from '../../book/order-pool.ts';
import * as eventNames from '../../event.ts';
import type { AccountId, ListId, OrderId } from '../../ids.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import * as listTableNames from '../state/list-table.ts';
import type { Money } from '../money.ts';
import type { OrderRecords } from './order-record.ts';
import * as orderRecordNames from './order-record.ts';
import type { WaitingOrders } from '../triggers/waiting-orders.ts';

const {
  metaHasClientId,
  metaHasTerms,
  metaMarketShift,
  metaSide,
  orderAccount,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderPrice,
} = orderPoolNames;
const { EventKind } = eventNames;
const { CloseReason } = wordsNames;
const { legsCountMax } = listTableNames;
const { statusDormant, statusLive } = orderRecordNames;

/** Closes orders. */
export type OrderCloser = ReturnType<typeof createOrderCloser>;

/** What createOrderCloser needs. */
export interface CloserParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly money: Money;
  readonly waiting: WaitingOrders;
}

/** Make the closer. */
export function createOrderCloser({ tradingContext, records, money, waiting }: CloserParts) {
  const { book, accountOrders, markets, ledger, events, lists } = tradingContext;
  const { orderInts, orderNumbers, freeSlot, recordWaiting } = book.pool;
  const { units } = ledger;
  const { takeNumberOf } = ledger.owners;
  const { orderClosed, levelChanged } = events;
  const { readInstrumentId, takeUpdateId, countOpenOrder } = markets;
  const { readOrderId } = book;
  const { unrestOrder, readLevelTotal } = book;
  const { removeId } = book.orderIds;

  /** LevelChanged of one price as it now stands. */
  function emitLevel(market: number, side: number, priceTicks: number): void {
    levelChanged(
      readInstrumentId(market),
      takeUpdateId(market),
      side,
      priceTicks,
      readLevelTotal(market, side, priceTicks),
    );
  }

  /** OrderChanged: for what took lots of an open order without a number for its owner. */
  function emitChanged(slot: number): void {
    const account = records.readAccount(slot);
    events.write({
      kind: EventKind.orderChanged,
      orderId: readOrderId(slot) as OrderId,
      accountId: account as AccountId,
      ownerNumber: takeNumberOf(account),
    });
  }

  function leaveList(slot: number): void {
    const list = records.readList(slot);
    if (list === 0) return;
    lists.setLeg(list, records.readLeg(slot), 0);
    for (let leg = 0; leg < legsCountMax; leg += 1) if (lists.readLeg(list, leg) !== 0) return;
    events.write({
      kind: EventKind.orderListClosed,
      listId: lists.readListId(list) as ListId,
      accountId: lists.readListAccount(list) as AccountId,
    });
    lists.dropList(list);
  }

  /**
   * Say that an order is over and forget it. It is out of every queue, and what was released stands
   * in scratch `amount`. OrderListClosed follows when it was the last leg of its list.
   */
  function endOrder(slot: number, reason: wordsNames.CloseReason): void {
    const meta = orderInts[slot * orderIntsStride + orderMeta];
    const market = meta >> metaMarketShift;
    const account = orderInts[slot * orderIntsStride + orderAccount];
    const orderId = readOrderId(slot);
    orderClosed(
      orderId,
      account,
      readInstrumentId(market),
      reason,
      orderNumbers[slot * orderNumbersStride + orderOpenLots],
      takeNumberOf(account),
    );
    if ((meta & metaHasClientId) !== 0) book.clientIds.removeClientId(slot);
    if ((meta & metaHasTerms) !== 0) leaveList(slot);
    accountOrders.leaveOrder(account, slot);
    countOpenOrder(market, -1);
    removeId(orderId);
    freeSlot(slot);
  }

  /** Close an order that is in no queue: a taker, or a maker that matching took out. */
  function closeUnqueued(slot: number, reason: wordsNames.CloseReason): void {
    money.finish(slot);
    endOrder(slot, reason);
  }

  /** The same for an order that was filled: nothing is held any more. */
  function closeFilled(slot: number): void {
    units.clearAmount();
    endOrder(slot, CloseReason.filled);
  }

  /** Close an order where it stands: in the book, in the waiting ladder or pending. */
  function closeOpen(slot: number, reason: wordsNames.CloseReason): void {
    const status = records.readStatus(slot);
    if (status === statusLive) {
      closeResting(slot, reason);
      return;
    }
    recordWaiting(-1);
    if (status === statusDormant) waiting.remove(slot);
    closeUnqueued(slot, reason);
  }

  function closeResting(slot: number, reason: wordsNames.CloseReason): void {
    const at = slot * orderIntsStride;
    const market = orderInts[at + orderMeta] >> metaMarketShift;
    const side = orderInts[at + orderMeta] & metaSide;
    const price = orderInts[at + orderPrice];
    unrestOrder(market, slot);
    closeUnqueued(slot, reason);
    emitLevel(market, side, price);
  }

  return { emitLevel, emitChanged, endOrder, closeUnqueued, closeFilled, closeOpen };
}
