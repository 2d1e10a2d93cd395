// Cancel-replace and batches: several changes in one command, each part with its own ItemApplied
// and the rules of the single command. Called for the two commands only.
import type { BatchItem, BatchOrders, CancelReplace, OrderTerms } from '../../command.ts';
import * as eventNames from '../../event.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import type { FastPath } from '../fast-path.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import { createCommandShapes } from './as-command.ts';
import type { OrderCanceler } from './cancel-order.ts';
import type { OrderPlacer } from './place-order.ts';

const { EventKind } = eventNames;
const { CloseReason, CancelCondition } = wordsNames;

const itemsCountMax = 20;

/** What createCombinedOrders needs. */
export interface CombinedParts {
  readonly tradingContext: TradingContext;
  readonly effects: ListEffects;
  readonly canceler: OrderCanceler;
  readonly fastPath: FastPath;
  readonly placer: OrderPlacer;
}

/** Places of the fields of CancelReplace. */
const Field = { condition: 1, allowFailure: 2 } as const;

/** Make the combined commands. */
export function createCombinedOrders(parts: CombinedParts) {
  const { tradingContext, effects, canceler, placer, fastPath } = parts;
  const { events, refusal } = tradingContext;
  const { refuse } = refusal;
  const { asPlaceOrder, asCancelOrder } = createCommandShapes();

  function emitItem(index: number, code: number): void {
    if (code === 0) events.itemApplied(index);
    else events.write({ kind: EventKind.itemApplied, index, code, facts: refusal.readFacts() });
  }

  function checkFields(command: CancelReplace): number {
    const { condition, allowFailure } = command;
    if (condition !== 0 && condition !== 1 && condition !== 2) {
      return refuse('value_out_of_range', Field.condition);
    }
    if (typeof allowFailure !== 'boolean') return refuse('value_out_of_range', Field.allowFailure);
    if (command.cancel.accountId === command.place.accountId) return 0;
    return refuse('account_not_found', command.place.accountId);
  }

  /** The command. */
  function cancelReplace(command: CancelReplace): number {
    const { cancel, condition, place, actorId } = command;
    const wrong = checkFields(command);
    if (wrong !== 0) return wrong;
    const isAny = condition === CancelCondition.any;
    const simpleLimitSlot = isAny ? fastPath.findSimpleLimit(asCancelOrder(cancel), actorId) : 0;
    if (simpleLimitSlot !== 0) {
      emitItem(0, 0);
      fastPath.close(simpleLimitSlot, cancel.orderId, CloseReason.replaced);
    } else {
      const canceled = canceler.checkCancel(cancel, actorId) || canceler.checkCondition(condition);
      if (canceled !== 0 && !command.allowFailure) return canceled;
      emitItem(0, canceled);
      if (canceled === 0) effects.closeWithList(canceler.found[0], CloseReason.replaced);
    }
    placeItem(1, place, actorId);
    return 0;
  }

  /** Place as a part of a command: its answer, then what it does. */
  function placeItem(index: number, terms: OrderTerms, actorId: number): void {
    const before = events.cursor[0];
    emitItem(index, 0);
    if (fastPath.placeSimpleLimit(asPlaceOrder(terms), actorId)) return;
    events.cursor[0] = before;
    const code = placer.checkOrder(terms, actorId);
    emitItem(index, code);
    if (code === 0) placer.openChecked(terms);
  }

  function applyCancel(
    index: number,
    item: BatchItem & { action: 'cancel' },
    actorId: number,
  ): void {
    const code = canceler.checkCancel(item.cancel, actorId);
    emitItem(index, code);
    if (code === 0) effects.closeWithList(canceler.found[0], CloseReason.canceled);
  }

  /** The command. */
  function batchOrders(command: BatchOrders): number {
    const { items, actorId } = command;
    if (items.length < 1 || items.length > itemsCountMax) {
      return refuse('batch_size_wrong', items.length, itemsCountMax);
    }
    for (const [index, item] of items.entries()) {
      if (item.action === 'place') placeItem(index, item.place, actorId);
      else applyCancel(index, item, actorId);
    }
    return 0;
  }

  return { cancelReplace, batchOrders };
}
