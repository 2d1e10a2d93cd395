// The WebSocket API, /ws-api/v3: the calls that HTTP has, by method; log-on; a person's stream on
// the same connection. Each call is run as over HTTP: same limits, same checks, same answers.
// Opened by socket-modules.ts.
import { randomUUID } from 'node:crypto';
import { type Route, socketMethods } from '@isobath/wire';
import {
  type AddressLimits,
  BinanceError,
  type BinanceParameters,
  type OrderCounts,
  runBinanceCall,
  type Signing,
  translateRefusal,
} from '../../base/binance-api/index.ts';
import { chooseTime, type UserHub, type WriteTime } from '../../base/feed/index.ts';
import type { ApiKeys } from '../../base/keys/index.ts';
import type { Caller, RouteHandler } from '../../base/product/index.ts';
import {
  type ApiRequest,
  type ApiRequestId,
  findApiId,
  parseApiRequest,
  parseApiText,
  readApiId,
  withoutSigns,
} from './api-requests.ts';
import { ApiSession } from './api-session.ts';
import type { Line, StartTalk } from './lines.ts';
import { toMicros } from './micros.ts';
import { makeGuest, readWanted } from './requests.ts';
import { wantsMicros } from './stream-socket.ts';

/** What the API stands on. */
export interface ApiSocketParts {
  readonly signing: Signing;
  readonly keys: ApiKeys;
  readonly limits: AddressLimits;
  readonly orderCounts: OrderCounts;
  readonly users: UserHub;
  readonly handlers: readonly RouteHandler[];
  readonly readNowMs: () => number;
  /** Told of our own mistakes. */
  readonly report: (error: unknown, requestId: string) => void;
}

/** Path of the API. */
export const API_SOCKET_PATH = '/ws-api/v3';
/** Paths of the same API for contracts: none are listed, so each call answers -1020. */
export const CONTRACT_SOCKET_PATHS: readonly string[] = ['/ws-fapi/v1', '/ws-dapi/v1'];

/** Most bytes of a request: four hundred names of markets. Longer ones close with 1009, unread. */
export const API_REQUEST_BYTES_MAX = 8 * 1024;

const CONNECT_WEIGHT = 2;
const METHOD_WEIGHT = 2;
/** What a message weighs before it is read, and at the end when it is no request. */
const MESSAGE_WEIGHT = 1;
/** A refusal tells the number of so short a request; of a longer one it is not looked for. */
const SHORT_LENGTH = 1_024;
const BANNED = 418;
const POLICY_CLOSE = 1008;
const WAITING_MAX = 500;
const DAY_MS = 86_400_000;
const WEIGHT_PER_MINUTE = 6_000;
/** People whose streams one connection carries. */
export const SUBSCRIPTIONS_OPEN_MAX = 1_000;
const SUBSCRIPTIONS_OF_LIFE_MAX = 65_535;
/** Answers that tell when the next try makes sense. */
const WAIT_STATUSES: readonly number[] = [418, 429];

interface UserSubscription {
  readonly ownerId: number;
  readonly keyId: number;
  /** Opened by the log-on: it ends with it. */
  readonly isOfSession: boolean;
  readonly stop: () => void;
}

class ApiConversation {
  readonly #parts: ApiSocketParts;
  readonly #served: ReadonlyMap<Route, RouteHandler>;
  readonly #line: Line;
  readonly #session: ApiSession;
  readonly #subscriptions = new Map<number, UserSubscription>();
  readonly #isMicro: boolean;
  readonly #time: WriteTime;
  readonly #returnsRateLimits: boolean;
  #nextSubscription = 0;
  #waitingCount = 0;

  constructor(
    parts: ApiSocketParts,
    served: ReadonlyMap<Route, RouteHandler>,
    { line, url }: { readonly line: Line; readonly url: string },
  ) {
    this.#parts = parts;
    this.#served = served;
    this.#line = line;
    const query = new URLSearchParams(url.split('?')[1] ?? '');
    this.#isMicro = wantsMicros(query);
    this.#time = chooseTime(this.#isMicro);
    this.#returnsRateLimits = query.get('returnRateLimits') !== 'false';
    const { signing, keys, readNowMs } = parts;
    this.#session = new ApiSession({ signing, keys, ip: line.ip, readNowMs });
    try {
      parts.limits.take(line.ip, CONNECT_WEIGHT);
    } catch {
      line.close(1008, 'too many requests');
    }
  }

