// The one HTTP server: takes calls in, hands them to the handlers it was given, answers in the
// envelope. It knows no product by name and no rule of money. Made by main.ts, which also mounts
// pages and sockets.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BODY_BYTES_MAX, type Route } from '@isobath/wire';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isSessionLost, sqlState } from '../base/db/index.ts';
import { BinanceError } from '../base/binance-api/index.ts';
import {
  type Caller,
  CallRefusal,
  type OperatorCaller,
  refuse,
  type RouteHandler,
} from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { answerRefusal, answerWith, readCallersFault, type Translate } from './answer.ts';
import { answerBroken } from './broken-requests.ts';
import { runCall } from './call.ts';
import { readAnswerLocale } from './caller.ts';
import { isOwnRequest } from './cross-site.ts';
import {
  answerBinanceError,
  type BinanceOptions,
  isBinancePath,
  serveBinance,
} from './binance-api/requests.ts';
import { serveDirectly } from './binance-api/direct.ts';
import { refuseUnlisted, refusesOnly } from './endpoints.ts';
import { createGate, type GatedRoute, readGated } from './gate.ts';
import { createHosts, keepHostsApart, originOf, pathOf } from './hosts.ts';
import { identify } from './identify.ts';
import type { LimitTable } from './limits.ts';
import { type EdgeLogs, noteAnswers } from './logs.ts';
import { createLookups, type Lookups, readWaitMs } from './lookups.ts';
import { OPEN_HEADERS, PREFLIGHT_HEADERS } from './open-data.ts';
import { directPeers, type Peers, type PeerSigns } from './peers.ts';
import { keepJsonTexts, keepText, readProof, readSignedText } from './proven-text.ts';
import { headersOf, writeLines } from './safe-headers.ts';

/** Everything the edge is made of. */
export interface EdgeOptions {
  readonly handlers: readonly RouteHandler[];
  readonly sessions: Sessions;
  readonly translate: Translate;
  /** Such as `http://127.0.0.1:4870`: the only origin whose pages may change anything. */
  readonly ownOrigin: string;
  /** Address of the back office; undefined: the same. */
  readonly officeOrigin?: string | undefined;
  readonly mode: 'sandbox' | 'production';
  readonly limits?: LimitTable;
  /** Shared with pages and sockets; absent: this server has its own. */
  readonly lookups?: Lookups;
  /** Reads where requests come from; absent: nobody is behind a proxy. */
  readonly peers?: Peers;
  /** Keys and limits of the trading dialect; absent: it is not served. */
  readonly binance?: BinanceOptions;
  /** Who of the back office a request is from; absent: nobody ever is. */
  readonly readOperator?: (headers: IncomingHttpHeaders) => Promise<OperatorCaller | undefined>;
  readonly readNowMs: () => number;
  /** Told of our own mistakes; the request id is in the answer. */
  readonly report: (error: unknown, requestId: string) => void;
  /** How long a request may take to arrive; absent: 25 s. */
  readonly requestMsMax?: number;
  /** Told of every answer, for metrics. */
  readonly measure?: (route: string, status: number, ms: number) => void;
  /** Where answers and refusals are written down; absent: nowhere. */
  readonly logs?: EdgeLogs;
}

/** What calls, pages and sockets of one process share. */
export type SharedEdge = EdgeOptions & { readonly peers: Peers; readonly lookups: Lookups };

/** Who asked, for whoever tells of a refusal. */
const callers = new WeakMap<FastifyRequest, Caller>();

const HEADER_BYTES_MAX = 16 * 1024;
/** Whoever sends for longer is cut; it is looked at so often, which makes 30 s at most. */
const REQUEST_MS_MAX = 25_000;
/** The head of a request, or the first word on a connection, comes sooner or not at all. */
const HEADERS_MS_MAX = 10_000;
const REQUEST_LOOK_MS = 5_000;

