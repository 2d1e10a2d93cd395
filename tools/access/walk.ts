// Tries every line of the table of rights on a running server: as nobody, as the owner, as somebody
// else, with sessions that are over, without our header, from foreign pages, with a key.
// It only tells what is wrong. Used by tools/access.test.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import { isPermitted, operatorRoleNames, type Permission, type Route, routes } from '@isobath/wire';
import { refusedExamples } from '../api/examples.ts';
import { sampleOf, setField } from '../api/samples.ts';
import { readSchema } from '../api/shapes.ts';
import { edgeCalls, isTradingApi, listRoutes, type Right } from './table.ts';
import { makeOperators, makePeople, takeInTurn } from './crowd.ts';
import { completeOrder, createThings } from './things.ts';
import {
  type Answer,
  type ApiKey,
  type Call,
  createKey,
  type Person,
  signQuery,
  type Fixture,
} from './fixture.ts';

const codes = {
  ok: 200,
  notSignedIn: 10_002,
  crossSite: 10_003,
  stepUpNeeded: 20_120,
  proofNeeded: 20_413,
};
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const pauseMs = 500;
const crowdCount = 16;
const ourHeader = { 'x-requested-with': 'isobath' };

const routeOf = new Map(listRoutes().map((route) => [`${route.method} ${route.path}`, route]));

/** Numbers of calls that refuse their example, as there is nothing of the kind. */
const refusals = new Map<Route, number>(
  Object.entries(refusedExamples).map(([id, code]) => {
    const [product = '', name = ''] = id.split('.');
    return [(routes as Record<string, Record<string, Route>>)[product]?.[name] as Route, code];
  }),
);

function isRefusedAsReported(route: Route, text: string): boolean {
  return refusals.has(route) && text.startsWith(`{"code":${refusals.get(route)},`);
}

function inputsOf(route: Route, wanted: readonly string[]) {
  const sample = (shape: Route['query'], owned: readonly string[]): unknown => {
    if (shape === undefined) return undefined;
    const value = sampleOf(readSchema(shape, 'input'), owned);
    completeOrder(value);
    return value;
  };
  const inQuery = wanted.filter((path) => isInQuery(route, path));
  const inBody = wanted.filter((path) => !isInQuery(route, path));
  return {
    query: sample(route.query, inQuery) as Record<string, unknown> | undefined,
    body: sample(route.body, inBody),
  };
}

function isInQuery(route: Route, path: string): boolean {
  if (route.query === undefined) return false;
  return path in (readSchema(route.query, 'input').properties ?? {});
}

/** A request of a line's call, with one field (`path`, `id`) naming a thing. */
function makeCall(right: Right, named?: { path: string; id: string }): Call {
  const route = routeOf.get(`${right.method} ${right.path}`) as Route;
  const { query, body } = inputsOf(route, named === undefined ? [] : [named.path]);
  if (named !== undefined) {
    setField(isInQuery(route, named.path) ? query : body, named.path, named.id);
  }
  const left = new URLSearchParams();
  let url = route.path;
  for (const [name, value] of Object.entries(query ?? {})) {
    if (url.includes(`:${name}`)) url = url.replace(`:${name}`, encodeURIComponent(String(value)));
    else left.set(name, String(value));
  }
  const method = right.method;
  return { method, url: left.size > 0 ? `${url}?${left}` : url, ...(body ? { body } : {}) };
}

/** A call of the trading API as the owner of a key makes it. */
function signCall(call: Call, key: ApiKey): Call {
  const [path = '', query = ''] = call.url.split('?');
  const headers = { 'x-mbx-apikey': key.apiKey };
  return { method: call.method, url: `${path}?${signQuery(query, key)}`, headers };
}

/** Calls of the trading API that can be asked about one market are. */
function exampleOf(route: Route): { path: string; id: string } | undefined {
  const hasMarket = isTradingApi(route.path) && isInQuery(route, 'symbol');
  return hasMarket ? { path: 'symbol', id: 'BTCUSDT' } : undefined;
}

/** An answer without what differs from one call to the next: the thing's name, and the time. */
function showPlainly({ status, text }: Answer, id: string): string {
  const plain = text
    .replaceAll(new RegExp(`(?<=[":,])"?${id}"?(?=[,}\\]])`, 'g'), '"#"')
    .replaceAll(/"seq":"\d+"/g, '"seq":"#"');
  return `${status} ${plain}`;
}

