import { withdrawRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteSecurityChange } from '../../../base/credentials/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { CallRefusal } from '../../../base/product/index.ts';
import type { Proving } from '../../../base/proofs/testing.ts';
import { offerProofs } from '../book/describe.ts';
import { ADDRESSES, COINS, CONTRACT, NETWORKS, startMoneyOut, wordOf } from '../book/testing.ts';
import { checkWithdrawal, type NewWithdrawal } from './checks.ts';
import { giveBackDayUse, readDayUse, writeDayUse } from './day-use.ts';

const HOUR_MS = 3_600_000;

let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let person: Proving;
let clients = 0;

beforeAll(async () => {
  fixture = await startMoneyOut();
  offerProofs(fixture.proofs, fixture);
});
afterAll(() => fixture?.test.stop());
beforeEach(async () => {
  person = await fixture.addRich();
});

/** A request as it is sent. */
function ask(changes: Record<string, unknown> = {}): Record<string, unknown> {
  clients += 1;
  return {
    coinId: COINS.usdt,
    networkId: NETWORKS.evm,
    address: ADDRESSES.other,
    amount: '100',
    clientId: `c${clients}`,
    ...changes,
  };
}

/** A call of it. */
function callOf(sent: Record<string, unknown>, sign: string) {
  const body = withdrawRoutes.submit.body?.parse(sent) as never;
  return { caller: person.caller, body, proof: { sign, text: JSON.stringify(sent) } };
}

