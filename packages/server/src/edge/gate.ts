// The first thing in a request's life, before a body or any work of a route: it counts every
// request, known path or not, then the call in its class. Who is signed in counts by their account,
// wherever they are; everybody else by the network. Whoever used up what they may have is answered
// from prepared bytes. It knows no route by name. Mounted by http.ts.
import { BODY_BYTES_MAX, type RateClass, type Route } from '@isobath/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAs } from '../base/addresses/index.ts';
import { BinanceError, type AddressLimits } from '../base/binance-api/index.ts';
import { refuse } from '../base/product/index.ts';
import { answerRefusal, type Translate } from './answer.ts';
import { readAnswerLocale } from './caller.ts';
import { createLimits, defaultLimits, type LimitTable, requestsLimit } from './limits.ts';
import type { EdgeLogs } from './logs.ts';
import { type Lookups, nameOperator, nameOwner, readWaitMs } from './lookups.ts';
import { OPEN_HEADERS } from './open-data.ts';
import type { Peers } from './peers.ts';
import { Recent } from './recent.ts';
import { headersOf } from './safe-headers.ts';

/** Whoever was refused ten times what a second lets through, in ten seconds, is closed. */
const REFUSED_SECONDS = 10;
const REFUSED_WINDOW_MS = 10_000;
const CALLERS_COUNT_MAX = 100_000;
/** A body counts as one more call for each so many bytes that it may have. */
const BYTES_OF_CALL = 128 * 1024;
const TOO_MANY = 429;
const BANNED = 418;

/** What is kept with a route for the gate. */
export interface GatedRoute {
  readonly rate?: RateClass;
  readonly weigh?: Route['weigh'];
  readonly isOpen?: boolean;
  readonly bodyBytesMax?: number;
  /** Nobody is signed in for it, though they may be: to sign in, or for a mail to do so. */
  readonly isOfGuests?: boolean;
  /** Who is looked up when they are not known; absent: nobody is. */
  readonly asker?: 'person' | 'operator' | undefined;
}

/** Whether nobody need be signed in for a call: to sign in, or for a mail to do so. */
export function isForGuests({ rate, role }: Pick<Route, 'rate' | 'role'>): boolean {
  return rate === 'credential' && role === 'public';
}

/** What the gate asks of a route, which it meets before anything else does. */
export function readGated({ rate, weigh, isOpen, bodyBytesMax, role }: Route): GatedRoute {
  return {
    rate,
    isOfGuests: isForGuests({ rate, role }),
    ...(weigh !== undefined && { weigh }),
    ...(isOpen !== undefined && { isOpen }),
    ...(bodyBytesMax !== undefined && { bodyBytesMax }),
  };
}

/** What the gate stands on. */
export interface GateParts {
  readonly table?: LimitTable | undefined;
  readonly peers: Peers;
  readonly lookups: Lookups;
  readonly translate: Translate;
  readonly readNowMs: () => number;
  /** Limits of the Binance API, which has its own. */
  readonly binanceLimits?: AddressLimits | undefined;
  readonly isBinancePath: (path: string) => boolean;
  readonly isCallPath: (path: string) => boolean;
  readonly isSecure: (request: FastifyRequest) => boolean;
  readonly readPath: (request: FastifyRequest) => string;
  readonly measure?: ((route: string, status: number, ms: number) => void) | undefined;
  readonly logs?: EdgeLogs | undefined;
}

/** The gate. */
export interface Gate {
  /**
   * Answer a request that is one too many. Of a session that is not known the answer waits for the
   * database.
   *
   * @returns whether it was, and needs nothing more.
   */
  refuses(request: FastifyRequest, reply: FastifyReply): boolean | Promise<boolean>;
  /** The same of a request that could not be read: nobody is looked up for it. */
  refusesUnread(request: FastifyRequest, reply: FastifyReply): boolean;
}

const readRoute = (request: FastifyRequest) => request.routeOptions.config as GatedRoute;

const isOfOffice = ({ routeOptions: { url = '' } }: FastifyRequest) => url.startsWith('/admin/');

/** Bytes that a request's body may have; one that does not say how long it is, all it might. */
function readBodyBytes({ headers }: FastifyRequest, { bodyBytesMax = BODY_BYTES_MAX }: GatedRoute) {
  if (headers['transfer-encoding'] !== undefined) return bodyBytesMax;
  return Number(headers['content-length'] ?? 0);
}

