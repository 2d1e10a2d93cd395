import { addressBookRoutes, withdrawRoutes } from '@isobath/wire';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../migrations.ts';
import type { Session } from '../db/index.ts';
import { callAs, type Proving, startProofs } from './testing.ts';

let fixture: Awaited<ReturnType<typeof startProofs>>;
let person: Proving;
let isMailCodeNeeded = false;

const TEXT = JSON.stringify({
  coinId: 2,
  networkId: 1,
  address: 'x',
  amount: '1.5',
  clientId: 'a',
});

beforeAll(async () => {
  fixture = await startProofs(migrations);
  fixture.proofs.offer('withdraw', {
    route: withdrawRoutes.submit,
    describe: async ({ amount, address = '' }) => ({
      coin: 'ETH',
      amount,
      address,
      isMailCodeNeeded,
    }),
  });
  fixture.proofs.offer('address_remove', {
    route: addressBookRoutes.remove,
    describe: async ({ id }) => ({ address: `row ${id}`, isMailCodeNeeded: false }),
  });
});
afterAll(() => fixture?.test.stop());
beforeEach(async () => {
  isMailCodeNeeded = false;
  person = await fixture.addPerson();
});

const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );

/** Use a proof up as a product does, in a transaction. */
const take = (sign: string, call: { text?: string; caller?: Proving['caller'] } = {}) => {
  const { text = TEXT, caller = person.caller } = call;
  return wordOf(
    fixture.database.transaction((session) =>
      fixture.proofs.take(session, { caller, proof: { sign, text } }, 'withdraw'),
    ),
  );
};

test('a proof is used once, and its factor stands in the audit chain', async () => {
  const proof = await fixture.prove(person, 'withdraw', TEXT);
  expect(Buffer.from(proof, 'base64url')).toHaveLength(32);
  expect(await take(proof)).toBe('ok');
  expect(await take(proof)).toBe('proof_needed');
  const [act] = await fixture.audit.list({ userId: person.ownerId, limit: 1 });
  expect(act).toMatchObject({ action: 'user_proof_given', operatorId: 0 });
  expect(JSON.parse(act.detail)).toEqual({
    action: 'withdraw',
    factor: 'totp',
    hadMailCode: false,
    textHash: createHash('sha256').update(TEXT).digest('hex'),
  });
});

test('neither proof nor code stands in the tables in plain', async () => {
  isMailCodeNeeded = true;
  const proof = await fixture.prove(person, 'withdraw', TEXT);
  const sql = 'SELECT * FROM bound_proofs WHERE owner_id = $1';
  const kept = JSON.stringify(await fixture.database.query(sql, [person.ownerId]));
  expect(kept).not.toContain(proof);
  expect(kept).not.toContain(fixture.mails.at(-1)?.['code']);
});

test.each([
  ['of another session', () => ({ caller: callAs(person.ownerId, 7) })],
  ['of another person', () => ({ caller: callAs(7, person.caller.sessionId) })],
  ['for another body', () => ({ text: TEXT.replace('1.5', '1.6') })],
  ['for the same fields written otherwise', () => ({ text: `${TEXT} ` })],
  ['of a program’s key', () => ({ caller: { ...person.caller, signed: { deadlineMs: 0 } } })],
])('a proof %s is refused and stays unused', async (_what, otherwise) => {
  const proof = await fixture.prove(person, 'withdraw', TEXT);
  expect(await take(proof, otherwise())).toBe('proof_needed');
  expect(await take(proof)).toBe('ok');
});

test('a proof of another action, or none at all, is refused', async () => {
  const proof = await fixture.prove(person, 'address_remove', 'id=5');
  expect(await take(proof, { text: 'id=5' })).toBe('proof_needed');
  expect(await take('')).toBe('proof_needed');
  expect(await take('never given')).toBe('proof_needed');
});

test('a proof is good for 120 seconds, and not one more', async () => {
  const late = await fixture.prove(person, 'withdraw', TEXT);
  const good = await fixture.prove(person, 'withdraw', TEXT);
  fixture.clock.nowMs += 119_999;
  expect(await take(late)).toBe('proof_needed');
  expect(await take(good)).toBe('ok');
  const over = await fixture.prove(person, 'withdraw', TEXT);
  fixture.clock.nowMs += 120_000;
  expect(await take(over)).toBe('proof_needed');
});

test('of two that use a proof at once one does', async () => {
  const proof = await fixture.prove(person, 'withdraw', TEXT);
  const words = await Promise.all([take(proof), take(proof), take(proof)]);
  expect(words.toSorted()).toEqual(['ok', 'proof_needed', 'proof_needed']);
});

test('a proof is used up only when the product commits', async () => {
  const proof = await fixture.prove(person, 'withdraw', TEXT);
  const call = { caller: person.caller, proof: { sign: proof, text: TEXT } };
  const work = async (session: Session) => {
    await fixture.proofs.take(session, call, 'withdraw');
    throw new Error('the row did not fit');
  };
  await expect(fixture.database.transaction(work)).rejects.toThrow('did not fit');
  expect(await take(proof)).toBe('ok');
});

test('one factor gives one proof, also when it is given twice at once', async () => {
  const begun = await fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller);
  const given = { proofId: begun.proofId, totp: fixture.showTotp() };
  const words = await Promise.all([
    wordOf(fixture.proofs.finish(given, person.caller)),
    wordOf(fixture.proofs.finish(given, person.caller)),
  ]);
  expect(words.filter((word) => word === 'ok')).toHaveLength(1);
});

