// Who is signed in counts by account, wherever they are, and nobody else's calls count for them;
// who makes sessions up is refused before the database is asked. The real edge over real tables,
// behind a proxy that says where each comes from; queries are counted where they are sent.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineRoute, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Database } from '../base/db/index.ts';
import { startTestDatabase } from '../base/db/testing.ts';
import { createFanOut, createHub } from '../base/feed/index.ts';
import { createOperators, createOperatorSessions, OFFICE_COOKIE } from '../base/office/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import { createSessions, SESSION_COOKIE, type Sessions } from '../base/sessions/index.ts';
import { migrations } from '../migrations.ts';
import { translatePlainly } from './answer.ts';
import { parseCookies } from './cookies.ts';
import { COST_BURST, type Costs, createCosts } from './costs.ts';
import { createHosts } from './hosts.ts';
import { createEdge } from './http.ts';
import { createLookups } from './lookups.ts';
import { createPeers } from './peers.ts';
import { serveSockets, type SocketEdge } from './socket.ts';
import { serveUpgrades } from './upgrades.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const HERE = '203.0.113.1';
const LOOKUPS = 5;
const few = { burst: 4, perSecond: 1 };
const base = { owner: 'none', summary: 'x', answer: z.unknown() } as const;
const routes = {
  read: defineRoute({ ...base, role: 'user', method: 'GET', path: '/hk-web/read', rate: 'read' }),
  free: defineRoute({ ...base, role: 'user', method: 'GET', path: '/hk-web/free', rate: 'none' }),
  order: defineRoute({
    ...base,
    role: 'user',
    method: 'POST',
    path: '/hk-web/order',
    rate: 'order',
  }),
  signIn: defineRoute({
    ...base,
    role: 'public',
    method: 'POST',
    path: '/hk-web/sign-in',
    rate: 'credential',
  }),
  office: defineRoute({
    ...base,
    role: 'admin:any',
    method: 'GET',
    path: '/admin/api/own',
    rate: 'read',
  }),
};

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let counted: Database;
let app: FastifyInstance;
let sockets: SocketEdge;
let costs: Costs;
let sessions: Sessions;
let nowMs = Date.now();
let queries = 0;
let personCount = 0;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const { app: plain } = database;
  counted = {
    ...plain,
    query: (...words: Parameters<Database['query']>) => {
      queries += 1;
      return plain.query(...words);
    },
  } as Database;
});
afterAll(() => database.stop());

const peers = createPeers(['127.0.0.1', '::ffff:127.0.0.1']);
const readNowMs = () => nowMs;
const report = (error: unknown) => expect.unreachable(String(error));

beforeEach(async () => {
  queries = 0;
  sessions = createSessions(counted, readNowMs);
  const operatorSessions = createOperatorSessions(counted, readNowMs);
  const lookups = createLookups({
    sessions,
    readOperator: ({ cookie }) =>
      operatorSessions.read(parseCookies(cookie).get(OFFICE_COOKIE) ?? '', false),
    peers,
    readNowMs,
    limit: { burst: LOOKUPS, perSecond: 1 },
  });
  app = createEdge({
    handlers: Object.values(routes).map(
      (route): RouteHandler => ({ route, handle: async () => ({}) }),
    ),
    sessions,
    lookups,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    peers,
    mode: 'production',
    limits: {
      read: few,
      market: few,
      order: few,
      write: few,
      credential: few,
      upload: few,
      all: { burst: 40, perSecond: 1 },
    },
    readNowMs,
    report,
  });
  costs = createCosts(peers, readNowMs);
  sockets = serveSockets({
    hub: createHub(),
    fanOut: createFanOut(),
    sessions,
    lookups,
    ownOrigin: ORIGIN,
    peers,
    costs,
    readNowMs,
    report,
    isClosed: () => false,
    adopt: (socket) => socket.terminate(),
  });
  const door = { accepts: (path: string) => path === '/ws', upgrade: sockets.upgrade };
  serveUpgrades(app.server, [door], { hosts: createHosts({ ownOrigin: ORIGIN }), report });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return async () => {
    await sockets.close();
    await app.close();
  };
});

const makeUp = () => randomBytes(32).toString('base64url');

