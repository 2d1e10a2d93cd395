// Tries every line of the table of rights on a running server: as nobody, as the owner, as somebody
// else, with sessions that are over, without our header, from foreign pages, with a key.
// It only tells what is wrong. Used by tools/access.test.ts.

import type { Route } from '@isobath/wire';
import { sampleOf, setField } from '../api/samples.ts';
import { readSchema } from '../api/shapes.ts';
import { edgeCalls, isTradingApi, listRoutes, type Right } from './table.ts';
import { completeOrder, createThings } from './things.ts';
import type { Answer, Call, World } from './world.ts';

const codes = { ok: 200, notSignedIn: 10_002, crossSite: 10_003, stepUpNeeded: 20_120 };
const dayMs = 86_400_000;
const ourHeader = { 'x-requested-with': 'isobath' };

const routeOf = new Map(listRoutes().map((route) => [`${route.method} ${route.path}`, route]));

function inputsOf(route: Route, wanted: readonly string[]) {
  const sample = (shape: Route['query'], owned: readonly string[]): unknown => {
    if (shape === undefined) return undefined;
    const value = sampleOf(readSchema(shape, 'input'), owned);
    completeOrder(value);
    return value;
  };
  const inBody = route.body !== undefined;
  return {
    query: sample(route.query, inBody ? [] : wanted) as Record<string, unknown> | undefined,
    body: sample(route.body, wanted),
  };
}

/** A request of a line's call, with one field (`path`, `id`) naming a thing. */
function makeCall(right: Right, named?: { path: string; id: string }): Call {
  const route = routeOf.get(`${right.method} ${right.path}`) as Route;
  const { query, body } = inputsOf(route, named === undefined ? [] : [named.path]);
  if (named !== undefined) setField(body ?? query, named.path, named.id);
  const left = new URLSearchParams();
  let url = route.path;
  for (const [name, value] of Object.entries(query ?? {})) {
    if (url.includes(`:${name}`)) url = url.replace(`:${name}`, encodeURIComponent(String(value)));
    else left.set(name, String(value));
  }
  const method = right.method;
  return { method, url: left.size > 0 ? `${url}?${left}` : url, ...(body ? { body } : {}) };
}

/** An answer without what differs from one call to the next: the thing's name, and the time. */
function showPlainly({ status, text }: Answer, id: string): string {
  const plain = text.replaceAll(`"${id}"`, '"#"').replaceAll(/"seq":"\d+"/g, '"seq":"#"');
  return `${status} ${plain}`;
}

/** Walk over the lines of the table. */
export function createWalk(world: World, rights: readonly Right[]) {
  const things = createThings(world);
  // What keys open is tried with keys: packages/e2e/src/dialect.
  const calls = rights.filter(
    ({ method, path }) => !edgeCalls.has(`${method} ${path}`) && !isTradingApi(path),
  );
  const problems: string[] = [];
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
      const answer = await world.call({ ...makeCall(right), headers: tried.headers });
      const isRight = answer.status === expected[0] && answer.code === expected[1];
      if (!isRight) note(right, tried.what, answer);
    }
  }

  const ofUsers = calls.filter(({ role }) => role === 'user');
  const guarded = calls.filter(({ isGuarded }) => isGuarded);

  return {
    /** Without a session that lives, a user's call is refused. */
    async tryWithoutSession(): Promise<string[]> {
      const own = world.own(world.alice);
      const withToken = (token: string) => ({ ...own, cookie: `__Host-session=${token}` });
      const { ownerId, token } = world.alice;
      const over = {
        'an ended session': await world.makeSession(ownerId, { isEnded: true }),
        'a session of 31 days': await world.makeSession(ownerId, { madeAgoMs: 31 * dayMs }),
        'a session idle for 8 days': await world.makeSession(ownerId, { seenAgoMs: 8 * dayMs }),
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

    /** A changing call that no page or program of ours has made is refused. */
    async tryForeignPages(): Promise<string[]> {
      const { cookie = '', origin = '' } = world.own(world.alice);
      const whole = { cookie, origin, ...ourHeader };
      const attempts = {
        'without our header': { cookie, origin },
        'without any origin': { cookie, ...ourHeader },
        'from a foreign origin': { ...whole, origin: 'https://evil.example' },
        'from a look-alike': { ...whole, origin: `${origin}.evil.example` },
        'from the origin null': { ...whole, origin: 'null' },
        'from another site': { cookie, 'sec-fetch-site': 'cross-site', ...ourHeader },
        'from a neighbour': { cookie, 'sec-fetch-site': 'same-site', ...ourHeader },
      };
      for (const [what, headers] of Object.entries(attempts)) {
        await expectAll(guarded, { what, headers }, [403, codes.crossSite]);
      }
      return end();
    },

    /** What needs a fresh confirmation says so, and nothing else does. */
    async tryStepUp(): Promise<string[]> {
      for (const right of ofUsers) {
        if (!right.needsStepUp && right.isGuarded) continue;
        const answer = await world.call({
          ...makeCall(right),
          headers: world.own(world.alice),
        });
        const isAsked = answer.code === codes.stepUpNeeded;
        if (isAsked !== right.needsStepUp) note(right, 'about the step-up', answer);
      }
      return end();
    },

    /** Other methods on the path are not served. */
    async tryMethods(): Promise<string[]> {
      for (const right of calls) {
        const served = calls.filter(({ path }) => path === right.path).map(({ method }) => method);
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
          if (served.includes(method)) continue;
          const headers = world.own(world.alice);
          const answer = await world.call({ method, url: makeCall(right).url, headers });
          if (answer.status !== 405) note(right, `as ${method}`, answer);
        }
      }
      return end();
    },

    /**
     * Bob names Alice's things: he is answered as about things that nobody has, and they stay as
     * they were; Alice, asking the same, is answered otherwise.
     */
    async tryForeignThings(): Promise<{ problems: string[]; triedCount: number }> {
      let triedCount = 0;
      const ofBob = { ...world.bob, token: await fresh(world.bob.ownerId) };
      const ofAlice = { ...world.alice, token: await fresh(world.alice.ownerId) };
      for (const right of calls) {
        for (const [path, kind] of right.fields) {
          if (kind === 'new') continue;
          triedCount += 1;
          const thing = await things.make(kind);
          const before = await thing.look();
          const ask = (who: typeof ofBob, id: string) =>
            world.call({ ...makeCall(right, { path, id }), headers: world.own(who) });
          const about = `of Bob naming a ${kind} in ${path}`;
          const unknown = showPlainly(await ask(ofBob, thing.unknownId), thing.unknownId);
          const foreign = await ask(ofBob, thing.id);
          if (showPlainly(foreign, thing.id) !== unknown) note(right, about, foreign);
          if ((await thing.look()) !== before) note(right, `${about}, it changed`, foreign);
          const own = await ask(ofAlice, thing.id);
          const isDone = own.code === codes.ok && showPlainly(own, thing.id) !== unknown;
          if (!isDone) note(right, `of Alice naming her ${kind} in ${path}`, own);
        }
      }
      return { problems: end(), triedCount };

      function fresh(ownerId: number): Promise<string> {
        return world.makeSession(ownerId, { isSteppedUp: true });
      }
    },

    /** Nothing that is Alice's alone is in any answer to Bob or to a guest. */
    async tryReading(secrets: readonly string[]): Promise<string[]> {
      for (const right of calls) {
        if (right.method !== 'GET') continue;
        for (const headers of [world.own(world.bob), {}]) {
          const answer = await world.call({ ...makeCall(right), headers });
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