test('a code of an authenticator counts once, for whichever proof', async () => {
  const begin = () => fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller);
  const [one, two] = [await begin(), await begin()];
  const totp = fixture.showTotp();
  const finish = (proofId: string) =>
    wordOf(fixture.proofs.finish({ proofId, totp }, person.caller));
  expect(await finish(one.proofId)).toBe('ok');
  expect(await finish(two.proofId)).toBe('code_wrong');
});

test('wrong codes are counted: five of a proof, ten of a person in an hour', async () => {
  const begin = async () =>
    (await fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller)).proofId;
  const guess = (proofId: string) =>
    wordOf(fixture.proofs.finish({ proofId, totp: '000000' }, person.caller));
  const first = await begin();
  for (let at = 0; at < 5; at += 1) expect(await guess(first)).toBe('code_wrong');
  expect(await guess(first)).toBe('proof_needed');
  const second = await begin();
  const words = await Promise.all(Array.from({ length: 8 }, () => guess(second)));
  expect(words.filter((word) => word === 'code_wrong')).toHaveLength(5);
  const third = await begin();
  const right = { proofId: third, totp: fixture.showTotp() };
  expect(await wordOf(fixture.proofs.finish(right, person.caller))).toBe('locked');
  fixture.clock.nowMs += 3_600_001;
  const later = { proofId: await begin(), totp: fixture.showTotp() };
  expect(await wordOf(fixture.proofs.finish(later, person.caller))).toBe('ok');
});

test('a code of the mail is asked for too, and a wrong one spends no factor', async () => {
  isMailCodeNeeded = true;
  const begun = await fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller);
  expect(begun).toMatchObject({ factors: ['totp'], isMailCodeNeeded: true, passkey: null });
  const mail = fixture.mails.at(-1);
  expect(mail).toMatchObject({
    kind: 'proof_code',
    email: `${person.ownerId}@example.com`,
    act: 'withdraw 1.5 ETH x',
  });
  const totp = fixture.showTotp();
  const finish = (mailCode?: string) =>
    wordOf(fixture.proofs.finish({ proofId: begun.proofId, totp, mailCode }, person.caller));
  expect(await finish()).toBe('code_wrong');
  expect(await finish(mail?.['code'] === '000000' ? '000001' : '000000')).toBe('code_wrong');
  expect(await finish(mail?.['code'])).toBe('ok');
});

test('a passkey signs the hash of the text, once', async () => {
  const sign = await fixture.addPasskey(person.ownerId);
  const begin = () => fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller);
  const [one, two] = [await begin(), await begin()];
  expect(one.factors).toEqual(['totp', 'passkey']);
  const { challenge } = one.passkey as { challenge: string };
  const hash = createHash('sha256').update(TEXT).digest('hex');
  expect(Buffer.from(challenge, 'base64url').toString('hex')).toContain(hash);
  const passkey = sign(challenge);
  const finish = (proofId: string) => fixture.proofs.finish({ proofId, passkey }, person.caller);
  expect(await wordOf(finish(two.proofId))).toBe('passkey_wrong');
  const { proof } = await finish(one.proofId);
  expect(await take(proof)).toBe('ok');
  expect(await wordOf(finish(one.proofId))).toBe('proof_needed');
});

test('a passkey of somebody else is wrong', async () => {
  const stranger = await fixture.addPerson();
  const sign = await fixture.addPasskey(stranger.ownerId);
  const begun = await fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller);
  expect(begun.passkey).toBeNull();
  const passkey = sign(Buffer.from(begun.proofId, 'base64url').toString('base64url'));
  const given = { proofId: begun.proofId, passkey };
  expect(await wordOf(fixture.proofs.finish(given, person.caller))).toBe('passkey_wrong');
});

test('without a second factor nothing is begun', async () => {
  const { caller } = await fixture.addPerson({ hasTotp: false });
  const begin = fixture.proofs.begin({ action: 'withdraw', body: TEXT }, caller);
  expect(await wordOf(begin)).toBe('second_factor_missing');
});

test.each([
  ['withdraw', '{'],
  ['withdraw', '{}'],
  ['withdraw', 'amount=1'],
  ['address_remove', 'id=none'],
  ['pay', TEXT],
] as const)('a text that %s does not take is refused: %s', async (action, body) => {
  expect(await wordOf(fixture.proofs.begin({ action, body }, person.caller))).toBe('invalid');
});

test('a proof that was begun elsewhere, or long ago, takes no factor', async () => {
  const begin = () => fixture.proofs.begin({ action: 'withdraw', body: TEXT }, person.caller);
  const begun = await begin();
  const finish = (caller: Proving['caller']) =>
    wordOf(fixture.proofs.finish({ proofId: begun.proofId, totp: fixture.showTotp() }, caller));
  expect(await finish(callAs(person.ownerId, 9))).toBe('proof_needed');
  fixture.clock.nowMs += 10 * 60_000;
  expect(await finish(person.caller)).toBe('proof_needed');
});

test('the link of a mail freezes whom it was written to, for a week', async () => {
  const link = await fixture.freezeLinks.make({ ownerId: person.ownerId, locale: 'de_DE' });
  const { pathname, hash } = new URL(link);
  expect(pathname).toBe('/de_DE/freeze');
  expect(await fixture.freezeLinks.read(hash.slice(1))).toBe(person.ownerId);
  expect(await fixture.freezeLinks.read('another')).toBeUndefined();
  fixture.clock.nowMs += 7 * 86_400_000;
  expect(await fixture.freezeLinks.read(hash.slice(1))).toBeUndefined();
});
