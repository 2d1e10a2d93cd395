// Cancelling: one order, one list, all orders of an account. A leg takes its whole list with it.
// How an order closes stands in close-order.ts. Called for the commands, for items of batches, for
// cancel-replace and for the dead-man switch.
import type {
  CancelAllOrders,
  CancelOrder,
  CancelOrderList,
  OrderReference,
} from '../../command.ts';
import * as clientIdsNames from '../../book/client-ids.ts';
import * as wordsNames from '../../words.ts';
import * as orderShapeNames from '../checks/order-shape.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import type { OrderRecords } from './order-record.ts';
import type { FastPath } from '../fast-path.ts';

const { isNoClientId } = clientIdsNames;
const { CancelCondition, CloseReason } = wordsNames;
const { findReferenceOutOfRange } = orderShapeNames;

/** Cancels orders. */
export type OrderCanceler = ReturnType<typeof createOrderCanceler>;

/** What createOrderCanceler needs. */
export interface CancelerParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly fastPath: FastPath;
  readonly effects: ListEffects;
}

/** Which orders of an account are to close, and why. */
export interface CancelAllTerms {
  readonly accountId: number;
  /** Slot of a market, -1 = all. */
  readonly market: number;
  readonly reason: wordsNames.CloseReason;
  /** Whether the state of the market is asked. */
  readonly isForced: boolean;
}

const conditionField = 4;

/** Make the canceler. */
export function createOrderCanceler(parts: CancelerParts) {
  const { tradingContext, records, effects, fastPath } = parts;
  const { refusal, ledger, markets, accountOrders, book, lists } = tradingContext;
  const { refuse } = refusal;
  const { accounts } = ledger;
  const found = new Int32Array(1);
  const { cancelSimpleLimit } = fastPath;

  /** `account_not_found`: the account exists and is the actor's. */
  function checkAccount(accountId: number, actorId: number): number {
    const isOwn = accounts.has(accountId) && accounts.readOwnerId(accountId) === actorId;
    return isOwn ? 0 : refuse('account_not_found', accountId);
  }

  function findReferenced(reference: OrderReference): number {
    if (reference.orderId !== 0) return records.findOpen(reference.orderId);
    if (isNoClientId(reference.clientOrderId)) return 0;
    const market = markets.findSlot(reference.instrumentId);
    if (market < 0) return 0;
    return book.clientIds.findClientId(reference.accountId, market, reference.clientOrderId);
  }

  /** `order_not_found`: leaves the order's record in `found`. */
  function checkReference(reference: OrderReference): number {
    const slot = findReferenced(reference);
    if (slot === 0 || records.readAccount(slot) !== reference.accountId) {
      return refuse('order_not_found', reference.orderId);
    }
    found[0] = slot;
    return 0;
  }

  function checkMarket(market: number): number {
    if (markets.allowsCancel(market)) return 0;
    return refuse('market_state_forbids', markets.readState(market));
  }

  /** `value_out_of_range` of a reference. */
  function checkRanges(reference: OrderReference): number {
    const field = findReferenceOutOfRange(reference);
    return field < 0 ? 0 : refuse('value_out_of_range', field);
  }

  /** All checks of naming an open order of one's own; leaves its record in `found`. */
  function checkNamed(reference: OrderReference, actorId: number): number {
    return (
      checkRanges(reference) ||
      checkAccount(reference.accountId, actorId) ||
      checkReference(reference)
    );
  }

  /** All checks of cancelling one order; leaves its record in `found`. */
  function checkCancel(reference: OrderReference, actorId: number): number {
    return checkNamed(reference, actorId) || checkMarket(records.readMarket(found[0]));
  }

  /** `cancel_condition_not_met`, of the order in `found`. */
  function checkCondition(condition: number): number {
    const hasExecuted = records.readExecutedLots(found[0]) > 0;
    const isMet =
      condition === CancelCondition.any ||
      hasExecuted === (condition === CancelCondition.onlyPartiallyFilled);
    return isMet ? 0 : refuse('cancel_condition_not_met', condition);
  }

  function checkFields(command: CancelOrder): number {
    const { condition } = command;
    const isKnown =
      condition === CancelCondition.any ||
      condition === CancelCondition.onlyNew ||
      condition === CancelCondition.onlyPartiallyFilled;
    return checkRanges(command) || (isKnown ? 0 : refuse('value_out_of_range', conditionField));
  }

  /** The command. */
  function cancelOrder(command: CancelOrder): number {
    const { actorId, condition } = command;
    const isAny = condition === CancelCondition.any;
    if (isAny && cancelSimpleLimit(command, actorId, CloseReason.canceled)) return 0;
    const code = checkFields(command) || checkCancel(command, actorId) || checkCondition(condition);
    if (code === 0) effects.closeWithList(found[0], CloseReason.canceled);
    return code;
  }

  function checkNumbers(first: number, second: number): number {
    if (!isNumber(first)) return refuse('value_out_of_range', 0);
    return isNumber(second) ? 0 : refuse('value_out_of_range', 1);
  }

  function checkList(command: CancelOrderList): number {
    const code = checkAccount(command.accountId, command.actorId);
    if (code !== 0) return code;
    const list = lists.findList(command.listId);
    if (list === 0 || lists.readListAccount(list) !== command.accountId) {
      return refuse('list_not_found', command.listId);
    }
    found[0] = list;
    return checkMarket(lists.readListMarket(list));
  }

  /** The command. */
  function cancelOrderList(command: CancelOrderList): number {
    const code = checkNumbers(command.accountId, command.listId) || checkList(command);
    if (code === 0) effects.closeList(found[0], CloseReason.canceled);
    return code;
  }

  /** Close an account's open orders by rising number; lists whole when their first leg is met. */
  function closeAll(terms: CancelAllTerms): void {
    const slots = accountOrders.listOrdersOn(terms.accountId, (market) => isMeant(terms, market));
    const orderIds = slots.map((slot) => records.readOrderId(slot)).sort((a, b) => a - b);
    for (const orderId of orderIds) {
      const slot = records.findOpen(orderId);
      if (slot !== 0) effects.closeWithList(slot, terms.reason);
    }
  }

  /** Whether orders of a market are to close. */
  function isMeant({ market, isForced }: CancelAllTerms, slot: number): boolean {
    return (market < 0 || slot === market) && (isForced || markets.allowsCancel(slot));
  }

  /** The command. */
  function cancelAllOrders(command: CancelAllOrders): number {
    const { accountId, instrumentId } = command;
    const code = checkNumbers(accountId, instrumentId) || checkAccount(accountId, command.actorId);
    if (code !== 0) return code;
    const market = instrumentId === 0 ? -1 : markets.findSlot(instrumentId);
    if (instrumentId !== 0 && market < 0) return refuse('instrument_not_found', instrumentId);
    closeAll({ accountId, market, reason: CloseReason.canceled, isForced: false });
    return 0;
  }

  return {
    found,
    checkAccount,
    checkRanges,
    checkNamed,
    checkCancel,
    checkCondition,
    cancelOrder,
    cancelOrderList,
    cancelAllOrders,
    closeAll,
  };
}

function isNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
