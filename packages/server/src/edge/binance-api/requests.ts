// The trading dialect over HTTP: raw texts in, signature and limits, one call, and `{code, msg}`
// when it is refused. No cookie is read here: what signs in browsers opens nothing on these paths.
// It knows no call by name. Mounted by http.ts.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AddressLimits,
  BinanceError,
  type BinanceParameters,
  listPayloads,
  type OrderCounts,
  readParameters,
  runBinanceCall,
  type Signing,
  translateRefusal,
  type WantedPermission,
} from '../../base/binance-api/index.ts';
import type { Caller, RouteHandler } from '../../base/product/index.ts';
import type { EdgeLogs } from '../logs.ts';
import type { Peers, PeerSigns } from '../peers.ts';
import { readCallersFault } from '../answer.ts';
import { refusesOnly } from '../endpoints.ts';
import { OPEN_HEADERS, PREFLIGHT_HEADERS } from '../open-data.ts';
import { toMicros, wantsMicroAnswer } from './micros.ts';

/** What the dialect's requests stand on. */
export interface BinanceOptions {
  readonly signing: Signing;
  readonly limits: AddressLimits;
  readonly orderCounts: OrderCounts;
}

/** What it shares with the other requests of the server. */
export interface BinanceServing extends BinanceOptions {
  readonly handlers: readonly RouteHandler[];
  readonly peers: Peers;
  readonly report: (error: unknown, requestId: string) => void;
  readonly measure?: ((route: string, status: number, ms: number) => void) | undefined;
  readonly logs?: EdgeLogs | undefined;
}

const PREFIXES = /^\/(api|sapi|fapi|dapi|eapi|papi|futures\/data)(\/|\?|$)/;

/** Paths that belong to the dialect, served or not. */
export function isBinancePath(path: string): boolean {
  return PREFIXES.test(path);
}

/** What a route wants of the key, undefined when it wants none. */
export function readWanted(handler: RouteHandler): WantedPermission | 'named' | undefined {
  const { role } = handler.route;
  if (role === 'key') return 'named';
  if (role === 'key_signed') return 'none';
  return role.startsWith('key_') ? (role.slice('key_'.length) as WantedPermission) : undefined;
}

/** A caller without a key. */
export function makeGuest(ip: string, requestId: string): Caller {
  return {
    ownerId: 0,
    sessionId: 0,
    ip,
    device: 'API',
    locale: 'en_US',
    visitorId: '',
    steppedUpUntilMs: 0,
    requestId,
    signed: { deadlineMs: 0 },
  };
}

function readKeyName({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const name = headers['x-mbx-apikey'];
  return typeof name === 'string' ? name : '';
}

/** Raw query string without `?`. */
function readQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** A call with what is the same each time it comes. */
export interface ServedCall {
  readonly handler: RouteHandler;
  readonly wanted: WantedPermission | 'named' | undefined;
}

/** What is read of a request beside its body. */
export interface RequestSigns extends PeerSigns {
  /** Path and query. */
  readonly url?: string | undefined;
}

/** What came of a request, as texts. */
interface Requested {
  readonly request: RequestSigns;
  readonly requestId: string;
  readonly body: string;
}

/** An answer on its way out; headers as names and values in turn. */
export interface BinanceAnswer {
  readonly status: number;
  readonly headers: string[];
  readonly text: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Serve the dialect's calls among the given handlers. @returns them by method and path. */
export function serveBinance(
  app: FastifyInstance,
  options: BinanceServing,
): ReadonlyMap<string, ServedCall> {
  const served = new Map<string, ServedCall>();
  for (const handler of options.handlers) {
    const { method, path, binance } = handler.route;
    if (binance === undefined) continue;
    served.set(`${method} ${path}`, { handler, wanted: readWanted(handler) });
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) =>
      answerBinanceError({ error, request, reply }, options),
    );
    for (const call of served.values()) {
      const { method, path: url, isOpen = false } = call.handler.route;
      if (isOpen) servePreflight(scope, url, options);
      scope.route({
        method,
        url,
        exposeHeadRoute: isOpen,
        handler: async (request, reply) => {
          const body = typeof request.body === 'string' ? request.body : '';
          const requested = { request: request.raw, requestId: request.id, body };
          const { status, headers, text } = await answerCall(call, options, requested);
          for (let at = 0; at < headers.length; at += 2) reply.header(headers[at], headers[at + 1]);
          return reply.code(status).send(text);
        },
      });
    }
  });
  return served;
}

