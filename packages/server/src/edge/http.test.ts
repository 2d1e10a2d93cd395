import { type AddressInfo, connect } from 'node:net';
import { defineRoute, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestDatabase } from '../base/db/testing.ts';
import { CallRefusal, refuse, serve } from '../base/product/index.ts';
import { createSessions, type Sessions } from '../base/sessions/index.ts';
import { sessionMigrations } from '../base/sessions/tables.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';
import { defaultLimits } from './limits.ts';
import { createPeers } from './peers.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const PROXIES = ['10.0.0.2'];
const echo = defineRoute({
  method: 'POST',
  path: '/hk-web/test/echo',
  role: 'user',
  owner: 'caller',
  rate: 'write',
  summary: 'Echo.',
  body: z.strictObject({ text: z.string().max(5) }),
  answer: z.object({ text: z.string(), ownerId: z.number(), seq: z.string() }),
});
const open = defineRoute({
  method: 'GET',
  path: '/hk-web/test/open/:id',
  role: 'public',
  owner: 'none',
  rate: 'credential',
  summary: 'Open.',
  query: z.object({ id: z.coerce.number().int() }),
  answer: z.number(),
});
const failing = defineRoute({ ...open, path: '/hk-web/test/failing/:id', rate: 'read' });

const plain = defineRoute({
  method: 'POST',
  path: '/hk-web/test/plain',
  role: 'public',
  owner: 'none',
  rate: 'write',
  summary: 'Takes nothing.',
  answer: z.object({}),
});

const counting = defineRoute({
  ...plain,
  path: '/hk-web/test/counting',
  body: z.object({ n: z.coerce.number() }),
});

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let app: FastifyInstance;
let sessions: Sessions;
let cookie = '';
const reported: unknown[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ migrations: sessionMigrations });
  sessions = createSessions(database.app, Date.now);
  const { token } = await sessions.create({ ownerId: 1_000_007, ip: '::1', device: 'test' });
  cookie = `__Host-session=${token}`;
  app = createEdge({
    handlers: [
      serve(echo, async ({ body: { text }, caller: { ownerId } }) => {
        return { text, ownerId, seq: '42' };
      }),
      serve(open, async ({ query }) => {
        if (query.id === 13) throw refuse('market_unknown');
        if (query.id === 14) {
          throw new CallRefusal({ word: 'order_not_found', code: 40053, sequence: 43 });
        }
        return query.id;
      }),
      serve(plain, async () => ({})),
      serve(counting, async ({ body }) => {
        if (body.n === 4) await endOwnSession();
        return {};
      }),
      serve(failing, async ({ query }) => {
        if (query.id === 2) await database.app.query('SELECT $1::text', ['a\u0000b']);
        if (query.id === 4) await endOwnSession();
        if (query.id === 3) return Number(new URL('//', ORIGIN).port);
        throw new Error('a secret detail');
      }),
    ],
    sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    peers: createPeers(PROXIES),
    mode: 'sandbox',
    requestMsMax: 300,
    readNowMs: Date.now,
    report: (error) => reported.push(error),
    limits: { ...defaultLimits, credential: { burst: 4, perSecond: 0.001 } },
  });
});
afterAll(async () => {
  await app.close();
  await database.stop();
});

/** As when the database goes away in the middle. */
function endOwnSession(): Promise<unknown> {
  return database.app.query('SELECT pg_terminate_backend(pg_backend_pid())');
}

const own = { origin: ORIGIN, 'x-requested-with': 'isobath', 'content-type': 'application/json' };

function post(headers: Record<string, string>, payload: string) {
  return app.inject({ method: 'POST', url: echo.path, headers, payload });
}

test('a signed-in call from our own origin is answered in the envelope', async () => {
  const answer = await post({ ...own, cookie }, '{"text":"hi"}');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    code: 200,
    message: 'OK',
    data: { text: 'hi', ownerId: 1_000_007, seq: '42' },
  });
  expect(answer.headers['x-seq']).toBe('42');
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a call without a session is refused with 401 and changes nothing', async () => {
  const answer = await post(own, '{"text":"hi"}');
  expect([answer.statusCode, answer.json().code]).toEqual([401, 10002]);
});

test.each([
  ['without our header', { origin: ORIGIN }],
  ['from another origin', { ...own, origin: 'https://evil.example' }],
  ['without any origin', { 'x-requested-with': 'isobath' }],
  ['from another port of this machine', { ...own, origin: 'http://localhost:4871' }],
  ['from another site', { ...own, 'sec-fetch-site': 'cross-site' }],
])('a cookie request %s is refused as cross-site', async (_name, headers) => {
  const answer = await post(
    { 'content-type': 'application/json', ...headers, cookie },
    '{"text":"hi"}',
  );
  expect([answer.statusCode, answer.json().code]).toEqual([403, 10003]);
});

test.each(['localhost', '[::1]'])('this machine may also be called %s', async (name) => {
  const answer = await post({ ...own, origin: `http://${name}:4870`, cookie }, '{"text":"hi"}');
  expect(answer.statusCode).toBe(200);
});