/** Write the row as the calls of withdrawing do. */
async function write(session: Session, sent: Record<string, unknown>, passed: NewWithdrawal) {
  const [{ withdrawal_id: withdrawalId }] = await session.query<{ withdrawal_id: number }>(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       take_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'requested', $13, $14, $14)
     RETURNING withdrawal_id`,
    [
      person.ownerId,
      String(sent['clientId']),
      passed.bodyHash,
      passed.coin.coinId,
      passed.networkId,
      passed.address,
      passed.amountUnits,
      passed.takenUnits,
      passed.feeUnits,
      passed.receivesUnits,
      passed.receivesRaw,
      passed.valueUnits,
      clients,
      fixture.clock.nowMs,
    ],
  );
  const { valueUnits } = passed;
  const atMs = fixture.clock.nowMs;
  await writeDayUse(session, { withdrawalId, ownerId: person.ownerId, valueUnits, atMs });
  return withdrawalId;
}

/** Check and write in one transaction. */
const submit = (sent: Record<string, unknown>, sign: string) =>
  fixture.database.transaction(async (session) => {
    const passed = await checkWithdrawal(session, callOf(sent, sign), fixture);
    if (passed.kind === 'known') return passed;
    return { ...passed, withdrawalId: await write(session, sent, passed) };
  });

/** Prove and submit. */
const withdraw = async (sent: Record<string, unknown>) =>
  submit(sent, await fixture.prove(person, 'withdraw', JSON.stringify(sent)));

const beginProof = (sent: object) =>
  fixture.proofs.begin({ action: 'withdraw', body: JSON.stringify(sent) }, person.caller);

const readUse = () => readDayUse(fixture.database, person.ownerId, fixture.clock.nowMs);

test('a request that passes says what leaves, what arrives, and what it is worth', async () => {
  const passed = await withdraw(ask({ amount: '100', isFeeInside: true }));
  expect(passed).toMatchObject({
    kind: 'new',
    address: ADDRESSES.other,
    savedId: 0,
    insideOwnerId: 0,
    isAddressNew: true,
    amountUnits: 10_000_000_000n,
    receivesUnits: 9_890_109_800n,
    receivesRaw: 98_901_098n,
    feeUnits: 109_890_110n,
    takenUnits: 9_999_999_910n,
    valueUnits: 9_999_999_910n,
    proof: { factor: 'totp', hadMailCode: true },
  });
  expect(await readUse()).toBe(9_999_999_910n);
});

test('value of another coin is its last price in USDT', async () => {
  const passed = await withdraw(ask({ coinId: COINS.eth, amount: '0.1' }));
  expect(passed).toMatchObject({ takenUnits: 1_000_001_000n, valueUnits: 20_000_020_000n });
});

test.each([
  ['a halted network', { networkId: NETWORKS.halted, coinId: COINS.eth }, 'network_suspended'],
  ['a coin that is not listed there', { networkId: NETWORKS.btc }, 'network_suspended'],
  ['a network that is not there', { networkId: 99 }, 'network_suspended'],
  ['text that is no address', { address: 'somebody' }, 'address_invalid'],
  ['one letter changed', { address: `${ADDRESSES.other.slice(0, -1)}9` }, 'address_invalid'],
  [
    'a wrong checksum in mixed case',
    { address: ADDRESSES.other.replace('C51812dc', 'c51812Dc') },
    'address_invalid',
  ],
  ['an address of bitcoin', { address: ADDRESSES.btc }, 'address_other_network'],
  ['a memo where none is taken', { memo: '1' }, 'memo_wrong'],
  ['no memo where one is needed', { networkId: NETWORKS.memo, coinId: COINS.eth }, 'memo_wrong'],
  ['a listed contract', { address: CONTRACT }, 'address_no_payee'],
  ['the zero address', { address: `0x${'0'.repeat(40)}` }, 'address_no_payee'],
  ['a precompiled contract', { address: `0x${'0'.repeat(37)}100` }, 'address_no_payee'],
  ['more decimals than the chain has', { amount: '100.0000001' }, 'amount_not_raw'],
  [
    'more decimals than the ledger has',
    { amount: '100.000000001', isFeeInside: true },
    'amount_not_raw',
  ],
  ['less than the least', { amount: '9.999999' }, 'withdraw_out_of_range'],
  ['more than the most', { amount: '50000.000001' }, 'withdraw_out_of_range'],
  ['a large value without a receiver', { amount: '2000' }, 'travel_rule_needed'],
] as const)('%s is refused and changes nothing', async (_what, changes, word) => {
  const sent = ask(changes);
  expect(await wordOf(submit(sent, 'no proof'))).toBe(word);
  expect(await readUse()).toBe(0n);
  const rows = 'SELECT FROM withdrawals WHERE owner_id = $1';
  expect(await fixture.database.query(rows, [person.ownerId])).toEqual([]);
});

test('all that is wrong at once is told in its order, the proof last', async () => {
  const { owner } = fixture.test;
  const { ownerId } = person;
  const sent = ask({ networkId: NETWORKS.memo, coinId: COINS.eth, amount: '0.00000000001' });
  const expectWord = async (word: string) =>
    expect(await wordOf(submit(sent, 'no proof'))).toBe(word);
  const noted = { what: 'mail', nowMs: fixture.clock.nowMs } as const;
  await owner.execute('UPDATE users SET totp_secret = NULL WHERE owner_id = $1', [ownerId]);
  await owner.execute('UPDATE identity_records SET identity_status = 2 WHERE owner_id = $1', [
    ownerId,
  ]);
  await noteSecurityChange(owner, { ownerId, ...noted });
  await owner.execute('INSERT INTO withdraw_address_settings VALUES ($1, true, 0)', [ownerId]);
  sent['address'] = ADDRESSES.deposit.toLowerCase();
  await owner.execute(
    `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms)
     VALUES ('evm', $1, $2, '', $3, 1)`,
    [0, ADDRESSES.deposit, ownerId],
  );
  await expectWord('need_kyc');
  await owner.execute('UPDATE identity_records SET identity_status = 1 WHERE owner_id = $1', [
    ownerId,
  ]);
  await expectWord('second_factor_missing');
  await fixture.addPasskey(ownerId);
  await expectWord('security_changed');
  fixture.clock.nowMs += 24 * HOUR_MS - 1;
  await expectWord('security_changed');
  fixture.clock.nowMs += 1;
  await expectWord('memo_wrong');
  sent['memo'] = '7';
  await expectWord('address_own');
  await owner.execute("DELETE FROM deposit_addresses WHERE family = 'evm'");
  await expectWord('address_not_listed');
  const usableAtMs = fixture.clock.nowMs + 1;
  await owner.execute(
    `INSERT INTO withdraw_addresses
       (owner_id, network_id, asset_id, address, memo, saved_at_ms, usable_at_ms)
     VALUES ($1, $2, 0, $3, '7', 1, $4)`,
    [ownerId, NETWORKS.memo, ADDRESSES.deposit, usableAtMs],
  );
  await expectWord('address_too_new');
  fixture.clock.nowMs += 1;
  await expectWord('amount_not_raw');
  sent['amount'] = '0.000000001';
  await expectWord('withdraw_out_of_range');
  fixture.balances.set(ownerId, []);
  sent['amount'] = '15';
  await expectWord('withdraw_balance_low');
  const have = (units: bigint) => {
    const balance = { assetId: COINS.eth, availableUnits: units, heldUnits: 0n };
    fixture.balances.set(ownerId, [balance]);
  };
  have(160_000_000_000n);
  await owner.execute(
    `INSERT INTO withdrawal_locks (owner_id, source, reference, value_units, until_ms)
     VALUES ($1, 'c2c', $1, 300000000000, $2)`,
    [ownerId, fixture.clock.nowMs + HOUR_MS],
  );
  await expectWord('withdrawal_locked');
  fixture.clock.nowMs += HOUR_MS;
  await expectWord('withdraw_day_limit');
  sent['amount'] = '1';
  await expectWord('travel_rule_needed');
  fixture.travel.fromUsdt = '2000000';
  await expectWord('proof_needed');
  fixture.travel.fromUsdt = '0';
  await expectWord('travel_rule_needed');
  fixture.travel.fromUsdt = '1000';
  sent['travel'] = { beneficiary: 'Ada', purpose: 'savings' };
  await expectWord('proof_needed');
});

test('an own deposit address is refused, one of another customer is paid inside', async () => {
  const { owner } = fixture.test;
  const other = await fixture.addRich();
  const give = 'UPDATE deposit_addresses SET owner_id = $1, given_at_ms = $2';
  await owner.execute(
    `INSERT INTO deposit_addresses (family, index, address, statement) VALUES ('evm', 9, $1, '')`,
    [ADDRESSES.deposit],
  );
  const sent = ask({ address: ADDRESSES.deposit.toLowerCase() });
  expect(await wordOf(submit(sent, ''))).toBe('address_no_payee');
  await owner.execute(give, [person.ownerId, 1]);
  expect(await wordOf(submit(sent, ''))).toBe('address_own');
  await owner.execute(give, [other.ownerId, 1]);
  expect(await withdraw(sent)).toMatchObject({ insideOwnerId: other.ownerId });
  await owner.execute('DELETE FROM deposit_addresses');
});

test('the same client id answers the same withdrawal, without a proof', async () => {
  const sent = ask();
  const first = (await withdraw(sent)) as { withdrawalId: number };
  const known = { kind: 'known', withdrawalId: first.withdrawalId };
  expect(await submit(sent, '')).toEqual(known);
  // Fields in another order are the same request.
  expect(await submit(Object.fromEntries(Object.entries(sent).reverse()), '')).toEqual(known);
  expect(await wordOf(submit({ ...sent, amount: '101' }, ''))).toBe('key_reused');
});

test('a proof is spent by the withdrawal it was given for, once', async () => {
  const sent = ask();
  const sign = await fixture.prove(person, 'withdraw', JSON.stringify(sent));
  const otherSent = { ...sent, amount: '101' };
  expect(await wordOf(submit(otherSent, sign))).toBe('proof_needed');
  expect(await wordOf(submit(sent, sign))).toBe('ok');
  const again = { ...sent, clientId: 'again' };
  expect(await wordOf(submit(again, sign))).toBe('proof_needed');
});

test('the day rolls, and what is given back is free again', async () => {
  fixture.balances.set(person.ownerId, [
    { assetId: COINS.usdt, availableUnits: 10n ** 14n, heldUnits: 0n },
  ]);
  const travel = { beneficiary: 'Ada', purpose: 'savings' };
  // Of 20,000 USDT; the fee is outside: 1 and 0.1 %.
  const first = (await withdraw(ask({ amount: '10000', travel }))) as { withdrawalId: number };
  const refusal = await withdraw(ask({ amount: '10000', travel })).catch((error) => error);
  expect(refusal).toMatchObject({ word: 'withdraw_day_limit' });
  expect((refusal as CallRefusal).facts).toEqual({
    limitUsdt: '20000',
    usedUsdt: '10011.00000000',
  });
  await giveBackDayUse(fixture.database, first.withdrawalId);
  expect(await readUse()).toBe(0n);
  expect(await wordOf(withdraw(ask({ amount: '10000', travel })))).toBe('ok');
  fixture.clock.nowMs += 24 * HOUR_MS;
  expect(await wordOf(withdraw(ask({ amount: '19000', travel })))).toBe('ok');
});

test('of two requests at once that fill the day one is taken', async () => {
  const travel = { beneficiary: 'Ada', purpose: 'savings' };
  const [one, two] = [ask({ amount: '12000', travel }), ask({ amount: '12000', travel })];
  const prove = (sent: object) => fixture.prove(person, 'withdraw', JSON.stringify(sent));
  const signs = [await prove(one), await prove(two)];
  const words = await Promise.all([
    wordOf(submit(one, signs[0] ?? '')),
    wordOf(submit(two, signs[1] ?? '')),
  ]);
  expect(words.toSorted()).toEqual(['ok', 'withdraw_day_limit']);
});

test('a lock counts value: what is not locked may go, in any coin', async () => {
  const { owner } = fixture.test;
  const { ownerId } = person;
  fixture.balances.set(ownerId, [
    { assetId: COINS.usdt, availableUnits: 50_000_000_000n, heldUnits: 50_000_000_000n },
    { assetId: COINS.eth, availableUnits: 10_000_000_000n, heldUnits: 0n },
  ]);
  // Of 3,000 USDT in all, 2,500 are locked.
  const lock = (reference: number, value: string, untilMs: number) =>
    owner.execute(
      `INSERT INTO withdrawal_locks (owner_id, source, reference, value_units, until_ms)
       VALUES ($1, 'card', $2, $3, $4)`,
      [ownerId, ownerId * 10 + reference, value, untilMs],
    );
  const { nowMs } = fixture.clock;
  await lock(1, '200000000000', nowMs + 10 * HOUR_MS);
  await lock(2, '50000000000', nowMs + 20 * HOUR_MS);
  await lock(3, '900000000000', nowMs);
  const refusal = await submit(ask({ coinId: COINS.eth, amount: '0.25' }), '').catch(
    (error) => error,
  );
  expect(refusal).toMatchObject({
    word: 'withdrawal_locked',
    facts: { untilMs: String(nowMs + 10 * HOUR_MS) },
  });
  expect(await wordOf(withdraw(ask({ coinId: COINS.eth, amount: '0.2' })))).toBe('ok');
});

test('a coin without a price fits no limit', async () => {
  const sent = ask({ coinId: COINS.odd, amount: '0.000001' });
  expect(await wordOf(submit(sent, ''))).toBe('network_suspended');
});

test('a program’s key pays to saved addresses alone, in place of a proof', async () => {
  const signed = { ...person.caller, signed: { deadlineMs: 0 } };
  const sent = ask();
  const check = () =>
    fixture.database.transaction((session) =>
      checkWithdrawal(session, { ...callOf(sent, ''), caller: signed }, fixture),
    );
  expect(await wordOf(check())).toBe('address_not_listed');
  const { nowMs } = fixture.clock;
  await fixture.test.owner.execute(
    `INSERT INTO withdraw_addresses
       (owner_id, network_id, asset_id, address, saved_at_ms, usable_at_ms)
     VALUES ($1, $2, $3, $4, 1, $5)`,
    [person.ownerId, NETWORKS.evm, COINS.usdt, ADDRESSES.other, nowMs],
  );
  expect(await check()).toMatchObject({ kind: 'new', proof: undefined });
});

test('a code of the mail is asked for when the address is new or the value large', async () => {
  const begin = async (sent: object) => (await beginProof(sent)).isMailCodeNeeded;
  expect(await begin(ask())).toBe(true);
  const [{ saved_id: addressId }] = await fixture.test.owner.query<{ saved_id: number }>(
    `INSERT INTO withdraw_addresses (owner_id, network_id, address, saved_at_ms, usable_at_ms)
     VALUES ($1, $2, $3, 1, 1) RETURNING saved_id`,
    [person.ownerId, NETWORKS.evm, ADDRESSES.other],
  );
  expect(await begin(ask())).toBe(false);
  expect(await begin(ask({ address: ADDRESSES.other.toLowerCase() }))).toBe(false);
  expect(await begin(ask({ address: undefined, addressId }))).toBe(false);
  const travel = { beneficiary: 'Ada', purpose: 'savings' };
  expect(await begin(ask({ amount: '999.999999', travel }))).toBe(false);
  expect(await begin(ask({ amount: '1000', travel }))).toBe(true);
});