/** Paths that belong to calls: an unknown one answers an envelope, not a page. */
export function isCallPath(path: string): boolean {
  return (
    isBinancePath(path) ||
    /^\/(hk-web|swap|web3\/|kline-history|udf|health|admin\/api)(\/|$)/.test(path)
  );
}

/** A page's address that cannot be decoded, such as one cut in the middle of a letter. */
function isCutPage({ code }: { code?: string }, { method, url }: FastifyRequest): boolean {
  return code === 'FST_ERR_BAD_URL' && method === 'GET' && !isCallPath(url.split('?', 1)[0] ?? '');
}

/** The same address, taken letter by letter: one that a page can say of that it leads nowhere. */
function escapeAddress(url: string): string {
  const [path = ''] = url.split('?', 1);
  // Two slashes at the beginning would lead to another host.
  return path.replaceAll('%', '%25').replace(/^[/\\]+/, '/');
}

/** Make the server; it does not listen yet. Pages mount themselves as its last handler. */
export function createEdge(options: EdgeOptions): FastifyInstance {
  const { requestMsMax = REQUEST_MS_MAX, translate } = options;
  const hosts = createHosts(options);
  const lines = writeLines(headersOf(options.ownOrigin.startsWith('https:')).ofCalls);
  const { peers = directPeers, binance } = options;
  const lookups = options.lookups ?? createLookups({ ...options, peers });
  const gate = createGate({
    ...options,
    table: options.limits,
    peers,
    lookups,
    binanceLimits: options.binance?.limits,
    isBinancePath,
    isCallPath,
    isSecure: (request) => isSecureFor(options, request.raw),
    readPath: pathOf,
  });
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: requestMsMax,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      // The library exchanges the two times when that for headers is the longer one.
      headersTimeout: Math.min(HEADERS_MS_MAX, requestMsMax),
      connectionsCheckingInterval: Math.min(REQUEST_LOOK_MS, requestMsMax),
    },
    // An address that cannot be read never gets as far as the hooks.
    frameworkErrors: (error, request, reply) => {
      if (gate.refusesUnread(request, reply)) return;
      sayWhatIsSafe(options, request, reply);
      if (!hosts.isServed(request.raw, '/*')) return answerUnknownPath(options, request, reply);
      if (isCutPage(error, request)) return reply.redirect(escapeAddress(request.url));
      void answerError(options, { error, request, reply });
    },
    clientErrorHandler: (error, socket) => answerBroken({ error, socket }, { translate, lines }),
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: { ignoreTrailingSlash: false },
    forceCloseConnections: true,
  });
  refuseUnlisted(
    app,
    options.handlers.map(({ route }) => route),
  );
  app.addHook('onRequest', (request, reply, done) => {
    const goOn = (isRefused: boolean, error?: Error) => {
      if (isRefused) return;
      sayWhatIsSafe(options, request, reply);
      done(error);
    };
    const isRefused = gate.refuses(request, reply);
    if (typeof isRefused === 'boolean') goOn(isRefused);
    else isRefused.then(goOn, (error: Error) => goOn(false, error));
  });
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    answerUnknownPath(options, request, reply);
  keepHostsApart(app, hosts, answerUnknown);
  if (options.logs !== undefined) noteAnswers(app, options.logs, peers);
  app.setNotFoundHandler(answerUnknown);
  app.setErrorHandler((error, request, reply) => answerError(options, { error, request, reply }));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      keepText(request, String(body));
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  keepJsonTexts(app);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readForm);
  serveHandlers(app, options, lookups);
  if (binance !== undefined) {
    const serving = { ...options, ...binance, peers };
    const served = serveBinance(app, serving);
    const plain = writeLines(headersOf(false).ofPrograms);
    const safe = writeLines(headersOf(true).ofPrograms);
    const fastPath = serveDirectly(app.server, {
      ...serving,
      served,
      isLeftAlone: (request) => !hosts.isServed(request, '/*'),
      readSafeHeaders: (request) => (isSecureFor(options, request) ? safe : plain),
    });
    app.addHook('preClose', async () => fastPath.close());
  }
  return app;
}

