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
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly code: number;
      /** Of a change that had closed the old order: it was placed again, or could not be. */
      readonly old?: 'again' | 'gone';
    }
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
    ...(isSet(order.stopPrice) && order.trailingDeltaBps === 0
      ? { stopPrice: order.stopPrice }
      : {}),
    ...(order.trailingDeltaBps > 0 ? { trailingDeltaBps: order.trailingDeltaBps } : {}),
    ...(isSet(order.activationPrice) ? { activationPrice: order.activationPrice } : {}),
    ...(order.slippageBps > 0 ? { slippageBps: order.slippageBps } : {}),
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

/** Refusals that may go away with the old order: it counts, and holds money. */
const freedByCancel: ReadonlySet<string> = new Set([
  'open_orders_too_many',
  'stop_orders_too_many',
  'balance_too_low',
]);

/**
 * Ask whether the new terms would be taken, while the old order still stands.
 *
 * @returns the refusal, or null. What the old order itself uses up is no refusal yet.
 */
async function askFirst(client: Client, body: PlaceOrderBody): Promise<SendOutcome | null> {
  try {
    await client.call(spotRoutes.test, { body, idempotencyKey: crypto.randomUUID() });
    return null;
  } catch (error) {
    if (error instanceof ApiError && freedByCancel.has(error.reject)) return null;
    return readFailure(error);
  }
}

/** The old order went for nothing: place its terms again, or say that it is gone. */
async function placeAgain(client: Client, body: PlaceOrderBody): Promise<'again' | 'gone'> {
  try {
    const again = { ...body, clientOrderId: makeClientOrderId() };
    await client.call(spotRoutes.place, { body: again, idempotencyKey: crypto.randomUUID() });
    return 'again';
  } catch (error) {
    if (error instanceof ApiError) return 'gone';
    throw error;
  }
}

/**
 * Close the order and place it with other terms, in one step. The exchange closes the old one first
 * and lets that stand when it refuses the new one; so the new terms are asked for before.
 */
async function replace(client: Client, order: OrderRow, values: OrderChange): Promise<SendOutcome> {
  const isBySize = /[1-9]/.test(order.quantity);
  const sized = (quantity: string) =>
    isBySize ? { quantity: readRemaining(order, quantity) } : {};
  const old = { ...termsOf(order), ...sized(order.quantity) };
  const place = {
    ...old,
    ...values,
    ...sized(values.quantity ?? order.quantity),
    clientOrderId: makeClientOrderId(),
  };
  const refusal = await askFirst(client, place);
  if (refusal !== null) return refusal;
  const answer = await client.call(spotRoutes.cancelReplace, {
    body: {
      cancel: { orderId: order.orderId },
      // What trades meanwhile would be asked for twice.
      condition: /[1-9]/.test(order.executedQuantity) ? 'ANY' : 'ONLY_NEW',
      place,
    },
    idempotencyKey: crypto.randomUUID(),
  });
  const { order: placed, message, code } = answer.place;
  if (placed !== null) return { kind: 'accepted', orderId: placed.orderId, status: placed.status };
  return { kind: 'refused', message, code, old: await placeAgain(client, old) };
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
  try {
    if (isSmaller && values.quantity !== undefined) {
      const body = { orderId: order.orderId, quantity: values.quantity };
      await client.call(spotRoutes.amend, { body, idempotencyKey: crypto.randomUUID() });
      return { kind: 'accepted', orderId: order.orderId, status: order.status };
    }
    return await replace(client, order, values);
  } catch (error) {
    return readFailure(error);
  }
}