/** Counts what is refused, to tell who goes on for long. */
function createRefusedCounts(
  readNowMs: () => number,
  countMax: number,
): (caller: string) => boolean {
  const counts = new Recent<{ count: number; sinceMs: number }>(CALLERS_COUNT_MAX);
  return (caller) => {
    const nowMs = readNowMs();
    let known = counts.get(caller);
    if (known === undefined || nowMs - known.sinceMs >= REFUSED_WINDOW_MS) {
      known = { count: 0, sinceMs: nowMs };
      counts.set(caller, known);
    }
    known.count += 1;
    return known.count > countMax;
  };
}

interface Prepared {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** What a refusal is, apart from who gets it. */
interface Refused {
  readonly status: number;
  readonly waitS: number;
  readonly kind: 'call' | 'openCall' | 'page' | 'binance';
  readonly binance?: BinanceError;
}

/** A request that was judged. */
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Absent for whoever counts with their network. */
  readonly account: string | undefined;
}

const flat = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat();
const headersByScheme = { plain: headersOf(false), safe: headersOf(true) };

/** Writes refusals once for each language and time to wait. */
function createPress(translate: Translate) {
  const made = new Map<string, Prepared>();

  function make(refused: Refused, locale: string, scheme: 'plain' | 'safe'): Prepared {
    const { kind, waitS, binance } = refused;
    const { ofAll, ofCalls, ofPrograms } = headersByScheme[scheme];
    let text = '429';
    if (binance !== undefined) text = JSON.stringify(binance.show());
    else if (kind !== 'page') {
      const refusal = refuse('rate_limited', { retryAfterMs: String(waitS * 1_000) });
      const message = translate(locale, refusal.word, refusal.facts);
      text = JSON.stringify(answerRefusal(refusal, message));
    }
    const body = Buffer.from(text);
    const safe = { call: ofCalls, openCall: ofCalls, page: ofAll, binance: ofPrograms }[kind];
    const isOpen = kind === 'openCall' || kind === 'binance';
    const type = kind === 'page' ? 'text/plain' : 'application/json';
    const headers = [
      ...flat(safe),
      ...(isOpen ? flat(OPEN_HEADERS) : []),
      'content-type',
      `${type}; charset=utf-8`,
      'content-length',
      String(body.length),
      'retry-after',
      String(waitS),
    ];
    return { headers, body };
  }

  return (refused: Refused, locale: string, isSecure: boolean): Prepared => {
    const scheme = isSecure ? 'safe' : 'plain';
    // The sentences of the Binance API have numbers in them that are one caller's.
    if (refused.binance !== undefined) return make(refused, locale, scheme);
    const name = `${refused.kind} ${locale} ${refused.waitS} ${scheme}`;
    let prepared = made.get(name);
    if (prepared === undefined) {
      if (made.size >= 1_000) made.clear();
      prepared = make(refused, locale, scheme);
      made.set(name, prepared);
    }
    return prepared;
  };
}

