// Hostile requests at every call and the socket of one started server: refused or answered, nothing
// changed, nothing ended, memory bounded. The long form, which `npm run prove -- hostile` runs:
// tools/hostile.ts.

import type { Route } from '@isobath/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFreshSeed } from '../packages/sim/src/fresh-seed.ts';
import { makeOperators, makePeople } from './access/crowd.ts';
import { listRoutes } from './access/table.ts';
import { startFixture, type Fixture } from './access/fixture.ts';
import { fireAtBinanceSockets } from './hostile/binance-frames.ts';
import { type Crowds, fire, judge } from './hostile/fire.ts';
import { fireAtSocket } from './hostile/frames.ts';
import { compareStates, readMemoryMib, readState, type State } from './hostile/state.ts';

// Some six thousand requests; what is written is to give up on, not to expect.
vi.setConfig({ testTimeout: 900_000 });

const requestsPerCall = 20;
/** So many that twenty calls of every route are less than each may make at once. */
const crowdCount = 36;
const framesCount = 80;
const growthMibMax = 400;

/** Another one for each change of what is tried, and the same one for the same sources. */
const seed = readFreshSeed('hostile');

let fixture: Fixture;
let before: State;
let memoryMib = 0;
let crowds: Crowds;

beforeAll(async () => {
  fixture = await startFixture();
  crowds = {
    people: await makePeople(fixture, crowdCount),
    operators: await makeOperators(fixture, 'administrator', crowdCount),
  };
  before = await readState(fixture);
});
afterAll(async () => {
  await fixture?.stop();
});

test('twenty hostile requests at every call are refused, each as documented', async () => {
  const served = (await fixture.call({ method: 'GET', url: '/health/endpoints' })).text;
  const paths = new Set((JSON.parse(served) as Route[]).map(({ path }) => path));
  const routes = listRoutes().filter(({ path }) => paths.has(path));
  memoryMib = readMemoryMib(fixture);
  const report = await fire(fixture, {
    routes,
    countPerRoute: requestsPerCall,
    seed,
    crowds,
  });
  expect(report.problems, `seed ${seed}`).toEqual([]);
  expect(report.sentCount).toBe(routes.length * requestsPerCall);
  // The limits may not answer in place of the checks that are meant.
  expect(report.limitedCount / report.sentCount).toBeLessThan(0.05);
  // Nor may the people be signed out by what they send.
  expect((report.statuses.get(401) ?? 0) / report.sentCount).toBeLessThan(0.02);
  for (const status of [200, 400, 413, 415, 431])
    expect([...report.statuses.keys()]).toContain(status);
});

test('hostile frames end nothing but their own line', async () => {
  expect(await fireAtSocket(fixture, { count: framesCount, seed }), `seed ${seed}`).toEqual([]);
});

test('hostile frames at the sockets of the trading API are refused one by one', async () => {
  const request = { count: framesCount, seed };
  expect(await fireAtBinanceSockets(fixture, request), `seed ${seed}`).toEqual([]);
});

test('nothing has changed, no process has ended, and memory is bounded', async () => {
  expect(compareStates(before, await readState(fixture))).toEqual([]);
  expect(readMemoryMib(fixture) - memoryMib).toBeLessThan(growthMibMax);
});

test('what is no refusal is noticed', () => {
  const [route] = listRoutes() as [Route];
  const headers = 'x-request-id: 1';
  const verdict = (status: number, body: object) =>
    judge(route, { status, headers, body: JSON.stringify(body) });
  expect(verdict(200, { code: 10_001 })).toBe('');
  expect(verdict(503, { code: 10_009 })).toBe('');
  expect(verdict(200, { code: 200 })).toBe('carried out');
  expect(verdict(500, { code: 10_008 })).toBe('our mistake');
  expect(verdict(503, {})).toBe('our mistake');
  expect(verdict(200, { code: 77 })).toBe('an unknown code');
  expect(verdict(400, { code: 10_001, stack: 'at a (b.ts:1:2)' })).toBe('tells where it runs');
});