/** Fields of a form of several parts, for routes that take one; a file fails its field's check. */
async function readForm(request: FastifyRequest, body: string | Buffer): Promise<object> {
  const { isForm } = request.routeOptions.config as { isForm?: boolean };
  if (isForm !== true) throw refuse('unsupported_media');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return Object.fromEntries(await new Response(body, { headers }).formData());
  } catch {
    throw refuse('invalid');
  }
}

function readKind(path: string): 'ofAll' | 'ofCalls' | 'ofPrograms' {
  if (isBinancePath(path)) return 'ofPrograms';
  return isCallPath(path) ? 'ofCalls' : 'ofAll';
}

function isSecureFor(options: EdgeOptions, request: PeerSigns): boolean {
  return options.peers?.isSecure(request) ?? options.ownOrigin.startsWith('https:');
}

const headersByScheme = { plain: headersOf(false), safe: headersOf(true) };

function sayWhatIsSafe(options: EdgeOptions, request: FastifyRequest, reply: FastifyReply): void {
  const kinds = headersByScheme[isSecureFor(options, request.raw) ? 'safe' : 'plain'];
  reply.headers(kinds[readKind(pathOf(request))]).header('x-request-id', request.id);
}

function serveHandlers(app: FastifyInstance, options: EdgeOptions, lookups: Lookups): void {
  const methods = new Map<string, Set<string>>();
  for (const handler of options.handlers) {
    const { route } = handler;
    if (route.binance !== undefined) continue;
    if (route.role === 'sandbox' && options.mode !== 'sandbox') continue;
    methods.set(route.path, (methods.get(route.path) ?? new Set()).add(route.method));
    if (route.isOpen === true) answerPreflight(app, route);
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.bodyBytesMax ?? BODY_BYTES_MAX,
      config: {
        ...readGated(route),
        asker: readAsker(route),
        isForm: route.isForm === true,
        isCredential: route.rate === 'credential',
        needsProof: route.needsProof === true,
        isWebhook: route.isWebhook === true,
      },
      handler: async (request, reply) => {
        const startedMs = performance.now();
        if (route.isOpen === true) reply.headers(OPEN_HEADERS);
        const caller = await identify({ ...options, lookups }, route, { request, reply });
        callers.set(request, caller);
        checkOrigin(options, request, caller.ownerId > 0 || caller.operator !== undefined);
        const key = request.headers['idempotency-key'];
        const data = await runCall(handler, {
          query: { ...(request.query as object), ...(request.params as object) },
          body: request.body ?? {},
          idempotencyKey: typeof key === 'string' ? key : '',
          caller,
          proof: readProof(request),
          signed: readSignedText(request),
          setHeader: (name, value) => void reply.header(name, value),
        });
        const sequence = route.method === 'GET' ? undefined : readSequence(data);
        if (sequence !== undefined) reply.header('x-seq', sequence);
        options.measure?.(route.path, 200, performance.now() - startedMs);
        return route.isBare === true ? data : answerWith(data);
      },
    });
  }
  refuseOtherMethods(app, methods);
}

/** Who may be signed in where a call is made. */
function readAsker({ path, isWebhook }: Route): GatedRoute['asker'] {
  if (isWebhook === true) return undefined;
  return path.startsWith('/admin/') ? 'operator' : 'person';
}

/** What a browser asks before a page of another site may read public data. */
function answerPreflight(app: FastifyInstance, route: Route): void {
  app.route({
    config: { ...refusesOnly.config, ...readGated(route) },
    method: 'OPTIONS',
    url: route.path,
    handler: async (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send(),
  });
}

/** Journal number of the command that an answer tells of, undefined when there was none. */
function readSequence(data: unknown): string | undefined {
  const sequence = (data as { seq?: unknown } | null)?.seq;
  return typeof sequence === 'string' ? sequence : undefined;
}

/** Known path, other method: 405 with the allowed ones. */
function refuseOtherMethods(
  app: FastifyInstance,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [url, allowed] of methods) {
    const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter(
      (method) => !allowed.has(method),
    );
    app.route({
      ...refusesOnly,
      method: others,
      url,
      handler: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '));
        throw refuse('method_not_allowed');
      },
    });
  }
}

