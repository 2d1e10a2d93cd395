// Events as words in one buffer: fast writers for the kinds that every order causes, one general
// writer for the others. Not here: the layout (event-layout.ts), reading (event-decoder.ts).
// Called by the engine and the products; the caller of the engine reads `words` and resets.
//
// The fast writers take plain positional numbers and read amounts from the scratch array: an object
// for each event would be garbage millions of times a second.
import type { CoreEvent } from './event.ts';
import * as eventNames from './event.ts';
import type { EventFieldType } from './event-layout.ts';
import * as eventLayoutNames from './event-layout.ts';
import { fail } from './fault.ts';
import * as mathNames from './math/index.ts';
import * as memoryNames from './memory.ts';
import * as scratchNames from './scratch.ts';

const { EventKind } = eventNames;
const { eventHeadFactor, eventTable } = eventLayoutNames;
const { makeFloats, makeInts, powerAbove } = memoryNames;
const { readHighWord, readLowWord } = mathNames;
const { Scratch } = scratchNames;

const levelChangedWords = 6;
const orderOpenedWords = 15;
const orderClosedWords = 9;
const tradeExecutedWords = 23;
const commandAppliedWords = 8;
const itemAppliedWords = 4;
const levelChangedHead = EventKind.levelChanged + eventHeadFactor * levelChangedWords;
const orderOpenedHead = EventKind.orderOpened + eventHeadFactor * orderOpenedWords;
const orderClosedHead = EventKind.orderClosed + eventHeadFactor * orderClosedWords;
const tradeExecutedHead = EventKind.tradeExecuted + eventHeadFactor * tradeExecutedWords;
const commandAppliedHead = EventKind.commandApplied + eventHeadFactor * commandAppliedWords;
const itemAppliedHead = EventKind.itemApplied + eventHeadFactor * itemAppliedWords;
const { amount, quote, makerFee, takerFee, makerHold, takerHold } = Scratch;

/** The event buffer of one engine. */
export type EventBuffer = ReturnType<typeof createEventBuffer>;

/**
 * Make the event buffer.
 *
 * @param capacityWords - most words that the events of the steps between two resets may take; the
 *   pages of a large buffer are committed when first written.
 * @param scratch - the scratch array that amounts are read from.
 */
