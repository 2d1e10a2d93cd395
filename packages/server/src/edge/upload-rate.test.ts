// Pictures of documents are decoded and made anew: they are counted in a class of their own, one by
// one, so that many of them take nothing from a person's other calls, nor a processor from all.
import { bodyBytes, defineRoute, identityRoutes, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { RouteHandler } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';
import { createLimits, defaultLimits } from './limits.ts';
import { createPeers } from './peers.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const HERE = '203.0.113.1';
const base = { role: 'public', owner: 'none', summary: 'x', answer: z.unknown() } as const;
const post = { ...base, method: 'POST' } as const;
const routes = {
  upload: defineRoute({
    ...post,
    path: '/hk-web/upload',
    rate: 'upload',
    body: z.object({ text: z.string() }),
    bodyBytesMax: bodyBytes.document,
  }),
  write: defineRoute({ ...post, path: '/hk-web/write', rate: 'write' }),
  read: defineRoute({ ...base, method: 'GET', path: '/hk-web/read', rate: 'read' }),
};
const { burst, perSecond } = defaultLimits.upload;

const apps: FastifyInstance[] = [];
let app: FastifyInstance;
let nowMs = 1_700_000_000_000;

beforeEach(() => {
  app = createEdge({
    handlers: Object.values(routes).map(
      (route): RouteHandler => ({ route, handle: async () => ({}) }),
    ),
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    peers: createPeers(['10.0.0.2']),
    mode: 'production',
    readNowMs: () => nowMs,
    report: (error) => expect.unreachable(String(error)),
  });
  apps.push(app);
});
afterAll(async () => {
  await Promise.all(apps.map((one) => one.close()));
});

async function ask(name: keyof typeof routes, { from = HERE, text = '' } = {}): Promise<number> {
  const { method, path } = routes[name];
  const answer = await app.inject({
    method: method as 'POST',
    url: path,
    remoteAddress: '10.0.0.2',
    headers: { 'x-forwarded-for': from, 'x-requested-with': 'isobath', origin: ORIGIN },
    ...(name === 'upload' && { payload: { text } }),
  });
  return answer.statusCode;
}
const upload = async (count: number, asked?: { from?: string; text?: string }) => {
  const statuses: number[] = [];
  for (let one = 0; one < count; one += 1) statuses.push(await ask('upload', asked));
  return statuses;
};

test('the call that takes pictures of documents is counted as such', () => {
  expect(identityRoutes.takeFile.rate).toBe('upload');
});

test('who has sent as many as may be at once still has every other call', async () => {
  expect(await upload(burst + 1)).toEqual([...Array.from({ length: burst }, () => 200), 429]);
  expect(await ask('write')).toBe(200);
  expect(await ask('read')).toBe(200);
  // One comes back with its time, and others have theirs.
  expect(await ask('upload', { from: '198.51.100.7' })).toBe(200);
  nowMs += 1_000 / perSecond;
  expect(await upload(2)).toEqual([200, 429]);
});

test('other calls take nothing from uploads', async () => {
  for (let count = 0; count < defaultLimits.write.burst; count += 1) await ask('write');
  expect(await ask('write')).toBe(429);
  expect(await ask('upload')).toBe(200);
});

test('a long picture counts as a short one: its dots cost, not its bytes', async () => {
  const text = 'x'.repeat(2 * 1024 * 1024);
  expect(await upload(3, { text })).toEqual([200, 200, 200]);
  expect(await upload(burst - 3)).not.toContain(429);
  expect(await ask('upload')).toBe(429);
});

test('of a processor an account has a tenth, with pictures of two seconds each', () => {
  const pictureMs = 2_000;
  const limits = createLimits();
  const hourMs = 3_600_000;
  let count = 0;
  for (let atMs = 0; atMs <= hourMs; atMs += 100) {
    if (limits.take('account', { rate: 'upload' }, atMs) === 0) count += 1;
  }
  expect((count - burst) * pictureMs).toBeLessThanOrEqual(hourMs / 10);
});
