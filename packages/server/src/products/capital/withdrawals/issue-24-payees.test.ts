// Who is paid, and what is refused before anybody is mailed: an address with its memo, a withdrawal
// that could not be made, an account that is frozen.
import { withdrawRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Proving } from '../../../base/proofs/testing.ts';
import { offerProofs } from '../book/describe.ts';
import { ADDRESSES, COINS, NETWORKS, startMoneyOut, wordOf } from '../book/testing.ts';
import { checkWithdrawal } from './checks.ts';
import { readCheck, type TermsParts } from './terms.ts';

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

function ask(changes: Record<string, unknown> = {}): Record<string, unknown> {
  clients += 1;
  const sent = { coinId: COINS.usdt, networkId: NETWORKS.evm, address: ADDRESSES.other };
  return { ...sent, amount: '100', clientId: `c${clients}`, ...changes };
}

const beginProof = (sent: object) =>
  fixture.proofs.begin({ action: 'withdraw', body: JSON.stringify(sent) }, person.caller);

const submit = (sent: Record<string, unknown>, sign: string) =>
  fixture.database.transaction((session) => {
    const body = withdrawRoutes.submit.body?.parse(sent) as never;
    const proof = { sign, text: JSON.stringify(sent) };
    return checkWithdrawal(session, { caller: person.caller, body, proof }, fixture);
  });

const withdraw = async (sent: Record<string, unknown>) =>
  submit(sent, await fixture.prove(person, 'withdraw', JSON.stringify(sent)));

test('nobody is mailed a code for what cannot be done', async () => {
  fixture.mails.length = 0;
  for (const [changes, word] of [
    [{ coinId: COINS.odd, amount: '0.000001' }, 'network_suspended'],
    [{ amount: '40000' }, 'withdraw_day_limit'],
    [{ amount: '2000' }, 'travel_rule_needed'],
    [{ memo: '1' }, 'memo_wrong'],
  ] as const) {
    expect(await wordOf(beginProof(ask(changes)))).toBe(word);
  }
  fixture.balances.set(person.ownerId, []);
  expect(await wordOf(beginProof(ask()))).toBe('withdraw_balance_low');
  expect(fixture.mails).toEqual([]);
  person = await fixture.addRich();
  await withdraw(ask());
  expect(fixture.mails).toHaveLength(1);
});

test('a payee is an address with its memo', async () => {
  const { owner } = fixture.test;
  const of = { networkId: NETWORKS.memo, coinId: COINS.eth, amount: '0.1' };
  const [{ saved_id: addressId }] = await owner.query<{ saved_id: number }>(
    `INSERT INTO withdraw_addresses (owner_id, network_id, address, memo, saved_at_ms, usable_at_ms)
     VALUES ($1, $2, $3, '7', 1, 1) RETURNING saved_id`,
    [person.ownerId, NETWORKS.memo, ADDRESSES.other],
  );
  const saved = { ...of, address: undefined, addressId };
  expect(await wordOf(beginProof(ask({ ...saved, memo: '8' })))).toBe('memo_wrong');
  expect(await wordOf(submit(ask({ ...saved, memo: '8' }), ''))).toBe('memo_wrong');
  expect(await withdraw(ask(saved))).toMatchObject({
    address: ADDRESSES.other,
    memo: '7',
    savedId: addressId,
    isAddressNew: true,
  });
  expect(await withdraw(ask({ ...saved, memo: '7' }))).toMatchObject({ memo: '7' });
  await owner.execute(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address, memo,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       take_intent_id, end_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, 'before', '', 2, $2, $3, '7', 1, 1, 0, 1, 1, 1, 'complete', 1, 2, 1, 1)`,
    [person.ownerId, NETWORKS.memo, ADDRESSES.other],
  );
  await owner.execute('DELETE FROM withdraw_addresses');
  // Paid before with another memo: somebody else, of whom a mail asks.
  for (const [memo, isAddressNew] of [
    ['7', false],
    ['8', true],
  ] as const) {
    expect(await withdraw(ask({ ...of, memo }))).toMatchObject({
      isAddressNew,
      proof: { hadMailCode: isAddressNew },
    });
  }
});

test('of a frozen account it is said that nothing may be withdrawn, and why', async () => {
  const check = (cause: string | null) =>
    readCheck(
      {
        ...fixture,
        people: { ...fixture, readFreeze: () => cause },
      } as unknown as TermsParts,
      person.ownerId,
      COINS.usdt,
    );
  expect(await check(null)).toMatchObject({ isAllowed: true, reasons: [] });
  const reasons = [{ word: 'account_frozen', untilMs: 0 }];
  expect(await check('owner')).toMatchObject({ isAllowed: false, reasons });
});
