// What a command that is about to come will touch, given to the engine before its turn: the
// processor then waits for the rows of many commands at once. Nothing is changed by it, and nothing
// is checked: any numbers may be recorded. Not here: where the rows lie (trading/state).
// Called by whoever has commands waiting: the sequencer, the bench of the core.
import type { ByteReader } from './codec/byte-writer.ts';
import * as byteWriterNames from './codec/byte-writer.ts';
import type { OrderTerms } from './command.ts';
import * as commandNames from './command.ts';

const { ByteReader: Reader } = byteWriterNames;
const { CommandKind } = commandNames;

/** Most commands that are looked at together: what they touch must stay in the cache until then. */
export const prefetchMax = 64;

/** What is known of an order that is about to be placed. */
export type ComingOrder = Pick<
  OrderTerms,
  'accountId' | 'instrumentId' | 'side' | 'priceTicks' | 'sizeLots'
>;

/** Reads rows ahead of their use. */
export interface Prefetch {
  /** False while everything in use fits into the cache: then looking ahead only costs. */
  readonly isWorthwhile: () => boolean;
  /** An order is about to be placed. */
  readonly recordPlace: (order: ComingOrder) => void;
  /** An order is about to be cancelled. */
  readonly recordCancel: (accountId: number, orderId: number) => void;
  /** A command with this idempotency key is about to come. */
  readonly recordKey: (keyHigh: number, keyLow: number) => void;
  /** Fetch for everything recorded, and forget it. */
  readonly fetch: () => void;
}

const reader = new Reader(new Uint8Array(0));
/** actorId, sessionId, source, issuedAtMs, deadlineMs. */
const envelopeBeforeKey = 5;
const clientIdWords = 5;
/** Used again for each order, any numbers in it. */
const coming = { accountId: 0, instrumentId: 0, side: 0, priceTicks: 0, sizeLots: 0 };

function skip(from: ByteReader, count: number): void {
  for (let left = count; left > 0; left -= 1) from.readInt();
}

function recordTerms(prefetch: Prefetch): void {
  coming.accountId = reader.readInt();
  coming.instrumentId = reader.readInt();
  coming.side = reader.readInt();
  skip(reader, 2);
  coming.priceTicks = reader.readInt();
  coming.sizeLots = reader.readInt();
  prefetch.recordPlace(coming as unknown as ComingOrder);
}

function recordReference(prefetch: Prefetch): void {
  const accountId = reader.readInt();
  skip(reader, 1);
  prefetch.recordCancel(accountId, reader.readInt());
}

/**
 * Record the order that a command's bytes place, cancel or replace; other commands are passed over.
 *
 * @param place - where the command lies in the bytes, if it is not all of them.
 * @throws RangeError when the bytes end too early, as the codec will again.
 */
export function recordCommandBytes(
  bytes: Uint8Array,
  prefetch: Prefetch,
  place?: { readonly from: number; readonly to: number },
): void {
  if (place === undefined) reader.reset(bytes);
  else reader.reset(bytes, place.from, place.to);
  const kind = reader.readInt();
  const isPlace = kind === CommandKind.placeOrder;
  const isCancel = kind === CommandKind.cancelOrder;
  if (!isPlace && !isCancel && kind !== CommandKind.cancelReplace) return;
  skip(reader, envelopeBeforeKey);
  const keyHigh = reader.readInt();
  const keyLow = reader.readInt();
  if (keyHigh !== 0 || keyLow !== 0) prefetch.recordKey(keyHigh, keyLow);
  skip(reader, 1);
  if (!isPlace) recordReference(prefetch);
  if (isPlace) recordTerms(prefetch);
  if (isPlace || isCancel) return;
  if (reader.readFlag()) skip(reader, clientIdWords);
  skip(reader, 1);
  reader.readFlag();
  recordTerms(prefetch);
}
