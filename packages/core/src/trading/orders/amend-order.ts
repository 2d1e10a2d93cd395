// Amending: an open order gets smaller and keeps its place, under a new client order id if one is
// given; an OCO's legs get smaller together, an iceberg's hidden lots go first.
// Anything else is cancel-replace. Called for the command only.
import * as clientIdsNames from '../../book/client-ids.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import type { AmendOrder } from '../../command.ts';
import * as eventNames from '../../event.ts';
import type { AccountId, InstrumentId, OrderId } from '../../ids.ts';
import * as wordsNames from '../../words.ts';
import type { OrderChecks } from '../checks/check-order.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { TradingContext } from '../trading-context.ts';
import * as termsNames from '../state/terms.ts';
import type { OrderCanceler } from './cancel-order.ts';
import type { OrderCloser } from './close-order.ts';
import type { Money } from '../money.ts';
import type { OrderRecords } from './order-record.ts';
import * as orderRecordNames from './order-record.ts';

const { isNoClientId } = clientIdsNames;
const {
  icebergStride,
  icebergVisibleLots,
  metaHasClientId,
  metaIsIceberg,
  orderIntsStride,
  orderMeta,
  orderNumbersStride,
  orderOpenLots,
  orderSizeLots,
} = orderPoolNames;
const { EventKind } = eventNames;
const { ListType, MarketState } = wordsNames;
const { termsHold } = termsNames;
const { isClientIdWhole } = orderShapeNames;
const { statusDormant, statusLive } = orderRecordNames;

/** What createOrderAmender needs. */
export interface AmenderParts {
  readonly tradingContext: TradingContext;
  readonly checks: OrderChecks;
  readonly records: OrderRecords;
  readonly money: Money;
  readonly canceler: OrderCanceler;
  readonly closer: OrderCloser;
}

const Field = { sizeLots: 4, newClientOrderId: 5 } as const;
const amendStates: readonly number[] = [MarketState.trading, MarketState.auction];

