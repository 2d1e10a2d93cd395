// Pending legs go live once their list's working leg was filled: they are checked against the
// market as it is now, take their hold and enter or wait (docs/rules/spot.md 8). Called after each
// unit, before the trigger scan (finish-unit.ts).
import { assert } from '../../assert.ts';
import type { OrderTerms } from '../../command.ts';
import * as eventNames from '../../event.ts';
import type { OrderId } from '../../ids.ts';
import * as wordsNames from '../../words.ts';
import type { OrderChecks } from '../checks/check-order.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';
import type { OrderEntry } from '../matching/enter-order.ts';
import type { OrderCloser } from '../orders/close-order.ts';
import type { OrderOpener } from '../orders/open-order.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as orderRecordNames from '../orders/order-record.ts';
import * as termsNames from '../state/terms.ts';
import type { OrderFirer } from '../triggers/fire-order.ts';
import type { WaitingOrders } from '../triggers/waiting-orders.ts';
import type { PairRules } from './pair-rules.ts';

const { EventKind } = eventNames;
const { CloseReason } = wordsNames;
const { isDormantType, isTrailing } = orderShapeNames;
const { statusDormant, statusLive, statusPending } = orderRecordNames;
const { termsHold, termsStop } = termsNames;

/** What createGoLive needs. */
export interface GoLiveParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly checks: OrderChecks;
  readonly records: OrderRecords;
  readonly opener: OrderOpener;
  readonly closer: OrderCloser;
  readonly waiting: WaitingOrders;
  readonly firer: OrderFirer;
  readonly entry: OrderEntry;
  readonly pairRules: PairRules;
}

/** Make the going live of pending legs. */
export function createGoLive(parts: GoLiveParts) {
  const { tradingContext, money, checks, records, opener } = parts;
  const { closer, waiting, firer, entry, pairRules } = parts;
  const { lists, ledger, terms, events } = tradingContext;
  const { units } = ledger;

  /** What a leg must pass before its money is looked at. */
  function checkPrices(order: OrderTerms, market: number): number {
    return (
      checks.sizes.checkProduct(order, market) ||
      checks.prices.checkBand(order, market) ||
      checks.prices.checkStopSide(order, market) ||
      checks.prices.checkActivation(order, market)
    );
  }

  function checkLeg(slot: number, order: OrderTerms): number {
    const market = records.readMarket(slot);
    return (
      checkPrices(order, market) ||
      money.check(order, market) ||
      checks.checkPostOnly(order, market)
    );
  }

  /** Take a hold and become live or dormant; the leg is not in any queue yet. */
  function trigger(slot: number, order: OrderTerms, holdUnits: bigint): void {
    const status = isDormantType(order.orderType) ? statusDormant : statusLive;
    units.setAmount(holdUnits);
    const isTaken = money.open(order, records.readMarket(slot), slot);
    assert(isTaken, 'the hold of a checked leg is available');
    records.setStatus(slot, status);
    if (status === statusDormant) {
      terms.setUnits(slot, termsHold, holdUnits);
      opener.startTrailing(slot, order);
      waiting.add(slot);
    }
    units.setAmount(holdUnits);
    firer.emitTriggered(slot, status);
    if (isTrailing(order) && records.isActivated(slot)) emitMoved(slot);
  }

  function emitMoved(slot: number): void {
    events.write({
      kind: EventKind.trailingMoved,
      orderId: records.readOrderId(slot) as OrderId,
      stopPriceTicks: terms.read(slot, termsStop),
    });
  }

  function readHold(order: OrderTerms, market: number): bigint {
    money.calculateNeed(order, market);
    return units.readAmount();
  }

  /** OTO: the one pending leg. */
  function releaseLeg(slot: number): void {
    const order = records.readOrderTerms(slot);
    if (checkLeg(slot, order) !== 0) {
      closer.closeOpen(slot, CloseReason.triggerRejected);
      return;
    }
    const market = records.readMarket(slot);
    trigger(slot, order, readHold(order, market));
    if (!isDormantType(order.orderType)) entry.enter(slot, market);
  }

  /** OTOCO: both pending legs, as a pair. */
  function releasePair(limitSlot: number, stopSlot: number): void {
    const market = records.readMarket(limitSlot);
    const limit = records.readOrderTerms(limitSlot);
    const stop = records.readOrderTerms(stopSlot);
    const code =
      checkPrices(limit, market) ||
      checkPrices(stop, market) ||
      pairRules.checkPriceSide(limit, market) ||
      pairRules.checkPairFunds(limit, stop) ||
      checks.checkPostOnly(limit, market);
    if (code !== 0) {
      closer.closeOpen(limitSlot, CloseReason.triggerRejected);
      closer.closeOpen(stopSlot, CloseReason.triggerRejected);
      return;
    }
    trigger(limitSlot, limit, readHold(limit, market));
    trigger(stopSlot, stop, pairRules.calculateStopHold(limit, stop, market));
    if (!isDormantType(limit.orderType)) entry.enter(limitSlot, market);
  }

  /** Let the pending legs of a list go live whose working leg was filled. */
  function goLive(list: number): void {
    const first = lists.readLeg(list, 1);
    const second = lists.readLeg(list, 2);
    if (first === 0) return;
    const slot = records.findOpen(first);
    if (records.readStatus(slot) !== statusPending) return;
    if (second === 0) releaseLeg(slot);
    else releasePair(slot, records.findOpen(second));
  }

  return goLive;
}