test('a wrong shape names its field, also an unknown one', async () => {
  const long = await post({ ...own, cookie }, '{"text":"too long"}');
  expect(long.json().data.fields[0].path).toBe('text');
  const extra = await post({ ...own, cookie }, '{"text":"a","role":"admin"}');
  expect(extra.json().code).toBe(10001);
});

test.each([
  ['{', 400, 10001],
  ['', 400, 10001],
])('a body of %j is malformed', async (payload, status, code) => {
  const answer = await post({ ...own, cookie }, payload);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test('a huge body, a foreign media type and another method have their own answers', async () => {
  const huge = await post({ ...own, cookie }, `{"text":"${'x'.repeat(1024 * 1024)}"}`);
  expect([huge.statusCode, huge.json().code]).toEqual([413, 10006]);
  const xml = await post({ ...own, cookie, 'content-type': 'text/xml' }, '<a/>');
  expect([xml.statusCode, xml.json().code]).toEqual([415, 10001]);
  // What a form of a foreign page can send without asking first.
  const text = await post({ ...own, cookie, 'content-type': 'text/plain' }, '{"text":"a"}');
  expect([text.statusCode, text.json().code]).toEqual([415, 10001]);
  const put = await app.inject({ method: 'PUT', url: echo.path, headers: own, payload: '{}' });
  expect([put.statusCode, put.headers.allow]).toEqual([405, 'POST']);
});

test('a refusal carries its word; our own mistake hides its detail and is reported', async () => {
  const refused = await app.inject({ method: 'GET', url: '/hk-web/test/open/13' });
  expect(refused.json().data.reject).toBe('market_unknown');
  expect(refused.headers['x-seq']).toBeUndefined();
  const journaled = await app.inject({ method: 'GET', url: '/hk-web/test/open/14' });
  expect([journaled.json().code, journaled.headers['x-seq']]).toEqual([40053, '43']);
  const failed = await app.inject({ method: 'GET', url: '/hk-web/test/failing/1' });
  expect(failed.statusCode).toBe(500);
  expect(failed.body).not.toContain('secret');
  expect(reported).toHaveLength(1);
});

test('a text the database cannot hold and an address that is none are refused', async () => {
  const text = await app.inject({ method: 'GET', url: '/hk-web/test/failing/2' });
  expect([text.statusCode, text.json().code]).toEqual([200, 10001]);
  const address = await app.inject({ method: 'GET', url: '/hk-web/test/failing/3' });
  expect(address.statusCode).toBe(404);
});

test.each([
  ['is not written as addresses are', '/hk-web/%ff'],
  ['is longer than any name', `/hk-web/test/open/${'1'.repeat(200)}`],
])('an address that %s is answered in the envelope', async (_name, url) => {
  const answer = await app.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 10005]);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('the limit answers 429 and says when to come back', async () => {
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const answer = await app.inject({ method: 'GET', url: '/hk-web/test/open/1' });
    codes.push(answer.statusCode);
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(codes).toContain(429);
});

const openFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: '/hk-web/test/open/1', remoteAddress, headers });

async function countUntilLimited(
  ask: (number: number) => ReturnType<typeof openFrom>,
): Promise<number> {
  for (let number = 0; number < 10; number += 1) {
    if ((await ask(number)).statusCode === 429) return number;
  }
  return Number.POSITIVE_INFINITY;
}

