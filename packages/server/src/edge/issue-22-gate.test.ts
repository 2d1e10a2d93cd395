// The first thing in a request's life: everything counts by its account or network before a body or
// a route is looked at, and whoever goes on costs next to nothing. Who counts where:
// issue-22-people-by-account.test.ts.
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { defineRoute, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAddressLimits, createOrderCounts, type Signing } from '../base/binance-api/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';
import { createPeers } from './peers.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const PROXY = '10.0.0.2';
const base = { role: 'public', owner: 'none', summary: 'x', answer: z.unknown() } as const;
const routes = {
  read: defineRoute({ ...base, method: 'GET', path: '/hk-web/read', rate: 'read' }),
  free: defineRoute({ ...base, method: 'GET', path: '/hk-web/free', rate: 'none' }),
  write: defineRoute({ ...base, method: 'POST', path: '/hk-web/write', rate: 'write' }),
  order: defineRoute({ ...base, method: 'POST', path: '/hk-web/order', rate: 'order' }),
  file: defineRoute({
    ...base,
    method: 'POST',
    path: '/hk-web/file',
    rate: 'write',
    bodyBytesMax: 1024 * 1024,
  }),
  open: defineRoute({ ...base, method: 'GET', path: '/udf/x', rate: 'market', isOpen: true }),
  binance: defineRoute({
    ...base,
    method: 'POST',
    path: '/api/v3/order',
    rate: 'none',
    binance: { weight: 4 },
  }),
};
const apps: FastifyInstance[] = [];
let app: FastifyInstance;
let nowMs = 0;
let handledCount = 0;

beforeEach(() => {
  nowMs = 1_700_000_040_000;
  handledCount = 0;
  const few = { burst: 4, perSecond: 1 };
  app = createEdge({
    handlers: Object.values(routes).map(
      (route): RouteHandler => ({
        route,
        handle: async () => {
          handledCount += 1;
          return {};
        },
      }),
    ),
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    peers: createPeers([PROXY]),
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
    binance: {
      signing: {} as Signing,
      limits: createAddressLimits(() => nowMs, {
        weightPerMinute: 10,
        requestsPerFiveMinutes: 1_000,
        ignoredRefusalsMax: 5,
      }),
      orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
    },
    readNowMs: () => nowMs,
    report: (error) => expect.unreachable(String(error)),
  });
  apps.push(app);
});
afterAll(async () => {
  await Promise.all(apps.map((one) => one.close()));
});

interface Asked {
  readonly from?: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS' | 'HEAD';
  readonly headers?: Record<string, string>;
  readonly payload?: string;
}

