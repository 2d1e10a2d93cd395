import { addressBookRoutes, withdrawRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallContext, RouteHandler } from '../../../base/product/index.ts';
import type { Route } from '@isobath/wire';
import type { Proving } from '../../../base/proofs/testing.ts';
import { readAddressForm } from './address-form.ts';
import { createBookRoutes } from './routes.ts';
import { ADDRESSES, COINS, CONTRACT, NETWORKS, startMoneyOut, wordOf } from './testing.ts';

const DAY_MS = 24 * 3_600_000;

let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let handlers: readonly RouteHandler[];
let person: Proving;

beforeAll(async () => {
  fixture = await startMoneyOut();
  handlers = createBookRoutes(fixture);
});
afterAll(() => fixture?.test.stop());
beforeEach(async () => {
  person = await fixture.addRich();
});

/** Call as the edge does. */
async function call(route: Route, given: object, sign = ''): Promise<Record<string, unknown>> {
  const isQuery = route.method === 'GET';
  const text = isQuery
    ? new URLSearchParams(given as Record<string, string>).toString()
    : JSON.stringify(given);
  const context = {
    caller: person.caller,
    query: isQuery ? route.query?.parse(Object.fromEntries(new URLSearchParams(text))) : {},
    body: isQuery ? {} : route.body?.parse(given),
    proof: { sign, text },
  };
  const handler = handlers.find((one) => one.route === route);
  return (await handler?.handle(context as unknown as CallContext)) as Record<string, unknown>;
}

const ACTIONS = new Map<Route, 'address_add' | 'address_remove' | 'allowlist_off'>([
  [addressBookRoutes.save as Route, 'address_add'],
  [addressBookRoutes.remove as Route, 'address_remove'],
  [addressBookRoutes.editSetting as Route, 'allowlist_off'],
]);

/** Call with a proof of it. */
async function prove(route: Route, given: Record<string, unknown>) {
  const isQuery = route.method === 'GET';
  const text = isQuery ? `id=${given['id']}` : JSON.stringify(given);
  const action = ACTIONS.get(route);
  if (action === undefined) throw new Error('no action');
  return call(route, given, await fixture.prove(person, action, text));
}

const { save, list, listBefore, remove, remark, readSetting, editSetting } = addressBookRoutes;
const typed = (changes: object = {}) => ({
  networkId: NETWORKS.evm,
  coinId: COINS.usdt,
  address: ADDRESSES.other,
  remark: 'Ada',
  ...changes,
});
const rowsOf = async (filter: object = {}) =>
  (await call(list, filter))['rows'] as Record<string, unknown>[];

test('an address is saved with a proof, named, and forgotten with another', async () => {
  expect(await wordOf(call(save, typed()))).toBe('proof_needed');
  expect(await rowsOf()).toEqual([]);
  const saved = await prove(save, typed({ address: ADDRESSES.other.toLowerCase() }));
  expect(saved).toMatchObject({
    networkId: NETWORKS.evm,
    coinId: COINS.usdt,
    address: ADDRESSES.other,
    memo: '',
    remark: 'Ada',
    isUniversal: false,
    usableAtMs: fixture.clock.nowMs,
  });
  const { id } = saved;
  expect(await call(remark, { id, remark: 'Bea' })).toMatchObject({ id, remark: 'Bea' });
  expect(await wordOf(call(remove, { id }))).toBe('proof_needed');
  expect(await rowsOf()).toHaveLength(1);
  expect(await prove(remove, { id })).toEqual({});
  expect(await rowsOf()).toEqual([]);
});

