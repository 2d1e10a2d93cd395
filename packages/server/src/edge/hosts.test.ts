import { defineRoute, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RouteHandler, serve } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';

const [SITE, OFFICE] = ['https://x.example', 'https://office.example:8443'];
const route = { owner: 'none', rate: 'write', summary: 'A call.', answer: z.object({}) } as const;
const calls = [
  defineRoute({ ...route, role: 'admin:any', method: 'POST', path: '/admin/api/overview' }),
  defineRoute({ ...route, role: 'public', method: 'POST', path: '/hk-web/account/login' }),
  defineRoute({ ...route, role: 'public', method: 'GET', path: '/hk-web/public/get-web-config' }),
];
let app: FastifyInstance;
const open = (officeOrigin?: string) =>
  createEdge({
    handlers: calls.map((call): RouteHandler => serve(call, async () => ({}))),
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: SITE,
    officeOrigin,
    readOperator: async () => ({
      operatorId: 7,
      sessionId: 1,
      email: 'o@x.example',
      role: 'viewer',
    }),
    mode: 'production',
    readNowMs: Date.now,
    report: (error) => console.error(error),
  });

beforeAll(() => {
  app = open(OFFICE);
});
afterAll(() => app.close());

async function ask(path: string, host: string, origin: string, server = app): Promise<number> {
  const method = path.includes('public') ? 'GET' : 'POST';
  const headers = { host, origin, 'x-requested-with': 'isobath', cookie: '__Secure-office=x' };
  const answer = await server.inject({ method, url: path, headers });
  return answer.json().code;
}
const [site, office] = [new URL(SITE).host, new URL(OFFICE).host];

test('each address serves its own and nothing of the other', async () => {
  expect(await ask('/admin/api/overview', office, OFFICE)).toBe(200);
  expect(await ask('/admin/api/overview', site, SITE)).toBe(10_005);
  expect(await ask('/hk-web/account/login', site, SITE)).toBe(200);
  expect(await ask('/hk-web/account/login', office, OFFICE)).toBe(10_005);
  for (const host of [site, office]) {
    expect(await ask('/hk-web/public/get-web-config', host, SITE)).toBe(200);
  }
  expect(await ask('/admin/api/overview', 'elsewhere.example', OFFICE)).toBe(10_005);
});

test('a page of the site may not call the console, whatever host it names', async () => {
  expect(await ask('/admin/api/overview', office, SITE)).toBe(10_003);
  expect(await ask('/hk-web/account/login', site, OFFICE)).toBe(10_003);
});

test('the bare address of the office leads to the console', async () => {
  const answer = await app.inject({ method: 'GET', url: '/', headers: { host: office } });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/admin']);
});

test('without an address of its own the office is at the site’s', async () => {
  const one = open();
  expect(await ask('/admin/api/overview', site, SITE, one)).toBe(200);
  await one.close();
});
