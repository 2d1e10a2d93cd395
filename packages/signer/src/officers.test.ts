import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashAct, hashPayment } from './canonical.ts';
import { hashPolicy, type Policy } from './policy.ts';
import type { Approval } from './shapes.ts';
import { makeOfficer } from './testing/officer.ts';
import {
  HOT,
  makeEvmRequest,
  makeTestFolder,
  openSigner,
  PAYEE,
  policy,
  TOKEN,
} from './testing/folder.ts';

const ann = makeOfficer('ann', 'ES256');
const ben = makeOfficer('ben', 'EdDSA');
const cleo = makeOfficer('cleo', 'ES256', false);
const stranger = makeOfficer('ann', 'ES256');

const withOfficers: Policy = {
  ...policy,
  officers: [ann.entry, ben.entry, cleo.entry],
};

const raw = '20000000000';
const payment = { paymentId: 'big', network: 1, token: TOKEN, to: PAYEE, raw };
const hash = hashPayment(payment);
const request = (approvals: Approval[], change: object = {}) => ({
  ...makeEvmRequest({ outputs: [{ paymentId: 'big', to: PAYEE, raw }] }),
  approvals: approvals.map((one) => ({ paymentId: 'big', ...one })),
  ...change,
});

let folder: Awaited<ReturnType<typeof makeTestFolder>>;
let signer: Awaited<ReturnType<typeof openSigner>>;
beforeAll(async () => {
  folder = await makeTestFolder(withOfficers);
  signer = await openSigner(folder.folder);
});
afterAll(() => {
  signer.close();
  folder.remove();
});

async function readSequence(): Promise<number> {
  return (await signer.call('status', {})).sequence;
}

describe('a payment above the threshold', () => {
  it.each([
    ['no approval', () => [], 'approval_missing'],
    ['one', () => [ann.approve(hash)], 'approval_missing'],
    ['one officer twice', () => [ann.approve(hash), ann.approve(hash)], 'approval_missing'],
    ['a forged one', () => [ben.approve(hash), stranger.approve(hash)], 'approval_invalid!'],
    [
      'one of another payment',
      () => [ben.approve(hash), ann.approve(hashPayment({ ...payment, raw: '1' }))],
      'approval_invalid!',
    ],
    [
      'one of an act',
      () => [ben.approve(hash), ann.approve(hashAct({ act: 'freeze', sequence: 1 }))],
      'approval_invalid!',
    ],
    [
      'one of another site',
      () => [ben.approve(hash), ann.approve(hash, { origin: 'https://example.org' })],
      'approval_invalid!',
    ],
    [
      'one of another name',
      () => [ben.approve(hash), ann.approve(hash, { rpId: 'example.org' })],
      'approval_invalid!',
    ],
    [
      'one without its person verified',
      () => [ben.approve(hash), ann.approve(hash, { flags: 0x01 })],
      'approval_invalid!',
    ],
    [
      'one from an enrolment',
      () => [ben.approve(hash), ann.approve(hash, { type: 'webauthn.create' })],
      'approval_invalid!',
    ],
    [
      'one from a foreign frame',
      () => [ben.approve(hash), ann.approve(hash, { isCrossOrigin: true })],
      'approval_invalid!',
    ],
    [
      'one of nobody',
      () => [ben.approve(hash), { ...ann.approve(hash), officerId: 'dan' }],
      'approval_invalid!',
    ],
  ])('is not signed with %s', async (_, approvals, code) => {
    expect(await signer.refusal('sign', request(approvals()))).toBe(code);
  });

  it('is signed with two officers, and bumped without them', async () => {
    const approved = request([ann.approve(hash), ben.approve(hash)]);
    const first = await signer.call('sign', approved);
    expect(await signer.call('sign', approved)).toEqual(first);
    const fees = {
      gasLimit: 65_000,
      maxFeePerGas: '22500000000',
      maxPriorityFeePerGas: '1125000000',
    };
    const bump = request([], { requestId: 'r1', kind: 'bump', fees });
    expect(await signer.refusal('sign', bump)).toBe('done');
  });

  it('is not signed with a sign counter that was there before, a restart or not', async () => {
    const other = { ...payment, paymentId: 'again' };
    const again = (...approvals: ReturnType<typeof ann.approve>[]) => ({
      ...makeEvmRequest({ requestId: 'r2', nonce: 1 }),
      outputs: [{ paymentId: 'again', to: PAYEE, raw }],
      approvals: approvals.map((one) => ({ paymentId: 'again', ...one })),
    });
    const copied = ann.approve(hashPayment(other), { counter: 1 });
    const reopened = await openSigner(folder.folder);
    expect(await reopened.refusal('sign', again(copied, ben.approve(hashPayment(other))))).toBe(
      'approval_invalid!',
    );
    reopened.close();
    const fresh = again(ann.approve(hashPayment(other)), cleo.approve(hashPayment(other)));
    expect(await signer.refusal('sign', fresh)).toBe('done');
  });
});