/** Somebody new who is signed in. @param where - the process that they sign in at. */
async function meet(where = sessions) {
  personCount += 1;
  const ownerId = 1_000_000 + personCount;
  const { token, session } = await where.create({ ownerId, ip: HERE, device: 'test' });
  return { token, ownerId, sessionId: session.sessionId };
}

interface Asked {
  readonly from?: string;
  readonly token?: string;
  readonly cookie?: string;
}

function ask(
  { method, path }: { method: string; path: string },
  { from = HERE, token, cookie = token && `${SESSION_COOKIE}=${token}` }: Asked = {},
) {
  return app.inject({
    method: method as 'GET',
    url: path,
    remoteAddress: '127.0.0.1',
    headers: {
      'x-forwarded-for': from,
      'x-requested-with': 'isobath',
      origin: ORIGIN,
      ...(cookie !== undefined && { cookie }),
    },
  });
}

async function askTimes(count: number, route: (typeof routes)['read'], asked?: Asked) {
  const statuses: number[] = [];
  for (let one = 0; one < count; one += 1) statuses.push((await ask(route, asked)).statusCode);
  return statuses;
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test.each(['read', 'order'] as const)(
  'two accounts behind one address have calls to %s of their own, and guests have theirs',
  async (name) => {
    const [ann, ben] = [await meet(), await meet()];
    const route = routes[name] as (typeof routes)['read'];
    expect(await askTimes(6, route, ann)).toEqual([...times(4, 200), 429, 429]);
    expect(await askTimes(4, route, ben)).toEqual(times(4, 200));
    expect(await askTimes(5, route)).toEqual([...times(4, 401), 429]);
  },
);

test('one account has no more over many networks, nor with many sessions', async () => {
  const { token, ownerId } = await meet();
  const other = await sessions.create({ ownerId, ip: HERE, device: 'test' });
  const statuses: number[] = [];
  for (let network = 0; network < 6; network += 1) {
    const one = { from: `2001:db8:0:${network}::1`, token: network % 2 ? token : other.token };
    statuses.push((await ask(routes.read, one)).statusCode);
  }
  expect(statuses).toEqual([...times(4, 200), 429, 429]);
});

test('of all requests together an account and a network have each their own', async () => {
  const [ann, ben] = [await meet(), await meet()];
  expect(await askTimes(41, routes.free as never, ann)).toEqual([...times(40, 200), 429]);
  expect(await askTimes(41, routes.free as never)).toEqual([...times(40, 401), 429]);
  expect(await askTimes(40, routes.free as never, ben)).toEqual(times(40, 200));
});

test('who is refused is told when to come again, and may then', async () => {
  const { token } = await meet();
  await askTimes(4, routes.read, { token });
  const refused = await ask(routes.read, { token });
  expect(refused.json()).toMatchObject({ code: 10_007, data: { reject: 'rate_limited' } });
  expect(refused.headers['retry-after']).toBe('1');
  nowMs += 1_000;
  expect(await askTimes(1, routes.read, { token })).toEqual([200]);
});

test('signing in counts by network, also for who is signed in', async () => {
  const [ann, ben] = [await meet(), await meet()];
  const signIn = routes.signIn as never;
  expect(await askTimes(3, signIn, ann)).toEqual(times(3, 200));
  expect(await askTimes(2, signIn, ben)).toEqual([200, 429]);
});

test('cookies that are made up ask the database as often as the network may', async () => {
  const known = await meet();
  await ask(routes.free, known);
  queries = 0;
  const flood = Array.from({ length: 200 }, (_, at) =>
    // All addresses of a /64 are one network.
    ask(routes.free, { from: `2001:db8:1:2::${at.toString(16)}`, token: makeUp() }),
  );
  const answers = await Promise.all(flood);
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(LOOKUPS);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(200 - LOOKUPS);
  for (const { headers } of refused) expect(headers['retry-after']).toBe('1');
  expect(queries).toBe(LOOKUPS);
  const same = { ...known, from: '2001:db8:1:2::1' };
  expect(await askTimes(30, routes.free as never, same)).toEqual(times(30, 200));
  expect(queries).toBe(LOOKUPS);
});

test('a session that is over costs one look-up, however often it is sent', async () => {
  const { token, ownerId, sessionId } = await meet();
  expect(await askTimes(1, routes.free as never, { token })).toEqual([200]);
  await sessions.end(ownerId, sessionId);
  queries = 0;
  expect(await askTimes(20, routes.free as never, { token })).toEqual(times(20, 401));
  expect(queries).toBe(1);
});

test('a session leaves what is known at once when it ends', async () => {
  const { token, ownerId, sessionId } = await meet();
  await ask(routes.free, { token });
  expect(sessions.peek(token)?.sessionId).toBe(sessionId);
  await sessions.endOthers(ownerId, 0);
  expect(sessions.peek(token)).toBeUndefined();
  expect((await ask(routes.free, { token })).statusCode).toBe(401);
});

test('a session that was not seen lately costs nothing when it is somebody’s', async () => {
  // Signed in before this process began.
  const before = createSessions(database.app, readNowMs);
  const people = await Promise.all(Array.from({ length: 3 * LOOKUPS }, () => meet(before)));
  for (const { token } of people) {
    expect((await ask(routes.free, { token })).statusCode).toBe(200);
  }
  expect(queries).toBe(people.length);
  queries = 0;
  for (const { token } of people) {
    expect((await ask(routes.free, { token })).statusCode).toBe(200);
  }
  expect(queries).toBe(0);
});

test('an operator counts by account, and their made up sessions are refused likewise', async () => {
  const operators = createOperators(database.app);
  const rows = createOperatorSessions(database.app, readNowMs);
  const office = async (name: string) => {
    const request = { email: `${name}@example.com`, role: 'viewer', passwordHash: '' } as const;
    const operatorId = (await operators.create(database.app, request)) ?? 0;
    const at = { operatorId, ip: HERE, device: 'test' };
    const { token, sessionId } = await rows.create(database.app, at);
    return { cookie: `${OFFICE_COOKIE}=${token}`, sessionId };
  };
  const [ann, ben] = [await office('ann'), await office('ben')];
  const own = routes.office as never;
  expect(await askTimes(5, own, ann)).toEqual([...times(4, 200), 429]);
  expect(await askTimes(2, own, ben)).toEqual(times(2, 200));
  queries = 0;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(routes.office, { cookie: `${OFFICE_COOKIE}=${makeUp()}` }),
    ),
  );
  expect(queries).toBe(LOOKUPS);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toEqual([]);
  expect(await askTimes(1, own, ben)).toEqual([200]);
  // Rows are read anew each time: what another process ended is over here.
  await rows.end(database.app, ben.sessionId);
  expect(await askTimes(1, own, ben)).not.toEqual([200]);
});

