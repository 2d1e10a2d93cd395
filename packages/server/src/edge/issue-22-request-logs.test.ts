// What requests leave in the access log and in the security log, over a real connection.
import { defineRoute } from '@isobath/wire';
import { z } from '@isobath/wire/z';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOrderCounts, BinanceError, type Signing } from '../base/binance-api/index.ts';
import { refuse, type RouteHandler } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';
import { createEdgeLogs } from './logs.ts';

const S = 'Xy7SECRET9z';
type Line = Record<string, unknown> & { message: string };
let lines: { access: Line[]; security: Line[] };
let app: FastifyInstance;
let origin: string;
let nowMs = 1;

const file = (name: 'access' | 'security') => ({
  write: (message: string, facts: object) => void lines[name].push({ ...facts, message }),
  close: () => {},
});
const base = { owner: 'none', role: 'public', summary: 'x', answer: z.unknown() } as const;
const route = (path: string, rate: 'read' | 'credential', method: 'GET' | 'POST' = 'POST') =>
  defineRoute({ ...base, method, path, rate });
const refusing = (word: Parameters<typeof refuse>[0]) => async () => {
  throw refuse(word);
};
const handlers: RouteHandler[] = [
  { route: route('/hk-web/good', 'read', 'GET'), handle: async () => ({ fine: true }) },
  { route: route('/hk-web/mine', 'read', 'GET'), handle: refusing('not_signed_in') },
  { route: route('/hk-web/shape', 'read'), handle: refusing('invalid') },
  { route: route('/hk-web/login', 'credential'), handle: refusing('invalid') },
  { route: route('/hk-web/often', 'read', 'GET'), handle: refusing('rate_limited') },
  {
    route: defineRoute({
      ...base,
      method: 'GET',
      path: '/api/v3/account',
      role: 'key_read',
      rate: 'read',
      binance: { weight: 1 },
    }),
    handle: async () => ({}),
  },
];

beforeAll(async () => {
  const rejects = () => {
    throw new BinanceError('signature_invalid');
  };
  app = createEdge({
    handlers,
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: 'http://127.0.0.1',
    mode: 'production',
    readNowMs: () => nowMs,
    binance: {
      signing: { admit: rejects, admitNow: rejects, admitKey: rejects } as unknown as Signing,
      limits: { take: () => 1, addWeight: () => 1, refuseIfOver: () => {}, readUsed: () => 1 },
      orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
    },
    report: (error) => {
      throw error;
    },
    logs: createEdgeLogs({ access: file('access'), security: file('security') }, () => nowMs),
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((app.server.address() as AddressInfo).port).toBeGreaterThan(0);
});
afterAll(() => app.close());
beforeEach(() => (lines = { access: [], security: [] }));

/** Ask with a secret at every place that one may stand. */
async function ask(method: 'GET' | 'POST', path: string): Promise<string> {
  const answer = await fetch(`${origin}${path}?token=${S}&signature=${S}`, {
    method,
    headers: {
      cookie: `session=${S}`,
      authorization: `Bearer ${S}`,
      'x-mbx-apikey': S,
      'content-type': 'application/json',
      'x-requested-with': 'isobath',
    },
    ...(method === 'POST' ? { body: JSON.stringify({ password: S }) } : {}),
  });
  await answer.text();
  // The line is written after the answer.
  const requestId = answer.headers.get('x-request-id') ?? '';
  await expect.poll(() => lines.access.some((line) => line.requestId === requestId)).toBe(true);
  expect(JSON.stringify(lines)).not.toContain(S);
  return requestId;
}

test('a good answer is a line of the access log and none of the security log', async () => {
  const requestId = await ask('GET', '/hk-web/good');
  expect(lines.security).toEqual([]);
  expect(lines.access).toEqual([
    {
      message: 'answered',
      requestId,
      ip: '127.0.0.1',
      method: 'GET',
      path: '/hk-web/good',
      route: '/hk-web/good',
      status: 200,
      ms: expect.any(Number),
    },
  ]);
});

test('who may not is in the security log, who sends a wrong shape is not', async () => {
  const requestId = await ask('GET', '/hk-web/mine');
  expect(lines.security).toMatchObject([{ requestId, word: 'not_signed_in', status: 401 }]);
  await ask('POST', '/hk-web/shape');
  await ask('GET', '/hk-web/nowhere');
  expect(lines.security).toHaveLength(1);
});

test('where somebody signs in every refusal counts', async () => {
  await ask('POST', '/hk-web/login');
  expect(lines.security).toMatchObject([{ route: '/hk-web/login', word: 'invalid' }]);
});

test('a program with a wrong signature is told of, on its own short way', async () => {
  const requestId = await ask('GET', '/api/v3/account');
  expect(lines.security).toMatchObject([{ requestId, word: 'signature_invalid' }]);
  expect(lines.access).toMatchObject([{ requestId, route: '/api/v3/account', status: 400 }]);
});

test('who asks too often is one line a minute, however often they ask', async () => {
  for (let count = 0; count < 5; count += 1) await ask('GET', '/hk-web/often');
  expect(lines.security).toMatchObject([{ word: 'rate_limited', ip: '127.0.0.1' }]);
  nowMs += 60_000;
  await ask('GET', '/hk-web/often');
  expect(lines.security).toHaveLength(2);
});
