// A part of a combined command in the shape of a command of its own. The short ways of placing and
// cancelling are compiled for one shape of objects each; a second shape makes every read of a field
// slower for all. Not here: what is done with it. Called by cancel-replace.ts.
import type { CancelOrder, OrderReference, OrderTerms, PlaceOrder } from '../../command.ts';
import * as commandNames from '../../command.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';

const { CommandKind } = commandNames;
const { noClientOrderId } = mathNames;
const { CancelCondition } = wordsNames;

type Writable<TShape> = { -readonly [TKey in keyof TShape]: TShape[TKey] };

// Fields stand in the order in which the codec makes them, each written out: only then it is the
// same shape. Spread into the literal, `simpleLimitTerms` would make another one.

function makePlaceOrder(): Writable<PlaceOrder> {
  const command: { readonly [TKey in keyof PlaceOrder]: unknown } = {
    kind: CommandKind.placeOrder,
    actorId: 0,
    sessionId: 0,
    source: 0,
    issuedAtMs: 0,
    deadlineMs: 0,
    keyHigh: 0,
    keyLow: 0,
    bodyHash: 0,
    accountId: 0,
    instrumentId: 0,
    side: 0,
    orderType: 0,
    timeInForce: 0,
    priceTicks: 0,
    sizeLots: 0,
    quoteAmountUnits: 0n,
    stopPriceTicks: 0,
    trailingDeltaBps: 0,
    activationPriceTicks: 0,
    visibleLots: 0,
    selfTradeMode: 0,
    slippageBps: 0,
    expireAtMs: 0,
    clientOrderId: noClientOrderId,
    isTest: false,
  };
  return command as Writable<PlaceOrder>;
}

function makeCancelOrder(): Writable<CancelOrder> {
  const command: { readonly [TKey in keyof CancelOrder]: unknown } = {
    kind: CommandKind.cancelOrder,
    actorId: 0,
    sessionId: 0,
    source: 0,
    issuedAtMs: 0,
    deadlineMs: 0,
    keyHigh: 0,
    keyLow: 0,
    bodyHash: 0,
    accountId: 0,
    instrumentId: 0,
    orderId: 0,
    clientOrderId: noClientOrderId,
    condition: CancelCondition.any,
  };
  return command as Writable<CancelOrder>;
}

/** Make the two copiers of an engine; each gives the same object every time. */
export function createCommandShapes() {
  const place = makePlaceOrder();
  const cancel = makeCancelOrder();

  /** Terms as a command to place. */
  function asPlaceOrder(terms: OrderTerms): PlaceOrder {
    place.accountId = terms.accountId;
    place.instrumentId = terms.instrumentId;
    place.side = terms.side;
    place.orderType = terms.orderType;
    place.timeInForce = terms.timeInForce;
    place.priceTicks = terms.priceTicks;
    place.sizeLots = terms.sizeLots;
    place.quoteAmountUnits = terms.quoteAmountUnits;
    place.stopPriceTicks = terms.stopPriceTicks;
    place.trailingDeltaBps = terms.trailingDeltaBps;
    place.activationPriceTicks = terms.activationPriceTicks;
    place.visibleLots = terms.visibleLots;
    place.selfTradeMode = terms.selfTradeMode;
    place.slippageBps = terms.slippageBps;
    place.expireAtMs = terms.expireAtMs;
    place.clientOrderId = terms.clientOrderId;
    return place;
  }

  /** A named order as a command to cancel it. */
  function asCancelOrder(reference: OrderReference): CancelOrder {
    cancel.accountId = reference.accountId;
    cancel.instrumentId = reference.instrumentId;
    cancel.orderId = reference.orderId;
    cancel.clientOrderId = reference.clientOrderId;
    return cancel;
  }

  return { asPlaceOrder, asCancelOrder };
}