async function open(asked: Asked): Promise<string> {
  const { from = HERE, token = '' } = asked;
  const { port } = app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { 'x-forwarded-for': from, origin: ORIGIN, cookie: `${SESSION_COOKIE}=${token}` },
  });
  const outcome = await Promise.race([
    once(socket, 'open').then(() => 'open'),
    once(socket, 'unexpected-response').then(
      ([, { statusCode, headers }]) => `${statusCode} after ${headers['retry-after']}`,
    ),
  ]);
  if (outcome === 'open') socket.close();
  return outcome;
}

test('a socket is opened for an account, whatever its network has asked for', async () => {
  const known = await meet();
  const request = {
    headers: { 'x-forwarded-for': HERE },
    socket: { remoteAddress: '127.0.0.1' },
  } as unknown as IncomingMessage;
  costs.of(request).take(COST_BURST);
  expect(await open({})).toBe('429 after 1');
  expect(await open(known)).toBe('open');
  costs.of(request, `owner ${known.ownerId}`).take(COST_BURST);
  expect(await open({ ...known, from: '198.51.100.7' })).toBe('429 after 1');
});

test('sockets with sessions that are made up ask no more than calls may', async () => {
  const known = await meet();
  queries = 0;
  const opened: string[] = [];
  for (let at = 0; at < 8; at += 1) opened.push(await open({ token: makeUp() }));
  expect(opened).toEqual([
    ...Array.from({ length: LOOKUPS }, () => 'open'),
    ...Array.from({ length: 8 - LOOKUPS }, () => '429 after 1'),
  ]);
  expect((await ask(routes.free, { token: makeUp() })).statusCode).toBe(429);
  expect(queries).toBe(LOOKUPS);
  expect(await open(known)).toBe('open');
});
