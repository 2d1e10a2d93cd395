// Sends hostile requests to every call of a running server and judges each answer: refused with a
// documented code, or answered, but never a mistake of ours and never carried out.
// Not here: what the requests are (requests.ts, breakers.ts) and what must stay (state.ts).
// Used by tools/hostile.ts and its test.

import { setTimeout as sleep } from 'node:timers/promises';
import { rejects } from '@isobath/core';
import { errors, type Route } from '@isobath/wire';
import type { Crowd } from '../access/crowd.ts';
import { isTradingApi, listRoutes } from '../access/table.ts';
import { loopbackAddress, signQuery, type Fixture } from '../access/fixture.ts';
import { makeBreaker } from './breakers.ts';
import { type Chance, createChance } from './chance.ts';
import { pipeline, type Place, type RawAnswer, sendAlone } from './pipe.ts';
import { type HostileRequest, makeRequest } from './requests.ts';

/** What came of it. */
export interface FireReport {
  sentCount: number;
  /** Answered by the limits alone. */
  limitedCount: number;
  /** Closed by the server without an answer; only for requests that break HTTP. */
  closedCount: number;
  /** Answers by status. */
  readonly statuses: Map<number, number>;
  readonly problems: string[];
}

/** In whose name is fired: enough that the limits of one account answer for none. */
export interface Crowds {
  readonly people: Crowd;
  /** Operators who may do everything. */
  readonly operators: Crowd;
}

/** How to fire. */
export interface FireOptions {
  readonly routes: readonly Route[];
  /** Requests for each call; every tenth breaks HTTP. */
  readonly countPerRoute: number;
  readonly seed: number;
  readonly crowds: Crowds;
  /** Heard after each call that had all of its requests. */
  readonly reported?: (route: Route, report: FireReport) => void;
  /** Time after which no further call is begun; without it all of them are. */
  readonly endMs?: number;
}

const perConnection = 40;
const connectionsAtOnce = 6;
/** Each has a connection of its own, and some are answered late. */
const breakersAtOnce = 8;
const drawsPerRequestMax = 40;
const problemsMax = 200;
const ok = 200;
const tooMany = 429;
const limitWaitMs = 1_000;

const knownCodes: ReadonlySet<number> = new Set([
  ok,
  ...Object.values(errors).map(({ code }) => code),
  ...Object.values(rejects).map(([code]) => code),
]);
const declaredUnavailable: ReadonlySet<number> = new Set(
  Object.values(errors)
    .filter(({ status }) => status === 503)
    .map(({ code }) => code),
);