test('behind a trusted proxy each caller has a limit of their own', async () => {
  const forwarded = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}` });
  const one = { 'x-forwarded-for': '198.51.100.1, 203.0.113.77' };
  expect(await countUntilLimited(() => openFrom('10.0.0.2', one))).toBe(4);
  const others = await countUntilLimited((n) => openFrom('10.0.0.2', forwarded(n)));
  expect(others).toBe(Infinity);
  expect(await countUntilLimited((n) => openFrom('10.0.0.3', forwarded(n)))).toBe(4);
});

test('addresses of one /64 share a limit', async () => {
  expect(await countUntilLimited((n) => openFrom(`2001:db8:1:2::${n}`))).toBe(4);
  const others = await countUntilLimited((n) => openFrom(`2001:db8:1:${n}3::1`));
  expect(others).toBe(Infinity);
});

test('browsers are told to stay on https when the trusted proxy says so', async () => {
  const publish = async (remoteAddress: string, scheme: string) =>
    (await openFrom(remoteAddress, { 'x-forwarded-proto': scheme })).headers[
      'strict-transport-security'
    ];
  expect(await publish('10.0.0.2', 'https')).toMatch(/^max-age=/);
  expect(await publish('10.0.0.2', 'http')).toBeUndefined();
  expect(await publish('10.0.0.3', 'https')).toBeUndefined();
});

test.each(['GET', 'POST', 'DELETE'] as const)(
  '%s to nowhere has an envelope too',
  async (method) => {
    const nowhere = { method, url: '/hk-web/test/nowhere', headers: own };
    const answer = await app.inject(method === 'GET' ? nowhere : { ...nowhere, payload: '{}' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 10005]);
  },
);

test('a field that cannot be converted is invalid, not a mistake of ours', async () => {
  const payload = '{"n":{"toString":1,"valueOf":2}}';
  const answer = await app.inject({ method: 'POST', url: counting.path, headers: own, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([200, 10001]);
});

test('a call that takes no body takes none', async () => {
  const ask = (payload: string) =>
    app.inject({ method: 'POST', url: plain.path, headers: own, payload });
  for (const body of ['{}', 'null']) expect((await ask(body)).json().code).toBe(200);
  for (const body of ['{"all":true}', '[1]', '"x"', '7', 'false']) {
    expect((await ask(body)).json().code).toBe(10001);
  }
});

test('an ended session is a guest at once', async () => {
  const { token, session } = await sessions.create({ ownerId: 1_000_008, ip: '', device: '' });
  const headers = { ...own, cookie: `__Host-session=${token}` };
  expect((await post(headers, '{"text":"a"}')).json().code).toBe(200);
  await sessions.end(1_000_008, session.sessionId);
  expect((await post(headers, '{"text":"a"}')).json().code).toBe(10002);
});

test('without a database a question is refused, and of an act nobody knows', async () => {
  const requested = await app.inject({ method: 'GET', url: failing.path.replace(':id', '4') });
  expect([requested.statusCode, requested.json().code]).toEqual([503, 10_009]);
  const acted = await app.inject({
    method: 'POST',
    url: counting.path,
    headers: { ...own, cookie },
    payload: '{"n":4}',
  });
  expect([acted.statusCode, acted.json().code]).toEqual([503, 10_010]);
});

test('a caller whose session cannot be looked up gets the envelope all the same', async () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const read = vi.spyOn(sessions, 'read').mockRejectedValue(lost);
  try {
    const asked = { url: open.path, remoteAddress: '198.51.100.9', headers: { cookie } };
    const answer = await app.inject(asked);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 10_009]);
    expect(answer.body).not.toContain('ECONNREFUSED');
  } finally {
    read.mockRestore();
  }
});

/** Headers that every answer to a browser has, by the scheme the proxy names. */
const SAFE = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

test.each([
  ['a good answer', 'POST', plain.path, '{}', 200],
  ['a refusal', 'POST', echo.path, '{}', 401],
  ['a malformed body', 'POST', plain.path, '{', 400],
  ['a body too large', 'POST', plain.path, `"${'x'.repeat(1024 * 1024)}"`, 413],
  ['another method', 'PUT', plain.path, '{}', 405],
  ['nowhere', 'GET', '/hk-web/test/nowhere', undefined, 404],
  ['our own mistake', 'GET', '/hk-web/test/failing/1', undefined, 500],
] as const)('%s carries every safe header', async (_name, method, url, payload, status) => {
  const headers = { ...own, 'x-forwarded-proto': 'https' };
  const request = { method, url, headers, remoteAddress: '10.0.0.2' };
  const answer = await app.inject(payload === undefined ? request : { ...request, payload });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({ ...SAFE, ...HSTS });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  if (status === 500) reported.pop();
});

/** Say the pieces of a request over a connection of one's own. @returns all that is answered. */
async function sayRaw(pieces: readonly string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  for (const piece of pieces) socket.write(piece);
  await new Promise((resolve) => socket.once('close', resolve));
  return heard;
}

const openPort = async () => {
  if (app.server.address() === null) await app.listen({ port: 0, host: '127.0.0.1' });
};

test('an address cut in the middle of a letter leads to the page that says so', async () => {
  await openPort();
  const ask = async (url: string) => {
    const heard = await sayRaw([`GET ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`]);
    return /^location: (.*)\r$/m.exec(heard)?.[1] ?? heard.split(' ', 2)[1];
  };
  expect(await ask('/en_US/%E0%A4%A?a=1')).toBe('/en_US/%25E0%25A4%25A');
  // Never to another host.
  for (const two of ['//', '/\\'])
    expect(await ask(`${two}x.example/%E0%A4%A`)).toBe('/x.example/%25E0%25A4%25A');
  expect(await ask('/hk-web/%E0%A4%A')).toBe('404');
});

const HEAD = `POST ${plain.path} HTTP/1.1\r\nhost: a\r\n`;

test.each([
  ['headers never end', [HEAD, 'x-a: 1\r\n'], 408, 10001],
  [
    'body never comes',
    [HEAD, 'content-type: application/json\r\ncontent-length: 9\r\n\r\n{'],
    408,
    10001,
  ],
  ['headers are too large', [HEAD, `x-a: ${'x'.repeat(20 * 1024)}\r\n\r\n`], 431, 10006],
  ['words are no HTTP', ['who is there?\r\n\r\n'], 400, 10001],
] as const)(
  'a request whose %s is cut, and others are served',
  async (_name, pieces, status, code) => {
    await openPort();
    const cut = sayRaw(pieces);
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${plain.path}`;
    const other = await fetch(url, { method: 'POST', headers: own, body: '{}' });
    expect(other.status).toBe(200);
    const heard = await cut;
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries(SAFE))
      expect(heard).toContain(`${name}: ${value}\r\n`);
    expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code });
  },
);
