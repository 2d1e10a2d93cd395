// Firing one dormant order: its sibling closes, its hold becomes what its type needs, it enters the
// market. Which orders fire is decided in trigger-scan.ts. Called by trigger-scan.ts only.
import { assert } from '../../assert.ts';
import * as eventNames from '../../event.ts';
import type { AccountId, InstrumentId, OrderId } from '../../ids.ts';
import * as wordsNames from '../../words.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { OrderEntry } from '../matching/enter-order.ts';
import type { Money } from '../money.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as orderRecordNames from '../orders/order-record.ts';
import * as listTableNames from '../state/list-table.ts';
import type { WaitingOrders } from './waiting-orders.ts';

const { EventKind } = eventNames;
const { CloseReason, Side } = wordsNames;
const { isLimitType } = orderShapeNames;
const { statusLive } = orderRecordNames;
const { legsCountMax } = listTableNames;

/** Fires orders. */
export type OrderFirer = ReturnType<typeof createOrderFirer>;

/** What createOrderFirer needs. */
export interface FirerParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly money: Money;
  readonly waiting: WaitingOrders;
  readonly effects: ListEffects;
  readonly entry: OrderEntry;
}

/** Make the firing of orders. */
export function createOrderFirer(parts: FirerParts) {
  const { tradingContext, records, money, waiting, effects, entry } = parts;
  const { events, ledger, lists, markets, accountOrders } = tradingContext;
  const { owners, units } = ledger;

  /** Say that an order is live or dormant from here on; its hold stands in scratch `amount`. */
  function emitTriggered(slot: number, status: 0 | 1): void {
    events.write({
      kind: EventKind.orderTriggered,
      orderId: records.readOrderId(slot) as OrderId,
      accountId: records.readAccount(slot) as AccountId,
      instrumentId: markets.readInstrumentId(records.readMarket(slot)) as InstrumentId,
      status,
      priceTicks: records.readPrice(slot),
      holdUnits: units.readAmount(),
      ownerNumber: owners.takeNumberOf(records.readAccount(slot)),
    });
  }

  /** Close the pair's other leg; gives what was held for it. */
  function closeSibling(slot: number): bigint {
    const list = records.readList(slot);
    if (list === 0) return 0n;
    let heldUnits = 0n;
    for (let leg = 0; leg < legsCountMax; leg += 1) {
      const orderId = leg === records.readLeg(slot) ? 0 : lists.readLeg(list, leg);
      if (orderId === 0) continue;
      money.calculateHeld(records.findOpen(orderId));
      heldUnits += units.readAmount();
    }
    effects.closeOthers(list, records.readLeg(slot), CloseReason.listSibling);
    return heldUnits;
  }

  /** The order waits no more; gives what was held for it while it did. */
  function leaveWaiting(slot: number): bigint {
    money.calculateHeld(slot);
    const heldUnits = units.readAmount();
    waiting.remove(slot);
    records.setStatus(slot, statusLive);
    accountOrders.countFired(records.readAccount(slot), slot);
    return heldUnits;
  }

  /** A limit type takes its whole need as hold; a sibling's release covers what it lacks. */
  function fireLimit(slot: number, heldUnits: bigint): void {
    money.calculateLive(slot, records.readOpenLots(slot));
    const needUnits = units.readAmount();
    units.setAmount(needUnits - heldUnits);
    assert(money.increase(slot), 'what a sibling released covers the rest');
    units.setAmount(needUnits);
    emitTriggered(slot, statusLive);
    entry.enter(slot, records.readMarket(slot));
  }

  /** A market type gives its hold back; for a buyer that and the sibling's is what it may spend. */
  function fireMarket(slot: number, heldUnits: bigint, siblingUnits: bigint): void {
    units.setAmount(heldUnits);
    money.reduce(slot, 0);
    units.clearAmount();
    emitTriggered(slot, statusLive);
    const isBuy = records.readSide(slot) === Side.buy;
    const bound = isBuy ? heldUnits + siblingUnits : undefined;
    entry.enterMarket(slot, records.readMarket(slot), bound);
  }

  /** Fire an order that waits. */
  function fire(slot: number): void {
    const siblingUnits = closeSibling(slot);
    const heldUnits = leaveWaiting(slot);
    if (isLimitType(records.readOrderType(slot))) fireLimit(slot, heldUnits);
    else fireMarket(slot, heldUnits, siblingUnits);
  }

  return { fire, emitTriggered };
}
