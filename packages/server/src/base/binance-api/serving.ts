// One call of the dialect, from parameters to answer: schema, limits of orders, handler, refusals.
// The same for a request over HTTP and for one over the WebSocket API. It knows no path by name;
// who calls was found out before (signing.ts).
import type { z } from '@isobath/wire';
import type { Caller, RouteHandler } from '../product/index.ts';
import { BinanceError } from './errors.ts';
import type { OrderCounts } from './order-counts.ts';
import { checkParameters, type BinanceParameters } from './parameters.ts';
import { translateRefusal } from './translate.ts';

/** A call whose caller is known and allowed. */
export interface BinanceCall {
  readonly handler: RouteHandler;
  readonly parameters: BinanceParameters;
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
function readReplayKey({ handler, parameters, caller }: BinanceCall): string {
  const { signature } = parameters;
  if (!ONCE.includes(handler.route.binance?.act) || signature === undefined) return '';
  return `${caller.sessionId} ${spellSignature(signature)}`;
}

/**
 * The limit of orders.
 * @returns the refusal when the call asked to go on as far as it places nothing.
 * @throws BinanceError -1015 otherwise.
 */
function checkCount(
  { handler, caller, orderCounts }: BinanceCall,
  query: unknown,
): BinanceError | undefined {
  try {
    orderCounts.check(caller.ownerId, handler.route.binance?.orders ?? 0);
    return undefined;
  } catch (error) {
    const { orderRateLimitExceededMode: mode } = query as { orderRateLimitExceededMode?: string };
    if (mode === 'CANCEL_ONLY' && error instanceof BinanceError) return error;
    throw error;
  }
}

/**
 * Run a call.
 *
 * @returns the answer as it goes out.
 * @throws BinanceError and nothing else.
 */
export async function runBinanceCall(call: BinanceCall): Promise<unknown> {
  const { handler, caller, orderCounts } = call;
  const { route } = handler;
  const ordersCount = route.binance?.orders ?? 0;
  let countedOrders = 0;
  let overLimit: BinanceError | undefined;
  try {
    const query = checkParameters(route.query as z.ZodType, call.parameters);
    if (ordersCount > 0) {
      overLimit = checkCount(call, query);
      // Before the order, so that its first fill finds something to give back.
      countedOrders = overLimit === undefined ? ordersCount : 0;
      orderCounts.add(caller.ownerId, countedOrders);
    }
    return await handler.handle({
      caller,
      query: query as never,
      body: {} as never,
      idempotencyKey: readReplayKey(call),
      setHeader: () => {},
      overLimit,
    });
  } catch (error) {
    const refusal = translateRefusal(error, route.binance?.act ?? 'query');
    const isBack = countedOrders > 0 && refusal?.keepsOrderCount !== true;
    if (isBack) orderCounts.add(caller.ownerId, -countedOrders);
    if (refusal !== undefined) throw refusal;
    call.report(error, caller.requestId);
    throw new BinanceError('unknown');
  }
}