/** What a browser asks before a page of another site reads market data; it weighs 1. */
function servePreflight(scope: FastifyInstance, url: string, options: BinanceServing): void {
  scope.route({
    ...refusesOnly,
    method: 'OPTIONS',
    url,
    handler: async (request, reply) => {
      const headers: string[] = [];
      try {
        const ip = options.peers.readAddress(request.raw);
        countRequest(options.limits, { ip, weight: 1, headers });
      } finally {
        for (let at = 0; at < headers.length; at += 2) reply.header(headers[at], headers[at + 1]);
      }
      return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    },
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answer one call. Never rejects: whatever goes wrong is an answer. */
export async function answerCall(
  call: ServedCall,
  options: BinanceServing,
  requested: Requested,
): Promise<BinanceAnswer> {
  const startedMs = performance.now();
  const { path, isOpen } = call.handler.route;
  const headers = ['content-type', JSON_TYPE];
  if (isOpen === true) headers.push(...Object.entries(OPEN_HEADERS).flat());
  try {
    const data = await run(call, options, { ...requested, headers });
    options.measure?.(path, 200, performance.now() - startedMs);
    const isMicro = wantsMicroAnswer(requested.request.headers, path);
    return { status: 200, headers, text: JSON.stringify(isMicro ? toMicros(data) : data) };
  } catch (error) {
    const refusal = readRefusal(error, requested.requestId, options);
    if (refusal.retryAfterS > 0) headers.push('retry-after', String(refusal.retryAfterS));
    options.measure?.(path, refusal.status, 0);
    options.logs?.noteRefusal({
      requestId: requested.requestId,
      ip: options.peers.readAddress(requested.request),
      method: call.handler.route.method,
      route: path,
      status: refusal.status,
      word: refusal.word,
      caller: undefined,
      isCredential: false,
    });
    const published = refusal.show();
    const isMicro =
      published.data !== undefined && wantsMicroAnswer(requested.request.headers, path);
    return {
      status: refusal.status,
      headers,
      text: JSON.stringify(isMicro ? toMicros(published) : published),
    };
  }
}

function tellUsed(headers: string[], used: number): void {
  headers.push('x-mbx-used-weight', String(used), 'x-mbx-used-weight-1m', String(used));
}

/**
 * Count a request and tell what is used now, also to those who are refused for it.
 * @throws BinanceError -1003.
 */
function countRequest(
  limits: AddressLimits,
  { ip, weight, headers }: { ip: string; weight: number; headers: string[] },
): void {
  let used = 0;
  try {
    used = limits.take(ip, weight);
  } finally {
    tellUsed(headers, used === 0 ? limits.readUsed(ip) : used);
  }
}

/** Before a request is read. @throws BinanceError -1003, with the weight used told. */
function refuseIfOver(limits: AddressLimits, ip: string, headers: string[]): void {
  try {
    limits.refuseIfOver(ip);
  } catch (error) {
    tellUsed(headers, limits.readUsed(ip));
    throw error;
  }
}

/** @param asked - whose `headers` get what the limits have to tell. */
async function run(
  { handler, wanted }: ServedCall,
  options: BinanceServing,
  { request, requestId, body, headers }: Requested & { readonly headers: string[] },
): Promise<unknown> {
  const { limits, orderCounts, report, signing } = options;
  const query = readQuery(request.url ?? '');
  const mark = handler.route.binance;
  const ip = options.peers.readAddress(request);
  const weight = mark?.weight ?? 1;
  refuseIfOver(limits, ip, headers);
  let parameters: BinanceParameters;
  try {
    parameters = readParameters(query, body);
  } catch (error) {
    // What cannot be read weighs as much as what can.
    countRequest(limits, { ip, weight, headers });
    throw error;
  }
  countRequest(limits, { ip, weight: weight + (mark?.weigh?.(parameters) ?? 0), headers });
  const signs = { apiKey: readKeyName(request), ip, requestId };
  let caller = makeGuest(ip, requestId);
  if (wanted === 'named') {
    caller = (await signing.admitKey(signs)).caller;
  } else if (wanted !== undefined) {
    const signed = { ...signs, parameters, payloads: listPayloads(query, body) };
    caller = (signing.admitNow(signed, wanted) ?? (await signing.admit(signed, wanted))).caller;
  }
  try {
    return await runBinanceCall({ handler, parameters, caller, orderCounts, report });
  } finally {
    // Told to those who are refused, too: how near the limit is, is what they must know.
    if (mark?.orders !== undefined) {
      const { tenSecondsCount, dayCount } = orderCounts.read(caller.ownerId);
      headers.push('x-mbx-order-count-10s', String(tenSecondsCount));
      headers.push('x-mbx-order-count-1d', String(dayCount));
    }
  }
}

function readBinanceError(error: unknown): BinanceError | undefined {
  // A body that was cut off looks like a database that is away: so this is asked first.
  const status = readCallersFault(error);
  if (status !== undefined) return new BinanceError('parameter_invalid', ['body'], { status });
  // Who calls was asked of the database, which is away: nothing was done yet.
  return translateRefusal(error, 'query');
}

/** A refusal of ours, of the library, or of a mistake of ours, which is told. */
function readRefusal(
  error: unknown,
  requestId: string,
  { report }: Pick<BinanceServing, 'report'>,
): BinanceError {
  const refusal = readBinanceError(error);
  if (refusal !== undefined) return refusal;
  report(error, requestId);
  return new BinanceError('unknown');
}

/** Write the refusal of a request that no call of the dialect read; it weighs 1. */
export async function answerBinanceError(
  { error, request, reply }: Exchange & { readonly error: unknown },
  options: Pick<BinanceServing, 'logs' | 'measure' | 'peers' | 'report'> & {
    readonly limits: AddressLimits | undefined;
  },
): Promise<FastifyReply> {
  const headers: string[] = [];
  let published = error;
  try {
    const ip = options.peers.readAddress(request.raw);
    if (options.limits !== undefined) countRequest(options.limits, { ip, weight: 1, headers });
  } catch (refusal) {
    published = refusal;
  }
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at], headers[at + 1]);
  const refusal = readRefusal(published, request.id, options);
  if (refusal.retryAfterS > 0) reply.header('retry-after', refusal.retryAfterS);
  const route = request.routeOptions.url ?? '';
  options.measure?.(route, refusal.status, 0);
  options.logs?.noteRefusal({
    requestId: request.id,
    ip: options.peers.readAddress(request.raw),
    method: request.method,
    route,
    status: refusal.status,
    word: refusal.word,
    caller: undefined,
    isCredential: false,
  });
  return reply.code(refusal.status).send(refusal.show());
}
