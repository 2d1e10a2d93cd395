// Tells an engine the records of a stream, one command each: what lies between the clock and the
// engine, so it is made as the core is (docs/adr/0014). Not here: accounts, money and which records
// (engine-driver.ts).
import type { CancelOrder, CancelReplace, Engine, OrderTerms, PlaceOrder } from '@isobath/core';
import { CommandKind } from '@isobath/core';
import { Source } from '@isobath/core/words';
import type { Mutable } from './driver-commands.ts';
import * as driverCommandsNames from './driver-commands.ts';
import * as recordsNames from './records.ts';
import * as streamNames from './stream.ts';

const { envelope, operatorAccounts, makeCommand, makeTerms, setTerms, startMs } =
  driverCommandsNames;
const { RecordWord, recordWords } = recordsNames;
const { StreamOp } = streamNames;
const userWord = RecordWord.user;
const wordsOfRecord = recordWords;
const placeOp = StreamOp.place;
const cancelOp = StreamOp.cancel;
const accountsBefore = operatorAccounts;
const atMs = startMs;

/** Number of the first user as an owner. */
export const firstOwnerId = 1_000_001;
const firstOwner = firstOwnerId;

/** Commands whose events gather before they are thrown away. */
const stepsPerReset = 64;
/** Commands that are looked at ahead together. */
const stepsPerTurn = 64;

/** Places of the counters. */
const sequenceAt = 0;
const beforeAt = 1;

/** What takes commands; only a whole engine can be read or checked. */
export interface DrivenEngine extends Pick<Engine, 'apply' | 'orderEntries'> {
  readonly prefetch: Pick<
    Engine['prefetch'],
    'isWorthwhile' | 'recordCancel' | 'recordPlace' | 'fetch'
  >;
  readonly events: Pick<Engine['events'], 'words' | 'reset'>;
}

/** Whose records are told to whom. */
export interface PublisherOptions {
  readonly engine: DrivenEngine;
  /** The stream's records (records.ts). */
  readonly words: Int32Array;
  /** For each record the order it makes or names, numbered from 1 in a pass. */
  readonly orders: Int32Array;
}

function makeCommands() {
  const order = { ...envelope, source: Source.api };
  const { accountId, clientOrderId } = makeTerms();
  const named = { accountId, instrumentId: 0, orderId: 0, clientOrderId };
  const placing = { ...order, kind: CommandKind.placeOrder, ...makeTerms(), isTest: false };
  const place = makeCommand<PlaceOrder>(placing);
  const cancel = makeCommand<CancelOrder>({
    ...order,
    kind: CommandKind.cancelOrder,
    ...named,
    condition: 0,
  });
  const replace = makeCommand<CancelReplace>({
    ...order,
    kind: CommandKind.cancelReplace,
    cancel: named,
    condition: 0,
    allowFailure: false,
    place: makeTerms(),
  });
  return { place, cancel, replace };
}

/** Make the teller of one engine. */
export function createPublisher({ engine, words, orders }: PublisherOptions) {
  const { prefetch, events } = engine;
  const { applyPlace, applyCancel, applyReplace } = engine.orderEntries;
  const { reset } = events;
  const { place, cancel, replace } = makeCommands();
  const replacePlace = replace.place as Mutable<OrderTerms>;
  const replaceCancel = replace.cancel as Mutable<CancelReplace['cancel']>;
  const coming = makeTerms() as Mutable<OrderTerms>;
  // Outside the collected heap, as the words of the core are.
  const counters = new Int32Array(new ArrayBuffer(64));

  function asPlace(at: number, user: number): PlaceOrder {
    place.actorId = (firstOwner + user) as PlaceOrder['actorId'];
    setTerms(place, words, at);
    return place;
  }

  function asCancel(orderId: number, user: number): CancelOrder {
    cancel.actorId = (firstOwner + user) as CancelOrder['actorId'];
    cancel.accountId = (accountsBefore + 1 + user) as CancelOrder['accountId'];
    cancel.orderId = orderId as CancelOrder['orderId'];
    return cancel;
  }

  function asReplace(at: number, orderId: number, user: number): CancelReplace {
    replace.actorId = (firstOwner + user) as CancelReplace['actorId'];
    replaceCancel.accountId = (accountsBefore + 1 + user) as CancelOrder['accountId'];
    replaceCancel.orderId = orderId as CancelOrder['orderId'];
    setTerms(replacePlace, words, at);
    return replace;
  }

  /** The number of the next command. */
  function count(): number {
    const next = counters[sequenceAt] + 1;
    counters[sequenceAt] = next;
    return next;
  }

  /** Do one record. */
  function emit(record: number): void {
    const at = record * wordsOfRecord;
    const op = words[at] & 255;
    const user = words[at + userWord];
    if (op === placeOp) {
      applyPlace(asPlace(at, user), count(), atMs);
      return;
    }
    const orderId = counters[beforeAt] + orders[record];
    if (op === cancelOp) applyCancel(asCancel(orderId, user), count(), atMs);
    else applyReplace(asReplace(at, orderId, user), count(), atMs);
  }

  /** As the sequencer does: fetch what records will touch before they are done. */
  function lookAt(from: number, to: number): void {
    for (let record = from; record < to; record += 1) {
      const at = record * wordsOfRecord;
      const op = words[at] & 255;
      const accountId = accountsBefore + 1 + words[at + userWord];
      if (op !== placeOp) prefetch.recordCancel(accountId, counters[beforeAt] + orders[record]);
      if (op === cancelOp) continue;
      setTerms(coming, words, at);
      prefetch.recordPlace(coming);
    }
    prefetch.fetch();
  }

  function emitTurn(from: number, to: number): void {
    for (let record = from; record < to; record += 1) emit(record);
  }

  /** Do every record once; events are thrown away every 64 steps. */
  function emitAll(): void {
    for (let from = 0; from < orders.length; from += stepsPerTurn) {
      const to = Math.min(orders.length, from + stepsPerTurn);
      if (prefetch.isWorthwhile()) lookAt(from, to);
      emitTurn(from, to);
      if (to % stepsPerReset === 0) reset();
    }
  }

  return {
    emit,
    emitAll,
    count,
    asCancel,
    /** The next pass begins: so many orders were numbered before it. */
    setOrdersBefore(orderCount: number): void {
      counters[beforeAt] = orderCount;
    },
    /** Number of the last command. */
    readSequence: (): number => counters[sequenceAt],
  };
}
