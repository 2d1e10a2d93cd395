// One call of the dialect, from parameters to answer: schema, limits of orders, handler, refusals.
// The same for a request over HTTP and for one over the WebSocket API. It knows no path by name;
// who calls was found out before (signing.ts).
import type { z } from '@isobath/wire';
import type { Caller, RouteHandler } from '../product/index.ts';
import { DialectError } from './errors.ts';
import type { OrderCounts } from './order-counts.ts';
import { checkParameters, type DialectParameters } from './parameters.ts';
import { translateRefusal } from './translate.ts';

/** A call whose caller is known and allowed. */
export interface DialectCall {
  readonly handler: RouteHandler;
  readonly parameters: DialectParameters;
  readonly caller: Caller;
  readonly orderCounts: OrderCounts;
  /** Told of our own mistakes. */
  readonly report: (error: unknown, requestId: string) => void;
}

/** What must not happen twice however often the same signed bytes come. */
const ONCE: readonly (string | undefined)[] = ['place', 'transfer'];

const HEX = /^[0-9a-f]{64}$/i;

/** The bytes of a signature in one spelling: letters can be written otherwise and still verify. */
function spellSignature(signature: string): string {
  // Only an HMAC is 64 letters long: the same number of base64 letters is no Ed25519 signature.
  if (HEX.test(signature)) return signature.toLowerCase();
  return Buffer.from(signature, 'base64').toString('base64url');
}

/** What makes a request the same as another: key and signature, "" for one without. */
function readReplayKey({ handler, parameters, caller }: DialectCall): string {
  const { signature } = parameters;
  if (!ONCE.includes(handler.route.dialect?.act) || signature === undefined) return '';
  return `${caller.sessionId} ${spellSignature(signature)}`;
}

/**
 * Run a call.
 *
 * @returns the answer as it goes out.
 * @throws DialectError and nothing else.
 */
export async function runDialectCall(call: DialectCall): Promise<unknown> {
  const { handler, caller, orderCounts } = call;
  const { route } = handler;
  const ordersCount = route.dialect?.orders ?? 0;
  let countedOrders = 0;
  try {
    const query = checkParameters(route.query as z.ZodType, call.parameters);
    if (ordersCount > 0) {
      orderCounts.check(caller.ownerId, ordersCount);
      // Before the order, so that its first fill finds something to give back.
      orderCounts.add(caller.ownerId, ordersCount);
      countedOrders = ordersCount;
    }
    return await handler.handle({
      caller,
      query: query as never,
      body: {} as never,
      idempotencyKey: readReplayKey(call),
      setHeader: () => {},
    });
  } catch (error) {
    if (countedOrders > 0) orderCounts.add(caller.ownerId, -countedOrders);
    const refusal = translateRefusal(error, route.dialect?.act ?? 'query');
    if (refusal !== undefined) throw refusal;
    call.report(error, caller.requestId);
    throw new DialectError('unknown');
  }
}