function checkOrigin(options: EdgeOptions, request: FastifyRequest, hasSession: boolean): void {
  const { needsProof, isWebhook } = request.routeOptions.config as Partial<Route>;
  const isLook = request.method === 'GET' || request.method === 'HEAD';
  // A provider's program has no page and no session: its signature says who it is.
  if (isWebhook === true || (isLook && needsProof !== true)) return;
  const origin = originOf(options, pathOf(request));
  if (!isOwnRequest(request.headers, origin, hasSession)) throw refuse('csrf');
}

interface Failure {
  readonly error: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Refusals of the HTTP library by its error code. */
const LIBRARY_REFUSALS: Readonly<Record<string, Parameters<typeof refuse>[0]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  // Of addresses such as `//`.
  ERR_INVALID_URL: 'not_found',
};

/** Refusals of the database for a text that it cannot hold, such as one with U+0000. */
const UNHELD_TEXT: ReadonlySet<string | undefined> = new Set(['22021', '22P05']);

function readRefusal(error: unknown, method: string): CallRefusal | undefined {
  if (error instanceof CallRefusal) return error;
  const { code } = error as { code?: string };
  const word = code === undefined ? undefined : LIBRARY_REFUSALS[code];
  if (word !== undefined) return refuse(word);
  // A body that was cut off looks like a database that is away: so this is asked first.
  const isCallers = error instanceof SyntaxError || readCallersFault(error) !== undefined;
  if (isCallers) return refuse('malformed_json');
  // Away in the middle: what only reads has changed nothing, of the rest nobody knows.
  if (isSessionLost(error)) return refuse(method === 'GET' ? 'halted' : 'outcome_unknown');
  return UNHELD_TEXT.has(sqlState(error)) ? refuse('invalid') : undefined;
}

async function answerError(options: EdgeOptions, failure: Failure): Promise<FastifyReply> {
  const { error, request, reply } = failure;
  // Calls of the dialect answer their own mistakes: this one is served by nobody, whatever it sent.
  if (isBinancePath(pathOf(request))) return answerUnknownPath(options, request, reply);
  let refusal = readRefusal(error, request.method);
  if (refusal === undefined) {
    options.report(error, request.id);
    refusal = refuse('internal');
  }
  // Whose session it is needs the database, which may be what failed.
  const locale = readAnswerLocale(request.headers, '');
  const message = options.translate(locale, refusal.word, refusal.facts);
  const route = request.routeOptions.url ?? '';
  options.measure?.(route, refusal.status, 0);
  const { isCredential } = request.routeOptions.config as { isCredential?: boolean };
  options.logs?.noteRefusal({
    requestId: request.id,
    ip: (options.peers ?? directPeers).readAddress(request.raw),
    method: request.method,
    route,
    status: refusal.status,
    word: refusal.word,
    caller: callers.get(request),
    isCredential: isCredential === true,
  });
  const waitMs = readWaitMs(refusal);
  if (waitMs !== undefined) reply.header('retry-after', Math.ceil(waitMs / 1_000));
  if (refusal.sequence !== undefined) reply.header('x-seq', String(refusal.sequence));
  return reply.code(refusal.status).send(answerRefusal(refusal, message));
}

/** Answer for a call path that nothing serves. */
export async function answerUnknownPath(
  options: EdgeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isBinancePath(pathOf(request))) {
    const error = new BinanceError('unsupported_operation');
    const { binance, logs, measure, peers = directPeers, report } = options;
    const answering = { limits: binance?.limits, logs, measure, peers, report };
    return answerBinanceError({ error, request, reply }, answering);
  }
  return answerError(options, { error: refuse('not_found'), request, reply });
}