function readCode(body: string): number {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'number' ? code : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** What is wrong with an answer, "" when nothing is. */
export function judge(route: Route, { status, headers, body }: RawAnswer): string {
  const code = readCode(body);
  // What could not be read is answered alike for whomever it was meant, and the line ended.
  const isUnread = headers.includes('\nconnection: close') && knownCodes.has(code);
  if (isTradingApi(route.path) && !(isUnread && status !== ok)) {
    return judgeApi(route, status, code);
  }
  if (status >= 500 && !(status === 503 && declaredUnavailable.has(code))) return 'our mistake';
  if (/node_modules|\.ts:\d/.test(body)) return 'tells where it runs';
  const isPlain = route.isBare === true || !headers.includes('x-request-id');
  if (!isPlain && !knownCodes.has(code)) return 'an unknown code';
  const isDone = route.isBare === true ? status === ok : code === ok;
  return isDone && route.method !== 'GET' ? 'carried out' : '';
}

/** The same for the trading API: a refusal is a number below 0 with a status of its own. */
function judgeApi(route: Route, status: number, code: number): string {
  if (status >= 500) return 'our mistake';
  if (status === ok) return route.method === 'GET' ? '' : 'carried out';
  return code < 0 || Number.isNaN(code) ? '' : 'an unknown code';
}

/** One run under way. */
class Firing {
  readonly report: FireReport = {
    sentCount: 0,
    limitedCount: 0,
    closedCount: 0,
    statuses: new Map(),
    problems: [],
  };
  readonly #world: Fixture;
  readonly #options: FireOptions;
  #placesCount = 0;

  constructor(fixture: Fixture, options: FireOptions) {
    this.#world = fixture;
    this.#options = options;
  }

  /** Fire at one call until it had all of its requests. */
  async fireAt(route: Route, chance: Chance): Promise<void> {
    const { countPerRoute, reported } = this.#options;
    const framedCount = countPerRoute - Math.ceil(countPerRoute / 10);
    const sentCount = await this.#fireFramed({ route, count: framedCount }, chance);
    for (let left = countPerRoute - sentCount; left > 0; left -= breakersAtOnce) {
      const length = Math.min(left, breakersAtOnce);
      const breaking = Array.from({ length }, () => this.#breakAt(route, chance));
      await Promise.all(breaking);
    }
    reported?.(route, this.report);
  }

  /**
   * Well-framed requests, drawn when they are sent: of ten thousand drawn at once the last would
   * have a signature that is too old to be looked at, and meanwhile nobody else would get on.
   *
   * @returns how many there were; fewer when most draws came out harmless.
   */
  async #fireFramed(
    { route, count }: { route: Route; count: number },
    chance: Chance,
  ): Promise<number> {
    let drawsLeft = this.#options.countPerRoute * drawsPerRequestMax;
    let sentCount = 0;
    while (sentCount < count && drawsLeft > 0) {
      const requests: HostileRequest[] = [];
      const wanted = Math.min(perConnection, count - sentCount);
      for (; requests.length < wanted && drawsLeft > 0; drawsLeft -= 1) {
        const one = this.#draw(route, chance);
        if (one !== undefined) requests.push(one);
      }
      await this.#sendAll(route, requests);
      sentCount += requests.length;
    }
    return sentCount;
  }

  #draw(route: Route, chance: Chance): HostileRequest | undefined {
    if (isTradingApi(route.path)) {
      const { key } = chance.pick([this.#world.alice, this.#world.bob]);
      const sign = (query: string) => (route.role === 'public' ? query : signQuery(query, key));
      return makeRequest(route, { own: { 'x-mbx-apikey': key.apiKey }, sign }, chance);
    }
    const { people, operators } = this.#options.crowds;
    const callers = route.role.startsWith('admin:') ? operators : people;
    return makeRequest(route, { own: chance.pick(callers) }, chance);
  }

  /** Send on one connection after the other until each request has its answer. */
  async #sendAll(route: Route, requests: readonly HostileRequest[]): Promise<void> {
    let left = requests;
    while (left.length > 0) {
      const found = await pipeline(
        this.#nextPlace(),
        left.map(({ bytes }) => bytes),
      );
      if (found === undefined || found.length === 0) {
        this.#note(route, left[0] as HostileRequest, found === undefined ? undefined : null);
        left = left.slice(1);
        continue;
      }
      const limited: HostileRequest[] = [];
      for (const [at, answer] of found.entries()) {
        const request = left[at] as HostileRequest;
        if (answer.status === tooMany && route.rate === 'order') limited.push(request);
        else this.#note(route, request, answer);
      }
      if (limited.length > 0) await sleep(limitWaitMs);
      left = [...left.slice(found.length), ...limited];
    }
  }

  async #breakAt(route: Route, chance: Chance): Promise<void> {
    // Some parsers make a whole request out of a broken one: it must not be one of our pages'.
    const { cookie = '', origin = '' } = chance.pick(this.#options.crowds.people);
    const breaker = makeBreaker(route, { cookie, origin }, chance);
    // An unframed request may be read as another one: only what it says of itself is judged.
    const judged: Route = { ...route, isBare: true, method: 'GET', path: '/' };
    this.#note(judged, breaker, await sendAlone(this.#nextPlace(), breaker.bytes));
  }

  #nextPlace(): Place {
    this.#placesCount += 1;
    const localAddress = loopbackAddress(20_000 + this.#placesCount);
    return { port: this.#world.port, localAddress };
  }

  #note(route: Route, request: HostileRequest, answer: RawAnswer | null | undefined): void {
    const { report } = this;
    report.sentCount += 1;
    if (answer === null) {
      report.closedCount += 1;
      return;
    }
    if (answer !== undefined) {
      report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === tooMany) report.limitedCount += 1;
    }
    const wrong = answer === undefined ? 'silence' : judge(route, answer);
    if (wrong === '' || report.problems.length >= problemsMax) return;
    const found = answer === undefined ? '' : `${answer.status} ${answer.body.slice(0, 200)}`;
    report.problems.push(`${wrong}: ${JSON.stringify(request.about)} -> ${found}`);
  }
}

/** Fire at every call. */
export async function fire(fixture: Fixture, options: FireOptions): Promise<FireReport> {
  const firing = new Firing(fixture, options);
  const { seed, endMs = Infinity } = options;
  // Counted among all calls, so that one that is fired at alone gets the same requests again.
  const all = listRoutes();
  const queue = [...options.routes];
  const work = async () => {
    for (let route = queue.shift(); route !== undefined; route = queue.shift()) {
      if (Date.now() >= endMs) return;
      await firing.fireAt(route, createChance(seed * 1_009 + all.indexOf(route)));
    }
  };
  await Promise.all(Array.from({ length: connectionsAtOnce }, work));
  return firing.report;
}
