// Sending: the row appears at once as "sending", then the exchange's word counts.
// Not here: what to send (form/order-terms.ts). Each call carries its own key, so a repeat is safe.
import { cutZeros, formatDecimal, parseDecimal } from '@isobath/core/math';
import { ApiError, type Client } from '@isobath/sdk';
import { type OrderRow, type PlaceOrderBody, spotRoutes } from '@isobath/wire';
import type { OrderIntent } from '../form/order-terms.ts';
import type { OwnStore } from './own-store.ts';

/** How a sending ended: accepted, refused with a reason, or nobody knows yet. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly orderId: string; readonly status: string }
  | { readonly kind: 'refused'; readonly message: string; readonly code: number }
  | { readonly kind: 'unknown' };

/** Decimals of any asset at most. */
const mostDecimals = 18;

/** A new client order id. */
export function makeClientOrderId(): string {
  return `w-${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** What a failed call means for the one who sent it. */
export function readFailure(error: unknown): SendOutcome {
  if (error instanceof ApiError) {
    return { kind: 'refused', message: error.message, code: error.code };
  }
  return { kind: 'unknown' };
}

function settleSent(own: OwnStore, keys: readonly string[], outcome: SendOutcome): void {
  for (const key of keys) {
    // An accepted row goes when the private channel brings the order itself; if that is late, now.
    if (outcome.kind === 'accepted') setTimeout(() => own.dropSent(key), 3000);
    if (outcome.kind === 'refused') {
      own.changeSent(key, { state: 'failed', message: outcome.message });
    }
    if (outcome.kind === 'unknown') own.changeSent(key, { state: 'unknown' });
  }
}

/** Send an order or a list. Never throws. */
export async function sendIntent(
  client: Client,
  own: OwnStore,
  intent: OrderIntent,
): Promise<SendOutcome> {
  const bodies = (intent.form === 'order' ? [intent.body] : intent.legs).map((body) => ({
    ...body,
    clientOrderId: makeClientOrderId(),
  }));
  const keys = bodies.map((body) => body.clientOrderId);
  for (const body of bodies) {
    const key = body.clientOrderId;
    own.addSent({ key, body, state: 'sending', message: '', atMs: Date.now() });
  }
  let outcome: SendOutcome;
  try {
    const idempotencyKey = crypto.randomUUID();
    if (intent.form === 'order') {
      const [body] = bodies as [PlaceOrderBody];
      const answer = await client.call(spotRoutes.place, { body, idempotencyKey });
      outcome = { kind: 'accepted', orderId: answer.orderId, status: answer.status };
    } else {
      const body = { type: intent.type, legs: bodies };
      const answer = await client.call(spotRoutes.placeList, { body, idempotencyKey });
      outcome = { kind: 'accepted', orderId: answer.listId, status: 'NEW' };
    }
  } catch (error) {
    outcome = readFailure(error);
  }
  settleSent(own, keys, outcome);
  return outcome;
}

/** Cancel an order; a leg of a list cancels its list. */
export async function sendCancel(client: Client, orderId: string): Promise<SendOutcome> {
  try {
    await client.call(spotRoutes.cancel, {
      body: { orderId },
      idempotencyKey: crypto.randomUUID(),
    });
    return { kind: 'accepted', orderId, status: 'CANCELED' };
  } catch (error) {
    return readFailure(error);
  }
}

/** Cancel all open orders, of one market or of all. */
export async function sendCancelAll(client: Client, symbol?: string): Promise<SendOutcome> {
  try {
    const body = symbol === undefined ? {} : { symbol };
    await client.call(spotRoutes.cancelAll, { body, idempotencyKey: crypto.randomUUID() });
    return { kind: 'accepted', orderId: '', status: 'CANCELED' };
  } catch (error) {
    return readFailure(error);
  }
}

/** The terms of an open order, for placing it again with a change. */
export function termsOf(order: OrderRow): PlaceOrderBody {
  const isSet = (text: string) => /[1-9]/.test(text);
  return {
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    ...(isSet(order.price) ? { price: order.price } : {}),
    ...(isSet(order.quantity) ? { quantity: order.quantity } : {}),
    ...(isSet(order.quoteAmount) && !isSet(order.quantity)
      ? { quoteAmount: order.quoteAmount }
      : {}),
    ...(isSet(order.stopPrice) && order.type !== 'trailing_stop'
      ? { stopPrice: order.stopPrice }
      : {}),
    ...(order.trailingDeltaBps > 0 ? { trailingDeltaBps: order.trailingDeltaBps } : {}),
    ...(isSet(order.activationPrice) ? { activationPrice: order.activationPrice } : {}),
    selfTradePrevention: order.selfTradePrevention,
    ...(isSet(order.visibleQuantity) ? { visibleQuantity: order.visibleQuantity } : {}),
    timeInForce: order.timeInForce,
    ...(order.timeInForce === 'GTD' ? { expireAt: order.expireAt } : {}),
  };
}

/** What of a size is still open when some of it has traded or was prevented. */
export function readRemaining(order: OrderRow, quantity = order.quantity): string {
  const units = (text: string) => parseDecimal(text, mostDecimals);
  const left = units(quantity) - units(order.executedQuantity) - units(order.preventedQuantity);
  return cutZeros(formatDecimal(left < 0n ? 0n : left, mostDecimals));
}

/** A change of an open order: another price or stop, or another size. */
export interface OrderChange {
  readonly price?: string;
  readonly stopPrice?: string;
  readonly quantity?: string;
}

/**
 * Change an open order: a smaller size alone keeps its place in the queue; anything else replaces
 * the order in one step, by one of what is left of it.
 *
 * @param isSmaller - true when only the size changes, and to less.
 */
export async function sendChange(
  client: Client,
  order: OrderRow,
  change: OrderChange & { readonly isSmaller: boolean },
): Promise<SendOutcome> {
  const { isSmaller, ...values } = change;
  const size = values.quantity ?? order.quantity;
  const rest = /[1-9]/.test(order.quantity) ? { quantity: readRemaining(order, size) } : {};
  const idempotencyKey = crypto.randomUUID();
  try {
    if (isSmaller && values.quantity !== undefined) {
      const body = { orderId: order.orderId, quantity: values.quantity };
      await client.call(spotRoutes.amend, { body, idempotencyKey });
      return { kind: 'accepted', orderId: order.orderId, status: order.status };
    }
    const answer = await client.call(spotRoutes.cancelReplace, {
      body: {
        cancel: { orderId: order.orderId },
        place: { ...termsOf(order), ...values, ...rest, clientOrderId: makeClientOrderId() },
      },
      idempotencyKey,
    });
    const { place } = answer;
    if (place.order === null) return { kind: 'refused', message: place.message, code: place.code };
    return { kind: 'accepted', orderId: place.order.orderId, status: place.order.status };
  } catch (error) {
    return readFailure(error);
  }
}
