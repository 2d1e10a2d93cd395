// The trading dialect over HTTP: raw texts in, signature and limits, one call, and `{code, msg}`
// when it is refused. No cookie is read here: what signs in browsers opens nothing on these paths.
// It knows no call by name. Mounted by http.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AddressLimits,
  DialectError,
  listPayloads,
  type OrderCounts,
  readParameters,
  runDialectCall,
  type Signing,
  type WantedPermission,
} from '../../base/dialect/index.ts';
import type { Caller, RouteHandler } from '../../base/product/index.ts';
import type { Peers } from '../peers.ts';

/** What the dialect's requests stand on. */
export interface DialectOptions {
  readonly signing: Signing;
  readonly limits: AddressLimits;
  readonly orderCounts: OrderCounts;
}

/** What it shares with the other requests of the server. */
export interface DialectServing extends DialectOptions {
  readonly handlers: readonly RouteHandler[];
  readonly peers: Peers;
  readonly report: (error: unknown, requestId: string) => void;
  readonly measure?: ((route: string, status: number, ms: number) => void) | undefined;
}

const PREFIXES = /^\/(api|sapi|fapi|dapi|eapi|papi|futures\/data)(\/|\?|$)/;

/** Paths that belong to the dialect, served or not. */
export function isDialectPath(path: string): boolean {
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

function readKeyName(request: FastifyRequest): string {
  const name = request.headers['x-mbx-apikey'];
  return typeof name === 'string' ? name : '';
}

/** Raw query string without `?`. */
function readQuery(request: FastifyRequest): string {
  const at = request.url.indexOf('?');
  return at < 0 ? '' : request.url.slice(at + 1);
}

/** Serve the dialect's calls among the given handlers. */
export function serveDialect(app: FastifyInstance, options: DialectServing): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) =>
      answerDialectError({ error, request, reply }, options),
    );
    for (const handler of options.handlers) {
      if (handler.route.dialect === undefined) continue;
      scope.route({
        method: handler.route.method,
        url: handler.route.path,
        exposeHeadRoute: false,
        handler: (request, reply) => answer(handler, options, { request, reply }),
      });
    }
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  handler: RouteHandler,
  options: DialectServing,
  { request, reply }: Exchange,
): Promise<unknown> {
  const startedMs = performance.now();
  const { limits, orderCounts, report } = options;
  const query = readQuery(request);
  const body = typeof request.body === 'string' ? request.body : '';
  const mark = handler.route.dialect;
  const parameters = readParameters(query, body);
  const ip = options.peers.readAddress(request.raw);
  const used = limits.take(ip, (mark?.weight ?? 1) + (mark?.weigh?.(parameters) ?? 0));
  reply.header('x-mbx-used-weight', used).header('x-mbx-used-weight-1m', used);
  const wanted = readWanted(handler);
  const signs = { apiKey: readKeyName(request), ip, requestId: request.id };
  let caller = makeGuest(ip, request.id);
  if (wanted === 'named') {
    caller = (await options.signing.admitKey(signs)).caller;
  } else if (wanted !== undefined) {
    const signed = { ...signs, parameters, payloads: listPayloads(query, body) };
    caller = (await options.signing.admit(signed, wanted)).caller;
  }
  const data = await runDialectCall({ handler, parameters, caller, orderCounts, report });
  if (mark?.orders !== undefined) {
    const counts = orderCounts.read(caller.ownerId);
    reply.header('x-mbx-order-count-10s', counts.tenSecondsCount);
    reply.header('x-mbx-order-count-1d', counts.dayCount);
  }
  options.measure?.(handler.route.path, 200, performance.now() - startedMs);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(data));
}

/** Refusals of the HTTP library, by its error code: HTTP status. */
const LIBRARY_STATUS: Readonly<Record<string, number>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 400,
  FST_ERR_BAD_URL: 400,
};

function readDialectError(error: unknown): DialectError | undefined {
  if (error instanceof DialectError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const status = LIBRARY_STATUS[code ?? ''] ?? (statusCode === 400 ? 400 : undefined);
  if (status === undefined) return undefined;
  return new DialectError('parameter_invalid', ['body'], { status });
}

/** Write a refusal as the dialect does. */
export async function answerDialectError(
  { error, request, reply }: Exchange & { readonly error: unknown },
  options: Pick<DialectServing, 'report' | 'measure'>,
): Promise<FastifyReply> {
  let refusal = readDialectError(error);
  if (refusal === undefined) {
    options.report(error, request.id);
    refusal = new DialectError('unknown');
  }
  if (refusal.retryAfterS > 0) reply.header('retry-after', refusal.retryAfterS);
  options.measure?.(request.routeOptions.url ?? '', refusal.status, 0);
  return reply.code(refusal.status).send(refusal.show());
}
