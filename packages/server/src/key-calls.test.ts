// API keys from their making to their end: what /user/apiSetting lets a person do, and what the
// door of the trading API then lets a key do. Over HTTP, against a real database, with a clock that
// only the tests move. Behind the door stands nothing: no order is placed here.
import { createHmac } from 'node:crypto';
import {
  apiAccountRoutes,
  type ApiKeyRow,
  apiOrderRoutes,
  apiWalletRoutes,
  keysRoutes,
  type Route,
} from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeal } from './base/credentials/index.ts';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import { createAddressLimits, createOrderCounts, createSigning } from './base/binance-api/index.ts';
import { createApiKeys } from './base/keys/index.ts';
import { serve } from './base/product/index.ts';
import { createSessions, type Sessions } from './base/sessions/index.ts';
import { translatePlainly } from './edge/answer.ts';
import { createEdge } from './edge/http.ts';
import { migrations } from './migrations.ts';
import { createKeyRoutes } from './products/keys/routes.ts';
import { fillPath } from './testing/answer-witness.ts';

const DAY = 86_400_000;
const ORIGIN = 'http://127.0.0.1:4870';
const own = { origin: ORIGIN, 'x-requested-with': 'isobath', 'sec-fetch-site': 'same-origin' };

let database: TestDatabase;
let app: FastifyInstance;
let sessions: Sessions;
let nowMs = 1_700_000_000_000;
const readNowMs = () => nowMs;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  sessions = createSessions(database.app, readNowMs);
  const seal = createSeal('7'.repeat(64));
  const report = (error: unknown) => console.error(error);
  const keys = createApiKeys({ database: database.app, seal, readNowMs, report });
  const orderCounts = createOrderCounts({
    readNowMs,
    readOwner: () => 0,
    table: { perTenSeconds: 2, perDay: 3 },
  });
  const limits = createAddressLimits(readNowMs, {
    weightPerMinute: 400,
    requestsPerFiveMinutes: 1_000,
    ignoredRefusalsMax: 2,
  });
  app = createEdge({
    handlers: [
      ...createKeyRoutes({ keys, readNowMs, publishOwner: async () => {} }),
      serve(apiAccountRoutes.orderCount, async ({ caller }) => orderCounts.list(caller.ownerId)),
      serve(apiOrderRoutes.place, async ({ query }) => ({
        symbol: query.symbol,
        orderId: 1,
        orderListId: -1,
        clientOrderId: 'x',
        transactTime: nowMs,
      })),
    ],
    sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    mode: 'sandbox',
    readNowMs,
    report,
    binance: { signing: createSigning(keys, readNowMs), limits, orderCounts },
  });
});
afterAll(async () => {
  await app.close();
  await database.stop();
});

interface Owner {
  readonly ownerId: number;
  readonly sessionId: number;
  readonly headers: Record<string, string>;
}

let owner: Owner;
let personsCount = 0;
let ip = '';

/** Somebody who signed in, and confirmed that it is them a moment ago. */
async function meetOwner(): Promise<Owner> {
  personsCount += 1;
  const [row] = await database.app.query<{ owner_id: number }>(
    `INSERT INTO users (email, nickname, password_hash) VALUES ($1, 'a', '') RETURNING owner_id`,
    [`person${personsCount}@example.com`],
  );
  const ownerId = row?.owner_id ?? 0;
  const { token, session } = await sessions.create({ ownerId, ip: '::1', device: 'test' });
  await sessions.stepUp(session.sessionId, nowMs + 2 * DAY);
  const headers = { ...own, cookie: `__Host-session=${token}` };
  return { ownerId, sessionId: session.sessionId, headers };
}

/** Each test has a person and an address of its own, so that limits do not meet. */
beforeEach(async () => {
  nowMs += DAY;
  owner = await meetOwner();
  ip = `203.0.113.${personsCount}`;
});