export function createEventBuffer(capacityWords: number, scratch: Float64Array) {
  // A power of two and a little more: a place under the mask needs no other check of its range. The
  // cursor itself goes on past the end, so that a step with too many events is seen and stops.
  const span = powerAbove(capacityWords);
  const mask = span - 1;
  const words = makeFloats(span + tradeExecutedWords);
  const cursor = makeInts(1);

  /** CommandApplied with code 0, no repeat and no facts. */
  function commandApplied(sequence: number, atMs: number, commandKind: number, actorId: number) {
    const from = cursor[0];
    const at = from & mask;
    cursor[0] = from + commandAppliedWords;
    words[at] = commandAppliedHead;
    words[at + 1] = sequence;
    words[at + 2] = atMs;
    words[at + 3] = commandKind;
    words[at + 4] = actorId;
    words[at + 5] = 0;
    words[at + 6] = 0;
    words[at + 7] = 0;
  }

  /** ItemApplied with code 0 and no facts. */
  function itemApplied(index: number) {
    const from = cursor[0];
    const at = from & mask;
    cursor[0] = from + itemAppliedWords;
    words[at] = itemAppliedHead;
    words[at + 1] = index;
    words[at + 2] = 0;
    words[at + 3] = 0;
  }

  /** OrderOpened; the hold is taken from scratch `amount`. */
  function orderOpened(
    orderId: number,
    accountId: number,
    instrumentId: number,
    side: number,
    orderType: number,
    timeInForce: number,
    selfTradeMode: number,
    status: number,
    priceTicks: number,
    sizeLots: number,
    listId: number,
    ownerNumber: number,
  ) {
    const from = cursor[0];
    const at = from & mask;
    cursor[0] = from + orderOpenedWords;
    words[at] = orderOpenedHead;
    words[at + 1] = orderId;
    words[at + 2] = accountId;
    words[at + 3] = instrumentId;
    words[at + 4] = side;
    words[at + 5] = orderType;
    words[at + 6] = timeInForce;
    words[at + 7] = selfTradeMode;
    words[at + 8] = status;
    words[at + 9] = priceTicks;
    words[at + 10] = sizeLots;
    words[at + 11] = scratch[amount];
    words[at + 12] = scratch[amount + 1];
    words[at + 13] = listId;
    words[at + 14] = ownerNumber;
  }

  /** OrderClosed; what was released is taken from scratch `amount`. */
  function orderClosed(
    orderId: number,
    accountId: number,
    instrumentId: number,
    reason: number,
    remainingLots: number,
    ownerNumber: number,
  ) {
    const from = cursor[0];
    const at = from & mask;
    cursor[0] = from + orderClosedWords;
    words[at] = orderClosedHead;
    words[at + 1] = orderId;
    words[at + 2] = accountId;
    words[at + 3] = instrumentId;
    words[at + 4] = reason;
    words[at + 5] = remainingLots;
    words[at + 6] = scratch[amount];
    words[at + 7] = scratch[amount + 1];
    words[at + 8] = ownerNumber;
  }

  /** TradeExecuted; quote, fees and holds are taken from their scratch. */
  function tradeExecuted(
    instrumentId: number,
    tradeId: number,
    priceTicks: number,
    sizeLots: number,
    takerSide: number,
    isAuction: number,
    makerOrderId: number,
    takerOrderId: number,
    makerAccountId: number,
    takerAccountId: number,
    makerOwnerNumber: number,
    takerOwnerNumber: number,
  ) {
    const from = cursor[0];
    const at = from & mask;
    cursor[0] = from + tradeExecutedWords;
    words[at] = tradeExecutedHead;
    words[at + 1] = instrumentId;
    words[at + 2] = tradeId;
    words[at + 3] = priceTicks;
    words[at + 4] = sizeLots;
    words[at + 5] = takerSide;
    words[at + 6] = isAuction;
    words[at + 7] = makerOrderId;
    words[at + 8] = takerOrderId;
    words[at + 9] = makerAccountId;
    words[at + 10] = takerAccountId;
    words[at + 11] = scratch[quote];
    words[at + 12] = scratch[quote + 1];
    words[at + 13] = scratch[makerFee];
    words[at + 14] = scratch[makerFee + 1];
    words[at + 15] = scratch[takerFee];
    words[at + 16] = scratch[takerFee + 1];
    words[at + 17] = scratch[makerHold];
    words[at + 18] = scratch[makerHold + 1];
    words[at + 19] = scratch[takerHold];
    words[at + 20] = scratch[takerHold + 1];
    words[at + 21] = makerOwnerNumber;
    words[at + 22] = takerOwnerNumber;
  }

  /** LevelChanged: the visible total at one price. */
  function levelChanged(
    instrumentId: number,
    updateId: number,
    side: number,
    priceTicks: number,
    totalLots: number,
  ) {
    const from = cursor[0];
    const at = from & mask;
    cursor[0] = from + levelChangedWords;
    words[at] = levelChangedHead;
    words[at + 1] = instrumentId;
    words[at + 2] = updateId;
    words[at + 3] = side;
    words[at + 4] = priceTicks;
    words[at + 5] = totalLots;
  }

  /** Any event from its shape; for kinds that are rare. */
  function write(event: CoreEvent): void {
    const first = cursor[0];
    const row = eventTable[event.kind] ?? fail(`no event of kind ${event.kind}`);
    let at = first + 1;
    for (const [name, type] of row.fields) {
      const value = (event as unknown as Record<string, unknown>)[name];
      at = writeField(words, at, { type, value });
    }
    words[first] = event.kind + eventHeadFactor * (at - first);
    cursor[0] = at;
  }

  return {
    /** The words themselves; those in front of `countWords()` are written. */
    words,
    /** Place of the next event. Only the engine sets it: back to 0, or to undo a refused step. */
    cursor,
    commandApplied,
    itemApplied,
    orderOpened,
    orderClosed,
    tradeExecuted,
    levelChanged,
    write,
    /** A view of the events since the last reset; valid until the next step. */
    readWords: () => words.subarray(0, checkCursor()),
    /** Words written since the last reset. */
    countWords: checkCursor,
    /** Forget all events: their reader is done with them. */
    reset: () => {
      cursor[0] = 0;
    },
  };

  function checkCursor(): number {
    return cursor[0] <= capacityWords ? cursor[0] : fail('the event buffer is too small');
  }
}

/** A value and how it lies in the words. */
interface FieldValue {
  readonly type: EventFieldType;
  readonly value: unknown;
}

/** Write one field at word `at`; gives the place behind it. */
function writeField(words: Float64Array, at: number, { type, value }: FieldValue): number {
  if (type === 'int' || type === 'flag') {
    words[at] = Number(value);
    return at + 1;
  }
  if (type === 'amount') {
    words[at] = readHighWord(value as bigint);
    words[at + 1] = readLowWord(value as bigint);
    return at + 2;
  }
  const values = value as readonly number[];
  let next = at;
  if (type === 'list') {
    words[next] = values.length;
    next += 1;
  }
  for (const one of values) {
    words[next] = one;
    next += 1;
  }
  return next;
}
