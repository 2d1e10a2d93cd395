// Sends hostile requests to every call of a running server and judges each answer: refused with a
// documented code, or answered, but never a mistake of ours and never carried out.
// Not here: what the requests are (requests.ts, breakers.ts) and what must stay (state.ts).
// Used by tools/hostile.ts and its test.

import { setTimeout as sleep } from 'node:timers/promises';
import { rejects } from '@isobath/core';
import { errors, type Route } from '@isobath/wire';
import { isTradingApi } from '../access/table.ts';
import { loopbackAddress, signQuery, type World } from '../access/world.ts';
import { makeBreaker } from './breakers.ts';
import { type Chance, createChance } from './chance.ts';
import { pipeline, type RawAnswer, sendAlone } from './pipe.ts';
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

/** How to fire. */
export interface FireOptions {
  readonly routes: readonly Route[];
  /** Requests for each call; every tenth breaks HTTP. */
  readonly countPerRoute: number;
  readonly seed: number;
  /** An operator who may do everything. */
  readonly operatorToken: string;
}

const perConnection = 40;
const connectionsAtOnce = 6;
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

/** Fire at every call. */
export async function fire(world: World, options: FireOptions): Promise<FireReport> {
  const report: FireReport = {
    sentCount: 0,
    limitedCount: 0,
    closedCount: 0,
    statuses: new Map(),
    problems: [],
  };
  let placesCount = 0;
  const nextPlace = () => {
    placesCount += 1;
    return { port: world.port, localAddress: loopbackAddress(20_000 + placesCount) };
  };
  const tokens = await Promise.all(
    [world.alice, world.bob].map(({ ownerId }) =>
      world.makeSession(ownerId, { isSteppedUp: true }),
    ),
  );
  const owns = tokens.map((token) => world.own({ ...world.alice, token }));
  const office = `__Secure-office=${options.operatorToken}`;
  const operators = owns.map((own) => ({ ...own, cookie: office }));

  // Some parsers make a whole request out of a broken one: it must not be one of our own pages'.
  const strangers = owns.map(({ cookie = '', origin = '' }) => ({ cookie, origin }));

  function note(route: Route, request: HostileRequest, answer: RawAnswer | null | undefined): void {
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

  /** Send on one connection after the other until each request has its answer. */
  async function sendAll(route: Route, requests: readonly HostileRequest[]): Promise<void> {
    let left = requests;
    while (left.length > 0) {
      const found = await pipeline(
        nextPlace(),
        left.map(({ bytes }) => bytes),
      );
      if (found === undefined || found.length === 0) {
        note(route, left[0] as HostileRequest, found === undefined ? undefined : null);
        left = left.slice(1);
        continue;
      }
      const limited: HostileRequest[] = [];
      for (const [at, answer] of found.entries()) {
        const request = left[at] as HostileRequest;
        if (answer.status === tooMany && route.rate === 'order') limited.push(request);
        else note(route, request, answer);
      }
      if (limited.length > 0) await sleep(limitWaitMs);
      left = [...left.slice(found.length), ...limited];
    }
  }

  function draw(route: Route, chance: Chance): HostileRequest | undefined {
    if (isTradingApi(route.path)) {
      const { key } = chance.pick([world.alice, world.bob]);
      const sign = (query: string) => (route.role === 'public' ? query : signQuery(query, key));
      return makeRequest(route, { own: { 'x-mbx-apikey': key.apiKey }, sign }, chance);
    }
    const people = route.role.startsWith('admin:') ? operators : owns;
    return makeRequest(route, { own: chance.pick(people) }, chance);
  }

  async function fireAt(route: Route, chance: Chance): Promise<void> {
    const breakersCount = Math.ceil(options.countPerRoute / 10);
    const requests: HostileRequest[] = [];
    const drawsMax = options.countPerRoute * drawsPerRequestMax;
    for (let turn = 0; turn < drawsMax; turn += 1) {
      if (requests.length === options.countPerRoute - breakersCount) break;
      const one = draw(route, chance);
      if (one !== undefined) requests.push(one);
    }
    for (let at = 0; at < requests.length; at += perConnection) {
      await sendAll(route, requests.slice(at, at + perConnection));
    }
    for (let turn = options.countPerRoute - requests.length; turn > 0; turn -= 1) {
      const breaker = makeBreaker(route, chance.pick(strangers), chance);
      // An unframed request may be read as another one: only what it says of itself is judged.
      note(
        { ...route, isBare: true, method: 'GET', path: '/' },
        breaker,
        await sendAlone(nextPlace(), breaker.bytes),
      );
    }
  }

  const queue = options.routes.map((route, at) => ({ route, at }));
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await fireAt(next.route, createChance(options.seed * 1_009 + next.at));
    }
  };
  await Promise.all(Array.from({ length: connectionsAtOnce }, work));
  return report;
}