/** Make the gate. */
export function createGate(parts: GateParts): Gate {
  const { peers, lookups, readNowMs, isBinancePath, isCallPath, binanceLimits, readPath } = parts;
  const { table = defaultLimits } = parts;
  const all = table.all ?? requestsLimit;
  const classes = createLimits(table);
  const requests = createLimits({ ...table, read: all });
  const goesOn = createRefusedCounts(readNowMs, REFUSED_SECONDS * all.perSecond);
  const press = createPress(parts.translate);

  /** Every request counts, also one of a class that is not counted. */
  function countRequest(request: FastifyRequest, name: string): number {
    if (peers.isLocal(request.raw)) return 0;
    return requests.take(name, { rate: 'read' }, readNowMs());
  }

  function countCall(request: FastifyRequest, name: string, rate: RateClass): number {
    const route = readRoute(request);
    const own = route.weigh?.(request.query as Record<string, unknown>) ?? 1;
    // What a picture costs are its dots, and they do not follow its bytes.
    const isByBytes = rate !== 'upload';
    const ofBytes = isByBytes ? Math.floor(readBodyBytes(request, route) / BYTES_OF_CALL) : 0;
    const weight = own + ofBytes;
    return classes.take(name, { rate, weight }, readNowMs());
  }

  function checkBinance(ip: string): Refused | undefined {
    try {
      binanceLimits?.refuseIfOver(ip);
      return undefined;
    } catch (error) {
      if (!(error instanceof BinanceError)) throw error;
      return { status: error.status, waitS: error.retryAfterS, kind: 'binance', binance: error };
    }
  }

  /** How the answer to a request looks that may not go on. */
  function refuseFor(request: FastifyRequest, waitMs: number): Refused {
    const { rate, isOpen } = readRoute(request);
    const isCall = isCallPath(readPath(request)) || rate !== undefined;
    const kind = isOpen === true ? 'openCall' : isCall ? 'call' : 'page';
    return { status: TOO_MANY, waitS: Math.ceil(waitMs / 1_000), kind };
  }

  /**
   * @param account - of who is signed in.
   * @returns undefined when the request may go on.
   */
  function judge(request: FastifyRequest, account: string | undefined): Refused | undefined {
    const path = readPath(request);
    const ip = peers.readAddress(request.raw);
    if (isBinancePath(path)) return checkBinance(ip);
    const { rate, isOfGuests } = readRoute(request);
    const caller = account ?? countAs(ip);
    // Pages and files have a limit of their own (page-modules.ts).
    const isCall = isCallPath(path) || rate !== undefined;
    // Whoever looks after this machine asks how things are whatever others ask for.
    const isLooking = rate === undefined && peers.isLocal(request.raw);
    let waitMs = countRequest(request, caller);
    if (waitMs === 0 && isCall && !isLooking) {
      waitMs = countCall(request, isOfGuests === true ? countAs(ip) : caller, rate ?? 'read');
    }
    return waitMs === 0 ? undefined : refuseFor(request, waitMs);
  }

  function answer({ request, reply, account }: Asked, refused: Refused): void {
    const ip = peers.readAddress(request.raw);
    const locale = refused.kind === 'page' ? '' : readAnswerLocale(request.headers, '');
    const { headers, body } = press(refused, locale, parts.isSecure(request));
    // A body that is long, or might be, is not waited for, nor is one who goes on for long kept.
    const isLong =
      request.headers['transfer-encoding'] !== undefined ||
      readBodyBytes(request, readRoute(request)) > BODY_BYTES_MAX;
    const lines = [...headers, 'x-request-id', request.id];
    if (refused.kind === 'binance') {
      const used = String(binanceLimits?.readUsed(ip) ?? 0);
      lines.push('x-mbx-used-weight', used, 'x-mbx-used-weight-1m', used);
    }
    const isBanned = refused.status === BANNED;
    if (goesOn(account ?? countAs(ip)) || isLong || isBanned) lines.push('connection', 'close');
    reply.hijack();
    reply.raw.writeHead(refused.status, lines);
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
    const route = request.routeOptions.url ?? '';
    parts.measure?.(route, refused.status, 0);
    parts.logs?.noteRefusal({
      requestId: request.id,
      ip,
      method: request.method,
      route,
      status: refused.status,
      word: refused.binance?.word ?? 'rate_limited',
      caller: undefined,
      isCredential: false,
    });
  }

  /** @returns whether it was refused. */
  function decide(asked: Asked, refused: Refused | undefined): boolean {
    if (refused !== undefined) answer(asked, refused);
    return refused !== undefined;
  }

  function readAccount(request: FastifyRequest): string | undefined {
    if (isBinancePath(readPath(request))) return undefined;
    return lookups.findAccount(request.raw, isOfOffice(request));
  }

  function refusesUnread(request: FastifyRequest, reply: FastifyReply): boolean {
    const account = readAccount(request);
    return decide({ request, reply, account }, judge(request, account));
  }

  /** Whoever is not known is looked up first, where it matters who they are. */
  async function lookUp(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    let account: string | undefined;
    const { isOfGuests } = readRoute(request);
    try {
      account = isOfOffice(request)
        ? nameOperator((await lookups.readOperator(request.raw, isOfGuests))?.operatorId)
        : nameOwner((await lookups.read(request.raw, isOfGuests))?.ownerId);
    } catch (error) {
      const waitMs = readWaitMs(error);
      if (waitMs === undefined) throw error;
      return decide({ request, reply, account }, refuseFor(request, waitMs));
    }
    return decide({ request, reply, account }, judge(request, account));
  }

  return {
    refusesUnread,
    refuses(request, reply) {
      const { asker } = readRoute(request);
      const isToAsk =
        !isBinancePath(readPath(request)) && lookups.isToAsk(request.raw, isOfOffice(request));
      if (isToAsk && asker !== undefined) return lookUp(request, reply);
      const account = readAccount(request);
      const refused = judge(request, account);
      // A page or file: its network has no more, the account it may be of has.
      if (isToAsk && refused !== undefined) return lookUp(request, reply);
      return decide({ request, reply, account }, refused);
    },
  };
}