  /** Never rejects: whatever goes wrong is an answer. */
  async hear(text: string): Promise<void> {
    let id: ApiRequestId = null;
    let request: ApiRequest | undefined;
    let caller: Caller | undefined;
    const requestId = randomUUID();
    this.#waitingCount += 1;
    try {
      this.#count(text, (known) => {
        id = known;
      });
      const fields = parseApiText(text);
      id = readApiId(fields);
      if (this.#waitingCount > WAITING_MAX) throw new BinanceError('server_busy');
      request = parseApiRequest(fields, text);
      const done = await this.#run(request, requestId, (known) => {
        caller = known;
      });
      this.#answer(id, { status: 200, result: done }, { request, caller });
    } catch (error) {
      const translated = translateRefusal(error, 'query');
      if (translated === undefined) this.#parts.report(error, requestId);
      const refusal = translated ?? new BinanceError('unknown');
      const answer = { status: refusal.status, error: this.#showRefusal(refusal) };
      this.#answer(id, answer, { request, caller });
      if (refusal.status === BANNED) this.#line.close(POLICY_CLOSE, 'banned');
    } finally {
      this.#waitingCount -= 1;
    }
  }

  /** Count a message before it is read. @throws BinanceError -1003. */
  #count(text: string, tellId: (id: ApiRequestId) => void): void {
    try {
      this.#parts.limits.take(this.#line.ip, MESSAGE_WEIGHT);
    } catch (error) {
      // Whoever waits for this answer knows it by its number.
      if (text.length <= SHORT_LENGTH) tellId(findApiId(text));
      throw error;
    }
  }

  /** A refusal for asking too much says here, without headers, when to ask again. */
  #showRefusal(refusal: BinanceError): object {
    const published = refusal.show();
    if (!WAIT_STATUSES.includes(refusal.status) || published.data !== undefined) return published;
    const serverTime = this.#parts.readNowMs();
    return {
      ...published,
      data: { serverTime, retryAfter: serverTime + refusal.retryAfterS * 1_000 },
    };
  }

  #answer(
    id: ApiRequestId,
    body: object,
    about: { readonly request: ApiRequest | undefined; readonly caller: Caller | undefined },
  ): void {
    const request = about.request?.parameters.returnRateLimits;
    const isWanted = request === undefined ? this.#returnsRateLimits : request === 'true';
    const rateLimits = isWanted ? { rateLimits: this.#listRateLimits(about) } : {};
    const published = this.#isMicro ? (toMicros(body) as object) : body;
    this.#line.send(JSON.stringify({ id, ...published, ...rateLimits }));
  }

  #listRateLimits({
    request,
    caller,
  }: {
    readonly request: ApiRequest | undefined;
    readonly caller: Caller | undefined;
  }): object[] {
    const { limits, orderCounts } = this.#parts;
    const mark = socketMethods[request?.method ?? '']?.binance;
    const counts =
      mark?.orders !== undefined && caller !== undefined ? orderCounts.list(caller.ownerId) : [];
    return [
      ...counts,
      {
        rateLimitType: 'REQUEST_WEIGHT',
        interval: 'MINUTE',
        intervalNum: 1,
        limit: WEIGHT_PER_MINUTE,
        count: limits.readUsed(this.#line.ip),
      },
    ];
  }

  async #run(
    request: ApiRequest,
    requestId: string,
    know: (caller: Caller) => void,
  ): Promise<unknown> {
    const { method, parameters, text } = request;
    const route = Object.hasOwn(socketMethods, method) ? socketMethods[method] : undefined;
    const handler = route === undefined ? undefined : this.#served.get(route);
    const mark = handler?.route.binance;
    const weight = (mark?.weight ?? METHOD_WEIGHT) + (mark?.weigh?.(parameters) ?? 0);
    this.#parts.limits.addWeight(this.#line.ip, weight - MESSAGE_WEIGHT);
    if (handler === undefined) return this.#runOwn(request, requestId);
    const wanted = readWanted(handler);
    let caller = makeGuest(this.#line.ip, requestId);
    if (wanted !== undefined) {
      caller = (await this.#session.admit({ parameters, requestId, text }, wanted)).caller;
      know(caller);
    }
    const { orderCounts, report } = this.#parts;
    const isOpen = wanted === undefined || wanted === 'named';
    const call = { handler, parameters: withoutSigns(parameters, isOpen), caller };
    return runBinanceCall({ ...call, orderCounts, report });
  }

  /** Methods about the connection itself. */
  async #runOwn(request: ApiRequest, requestId: string): Promise<unknown> {
    const { method, parameters } = request;
    switch (method) {
      case 'session.logon':
        await this.#session.logOn({ ...request, requestId });
        return this.#showSession();
      case 'session.status':
        return this.#showSession();
      case 'session.logout':
        this.#logOut();
        return this.#showSession();
      case 'session.subscriptions':
        return [...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }));
      case 'userDataStream.subscribe':
      case 'userDataStream.subscribe.signature':
        return this.#subscribe(request, requestId);
      case 'userDataStream.unsubscribe':
        return this.#unsubscribe(parameters);
      default:
        throw new BinanceError('unsupported_operation');
    }
  }

  #showSession() {
    return this.#session.show({
      returnRateLimits: this.#returnsRateLimits,
      userDataStream: this.#subscriptions.size > 0,
    });
  }

  /** @throws BinanceError -2035 when the account is heard here already, -2042. */
  #checkSubscriptions(ownerId: number): void {
    const open = [...this.#subscriptions.values()];
    if (open.some((one) => one.ownerId === ownerId)) throw new BinanceError('subscription_active');
    const isFull = open.length >= SUBSCRIPTIONS_OPEN_MAX;
    if (isFull || this.#nextSubscription >= SUBSCRIPTIONS_OF_LIFE_MAX) {
      throw new BinanceError('too_many_subscriptions');
    }
  }

  async #subscribe(
    { method, parameters, text }: ApiRequest,
    requestId: string,
  ): Promise<{ subscriptionId: number }> {
    const isSigned = method.endsWith('.signature');
    if (!isSigned && this.#session.key === undefined) throw new BinanceError('key_rejected');
    // After a log-on nothing more is signed: the key is looked at again, not the clock.
    const wanted = isSigned ? 'none' : 'named';
    const own = isSigned ? parameters : {};
    const { key } = await this.#session.admit({ parameters: own, requestId, text }, wanted);
    if (!key.permissions.includes('read')) throw new BinanceError('key_rejected');
    this.#checkSubscriptions(key.ownerId);
    const subscriptionId = this.#nextSubscription;
    this.#nextSubscription += 1;
    const stop = this.#parts.users.listen(key.ownerId, {
      hear: (message) => {
        this.#line.sendSoon(JSON.stringify({ subscriptionId, event: message(this.#time) }));
      },
      missed: () => this.#end(subscriptionId),
    });
    const timer = key.expiresAtMs === 0 ? undefined : this.#endAt(subscriptionId, key.expiresAtMs);
    const stopAll = () => {
      clearTimeout(timer);
      stop();
    };
    this.#subscriptions.set(subscriptionId, {
      ownerId: key.ownerId,
      keyId: key.keyId,
      isOfSession: !isSigned,
      stop: stopAll,
    });
    return { subscriptionId };
  }

  /** A stream ends with its key; a connection does not live longer than a day anyway. */
  #endAt(subscriptionId: number, expiresAtMs: number): NodeJS.Timeout {
    const leftMs = Math.min(expiresAtMs - this.#parts.readNowMs(), DAY_MS);
    return setTimeout(() => this.#end(subscriptionId), Math.max(0, leftMs)).unref();
  }

  #unsubscribe({ subscriptionId }: BinanceParameters): object {
    const wanted = subscriptionId === undefined ? undefined : Number(subscriptionId);
    if (wanted !== undefined && !this.#subscriptions.has(wanted)) {
      throw new BinanceError('parameter_invalid', ['subscriptionId']);
    }
    for (const id of this.#subscriptions.keys()) {
      if (wanted === undefined || wanted === id) this.#end(id);
    }
    return {};
  }

  #end(subscriptionId: number): void {
    this.#subscriptions.get(subscriptionId)?.stop();
    this.#subscriptions.delete(subscriptionId);
    const event = { e: 'eventStreamTerminated', E: this.#time(this.#parts.readNowMs()) };
    this.#line.send(JSON.stringify({ subscriptionId, event }));
  }

  #logOut(): void {
    this.#session.logOut();
    for (const [id, { isOfSession }] of this.#subscriptions) if (isOfSession) this.#end(id);
  }

  /** A key was revoked or changed: what it opened here ends. */
  endKey(keyId: number): void {
    if (this.#session.key?.keyId === keyId) this.#logOut();
    for (const [id, subscription] of this.#subscriptions) {
      if (subscription.keyId === keyId) this.#end(id);
    }
  }

  ended(): void {
    for (const { stop } of this.#subscriptions.values()) stop();
    this.#subscriptions.clear();
  }

  showShutdown(atMs: number): string {
    return JSON.stringify({ event: { e: 'serverShutdown', E: this.#time(atMs) } });
  }
}

/** Make the API. @returns starts the talk of a connection, from path and query of its upgrade. */
export function createApiSocket(parts: ApiSocketParts): (url: string) => StartTalk {
  const served = new Map(parts.handlers.map((handler) => [handler.route, handler]));
  const open = new Set<ApiConversation>();
  parts.keys.onEnded((keyId) => {
    for (const conversation of open) conversation.endKey(keyId);
  });
  return (url) => (line) => {
    const conversation = new ApiConversation(parts, served, { line, url });
    open.add(conversation);
    return {
      hear: (text) => void conversation.hear(text),
      ended() {
        open.delete(conversation);
        conversation.ended();
      },
      showShutdown: (atMs) => conversation.showShutdown(atMs),
      // Requests count by their weight, as over HTTP.
      messagesPerSecond: 0,
    };
  };
}