test('both lists are one, of a coin or of every coin, newest first', async () => {
  const one = await prove(save, typed());
  const universal = await prove(save, typed({ address: ADDRESSES.evm, isUniversal: true }));
  const eth = await prove(save, typed({ address: ADDRESSES.evm, coinId: COINS.eth }));
  const bitcoin = await prove(
    save,
    typed({ address: ADDRESSES.btc, coinId: COINS.eth, networkId: NETWORKS.btc }),
  );
  expect(await call(listBefore, {})).toEqual({
    rows: [bitcoin, eth, universal, one],
    nextCursor: '',
  });
  expect(await rowsOf({ coinId: COINS.usdt })).toEqual([universal, one]);
  expect(await rowsOf({ networkId: NETWORKS.btc })).toEqual([bitcoin]);
  expect(universal).toMatchObject({ coinId: 0, isUniversal: true });
});

test.each([
  [{ address: 'nobody' }, 'address_invalid'],
  [{ address: ADDRESSES.btc }, 'address_other_network'],
  [{ memo: '7' }, 'memo_wrong'],
  [{ networkId: NETWORKS.memo, coinId: COINS.eth }, 'memo_wrong'],
  [{ address: CONTRACT }, 'address_no_payee'],
  [{ networkId: 99 }, 'object_not_found'],
  [{ networkId: NETWORKS.btc, coinId: COINS.usdt }, 'object_not_found'],
  [{ coinId: undefined }, 'invalid'],
])('%j is not saved: %s', async (changes, word) => {
  expect(await wordOf(call(save, typed(changes), 'any'))).toBe(word);
  expect(await wordOf(prove(save, typed(changes)))).toBe(word);
  expect(await rowsOf()).toEqual([]);
});

test('an address is saved once, and only a hundred of them', async () => {
  await prove(save, typed());
  // Nobody is mailed a code for what cannot be done.
  fixture.mails.length = 0;
  expect(await wordOf(prove(save, typed()))).toBe('address_saved');
  await fixture.test.owner.execute(
    `INSERT INTO withdraw_addresses (owner_id, network_id, address, saved_at_ms, usable_at_ms)
     SELECT $1, 1, 'row ' || at, 1, 1 FROM generate_series(2, 100) AS at`,
    [person.ownerId],
  );
  const more = typed({ address: ADDRESSES.evm });
  expect(await wordOf(prove(save, more))).toBe('address_book_full');
  expect(await wordOf(call(save, more))).toBe('address_book_full');
  expect(fixture.mails).toEqual([]);
  const first = (await call(list, {})) as { rows: object[]; nextCursor: string };
  const second = (await call(list, { cursor: first.nextCursor })) as typeof first;
  expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([50, 50, '']);
});

test('the same address with another memo is another entry, and its mail says so', async () => {
  const memo = (text: string) => typed({ networkId: NETWORKS.memo, coinId: COINS.eth, memo: text });
  const one = await prove(save, memo('7'));
  const two = await prove(save, memo('8'));
  expect(fixture.mails.at(-1)?.['act']).toContain(`${ADDRESSES.other} / 8`);
  expect(await wordOf(call(save, memo('8')))).toBe('address_saved');
  expect(await rowsOf()).toEqual([two, one]);
});

test('rows of others are not there', async () => {
  const { id } = await prove(save, typed());
  person = await fixture.addRich();
  expect(await rowsOf()).toEqual([]);
  expect(await wordOf(call(remark, { id, remark: 'mine' }))).toBe('object_not_found');
  expect(await wordOf(call(remove, { id }, 'any'))).toBe('object_not_found');
});

test('the allowlist is on at once and off after a day; new rows wait a day meanwhile', async () => {
  expect(await call(readSetting, {})).toEqual({ allowlistOnly: false, offFromMs: 0 });
  const on = { allowlistOnly: true, offFromMs: 0 };
  expect(await call(editSetting, { allowlistOnly: true })).toEqual(on);
  expect(await prove(save, typed())).toMatchObject({
    usableAtMs: fixture.clock.nowMs + DAY_MS,
  });
  expect(await wordOf(call(editSetting, { allowlistOnly: false }))).toBe('proof_needed');
  expect(await call(readSetting, {})).toEqual(on);
  const off = await prove(editSetting, { allowlistOnly: false });
  const offFromMs = fixture.clock.nowMs + DAY_MS;
  expect(off).toEqual({ allowlistOnly: true, offFromMs });
  fixture.clock.nowMs = offFromMs - 1;
  expect(await call(readSetting, {})).toEqual({ allowlistOnly: true, offFromMs });
  fixture.clock.nowMs = offFromMs;
  expect(await call(readSetting, {})).toEqual({ allowlistOnly: false, offFromMs: 0 });
});