/** Walk over the lines of the table. */
export function createWalk(fixture: Fixture, rights: readonly Right[]) {
  const things = createThings(fixture);
  const all = rights.filter(({ method, path }) => !edgeCalls.has(`${method} ${path}`));
  const calls = all.filter(({ path }) => !isTradingApi(path));
  const apiCalls = all.filter(({ path }) => isTradingApi(path));
  const problems: string[] = [];
  let nextPerson: ReturnType<typeof takeInTurn> | undefined;
  let nextOperator: ReturnType<typeof takeInTurn> | undefined;
  /** Somebody of many who is signed in where the call belongs: each may ask so much. */
  const readSomeone = async ({ path }: Right) => {
    if (path.startsWith('/admin/')) {
      nextOperator ??= takeInTurn(await makeOperators(fixture, 'administrator', crowdCount));
      return nextOperator();
    }
    nextPerson ??= takeInTurn(await makePeople(fixture, crowdCount));
    return nextPerson();
  };
  const note = (right: Right, what: string, { status, text }: Answer) => {
    const found = `${status} ${text.slice(0, 160)}`;
    problems.push(`${right.method} ${right.path} ${what}: ${found}`);
  };
  const end = () => problems.splice(0);

  /** Every call, tried with these headers, must be answered so. */
  async function expectAll(
    chosen: readonly Right[],
    tried: { readonly what: string; readonly headers: Record<string, string> },
    expected: readonly [status: number, code: number],
  ): Promise<void> {
    for (const right of chosen) {
      const answer = await fixture.call({ ...makeCall(right), headers: tried.headers });
      const isRight = answer.status === expected[0] && answer.code === expected[1];
      if (!isRight) note(right, tried.what, answer);
    }
  }

  const ofUsers = calls.filter(({ role }) => role === 'user');
  const guarded = calls.filter(({ isGuarded }) => isGuarded);

  return {
    /** Without a session that lives, a user's call is refused. */
    async tryWithoutSession(): Promise<string[]> {
      const own = fixture.own(fixture.alice);
      const withToken = (token: string) => ({ ...own, cookie: `__Host-session=${token}` });
      const { ownerId, token } = fixture.alice;
      const over = {
        'an ended session': await fixture.makeSession(ownerId, { isEnded: true }),
        'a session of 31 days': await fixture.makeSession(ownerId, { madeAgoMs: 31 * dayMs }),
        'a session idle for 8 days': await fixture.makeSession(ownerId, { seenAgoMs: 8 * dayMs }),
        'a session nobody has': 'A'.repeat(43),
        'a session cut short': token.slice(0, -1),
        'an empty session': '',
      };
      const refused = [401, codes.notSignedIn] as const;
      await expectAll(ofUsers, { what: 'as a guest', headers: ourHeader }, refused);
      for (const [what, one] of Object.entries(over)) {
        await expectAll(ofUsers, { what: `with ${what}`, headers: withToken(one) }, refused);
      }
      const elsewhere = { authorization: `Bearer ${token}`, 'x-mbx-apikey': token, ...ourHeader };
      await expectAll(ofUsers, { what: 'with the session elsewhere', headers: elsewhere }, refused);
      return end();
    },

    /**
     * A call of the back office opens to the roles that hold its permission and to nobody else: not
     * to a guest, not to a person who trades, not to a session that is over.
     */
    async tryOffice(): Promise<{ problems: string[]; triedCount: number }> {
      const ofOffice = calls.filter(({ role }) => role.startsWith('admin:'));
      const refused = [401, codes.notSignedIn] as const;
      const own = fixture.own(fixture.alice);
      await expectAll(ofOffice, { what: 'as a guest', headers: ourHeader }, refused);
      await expectAll(ofOffice, { what: 'as a person who trades', headers: own }, refused);
      const asOperator = (token: string) => ({ ...own, cookie: `__Secure-office=${token}` });
      const over = {
        'an ended session': await fixture.makeOperatorSession('administrator', { isEnded: true }),
        'a session of nine hours': await fixture.makeOperatorSession('administrator', {
          madeAgoMs: 9 * hourMs,
        }),
        'a session idle for an hour': await fixture.makeOperatorSession('administrator', {
          seenAgoMs: hourMs,
        }),
        'a session of the site': fixture.alice.token,
      };
      for (const [what, token] of Object.entries(over)) {
        await expectAll(ofOffice, { what: `with ${what}`, headers: asOperator(token) }, refused);
      }
      let triedCount = 0;
      for (const role of operatorRoleNames) {
        const headers = asOperator(await fixture.makeOperatorSession(role));
        for (const right of ofOffice) {
          const mayCall = isPermitted(role, right.role.slice('admin:'.length) as Permission);
          // What would end this session, or stop the engine under the other tests.
          if (mayCall && /logout|halt|cancel-only|switches$/.test(right.path)) continue;
          triedCount += 1;
          const answer = await fixture.call({ ...makeCall(right), headers });
          const isShut = answer.status === 403 || answer.status === 401;
          if (isShut === mayCall) note(right, `as ${role}`, answer);
        }
      }
      return { problems: end(), triedCount };
    },

    /** A changing call that no page or program of ours has made is refused. */
    async tryForeignPages(): Promise<string[]> {
      const { origin = '' } = fixture.own(fixture.alice);
      const listAttempts = (cookie: string, whole: Record<string, string>) => ({
        'without our header': { cookie, origin },
        'without any origin': { cookie, ...ourHeader },
        'from a foreign origin': { ...whole, origin: 'https://evil.example' },
        'from a look-alike': { ...whole, origin: `${origin}.evil.example` },
        'from the origin null': { ...whole, origin: 'null' },
        'from another site': { cookie, 'sec-fetch-site': 'cross-site', ...ourHeader },
        'from a neighbour': { cookie, 'sec-fetch-site': 'same-site', ...ourHeader },
      });
      for (const right of guarded) {
        const { cookie = '' } = await readSomeone(right);
        const attempts = listAttempts(cookie, { cookie, origin, ...ourHeader });
        for (const [what, headers] of Object.entries(attempts)) {
          await expectAll([right], { what, headers }, [403, codes.crossSite]);
        }
      }
      return end();
    },

    /** What needs a fresh confirmation says so, and nothing else does. */
    async tryStepUp(): Promise<string[]> {
      for (const right of ofUsers) {
        if (!right.needsStepUp && right.isGuarded) continue;
        const answer = await fixture.call({
          ...makeCall(right),
          headers: fixture.own(fixture.alice),
        });
        const isRequested = answer.code === codes.stepUpNeeded;
        if (isRequested !== right.needsStepUp) note(right, 'about the step-up', answer);
      }
      return end();
    },

    /** Other methods on the path are not served. */
    async tryMethods(): Promise<string[]> {
      for (const right of calls) {
        const served = calls.filter(({ path }) => path === right.path).map(({ method }) => method);
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
          if (served.includes(method)) continue;
          const headers = await readSomeone(right);
          const answer = await fixture.call({ method, url: makeCall(right).url, headers });
          if (answer.status !== 405) note(right, `as ${method}`, answer);
        }
      }
      return end();
    },

    /**
     * Bob names Alice's things: they are answered as about things that nobody has, and they stay as
     * they were; Alice, asking the same, is answered otherwise.
     */
    async tryForeignThings(): Promise<{ problems: string[]; triedCount: number }> {
      let triedCount = 0;
      const ofBob = { ...fixture.bob, token: await fresh(fixture.bob.ownerId) };
      const ofAlice = { ...fixture.alice, token: await fresh(fixture.alice.ownerId) };
      for (const right of all) {
        for (const [path, kind] of right.fields) {
          if (kind === 'new' || kind === 'cursor') continue;
          triedCount += 1;
          const thing = await things.make(kind);
          const before = await thing.look();
          const ask = (who: Person, id: string) => {
            const call = makeCall(right, { path, id });
            if (isTradingApi(right.path)) return fixture.call(signCall(call, who.key));
            return callPatiently({ ...call, headers: fixture.own(who) });
          };
          const about = `of Bob naming a ${kind} in ${path}`;
          const unknown = showPlainly(await ask(ofBob, thing.unknownId), thing.unknownId);
          const foreign = await ask(ofBob, thing.id);
          if (showPlainly(foreign, thing.id) !== unknown) note(right, about, foreign);
          if ((await thing.look()) !== before) note(right, `${about}, it changed`, foreign);
          const own = await ask(ofAlice, thing.id);
          // Of one's own, too, a proof is wanted: the thing is there then.
          const good = routeOf.get(`${right.method} ${right.path}`)?.needsProof
            ? codes.proofNeeded
            : codes.ok;
          const isGood = isTradingApi(right.path) ? own.status === 200 : own.code === good;
          const isDone = isGood && showPlainly(own, thing.id) !== unknown;
          if (!isDone) note(right, `of Alice naming her ${kind} in ${path}`, own);
        }
      }
      return { problems: end(), triedCount };

      /** Two people ask all of it, so they come to their limits: what is refused by one waits. */
      async function callPatiently(call: Call): Promise<Answer> {
        const answer = await fixture.call(call);
        if (answer.status !== 429) return answer;
        await sleep(pauseMs);
        return callPatiently(call);
      }

      function fresh(ownerId: number): Promise<string> {
        return fixture.makeSession(ownerId, { isSteppedUp: true });
      }
    },

    /** A call of the trading API that is not open needs a key, its signature and its right. */
    async tryWithoutKey(): Promise<string[]> {
      const { alice } = fixture;
      const readOnly = await createKey(fixture.dataFolder, alice.email, 'read');
      for (const right of apiCalls) {
        if (right.role === 'public') continue;
        const call = makeCall(right);
        const whole = signCall(call, alice.key);
        const attempts: Record<string, Call> = {
          'without a key': call,
          'with a session': { ...call, headers: fixture.own(alice) },
          'with a key that nobody has': { ...whole, headers: { 'x-mbx-apikey': 'a'.repeat(64) } },
        };
        if (right.role !== 'key') {
          const { apiKey } = alice.key;
          attempts['without a signature'] = { ...call, headers: { 'x-mbx-apikey': apiKey } };
          attempts['with the signature of another'] = {
            ...signCall(call, { apiKey, secret: fixture.bob.key.secret }),
          };
          attempts['altered after signing'] = { ...whole, url: whole.url.replace('?', '?a=1&') };
        }
        const isMore = ['key_spot', 'key_transfer'].includes(right.role);
        if (isMore) attempts['with a key to read'] = signCall(call, readOnly);
        for (const [what, tried] of Object.entries(attempts)) {
          const answer = await fixture.call(tried);
          const isRefused = answer.status >= 400 && answer.status < 500 && answer.code < 0;
          if (!isRefused) note(right, what, answer);
        }
      }
      return end();
    },

    /**
     * Everybody's calls answer the plainest request that their shapes allow, in the shape that the
     * reference tells.
     */
    async tryExamples(): Promise<{ problems: string[]; triedCount: number }> {
      let triedCount = 0;
      for (const right of all) {
        if (right.role !== 'public' || right.method !== 'GET') continue;
        triedCount += 1;
        const route = routeOf.get(`${right.method} ${right.path}`) as Route;
        const call = makeCall(right, exampleOf(route));
        const answer = await fixture.call({ ...call, headers: fixture.own(fixture.alice) });
        if (isRefusedAsReported(route, answer.text)) continue;
        const isRefused = answer.status !== 200 || (!route.isBare && answer.code !== codes.ok);
        const isText = !(answer.headers['content-type'] ?? '').startsWith('application/json');
        const bare: unknown = isText ? answer.text : JSON.parse(answer.text);
        const data = route.isBare ? bare : answer.data;
        const parsed = route.answer.safeParse(data);
        if (isRefused) note(right, 'refuses its own example', answer);
        else if (!parsed.success) note(right, `is not as told, ${parsed.error.message}`, answer);
      }
      return { problems: end(), triedCount };
    },

    /** Nothing that is Alice's alone is in any answer to Bob or to a guest. */
    async tryReading(secrets: readonly string[]): Promise<string[]> {
      for (const right of all) {
        if (right.method !== 'GET') continue;
        const call = makeCall(right);
        const ofBob = isTradingApi(right.path)
          ? signCall(call, fixture.bob.key)
          : { ...call, headers: fixture.own(fixture.bob) };
        for (const tried of [ofBob, call]) {
          const answer = await fixture.call(tried);
          if (answer.status >= 500) note(right, 'read plainly', answer);
          for (const secret of secrets) {
            if (answer.text.includes(secret)) note(right, `shows ${secret}`, answer);
          }
        }
      }
      return end();
    },
  };
}
