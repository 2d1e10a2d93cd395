// Public market data from pages of other sites and by HEAD: what a browser and a monitor ask. The
// calls are those of the exchange, by their routes; what they answer is not looked at here.
import { apiAccountRoutes, apiMarketRoutes, routes, type Route, udfRoutes } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddressLimits, createOrderCounts, type Signing } from '../base/binance-api/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';

const isApi = ({ path }: Route) => /^\/(api|sapi|fapi|dapi)\//.test(path);
const all = Object.values(routes).flatMap((owned) => Object.values<Route>(owned));
const open = [
  ...new Set([
    ...all.filter((route) => isApi(route) && route.role === 'public'),
    ...Object.values<Route>(udfRoutes),
  ]),
];
const handlers: RouteHandler[] = [...open, apiAccountRoutes.account].map((route) => ({
  route,
  handle: async () => ({ path: route.path }),
}));
let app: FastifyInstance;

beforeAll(() => {
  app = createEdge({
    handlers,
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: 'http://127.0.0.1:4870',
    mode: 'sandbox',
    binance: {
      signing: {} as Signing,
      limits: createAddressLimits(Date.now),
      orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
    },
    readNowMs: Date.now,
    report: (error) => expect.unreachable(String(error)),
  });
});
afterAll(() => app.close());

const foreign = { origin: 'https://charts.example' };

test.each(open.map(({ path }) => path))(
  '%s is for pages of every site, and for HEAD',
  async (url) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url, headers: foreign });
      expect([method, answer.headers['access-control-allow-origin']]).toEqual([method, '*']);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(answer.statusCode).toBeLessThan(method === 'OPTIONS' ? 205 : 401);
      if (method !== 'GET') expect(answer.body).toBe('');
      if (method !== 'OPTIONS') continue;
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
      expect(answer.headers['access-control-allow-headers']).toBe('*');
    }
  },
);

test('no call about an account is open to other sites', () => {
  const opened = all.filter((route) => route.isOpen === true);
  expect(opened.filter(({ role }) => role !== 'public')).toEqual([]);
  expect(opened.length).toBe(open.length);
});

test('a preflight and a HEAD weigh, and what is of an account is for no other site', async () => {
  const url = apiMarketRoutes.ping.path;
  const weigh = async (method: 'OPTIONS' | 'HEAD') =>
    Number(
      (await app.inject({ method, url, remoteAddress: '10.1.1.1' })).headers['x-mbx-used-weight'],
    );
  expect([await weigh('OPTIONS'), await weigh('HEAD')]).toEqual([1, 2]);
  const account = {
    method: 'OPTIONS',
    url: apiAccountRoutes.account.path,
    headers: foreign,
  } as const;
  const refused = await app.inject(account);
  expect(refused.statusCode).toBe(404);
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
});