describe('acts of officers', () => {
  const small = (number: number) =>
    makeEvmRequest({
      requestId: `s${number}`,
      nonce: number,
      outputs: [{ paymentId: `s${number}`, to: PAYEE, raw: '1' }],
    });
  const nextNonces = [{ network: 1, address: HOT, nonce: 7 }];

  it('freeze by one, over restarts, and thaw by two with the next nonces', async () => {
    const freeze = hashAct({ act: 'freeze', sequence: await readSequence() });
    expect(await signer.refusal('freeze', { approvals: [] })).toBe('approval_missing');
    const status = await signer.call('freeze', { approvals: [cleo.approve(freeze)] });
    expect(status).toMatchObject({ isFrozen: true, reasons: ['officer'] });
    signer.close();
    signer = await openSigner(folder.folder);
    expect(await signer.refusal('sign', small(2))).toBe('frozen');
    // What was signed before is not given out either.
    expect(await signer.refusal('sign', request([]))).toBe('frozen');

    const sequence = await readSequence();
    const thaw = hashAct({ act: 'thaw', sequence, nextNonces });
    const one = { nextNonces, approvals: [ann.approve(thaw)] };
    expect(await signer.refusal('thaw', one)).toBe('approval_missing');
    const moved = [{ network: 1, address: HOT, nonce: 0 }];
    const approvals = [ann.approve(thaw), cleo.approve(thaw)];
    expect(await signer.refusal('thaw', { nextNonces: moved, approvals })).toBe(
      'approval_invalid!',
    );
    expect(await signer.refusal('thaw', { nextNonces, approvals })).toBe('done');
    expect(await signer.refusal('thaw', { nextNonces, approvals })).toBe('approval_invalid!');
    expect(await signer.refusal('sign', small(2))).toBe('nonce_foreign!');
    expect(await signer.refusal('sign', small(7))).toBe('done');
  });

  it('are told in the words of the signer what they sign, with its hash', async () => {
    const sequence = await readSequence();
    const asked = { act: 'thaw', nextNonces } as const;
    const thaw = await signer.call('describeAct', asked);
    expect(thaw.hash).toBe(hashAct({ ...asked, sequence }));
    expect(thaw.text).toContain(`next nonce 7 of ${HOT} on network 1`);
    const other = structuredClone(withOfficers);
    Object.assign(other.networks[0]?.assets[1] ?? {}, { approveAboveRaw: '50000000000' });
    other.officers.push(makeOfficer('dan', 'ES256').entry);
    const change = await signer.call('describeAct', { act: 'policy', policy: other });
    const policyHash = hashPolicy(other);
    expect(change.hash).toBe(hashAct({ act: 'policy', sequence, policyHash }));
    const place = `network 1 asset ${TOKEN} approveAboveRaw`;
    expect(change.text.split('\n').slice(2)).toEqual([
      `${place}: 10000000000 -> 50000000000`,
      expect.stringMatching(/^officer dan: none -> [0-9A-F ]{24}$/),
      `hash ${change.hash}`,
    ]);
    expect(change.signature).not.toBe(thaw.signature);
    expect((await signer.call('readPolicy', {})).officers).toEqual(withOfficers.officers);
  });

  it('change the policy by two, and what it says holds at once', async () => {
    const looser = structuredClone(withOfficers);
    Object.assign(looser.networks[0]?.assets[1] ?? {}, { approveAboveRaw: '50000000000' });
    const sequence = await readSequence();
    const act = hashAct({ act: 'policy', sequence, policyHash: hashPolicy(looser) });
    const approvals = [ann.approve(act), ben.approve(act)];
    const [first] = approvals;
    expect(await signer.refusal('policy', { policy: looser, approvals: [first] })).toBe(
      'approval_missing',
    );
    expect(await signer.refusal('policy', { policy: withOfficers, approvals })).toBe(
      'approval_invalid!',
    );
    const alone = { ...looser, officers: [] };
    expect(await signer.refusal('policy', { policy: alone, approvals })).toBe('officers_missing');
    expect(await signer.refusal('policy', { policy: { ...looser, caps: 1 }, approvals })).toBe(
      'shape_invalid',
    );
    const changed = await signer.call('policy', { policy: looser, approvals });
    expect(changed.policyHash).toBe(hashPolicy(looser));
    const big = { ...small(8), outputs: [{ paymentId: 'b8', to: PAYEE, raw }] };
    expect(await signer.refusal('sign', big)).toBe('done');
  });

  it('are needed again when the policy file was changed by hand', async () => {
    const path = join(folder.folder, 'policy.json');
    writeFileSync(path, JSON.stringify({ ...withOfficers, officers: [] }));
    signer.close();
    signer = await openSigner(folder.folder);
    expect(signer.hello).toMatchObject({ result: { isFrozen: true, reasons: ['policy_unknown'] } });
    const thaw = hashAct({ act: 'thaw', sequence: await readSequence(), nextNonces: [] });
    const approvals = [ann.approve(thaw), cleo.approve(thaw)];
    expect((await signer.call('thaw', { nextNonces: [], approvals })).isFrozen).toBe(false);
    signer.close();
    signer = await openSigner(folder.folder);
    expect(signer.hello).toMatchObject({ result: { isFrozen: false } });
  });

  it('are needed again when the log is shorter than what custody has seen', async () => {
    const { head } = await signer.answer('status', {});
    signer.close();
    signer = await openSigner(folder.folder, { head: { ...head, length: head.length + 1 } });
    expect(signer.hello).toMatchObject({ result: { isFrozen: true, reasons: ['log_shorter'] } });
    signer.close();
    signer = await openSigner(folder.folder, { head });
    expect(await signer.refusal('sign', small(9))).toBe('frozen');
    const thaw = hashAct({ act: 'thaw', sequence: await readSequence(), nextNonces: [] });
    const approvals = [ann.approve(thaw), ben.approve(thaw)];
    expect((await signer.call('thaw', { nextNonces: [], approvals })).isFrozen).toBe(false);
  });

  it('do not help while the file of the host is there', async () => {
    const path = join(folder.folder, 'freeze');
    writeFileSync(path, '');
    // Any call sees it: taken away before a payment came, it still needs officers.
    expect(await signer.call('status', {})).toMatchObject({ isFrozen: true, reasons: ['host'] });
    expect(await signer.refusal('sign', small(9))).toBe('frozen');
    const thaw = hashAct({ act: 'thaw', sequence: await readSequence(), nextNonces: [] });
    const body = { nextNonces: [], approvals: [ann.approve(thaw), ben.approve(thaw)] };
    expect(await signer.refusal('thaw', body)).toBe('frozen');
    rmSync(path);
    expect(await signer.refusal('sign', small(9))).toBe('frozen');
    expect(await signer.refusal('thaw', body)).toBe('done');
    expect(await signer.refusal('sign', small(9))).toBe('done');
  });
});
