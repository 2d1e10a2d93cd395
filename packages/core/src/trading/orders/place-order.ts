// Placing one order, the story in order: check, open with its hold, enter the market or wait. The
// checks stand in checks/check-order.ts, matching in matching/. Called for the command, for items
// of batches and for the second part of cancel-replace.
import type { OrderTerms, PlaceOrder } from '../../command.ts';
import type { OrderChecks } from '../checks/check-order.ts';
import * as checkOrderNames from '../checks/check-order.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { TradingContext } from '../trading-context.ts';
import type { OrderEntry } from '../matching/enter-order.ts';
import type { WaitingOrders } from '../triggers/waiting-orders.ts';
import type { OrderOpener } from './open-order.ts';
import type { FastPath } from '../fast-path.ts';
import * as orderRecordNames from './order-record.ts';

const { foundMarket } = checkOrderNames;
const { isDormantType } = orderShapeNames;
const { statusDormant, statusLive } = orderRecordNames;

/** Places orders. */
export type OrderPlacer = ReturnType<typeof createOrderPlacer>;

/** What createOrderPlacer needs. */
export interface PlacerParts {
  readonly tradingContext: TradingContext;
  readonly checks: OrderChecks;
  readonly opener: OrderOpener;
  readonly waiting: WaitingOrders;
  readonly entry: OrderEntry;
  readonly fastPath: FastPath;
  readonly finishUnit: (market: number) => void;
}

const isTestField = 16;

/** Make the placer. */
export function createOrderPlacer(parts: PlacerParts) {
  const { tradingContext, checks, opener, waiting, entry, finishUnit } = parts;
  const { placeSimpleLimit } = parts.fastPath;
  const { found, checkOrder } = checks;
  const { openOrder } = opener;

  /** Open a checked order and let it act; the market is the one that the check found. */
  function openChecked(terms: OrderTerms): void {
    openOn(terms, found[foundMarket]);
  }

  function openOn(terms: OrderTerms, market: number): void {
    if (isDormantType(terms.orderType)) {
      waiting.add(openOrder(terms, { market, status: statusDormant, list: 0, leg: 0 }));
      return;
    }
    entry.enter(openOrder(terms, { market, status: statusLive, list: 0, leg: 0 }), market);
    finishUnit(market);
  }

  /** The command. */
  function placeOrder(command: PlaceOrder): number {
    if (command.isTest === false && placeSimpleLimit(command, command.actorId)) return 0;
    if (typeof command.isTest !== 'boolean') return refuseTest(command);
    const code = checkOrder(command, command.actorId);
    if (code === 0 && !command.isTest) openChecked(command);
    return code;
  }

  function refuseTest(command: PlaceOrder): number {
    return (
      checks.checkRanges(command) ||
      tradingContext.refusal.refuse('value_out_of_range', isTestField)
    );
  }

  return { placeOrder, openChecked, openOn, checkOrder };
}
