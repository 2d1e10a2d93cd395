// Whose session it is is looked up before anything is counted, once for all who come with it at the
// same time, and never needed to sign in. The real edge and its pages over real tables; the site's
// build is a stand-in. Who counts where: edge/issue-22-people-by-account.test.ts.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeCodes, defineRoute, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Database } from '../base/db/index.ts';
import { startTestDatabase } from '../base/db/testing.ts';
import { createFanOut, createHub } from '../base/feed/index.ts';
import { createOperators, createOperatorSessions, OFFICE_COOKIE } from '../base/office/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import { createSessions, SESSION_COOKIE, type Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from '../edge/answer.ts';
import { parseCookies } from '../edge/cookies.ts';
import { createCosts } from '../edge/costs.ts';
import { createHosts } from '../edge/hosts.ts';
import { createEdge, type SharedEdge } from '../edge/http.ts';
import { createLookups, SITE_NETWORKS_COUNT } from '../edge/lookups.ts';
import { createPeers } from '../edge/peers.ts';
import { serveSockets, type SocketEdge } from '../edge/socket.ts';
import { serveUpgrades } from '../edge/upgrades.ts';
import { migrations } from '../migrations.ts';
import type { BuiltSite } from '../pages/index.ts';
import { type PageParts, serveSite } from './page-modules.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const HERE = '203.0.113.1';
const LOOKUPS = 5;
const REQUESTS = 300;
const READ = '/hk-web/read';
const SIGN_IN = '/hk-web/sign-in';
const OFFICE_SIGN_IN = '/admin/api/sign-in';
const OFFICE_READ = '/admin/api/own';
const base = { owner: 'none', summary: 'x', answer: z.unknown() } as const;
const reading = { ...base, method: 'GET', rate: 'none' } as const;
const signing = { ...base, method: 'POST', rate: 'credential', role: 'public' } as const;
const routes = [
  defineRoute({ ...reading, role: 'user', path: READ }),
  defineRoute({ ...signing, path: SIGN_IN }),
  defineRoute({ ...signing, path: OFFICE_SIGN_IN }),
  defineRoute({ ...reading, role: 'admin:any', path: OFFICE_READ }),
];

/** A site of pages that are never kept. */
const built = {
  placeholder: 'nonce',
  sendAsset: async () => false,
  pages: {
    readFile: async () => null,
    place: ({ pathname }: URL) => ({ kind: 'page', locale: 'en_US', path: pathname }),
    isCacheable: () => false,
    answer: async (_request: Request, { isSignedIn }: { isSignedIn: boolean }) =>
      new Response(isSignedIn ? 'of a person' : 'of a guest', {
        headers: { 'content-type': 'text/html' },
      }),
  },
} as unknown as BuiltSite;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let counted: Database;
let app: FastifyInstance;
let sockets: SocketEdge;
let sessions: Sessions;
let queries = 0;
let isCut = false;
let personCount = 0;
const nowMs = Date.now();
const readNowMs = () => nowMs;
const peers = createPeers(['127.0.0.1', '::ffff:127.0.0.1']);
const report = (error: unknown) => expect.unreachable(String(error));

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const { app: plain } = database;
  counted = {
    ...plain,
    query: async (...words: Parameters<Database['query']>) => {
      queries += 1;
      const rows = await plain.query(...words);
      if (isCut) throw new Error('cut behind the commit');
      return rows;
    },
  } as Database;
});
afterAll(() => database?.stop());

beforeEach(async () => {
  isCut = false;
  sessions = createSessions(counted, readNowMs);
  const rows = createOperatorSessions(counted, readNowMs);
  const readOperator: SharedEdge['readOperator'] = ({ cookie }) =>
    rows.read(parseCookies(cookie).get(OFFICE_COOKIE) ?? '', false);
  const limit = { burst: LOOKUPS, perSecond: 1 };
  const lookups = createLookups({ sessions, readOperator, peers, readNowMs, limit });
  const plenty = { burst: 1_000, perSecond: 1 };
  const edge: SharedEdge = {
    handlers: routes.map((route): RouteHandler => ({ route, handle: async () => ({}) })),
    sessions,
    lookups,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    peers,
    mode: 'production',
    limits: {
      read: plenty,
      market: plenty,
      order: plenty,
      write: plenty,
      credential: plenty,
      upload: plenty,
      all: { burst: REQUESTS, perSecond: 1 },
    },
    readNowMs,
    report,
  };
  app = createEdge(edge);
  const parts: Omit<PageParts, 'outside'> = {
    built,
    edge,
    handlers: edge.handlers,
    readUser: async () => undefined,
    readMaintenance: () => ({ isOn: false, endsAtMs: 0, messages: {} }) as never,
    findRegion: () => ({ mode: 'open' }) as never,
  };
  serveSite(app, parts);
  sockets = serveSockets({
    hub: createHub(),
    fanOut: createFanOut(),
    sessions,
    lookups,
    ownOrigin: ORIGIN,
    peers,
    costs: createCosts(peers, readNowMs),
    readNowMs,
    report,
    isClosed: () => false,
    adopt: (socket) => socket.terminate(),
  });
  const door = { accepts: (path: string) => path === '/ws', upgrade: sockets.upgrade };
  serveUpgrades(app.server, [door], { hosts: createHosts({ ownOrigin: ORIGIN }), report });
  await app.listen({ host: '127.0.0.1', port: 0 });
  queries = 0;
  return async () => {
    await sockets.close();
    await app.close();
  };
});

const makeUp = () => `${SESSION_COOKIE}=${randomBytes(32).toString('base64url')}`;