/** A call of the page. */
async function ask(route: Route, payload: object = {}, query: Record<string, string> = {}) {
  const { method } = route;
  const answer = await app.inject({
    method,
    url: fillPath(route, query),
    headers: owner.headers,
    ...(method === 'GET' ? {} : { payload }),
  });
  const { code, data } = answer.json();
  if (code === 200) expect(route.answer.parse(data)).toEqual(data);
  return { code, data };
}

const terms = { label: 'grid', permissions: ['read', 'spot'], ipList: [] as string[] };
type Made = { readonly key: ApiKeyRow; readonly secret: string };
const make = async (change: object = {}): Promise<Made> =>
  (await ask(keysRoutes.create, { ...terms, ...change })).data;
const list = async (): Promise<ApiKeyRow[]> => (await ask(keysRoutes.list)).data;

/** A signed call of the trading API. */
async function call(
  { key, secret }: Made,
  { method, path }: Route = apiWalletRoutes.apiRestrictions,
  change: { from?: string; atMs?: number; name?: string; secret?: string; more?: string } = {},
) {
  const text = `${change.more ?? ''}timestamp=${change.atMs ?? nowMs}`;
  const signature = createHmac('sha256', change.secret ?? secret)
    .update(text)
    .digest('hex');
  const answer = await app.inject({
    method,
    url: `${path}?${text}&signature=${signature}`,
    headers: { 'x-mbx-apikey': change.name ?? key.apiKey },
    remoteAddress: change.from ?? ip,
  });
  return { status: answer.statusCode, headers: answer.headers, code: answer.json().code };
}

const ORDER = 'symbol=BTCUSDT&side=BUY&type=MARKET&quantity=1&';
const place = (made: Made, change: object = {}) =>
  call(made, apiOrderRoutes.place, { more: ORDER, ...change });
const GOOD = { status: 200, code: undefined };
const REFUSED = { status: 401, code: -2015 };

test.each([
  ['ipList', 'without addresses', { permissions: ['read', 'withdraw'] }],
  ['ipList', 'a range that is none', { ipList: ['10.0.0.0/33'] }],
  ['ipList', 'a name', { ipList: ['example.com'] }],
  ['permissions', 'the same twice', { permissions: ['read', 'read'] }],
  ['permissions', 'none', { permissions: [] }],
  ['permissions', 'one that nobody has', { permissions: ['everything'] }],
  ['expiresInDays', 'from everywhere for longer than 90 days', { expiresInDays: 91 }],
  ['expiresInDays', 'for no day', { expiresInDays: 0 }],
  ['publicKey', 'a text', { publicKey: 'no key' }],
  ['label', 'no name', { label: '  ' }],
])('a key is refused for its %s: %s', async (field, _why, change) => {
  const refused = await ask(keysRoutes.create, { ...terms, ...change });
  expect(refused.code).toBe(10_001);
  expect(refused.data.fields).toMatchObject([{ path: expect.stringContaining(field) }]);
  expect(await list()).toEqual([]);
});

test('a key whose range is no bound is neither made nor changed into', async () => {
  const { key } = await make();
  const id = { id: key.id };
  const tryBoth = async (permissions: string[], range: string) => {
    const body = { ...terms, permissions, ipList: ['10.0.0.1', range] };
    return [await ask(keysRoutes.create, body), await ask(keysRoutes.change, body, id)];
  };
  for (const [permissions, range, ipv4] of [
    [['withdraw'], '0.0.0.0/0', '/16'],
    [['read', 'withdraw'], '10.0.0.0/15', '/16'],
    [['read'], '0.0.0.0/1', '/8'],
    [['read'], '::/0', '/8'],
  ] as const) {
    for (const refused of await tryBoth([...permissions], range)) {
      const facts = { range, ipv4, ipv6: '/32' };
      const data = { reject: 'key_range_wide', facts };
      expect(refused).toMatchObject({ code: 20_132, data });
    }
  }
  expect(await list()).toMatchObject([{ id: key.id, ipList: [] }]);
  const narrow = { ...terms, permissions: ['withdraw'], ipList: ['10.0.0.0/16'] };
  expect((await ask(keysRoutes.change, narrow, id)).code).toBe(200);
});