/** Make the amender. */
export function createOrderAmender(parts: AmenderParts) {
  const { tradingContext, checks, records, money, canceler, closer } = parts;
  const { refusal, markets, lists, ledger, events, terms, book } = tradingContext;
  const { refuse } = refusal;
  const { orderInts, orderNumbers, icebergNumbers, recordAmend, readAmendsCount } = book.pool;
  const { units, owners } = ledger;

  /** The other open leg of an order's OCO pair, 0 when it is in none or alone. */
  function findPairLeg(slot: number): number {
    const list = records.readList(slot);
    if (list === 0) return 0;
    const [type, leg] = [lists.readListType(list), records.readLeg(slot)];
    let orderId = 0;
    if (type === ListType.oco) orderId = lists.readLeg(list, 1 - leg);
    else if (type === ListType.otoco && leg > 0) orderId = lists.readLeg(list, 3 - leg);
    return orderId === 0 ? 0 : records.findOpen(orderId);
  }

  function isResting(slot: number): boolean {
    return slot !== 0 && records.readStatus(slot) === statusLive;
  }

  /** `order_not_amendable`: an order by amount has no size. */
  function checkAmendable(slot: number): number {
    const isRight = !records.isOrderByAmount(slot);
    return isRight ? 0 : refuse('order_not_amendable', records.readOrderId(slot));
  }

  /** `amend_not_smaller` and `amends_too_many`. */
  function checkSmaller(slot: number, sizeLots: number): number {
    const oldSizeLots = records.readSizeLots(slot);
    const executedLots = records.readExecutedLots(slot);
    const goneLots = executedLots + records.readPreventedLots(slot);
    if (sizeLots <= goneLots || sizeLots >= oldSizeLots) {
      return refuse('amend_not_smaller', sizeLots, oldSizeLots, executedLots);
    }
    const max = markets.readAmendsCountMax(records.readMarket(slot));
    return readAmendsCount(slot) >= max ? refuse('amends_too_many', max) : 0;
  }

  /** The open order of the market that has the new client order id already, 0 when none has. */
  function findNamed({ accountId, newClientOrderId }: AmendOrder, slot: number): number {
    if (isNoClientId(newClientOrderId)) return 0;
    return book.clientIds.findClientId(accountId, records.readMarket(slot), newClientOrderId);
  }

  /** `client_order_id_taken`: the new id is free, or the order's own. */
  function checkName(command: AmendOrder, slot: number): number {
    const other = findNamed(command, slot);
    const isFree = other === 0 || other === slot;
    return isFree ? 0 : refuse('client_order_id_taken', records.readOrderId(other));
  }

  function checkAmend(command: AmendOrder): number {
    const code = canceler.checkNamed(command, command.actorId);
    if (code !== 0) return code;
    const slot = canceler.found[0];
    const state = markets.readState(records.readMarket(slot));
    if (!amendStates.includes(state)) return refuse('market_state_forbids', state);
    const smaller = checkAmendable(slot) || checkSmaller(slot, command.sizeLots);
    if (smaller !== 0) return smaller;
    const market = records.readMarket(slot);
    const order = { ...records.readOrderTerms(slot), sizeLots: command.sizeLots };
    return (
      checks.sizes.checkSizeRange(order, market) ||
      checks.sizes.checkNotional(order, market) ||
      checkName(command, slot)
    );
  }

  /** Give the order its new client order id, if it is another. */
  function renameOrder(slot: number, command: AmendOrder): void {
    const { newClientOrderId } = command;
    if (isNoClientId(newClientOrderId) || findNamed(command, slot) === slot) return;
    const at = slot * orderIntsStride + orderMeta;
    if ((orderInts[at] & metaHasClientId) !== 0) book.clientIds.removeClientId(slot);
    orderInts[at] |= metaHasClientId;
    book.clientIds.addClientId(slot, command.accountId, newClientOrderId);
    events.write({
      kind: EventKind.clientOrderIdSet,
      orderId: records.readOrderId(slot) as OrderId,
      clientOrderId: newClientOrderId,
    });
  }

  /** Set scratch `amount` to what an order gives back when it loses so many of its open lots. */
  function calculateFreed(slot: number, lots: number): void {
    if (records.readStatus(slot) === statusLive) {
      money.calculateLive(slot, lots);
      return;
    }
    if (records.readStatus(slot) !== statusDormant) {
      units.clearAmount();
      return;
    }
    const heldUnits = terms.readUnits(slot, termsHold);
    const freedUnits = (heldUnits * BigInt(lots)) / BigInt(records.readOpenLots(slot));
    terms.setUnits(slot, termsHold, heldUnits - freedUnits);
    units.setAmount(freedUnits);
  }

  /** What an iceberg asks to be shown is at most its size. */
  function capVisible(slot: number, sizeLots: number): void {
    if ((records.readMeta(slot) & metaIsIceberg) === 0) return;
    const at = slot * icebergStride + icebergVisibleLots;
    icebergNumbers[at] = Math.min(icebergNumbers[at], sizeLots);
  }

  function shrinkOrder(slot: number, sizeLots: number): void {
    const lots = records.readSizeLots(slot) - sizeLots;
    calculateFreed(slot, lots);
    money.reduce(slot, lots);
    orderNumbers[slot * orderNumbersStride + orderSizeLots] = sizeLots;
    capVisible(slot, sizeLots);
    recordAmend(slot);
    if (records.readStatus(slot) === statusLive) {
      book.shrinkResting(records.readMarket(slot), slot, lots);
    } else {
      orderNumbers[slot * orderNumbersStride + orderOpenLots] -= lots;
    }
    events.write({
      kind: EventKind.orderAmended,
      orderId: records.readOrderId(slot) as OrderId,
      accountId: records.readAccount(slot) as AccountId,
      instrumentId: markets.readInstrumentId(records.readMarket(slot)) as InstrumentId,
      sizeLots,
      releasedUnits: units.readAmount(),
      ownerNumber: owners.takeNumberOf(records.readAccount(slot)),
    });
  }

  /** The command. */
  function amendOrder(command: AmendOrder): number {
    const { sizeLots } = command;
    const code = checkFields(command) || checkAmend(command);
    if (code !== 0) return code;
    const slot = canceler.found[0];
    const other = findPairLeg(slot);
    const resting = [slot, other].find(isResting) ?? 0;
    const shownLots = resting === 0 ? 0 : book.readVisibleLots(resting);
    renameOrder(slot, command);
    shrinkOrder(slot, sizeLots);
    if (other !== 0) shrinkOrder(other, sizeLots);
    // The public book hears of what it showed, never of an iceberg's hidden lots.
    if (resting !== 0 && book.readVisibleLots(resting) !== shownLots) {
      const [side, price] = [records.readSide(resting), records.readPrice(resting)];
      closer.emitLevel(records.readMarket(resting), side, price);
    }
    return 0;
  }

  /** `value_out_of_range`. */
  function checkFields(command: AmendOrder): number {
    const code = canceler.checkRanges(command);
    if (code !== 0) return code;
    const isWhole = Number.isSafeInteger(command.sizeLots) && command.sizeLots >= 0;
    if (!isWhole) return refuse('value_out_of_range', Field.sizeLots);
    const isNamed = isClientIdWhole(command.newClientOrderId);
    return isNamed ? 0 : refuse('value_out_of_range', Field.newClientOrderId);
  }

  return amendOrder;
}
