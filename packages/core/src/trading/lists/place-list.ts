// Placing an order list: the shape of OCO, OTO and OTOCO, the checks of the legs in their order,
// then all legs are opened and the first enters (docs/rules/spot.md 8). Called for the command
// only; what happens to legs later stands in list-effects.ts and go-live.ts.
import type { OrderTerms, PlaceOrderList } from '../../command.ts';
import * as eventNames from '../../event.ts';
import type { AccountId, InstrumentId, ListId } from '../../ids.ts';
import * as wordsNames from '../../words.ts';
import type { OrderChecks } from '../checks/check-order.ts';
import * as checkOrderNames from '../checks/check-order.ts';
import type { EarlierLegs } from '../checks/order-counts.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { Money } from '../money.ts';
import type { TradingContext } from '../trading-context.ts';
import type { OrderEntry } from '../matching/enter-order.ts';
import type { OrderOpener } from '../orders/open-order.ts';
import * as orderRecordNames from '../orders/order-record.ts';
import type { WaitingOrders } from '../triggers/waiting-orders.ts';
import type { PairRules } from './pair-rules.ts';

const { EventKind } = eventNames;
const { OrderType, TimeInForce, ListType } = wordsNames;
const { foundMarket } = checkOrderNames;
const { isDormantType } = orderShapeNames;
const { statusDormant, statusLive, statusPending } = orderRecordNames;

/** What createListPlacer needs. */
export interface ListPlacerParts {
  readonly tradingContext: TradingContext;
  readonly money: Money;
  readonly checks: OrderChecks;
  readonly opener: OrderOpener;
  readonly waiting: WaitingOrders;
  readonly entry: OrderEntry;
  readonly pairRules: PairRules;
  readonly finishUnit: (market: number) => void;
}

const legsCounts: Readonly<Record<number, number>> = {
  [ListType.oco]: 2,
  [ListType.oto]: 2,
  [ListType.otoco]: 3,
};
const listTypeField = 0;

function isRestingLimit(leg: OrderTerms): boolean {
  const isImmediate = leg.timeInForce === TimeInForce.ioc || leg.timeInForce === TimeInForce.fok;
  return leg.orderType === OrderType.limit && !isImmediate;
}

/** The first leg of a pair rests at its price, or waits to take a profit. */
function isPairFirst(leg: OrderTerms): boolean {
  const isTakeProfit =
    leg.orderType === OrderType.takeProfitLimit || leg.orderType === OrderType.takeProfitMarket;
  const isRight = isTakeProfit || isRestingLimit(leg);
  return isRight && leg.visibleLots === 0 && leg.quoteAmountUnits === 0n;
}

/** A stop leg mirrors the first leg: same side, same size, by size only. */
function isPairStop(leg: OrderTerms, first: OrderTerms): boolean {
  const isStop = leg.orderType === OrderType.stopLimit || leg.orderType === OrderType.stopMarket;
  return (
    isStop &&
    leg.side === first.side &&
    leg.sizeLots === first.sizeLots &&
    leg.quoteAmountUnits === 0n
  );
}

function isPendingLeg(leg: OrderTerms): boolean {
  return leg.orderType !== OrderType.market || leg.quoteAmountUnits === 0n;
}

/** What each leg but the parties must be, by type of list. */
function isLegRight(
  listType: wordsNames.ListType,
  legs: readonly OrderTerms[],
  index: number,
): boolean {
  const leg = legs[index];
  if (listType === ListType.oco) {
    return index === 0 ? isPairFirst(leg) : isPairStop(leg, legs[0]);
  }
  if (index === 0) return isRestingLimit(leg);
  if (listType === ListType.oto) return isPendingLeg(leg);
  return index === 1 ? isPairFirst(leg) : isPairStop(leg, legs[1]);
}