test('making and changing want a fresh confirmation, ending does not', async () => {
  const { key } = await make();
  await sessions.stepUp(owner.sessionId, nowMs - 1);
  const id = { id: key.id };
  expect((await ask(keysRoutes.create, terms)).code).toBe(20_120);
  expect((await ask(keysRoutes.change, terms, id)).code).toBe(20_120);
  expect((await ask(keysRoutes.revoke, {}, id)).code).toBe(200);
  expect(await list()).toEqual([]);
});

test('a key without addresses ends after 90 days, another when its owner said', async () => {
  const daysOf = ({ key }: Made) =>
    key.expiresAt === 0 ? 0 : (key.expiresAt - key.createdAt) / DAY;
  const ipList = ['10.0.0.0/8'];
  expect(daysOf(await make())).toBe(90);
  expect(daysOf(await make({ expiresInDays: 7 }))).toBe(7);
  expect(daysOf(await make({ ipList }))).toBe(0);
  expect(daysOf(await make({ ipList, expiresInDays: 400 }))).toBe(400);
});

test('a key that loses its addresses ends as one that never had any', async () => {
  const { key } = await make({ ipList: ['10.0.0.0/8'] });
  const id = { id: key.id };
  const bare = (await ask(keysRoutes.change, terms, id)).data;
  expect(bare).toMatchObject({ ipList: [], expiresAt: key.createdAt + 90 * DAY });
  const withdrawing = { ...terms, permissions: ['withdraw'] };
  expect((await ask(keysRoutes.change, withdrawing, id)).code).toBe(10_001);
  const bound = { ...withdrawing, ipList: ['10.0.0.1'], label: 'out' };
  expect((await ask(keysRoutes.change, bound, id)).data).toMatchObject(bound);
  expect(await list()).toMatchObject([bound]);
});

test('a person has thirty keys at most, and room for one when one is ended', async () => {
  for (let count = 0; count < 30; count += 1) await make();
  expect((await ask(keysRoutes.create, terms)).data.fields).toMatchObject([{ path: 'label' }]);
  const [newest] = await list();
  await ask(keysRoutes.revoke, {}, { id: newest?.id ?? '' });
  expect((await ask(keysRoutes.create, terms)).code).toBe(200);
});

test("another's key is neither changed nor ended, and looks like none", async () => {
  const { key } = await make();
  const other = owner;
  owner = await meetOwner();
  const id = { id: key.id };
  const unknown = (await ask(keysRoutes.revoke, {}, { id: '1' })).code;
  expect(unknown).toBe(10_005);
  expect((await ask(keysRoutes.change, terms, id)).code).toBe(unknown);
  expect((await ask(keysRoutes.revoke, {}, id)).code).toBe(unknown);
  owner = other;
  expect(await list()).toHaveLength(1);
});

test('a key signs until its last moment, and not a millisecond longer', async () => {
  const made = await make({ expiresInDays: 1 });
  const lasting = await make({ ipList: [ip] });
  nowMs = made.key.expiresAt - 1;
  expect(await call(made)).toMatchObject(GOOD);
  nowMs += 1;
  expect(await call(made)).toMatchObject(REFUSED);
  nowMs += 300 * DAY;
  expect(await call(lasting)).toMatchObject(GOOD);
});

test('a key bound to addresses is let in from those alone', async () => {
  const made = await make({ ipList: ['198.51.100.7', '10.1.0.0/16'] });
  for (const from of ['198.51.100.7', '10.1.255.1', '::ffff:10.1.0.9']) {
    expect(await call(made, undefined, { from })).toMatchObject(GOOD);
  }
  for (const from of ['198.51.100.8', '10.2.0.1', '::1']) {
    expect(await call(made, undefined, { from })).toMatchObject(REFUSED);
  }
});