/** Somebody who signed in before this process began. */
async function meetCold() {
  personCount += 1;
  const ownerId = 1_000_000 + personCount;
  const before = createSessions(database.app, readNowMs);
  const { token, session } = await before.create({ ownerId, ip: HERE, device: 'test' });
  return { cookie: `${SESSION_COOKIE}=${token}`, ownerId, sessionId: session.sessionId };
}

interface Asked {
  readonly cookie?: string;
  readonly from?: string;
  readonly method?: 'GET' | 'POST';
}

async function ask(url: string, { cookie, from = HERE, method = 'GET' }: Asked = {}) {
  const { statusCode } = await app.inject({
    method,
    url,
    remoteAddress: '127.0.0.1',
    headers: {
      'x-forwarded-for': from,
      'x-requested-with': 'isobath',
      origin: ORIGIN,
      ...(cookie !== undefined && { cookie }),
    },
  });
  return statusCode;
}

async function askTimes(count: number, url: string, asked?: Asked): Promise<number[]> {
  const statuses: number[] = [];
  for (let one = 0; one < count; one += 1) statuses.push(await ask(url, asked));
  return statuses;
}

/** All look-ups of this network. */
const useUp = async () => {
  for (let one = 0; one < LOOKUPS; one += 1) await ask(READ, { cookie: makeUp() });
};

test.each([
  ['pages', '/en_US/page', 121],
  ['requests', READ, REQUESTS + 1],
])('of a network without %s left a person gets a page, also a first one', async (_w, url, many) => {
  expect((await askTimes(many, url)).at(-1)).toBe(429);
  expect(await ask('/en_US/page')).toBe(429);
  expect(await ask('/en_US/page', await meetCold())).toBe(200);
  expect(await ask('/en_US/page.data', await meetCold())).toBe(200);
});

const askAtOnce = (url: string, cookie: string) =>
  Promise.all(Array.from({ length: 200 }, () => ask(url, { cookie })));

test('all who come at once with one session are one look-up, whosever it is', async () => {
  const { cookie } = await meetCold();
  expect(new Set(await askAtOnce(READ, cookie))).toEqual(new Set([200]));
  expect(queries).toBe(1);
  expect(new Set(await askAtOnce(READ, makeUp()))).toEqual(new Set([401]));
  expect(queries).toBe(2);
});

test('of the back office likewise, whose rows are read for each call', async () => {
  const request = { email: 'ann@example.com', role: 'viewer', passwordHash: '' } as const;
  const operatorId = (await createOperators(database.app).create(database.app, request)) ?? 0;
  const rows = createOperatorSessions(database.app, readNowMs);
  const at = { operatorId, ip: HERE, device: 'test' };
  const { token } = await rows.create(database.app, at);
  const statuses = await askAtOnce(OFFICE_READ, `${OFFICE_COOKIE}=${token}`);
  expect(new Set(statuses)).toEqual(new Set([200]));
  queries = 0;
  const madeUp = makeUp().replace(SESSION_COOKIE, OFFICE_COOKIE);
  expect(await askAtOnce(OFFICE_READ, madeUp)).not.toContain(429);
  expect(queries).toBe(1);
});

test('a site has look-ups of four networks, however many it has', async () => {
  const statuses: number[] = [];
  for (let network = 0; network < 2 * SITE_NETWORKS_COUNT; network += 1) {
    for (let one = 0; one < LOOKUPS; one += 1) {
      const from = `2001:db8:1:${network}::${one + 1}`;
      statuses.push(await ask(READ, { cookie: makeUp(), from }));
    }
  }
  const half = SITE_NETWORKS_COUNT * LOOKUPS;
  expect(statuses.slice(0, half)).toEqual(Array.from({ length: half }, () => 401));
  expect(statuses.slice(half)).toEqual(Array.from({ length: half }, () => 429));
  expect(queries).toBe(half);
  // Sessions that are somebody's are still let in at another site, as are calls without one.
  const other = { ...(await meetCold()), from: '2001:db8:2::1' };
  expect(await ask(READ, other)).toBe(200);
  expect(await ask(READ, { from: '2001:db8:1::1' })).toBe(401);
});

test('who signs in needs no look-up of a session that is over', async () => {
  const cookie = makeUp();
  const office = cookie.replace(SESSION_COOKIE, OFFICE_COOKIE);
  await useUp();
  expect(await ask(READ, { cookie })).toBe(429);
  expect(await ask('/en_US/page', { cookie })).toBe(429);
  for (const page of ['login', 'login/forgot', 'register', 'login.data']) {
    expect([page, await ask(`/en_US/${page}`, { cookie })]).toEqual([page, 200]);
  }
  expect(await ask(SIGN_IN, { cookie, method: 'POST' })).toBe(200);
  expect(await ask(OFFICE_SIGN_IN, { cookie: office, method: 'POST' })).toBe(200);
});

async function open(cookie: string): Promise<WebSocket> {
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': HERE, origin: ORIGIN, cookie };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  await once(socket, 'open');
  return socket;
}

test('sockets of a session whose end may have been written come back to be asked', async () => {
  const [ann, ben] = [await meetCold(), await meetCold()];
  const [own, others] = [await open(ann.cookie), await open(ben.cookie)];
  const closed = once(own, 'close');
  isCut = true;
  await expect(sessions.end(ann.ownerId, ann.sessionId)).rejects.toThrow('cut');
  isCut = false;
  expect((await closed)[0]).toBe(closeCodes.restart);
  expect(others.readyState).toBe(WebSocket.OPEN);
  expect(await ask(READ, ann)).toBe(401);
  others.terminate();
});
