// The commands of orders from their bytes, each as one literal: the compiler then makes objects of
// one shape, ten times as fast as field by field. The order of the fields is that of schema.ts, and
// the test of the codec compares both. Not here: any other command. Called by codec.ts.
import type {
  CancelOrder,
  CancelReplace,
  OrderReference,
  OrderTerms,
  PlaceOrder,
} from '../command.ts';
import { CommandKind } from '../command.ts';
import type { ClientOrderIdWords } from '../ids.ts';
import { noClientOrderId } from '../math/index.ts';
import type { ByteReader } from './byte-writer.ts';

/** Any numbers may stand in the bytes: whether they mean something is asked by the engine. */
type Loose<TShape> = { readonly [TKey in keyof TShape]: unknown };

/** The same in an object that is used again. */
type Refilled<TShape> = { -readonly [TKey in keyof TShape]: unknown };

/** A client order id: none is one byte. @throws RangeError for an id of nothing. */
export function readClientId(reader: ByteReader): ClientOrderIdWords {
  if (!reader.readFlag()) return noClientOrderId;
  const words = Array.from({ length: 5 }, () => reader.readInt());
  if (words.every((word) => word === 0)) throw new RangeError('a client order id of nothing');
  return words as unknown as ClientOrderIdWords;
}

/** The terms of an order inside another command. */
export function readTerms(reader: ByteReader): OrderTerms {
  const terms: Loose<OrderTerms> = {
    accountId: reader.readInt(),
    instrumentId: reader.readInt(),
    side: reader.readInt(),
    orderType: reader.readInt(),
    timeInForce: reader.readInt(),
    priceTicks: reader.readInt(),
    sizeLots: reader.readInt(),
    quoteAmountUnits: reader.readAmount(),
    stopPriceTicks: reader.readInt(),
    trailingDeltaBps: reader.readInt(),
    activationPriceTicks: reader.readInt(),
    visibleLots: reader.readInt(),
    selfTradeMode: reader.readInt(),
    slippageBps: reader.readInt(),
    expireAtMs: reader.readInt(),
    clientOrderId: readClientId(reader),
  };
  return terms as OrderTerms;
}

/** How an open order is named inside another command. */
export function readReference(reader: ByteReader): OrderReference {
  const reference: Loose<OrderReference> = {
    accountId: reader.readInt(),
    instrumentId: reader.readInt(),
    orderId: reader.readInt(),
    clientOrderId: readClientId(reader),
  };
  return reference as OrderReference;
}

/** What follows the kind of `placeOrder`. */
export function readPlaceOrder(reader: ByteReader): PlaceOrder {
  const command: Loose<PlaceOrder> = {
    kind: CommandKind.placeOrder,
    actorId: reader.readInt(),
    sessionId: reader.readInt(),
    source: reader.readInt(),
    issuedAtMs: reader.readInt(),
    deadlineMs: reader.readInt(),
    keyHigh: reader.readInt(),
    keyLow: reader.readInt(),
    bodyHash: reader.readInt(),
    accountId: reader.readInt(),
    instrumentId: reader.readInt(),
    side: reader.readInt(),
    orderType: reader.readInt(),
    timeInForce: reader.readInt(),
    priceTicks: reader.readInt(),
    sizeLots: reader.readInt(),
    quoteAmountUnits: reader.readAmount(),
    stopPriceTicks: reader.readInt(),
    trailingDeltaBps: reader.readInt(),
    activationPriceTicks: reader.readInt(),
    visibleLots: reader.readInt(),
    selfTradeMode: reader.readInt(),
    slippageBps: reader.readInt(),
    expireAtMs: reader.readInt(),
    clientOrderId: readClientId(reader),
    isTest: reader.readFlag(),
  };
  return command as PlaceOrder;
}

/** What follows the kind of `cancelOrder`. */
export function readCancelOrder(reader: ByteReader): CancelOrder {
  const command: Loose<CancelOrder> = {
    kind: CommandKind.cancelOrder,
    actorId: reader.readInt(),
    sessionId: reader.readInt(),
    source: reader.readInt(),
    issuedAtMs: reader.readInt(),
    deadlineMs: reader.readInt(),
    keyHigh: reader.readInt(),
    keyLow: reader.readInt(),
    bodyHash: reader.readInt(),
    accountId: reader.readInt(),
    instrumentId: reader.readInt(),
    orderId: reader.readInt(),
    clientOrderId: readClientId(reader),
    condition: reader.readInt(),
  };
  return command as CancelOrder;
}

/** What follows the kind of `cancelReplace`. */
export function readCancelReplace(reader: ByteReader): CancelReplace {
  const command: Loose<CancelReplace> = {
    kind: CommandKind.cancelReplace,
    actorId: reader.readInt(),
    sessionId: reader.readInt(),
    source: reader.readInt(),
    issuedAtMs: reader.readInt(),
    deadlineMs: reader.readInt(),
    keyHigh: reader.readInt(),
    keyLow: reader.readInt(),
    bodyHash: reader.readInt(),
    cancel: readReference(reader),
    condition: reader.readInt(),
    allowFailure: reader.readFlag(),
    place: readTerms(reader),
  };
  return command as CancelReplace;
}

/** `readPlaceOrder` into a command that was read before. */
export function refillPlaceOrder(given: PlaceOrder, reader: ByteReader): PlaceOrder {
  const command: Refilled<PlaceOrder> = given;
  command.actorId = reader.readInt();
  command.sessionId = reader.readInt();
  command.source = reader.readInt();
  command.issuedAtMs = reader.readInt();
  command.deadlineMs = reader.readInt();
  command.keyHigh = reader.readInt();
  command.keyLow = reader.readInt();
  command.bodyHash = reader.readInt();
  command.accountId = reader.readInt();
  command.instrumentId = reader.readInt();
  command.side = reader.readInt();
  command.orderType = reader.readInt();
  command.timeInForce = reader.readInt();
  command.priceTicks = reader.readInt();
  command.sizeLots = reader.readInt();
  command.quoteAmountUnits = reader.readAmount();
  command.stopPriceTicks = reader.readInt();
  command.trailingDeltaBps = reader.readInt();
  command.activationPriceTicks = reader.readInt();
  command.visibleLots = reader.readInt();
  command.selfTradeMode = reader.readInt();
  command.slippageBps = reader.readInt();
  command.expireAtMs = reader.readInt();
  command.clientOrderId = readClientId(reader);
  command.isTest = reader.readFlag();
  return given;
}

/** `readCancelOrder` into a command that was read before. */
export function refillCancelOrder(given: CancelOrder, reader: ByteReader): CancelOrder {
  const command: Refilled<CancelOrder> = given;
  command.actorId = reader.readInt();
  command.sessionId = reader.readInt();
  command.source = reader.readInt();
  command.issuedAtMs = reader.readInt();
  command.deadlineMs = reader.readInt();
  command.keyHigh = reader.readInt();
  command.keyLow = reader.readInt();
  command.bodyHash = reader.readInt();
  command.accountId = reader.readInt();
  command.instrumentId = reader.readInt();
  command.orderId = reader.readInt();
  command.clientOrderId = readClientId(reader);
  command.condition = reader.readInt();
  return given;
}