test('a key does what it is for, as of its last change, and nothing once it is ended', async () => {
  const reading = await make({ permissions: ['read'] });
  const trading = await make({ permissions: ['spot'] });
  const query = (made: Made) => call(made, apiAccountRoutes.orderCount);
  expect(await query(reading)).toMatchObject(GOOD);
  expect(await place(reading)).toMatchObject(REFUSED);
  expect(await place(trading)).toMatchObject(GOOD);
  expect(await query(trading)).toMatchObject(REFUSED);
  await ask(keysRoutes.change, { ...terms, permissions: ['read'] }, { id: trading.key.id });
  expect(await query(trading)).toMatchObject(GOOD);
  expect(await place(trading)).toMatchObject(REFUSED);
  await ask(keysRoutes.revoke, {}, { id: trading.key.id });
  expect(await query(trading)).toMatchObject(REFUSED);
});

test('each thing that is wrong with a signed request has its number', async () => {
  const made = await make();
  const codeOf = async (change: object) => (await call(made, undefined, change)).code;
  expect(await codeOf({ atMs: nowMs - 5_000 })).toBeUndefined();
  expect(await codeOf({ atMs: nowMs - 5_001 })).toBe(-1021);
  expect(await codeOf({ atMs: nowMs - 5_001, more: 'recvWindow=60000&' })).toBeUndefined();
  expect(await codeOf({ atMs: nowMs - 60_001, more: 'recvWindow=60000&' })).toBe(-1021);
  expect(await codeOf({ more: 'recvWindow=60001&' })).toBe(-1130);
  expect(await codeOf({ atMs: nowMs + 999 })).toBeUndefined();
  expect(await codeOf({ atMs: nowMs + 1_000 })).toBe(-1021);
  expect(await codeOf({ secret: 'another' })).toBe(-1022);
  expect(await codeOf({ name: 'short' })).toBe(-2014);
  expect(await codeOf({ name: 'a'.repeat(64) })).toBe(-2015);
});

const countsOf = ({ headers }: Awaited<ReturnType<typeof place>>) => [
  headers['x-mbx-order-count-10s'],
  headers['x-mbx-order-count-1d'],
];

test('too many unfilled orders are -1015, told with the counts and when to come back', async () => {
  // Four seconds into a window of ten.
  nowMs = Math.ceil(nowMs / DAY) * DAY + 4_000;
  const made = await make();
  expect(countsOf(await place(made))).toEqual(['1', '1']);
  expect(countsOf(await place(made))).toEqual(['2', '2']);
  const refused = await place(made);
  expect(refused).toMatchObject({ status: 429, code: -1015, headers: { 'retry-after': '6' } });
  expect(countsOf(refused)).toEqual(['2', '2']);
  nowMs += 5_999;
  expect((await place(made)).code).toBe(-1015);
  nowMs += 1;
  expect(countsOf(await place(made))).toEqual(['1', '3']);
  const ofDay = await place(made);
  expect(ofDay).toMatchObject({ code: -1015, headers: { 'retry-after': String(86_400 - 10) } });
  nowMs += DAY;
  expect(await place(made)).toMatchObject(GOOD);
});

test('too much weight is -1003, and who goes on is banned, longer each time', async () => {
  nowMs = Math.ceil(nowMs / DAY) * DAY + 15_000;
  const made = await make();
  // 40 each: ten are a minute's weight.
  const query = () => call(made, apiAccountRoutes.orderCount);
  for (let count = 1; count <= 10; count += 1) {
    expect((await query()).headers['x-mbx-used-weight-1m']).toBe(String(count * 40));
  }
  const wait = { status: 429, code: -1003, headers: { 'retry-after': '45' } };
  expect(await query()).toMatchObject(wait);
  expect(await query()).toMatchObject(wait);
  const banned = { status: 418, code: -1003 };
  expect(await query()).toMatchObject({ ...banned, headers: { 'retry-after': '120' } });
  nowMs += 119_999;
  expect(await query()).toMatchObject({ ...banned, headers: { 'retry-after': '1' } });
  expect(await call(made, undefined, { from: '198.51.100.200' })).toMatchObject(GOOD);
  nowMs += 1;
  expect(await query()).toMatchObject(GOOD);
  let answer = await query();
  while (answer.status !== 418) answer = await query();
  expect(answer.headers['retry-after']).toBe('240');
});