/** Make the placer of lists. */
export function createListPlacer(parts: ListPlacerParts) {
  const { tradingContext, money, checks, opener, waiting, entry, pairRules } = parts;
  const { finishUnit } = parts;
  const { refusal, lists, events } = tradingContext;
  const { refuse } = refusal;

  function checkRanges(command: PlaceOrderList): number {
    const { listType, legs } = command;
    if (legsCounts[listType] === undefined) return refuse('value_out_of_range', listTypeField);
    if (legs.length !== legsCounts[listType])
      return refuse('list_legs_wrong', listType, legs.length);
    for (const leg of legs) {
      const code = checks.checkRanges(leg);
      if (code !== 0) return code;
    }
    return 0;
  }

  /** `list_legs_wrong`: what can be said of the legs without looking at the market. */
  function checkLegs({ listType, legs }: PlaceOrderList): number {
    const wrong = legs.findIndex(
      (leg, index) =>
        leg.accountId !== legs[0].accountId ||
        leg.instrumentId !== legs[0].instrumentId ||
        !isLegRight(listType, legs, index),
    );
    return wrong < 0 ? 0 : refuse('list_legs_wrong', listType, wrong);
  }

  function readEarlier(legs: readonly OrderTerms[]): EarlierLegs {
    const stopCount = legs.filter((leg) => isDormantType(leg.orderType)).length;
    return { openCount: legs.length, stopCount, legs };
  }

  function isPending(listType: wordsNames.ListType, leg: number): boolean {
    return listType !== ListType.oco && leg > 0;
  }

  /** Section 4 for each leg, up to `stop_orders_too_many`. */
  function checkEachLeg({ listType, legs, actorId }: PlaceOrderList): number {
    for (const [index, leg] of legs.entries()) {
      const earlier = readEarlier(legs.slice(0, index));
      const code =
        checks.checkParties(leg, actorId) ||
        (isPending(listType, index)
          ? checks.checkPendingTerms(leg, earlier)
          : checks.checkTerms(leg, earlier));
      if (code !== 0) return code;
    }
    return 0;
  }

  /** The end of section 4 for the leg that enters; an OCO asks for both legs' holds. */
  function checkFirstLeg({ listType, legs }: PlaceOrderList): number {
    const market = checks.found[foundMarket];
    const code =
      listType === ListType.oco
        ? pairRules.checkPriceSide(legs[0], market) || pairRules.checkPairFunds(legs[0], legs[1])
        : money.check(legs[0], market);
    return code || checks.checkPostOnly(legs[0], market);
  }

  function openLegs({ listType, legs }: PlaceOrderList, list: number): number {
    const market = checks.found[foundMarket];
    const status = isDormantType(legs[0].orderType) ? statusDormant : statusLive;
    const first = opener.openOrder(legs[0], { market, status, list, leg: 0 });
    if (status === statusDormant) waiting.add(first);
    if (listType === ListType.oco) {
      const holdUnits = pairRules.calculateStopHold(legs[0], legs[1], market);
      const opening = { market, status: statusDormant, list, leg: 1, holdUnits };
      waiting.add(opener.openOrder(legs[1], opening));
      return first;
    }
    for (const [index, leg] of legs.entries()) {
      if (index === 0) continue;
      opener.openOrder(leg, { market, status: statusPending, list, leg: index });
    }
    return first;
  }

  /** The command. */
  function placeOrderList(command: PlaceOrderList): number {
    const code =
      checkRanges(command) || checkLegs(command) || checkEachLeg(command) || checkFirstLeg(command);
    if (code !== 0) return code;
    const { listType } = command;
    const { accountId, instrumentId } = command.legs[0];
    const market = checks.found[foundMarket];
    const list = lists.openList({ listType, accountId, market });
    events.write({
      kind: EventKind.orderListOpened,
      listId: lists.readListId(list) as ListId,
      accountId: accountId as AccountId,
      instrumentId: instrumentId as InstrumentId,
      listType,
    });
    const first = openLegs(command, list);
    if (!isDormantType(command.legs[0].orderType)) entry.enter(first, market);
    finishUnit(market);
    return 0;
  }

  return placeOrderList;
}