const ask = (url: string, { from = '203.0.113.1', method = 'GET', headers, payload }: Asked = {}) =>
  app.inject({
    method,
    url,
    remoteAddress: PROXY,
    headers: {
      'x-forwarded-for': from,
      'x-requested-with': 'isobath',
      origin: ORIGIN,
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });

async function askTimes(count: number, url: string, asked?: Asked): Promise<number[]> {
  const statuses: number[] = [];
  for (let one = 0; one < count; one += 1) statuses.push((await ask(url, asked)).statusCode);
  return statuses;
}

test.each<[string, string, Asked]>([
  ['a path that nothing serves', '/hk-web/nothing', {}],
  ['another one each time', '/hk-web/nothing/', {}],
  ['a body for nobody', '/hk-web/nothing', { method: 'POST', payload: '{}' }],
  ['another method', routes.read.path, { method: 'PUT' }],
  ['an address that cannot be read', '/hk-web/%zz', {}],
  ['one of the console', '/admin/api/nothing', {}],
])('%s counts as a call that reads', async (_what, url, asked) => {
  const statuses = await askTimes(6, url, asked);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

test('a body is not read for who is refused', async () => {
  const headers = { 'content-type': 'application/json' };
  const wrong = { method: 'POST', headers, payload: '{' } as const;
  expect(await askTimes(6, routes.write.path, wrong)).toEqual([400, 400, 400, 400, 429, 429]);
  expect(await askTimes(6, routes.read.path, { headers })).toEqual([200, 200, 200, 200, 429, 429]);
  expect(handledCount).toBe(4);
});

test('whatever is asked for, a network has so many requests', async () => {
  expect(await askTimes(40, routes.free.path)).toEqual(Array.from({ length: 40 }, () => 200));
  expect((await ask(routes.free.path)).statusCode).toBe(429);
  // All addresses of a /64 are one network, another one is served.
  const [one, same, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'];
  await askTimes(40, routes.free.path, { from: one });
  expect((await ask(routes.free.path, { from: same })).statusCode).toBe(429);
  expect((await ask(routes.free.path, { from: other })).statusCode).toBe(200);
  nowMs += 1_000;
  expect((await ask(routes.free.path)).statusCode).toBe(200);
});

test('a program of this machine is not counted so', async () => {
  const local = () => app.inject({ url: routes.free.path, remoteAddress: '127.0.0.1' });
  for (let count = 0; count < 50; count += 1) expect((await local()).statusCode).toBe(200);
  const look = () => app.inject({ url: '/health/nothing', remoteAddress: '127.0.0.1' });
  for (let count = 0; count < 6; count += 1) expect((await look()).statusCode).toBe(404);
});

test('a refusal says when to come again, in the envelope, with every safe header', async () => {
  await askTimes(4, routes.read.path);
  const refused = await ask(routes.read.path);
  expect(refused.json()).toMatchObject({ code: 10_007, data: { reject: 'rate_limited' } });
  expect(refused.headers).toMatchObject({
    'retry-after': '1',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(refused.body)),
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(refused.headers.connection).not.toBe('close');
});

test('who goes on for long has their connection closed, others have not', async () => {
  await askTimes(4, routes.read.path);
  const closed: boolean[] = [];
  for (let count = 0; count < 12; count += 1) {
    closed.push((await ask(routes.read.path)).headers.connection === 'close');
  }
  expect(closed).toEqual([...Array.from({ length: 10 }, () => false), true, true]);
  await askTimes(4, routes.read.path, { from: '203.0.113.2' });
  const other = await ask(routes.read.path, { from: '203.0.113.2' });
  expect([other.statusCode, other.headers.connection === 'close']).toEqual([429, false]);
});

test('a large body counts as several calls, and is not waited for when none is left', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const announce = async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST ${routes.file.path} HTTP/1.1\r\nhost: 127.0.0.1:4870\r\norigin: ${ORIGIN}\r\n` +
        `content-type: application/json\r\ncontent-length: 1048576\r\n\r\n`,
    );
    let said = '';
    for await (const piece of socket) said += String(piece);
    return said.slice(0, 12);
  };
  await askTimes(1, '/hk-web/write', { method: 'POST', from: '127.0.0.1' });
  expect(await announce()).toBe('HTTP/1.1 429');
});

test('a refused body that does not say how long it is ends its connection', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  await askTimes(4, routes.write.path, { method: 'POST', from: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${routes.write.path} HTTP/1.1\r\nhost: 127.0.0.1:4870\r\norigin: ${ORIGIN}\r\n` +
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const [said] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(String(said)).toMatch(/^HTTP\/1.1 429 /);
  expect(String(said).toLowerCase()).toContain('connection: close');
});

test('an open call is refused readably for pages of other sites, by each method', async () => {
  for (const [at, method] of (['GET', 'HEAD', 'OPTIONS'] as const).entries()) {
    const asked = { method, from: `203.0.113.${at + 1}`, headers: { origin: 'https://a.example' } };
    const statuses = await askTimes(4, routes.open.path, asked);
    expect(statuses).toEqual(Array.from({ length: 4 }, () => (method === 'OPTIONS' ? 204 : 200)));
    const refused = await ask(routes.open.path, asked);
    expect([method, refused.statusCode]).toEqual([method, 429]);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
  }
});

test('a request of the Binance API is refused before its body is read', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = { method: 'POST', headers: form, payload: 'a=1&a=1' } as const;
  // Malformed, of weight 4: two are within ten, the third goes over.
  expect(await askTimes(3, routes.binance.path, asked)).toEqual([400, 400, 429]);
  const long = { ...asked, payload: 'a=1&'.repeat(100_000) };
  const refused = await ask(routes.binance.path, long);
  expect([refused.statusCode, refused.json().code]).toEqual([429, -1003]);
  expect(refused.headers).toMatchObject({
    'x-mbx-used-weight-1m': '12',
    'retry-after': '60',
    connection: 'close',
  });
  const going = await askTimes(4, routes.binance.path, asked);
  expect(going.at(-1)).toBe(418);
  const banned = await ask(routes.binance.path, asked);
  expect([banned.statusCode, banned.headers.connection]).toEqual([418, 'close']);
});
