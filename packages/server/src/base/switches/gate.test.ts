import { type Route, routes } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { CallContext } from '../product/index.ts';
import { guardHandlers, type SwitchName } from './index.ts';

const all = Object.values(routes).flatMap((owned) => Object.values<Route>(owned));

/** What each call answers while these switches stand otherwise than by nature. */
async function tryAll(
  turned: readonly SwitchName[],
  mode: 'open' | 'view_only' | 'closed' = 'open',
  isDue = false,
): Promise<Map<string, string>> {
  const isOn = (name: SwitchName) => turned.includes(name) === (name === 'maintenance');
  const handlers = all.map((route) => ({ route, handle: async () => 'done' }));
  const outcomes = new Map<string, string>();
  const signs = {
    readMaintenance: () => ({ endsAtMs: 0 }),
    readFreeze: () => undefined,
    onlyWithdraws: (ownerId: number) => isDue && ownerId === 7,
    findRegion: (ip: string) => ({ mode: ip === '192.0.2.1' ? mode : 'open', region: 'Here' }),
  } as const;
  const context = { caller: { ip: '192.0.2.1', ownerId: 7 } } as CallContext;
  for (const { route, handle } of guardHandlers(handlers, { isOn }, signs)) {
    const outcome = await handle(context).catch((error: Error) => error.message);
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
    // What wants a proof changes something, however it is asked.
    const isLook = route.method === 'GET' && route.needsProof !== true;
    if (isLook || route.path.startsWith('/admin/')) expect(outcome).toBe('done');
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

test('from where one may only look, nobody registers, transfers or trades', async () => {
  const outcomes = await tryAll([], 'view_only');
  const closed = shut(outcomes);
  for (const call of [
    'POST /hk-web/account/register',
    'POST /hk-web/v2/transfer',
    'POST /hk-web/spot/order/place',
    'POST /api/v3/order',
  ]) {
    expect([call, outcomes.get(call)]).toEqual([call, 'region_closed']);
  }
  for (const call of ['POST /hk-web/account/login', 'POST /hk-web/spot/order/cancel']) {
    expect(closed).not.toContain(call);
  }
  expect(closed.filter((call) => /^GET|\/admin\/|inmail/.test(call))).toEqual([]);
});

test('from where it is not offered nobody comes in; looking and cancelling go on', async () => {
  const outcomes = await tryAll([], 'closed');
  for (const call of [
    'POST /hk-web/account/login',
    'POST /hk-web/account/register',
    'POST /hk-web/spot/order/place',
    'POST /swap/v1/portal/collection',
  ]) {
    expect([call, outcomes.get(call)]).toEqual([call, 'region_closed']);
  }
  for (const call of [
    'POST /hk-web/spot/order/cancel',
    'POST /hk-web/v2/logout',
    'POST /hk-web/service/say',
  ]) {
    expect([call, outcomes.get(call)]).toEqual([call, 'done']);
  }
  expect(shut(outcomes).filter((call) => /^GET|\/admin\//.test(call))).toEqual([
    'GET /hk-web/v2/capital/remove_withdraw_address',
  ]);
});

test('who has answers due may withdraw, take orders back and answer, but not trade', async () => {
  const outcomes = await tryAll([], 'open', true);
  const due = [...outcomes].filter(([, outcome]) => outcome === 'identity_answers_due');
  expect(due.map(([call]) => call).toSorted()).toEqual([
    'POST /api/v3/order',
    'POST /api/v3/order/cancelReplace',
    'POST /api/v3/order/oco',
    'POST /api/v3/order/test',
    'POST /api/v3/orderList/oco',
    'POST /api/v3/orderList/opo',
    'POST /api/v3/orderList/opoco',
    'POST /api/v3/orderList/oto',
    'POST /api/v3/orderList/otoco',
    'POST /hk-web/recharge/address/create',
    'POST /hk-web/recharge/address/remark',
    'POST /hk-web/recharge/address/selected',
    'POST /hk-web/recharge/coin_address',
    'POST /hk-web/sandbox/chains/mine',
    'POST /hk-web/sandbox/chains/reorganise',
    'POST /hk-web/sandbox/chains/send',
    'POST /hk-web/sandbox/faucet',
    'POST /hk-web/spot/order/amend',
    'POST /hk-web/spot/order/batch',
    'POST /hk-web/spot/order/cancelReplace',
    'POST /hk-web/spot/order/closeOut',
    'POST /hk-web/spot/order/place',
    'POST /hk-web/spot/order/test',
    'POST /hk-web/spot/orderList/place',
    'POST /hk-web/v2/task/newbie/receive',
    'PUT /api/v3/order/amend/keepPriority',
  ]);
  for (const call of [
    'POST /hk-web/capital/withdraw',
    'POST /sapi/v1/capital/withdraw/apply',
    'POST /hk-web/identity/standard/replenish/submit',
    'POST /hk-web/spot/order/cancel',
    'POST /hk-web/spot/order/deadman',
    'DELETE /api/v3/order',
  ]) {
    expect([call, outcomes.get(call)]).toEqual([call, 'done']);
  }
});