test('turning the allowlist on again keeps it from going off', async () => {
  await call(editSetting, { allowlistOnly: true });
  await prove(editSetting, { allowlistOnly: false });
  await call(editSetting, { allowlistOnly: true });
  fixture.clock.nowMs += 2 * DAY_MS;
  expect(await call(readSetting, {})).toEqual({ allowlistOnly: true, offFromMs: 0 });
});

test('forms of addresses by family', async () => {
  const { evm, btc, taproot, base58, script } = ADDRESSES;
  expect(await readAddressForm('evm', evm.toLowerCase())).toBe(evm);
  expect(await readAddressForm('evm', `0x${evm.slice(2).toUpperCase()}`)).toBe(evm);
  expect(await readAddressForm('evm', evm.replace('f39F', 'F39f'))).toBeUndefined();
  expect(await readAddressForm('evm', evm.slice(0, -1))).toBeUndefined();
  for (const good of [btc, taproot, base58, script]) {
    expect(await readAddressForm('btc', good), good).toBe(good);
    expect(await readAddressForm('ltc', good), good).toBeUndefined();
    const changed = `${good.slice(0, -1)}${good.endsWith('4') ? '5' : '4'}`;
    expect(await readAddressForm('btc', changed), changed).toBeUndefined();
  }
  expect(await readAddressForm('btc', btc.toUpperCase())).toBe(btc);
  expect(await readAddressForm('btc', btc.replace('w5', 'W5'))).toBeUndefined();
  const regtest = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw';
  expect(await readAddressForm('btc_regtest', regtest)).toBe(regtest);
  expect(await readAddressForm('dogs', evm)).toBeUndefined();
});

test('networks of an address, and what is wrong with one', async () => {
  const networks = async (address: string) =>
    (await call(withdrawRoutes.networksOfAddress, { address }))['networkIds'];
  expect(await networks(ADDRESSES.btc)).toEqual([NETWORKS.btc]);
  expect(await networks(ADDRESSES.evm.toLowerCase())).toEqual([1, 3, 4]);
  expect(await networks('nobody')).toEqual([]);
  await prove(save, typed());
  const validate = (given: object) =>
    call(withdrawRoutes.validate, { networkId: NETWORKS.evm, address: ADDRESSES.other, ...given });
  const good = { isValid: true, word: '', isContract: false, savedAs: 'Ada' };
  expect(await validate({ address: ADDRESSES.other.toLowerCase() })).toEqual(good);
  expect(await validate({ address: ADDRESSES.btc })).toMatchObject({
    isValid: false,
    word: 'address_other_network',
  });
  expect(await validate({ address: CONTRACT })).toEqual({
    isValid: false,
    word: 'address_no_payee',
    isContract: true,
    savedAs: '',
  });
  expect(await wordOf(validate({ networkId: 99 }))).toBe('object_not_found');
});

test('validating never says that an address is one of ours', async () => {
  await fixture.test.owner.execute(
    `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms)
     VALUES ('evm', 1, $1, '', $2, 1)`,
    [ADDRESSES.deposit, person.ownerId],
  );
  const answer = await call(withdrawRoutes.validate, {
    networkId: NETWORKS.evm,
    address: ADDRESSES.deposit,
  });
  expect(answer).toEqual({ isValid: true, word: '', isContract: false, savedAs: '' });
  expect(await wordOf(prove(save, typed({ address: ADDRESSES.deposit })))).toBe('address_own');
});
