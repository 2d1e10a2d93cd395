import { type Route, routes } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { CallContext } from '../product/index.ts';
import { guardHandlers, type SwitchName } from './index.ts';

const all = Object.values(routes).flatMap((owned) => Object.values<Route>(owned));

/** What each call answers while these switches stand otherwise than by nature. */
async function tryAll(turned: readonly SwitchName[]): Promise<Map<string, string>> {
  const isOn = (name: SwitchName) => turned.includes(name) === (name === 'maintenance');
  const handlers = all.map((route) => ({ route, handle: async () => 'done' }));
  const outcomes = new Map<string, string>();
  for (const { route, handle } of guardHandlers(handlers, { isOn })) {
    const outcome = await handle({} as CallContext).catch((error: Error) => error.message);
    outcomes.set(`${route.method} ${route.path}`, String(outcome));
  }
  return outcomes;
}

const shut = (outcomes: Map<string, string>) =>
  [...outcomes].filter(([, outcome]) => outcome !== 'done').map(([call]) => call);

test('nothing is refused while every switch is as it is by nature', async () => {
  expect(shut(await tryAll([]))).toEqual([]);
});

test('in maintenance reading, the desk and operators go on, all else is refused', async () => {
  const outcomes = await tryAll(['maintenance']);
  for (const route of all) {
    const outcome = outcomes.get(`${route.method} ${route.path}`);
    if (route.method === 'GET' || route.path.startsWith('/admin/')) expect(outcome).toBe('done');
  }
  for (const call of [
    'POST /hk-web/v2/inmail/message/list',
    'POST /hk-web/service/say',
    'POST /hk-web/account/login',
    'POST /hk-web/v2/logout',
    'POST /hk-web/spot/order/cancel',
    'DELETE /api/v3/order',
  ]) {
    expect([call, outcomes.get(call)]).toEqual([call, 'done']);
  }
  for (const call of [
    'POST /hk-web/spot/order/place',
    'POST /hk-web/v2/transfer',
    'POST /hk-web/account/register',
    'POST /api/v3/order',
  ]) {
    expect([call, outcomes.get(call)]).toEqual([call, 'maintenance']);
  }
});

test.each([
  ['transfer', ['POST /hk-web/v2/transfer', 'POST /sapi/v1/asset/transfer']],
  ['register', ['POST /hk-web/account/register', 'POST /hk-web/account/register/verify']],
] as const)('%s closes its own calls alone', async (name, calls) => {
  expect(shut(await tryAll([name])).toSorted()).toEqual([...calls].toSorted());
});

test('a closed market and a closed API still take cancels', async () => {
  const closed = shut(await tryAll(['spot', 'api']));
  expect(closed).toContain('POST /hk-web/spot/order/place');
  expect(closed).toContain('POST /api/v3/order');
  expect(closed.filter((call) => /\/cancel(All)?$|DELETE .*[oO]rder/.test(call))).toEqual([]);
});
