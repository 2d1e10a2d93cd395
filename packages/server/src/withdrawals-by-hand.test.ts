// An old database was put back beside a signer that went on: what it has signed since is not paid
// twice, and nothing is given back that may have been paid. On a real node, with the real signer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveWithdrawal, releaseWithdrawal } from './base/custody/index.ts';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { createNamingWorks } from './products/capital/desk/namings.ts';
import { localNetworks } from './sandbox/chains/networks.ts';
import type { SenderFixture } from './testing/sender-fixture.ts';
import { type SenderSteps, startFundedSender } from './testing/sender-steps.ts';

let fixture: SenderFixture;
let steps: SenderSteps;

beforeAll(async () => {
  ({ fixture, steps } = await startFundedSender());
});
afterAll(() => fixture?.stop());

const readStops = () =>
  fixture.database.query<{ asset_id: number; sending_stop: string }>(
    `SELECT asset_id, sending_stop FROM network_assets WHERE network_id = $1 ORDER BY asset_id`,
    [localNetworks.evm],
  );
const openAgain = () => fixture.owner.execute(`UPDATE network_assets SET sending_stop = ''`);
const setNonce = (nonce: number) =>
  fixture.owner.execute('UPDATE chain_nonces SET next_nonce = $1 WHERE network_id = $2', [
    nonce,
    localNetworks.evm,
  ]);
async function forget(nonce: number): Promise<void> {
  const change = 'UPDATE chain_sends SET nonce = nonce + 9000 WHERE nonce = $1 AND network_id = $2';
  await fixture.owner.execute(change, [nonce, localNetworks.evm]);
}
/** As in a backup from before it was signed. */
async function forgetPayment(withdrawalId: number): Promise<void> {
  const { owner } = fixture;
  const rows = await owner.query<{ send_id: number }>(
    'DELETE FROM chain_send_payments WHERE withdrawal_id = $1 RETURNING send_id',
    [withdrawalId],
  );
  const sendIds = rows.map(({ send_id: sendId }) => sendId);
  await owner.execute('DELETE FROM chain_sends WHERE send_id = ANY ($1::bigint[])', [sendIds]);
  await owner.execute(
    `UPDATE withdrawals SET state = 'queued', family = '', request_id = '', tx_hash = ''
     WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
}
async function readNonce(): Promise<number> {
  const [row] = await fixture.database.query<{ next_nonce: number }>(
    'SELECT next_nonce FROM chain_nonces WHERE network_id = $1',
    [localNetworks.evm],
  );
  return row?.next_nonce ?? 0;
}
const giveBack = (withdrawalId: number) =>
  fixture.database.transaction((session) =>
    releaseWithdrawal(session, fixture.money.intents, {
      withdrawalId,
      to: 'cancelled',
      nowMs: Date.now(),
    }),
  );
async function letPass(withdrawalId: number): Promise<void> {
  const step = { withdrawalId, to: 'queued', from: ['review'], nowMs: Date.now() } as const;
  expect(await fixture.database.transaction((session) => moveWithdrawal(session, step))).toBe(true);
}
async function lookTwice(): Promise<void> {
  await fixture.look();
  await fixture.look();
}

test('a number that the signer has used goes to review, stops the rest, is paid', async () => {
  const person = await fixture.openPerson({ USDT: 200n });
  const to = steps.newAddress();
  const asked = { person, coin: 'USDT', units: steps.units('USDT', 1_000), to } as const;
  const paid = await fixture.ask(asked);
  await steps.settle([paid]);
  const next = await readNonce();
  await forget(next - 1);
  await setNonce(next - 1);
  const first = await fixture.ask(asked);
  await lookTwice();
  const second = await fixture.ask(asked);
  await lookTwice();
  expect(await fixture.stateOf(first)).toMatchObject({
    state: 'review',
    reasons: ['signer_nonce_foreign'],
  });
  expect(await fixture.stateOf(second)).toMatchObject({ state: 'queued', reasons: [] });
  for (const row of await readStops()) expect(row.sending_stop).toBe('numbers_foreign');
  // It may have been paid in the time that was forgotten.
  expect(await giveBack(first)).toBe(false);
  // Two officers thawed the signer and the network was opened.
  await setNonce(next);
  await openAgain();
  await letPass(first);
  await steps.settle([first, second]);
  expect(await steps.readTokens(to)).toBe(30_000_000n);
  await steps.expectNoDifference();
});

test('a payment that the database forgot is settled by the named transaction', async () => {
  const person = await fixture.openPerson({ USDT: 200n });
  const to = steps.newAddress();
  const asked = { person, coin: 'USDT', units: steps.units('USDT', 1_000), to } as const;
  const id = await fixture.ask(asked);
  while ((await fixture.stateOf(id)).state !== 'sent') await fixture.look();
  const { tx_hash: txHash } = await fixture.stateOf(id);
  await forgetPayment(id);
  await lookTwice();
  expect(await fixture.stateOf(id)).toMatchObject({
    state: 'review',
    reasons: ['signer_payment_bound'],
  });
  expect(await giveBack(id)).toBe(false);
  const { database, folder } = fixture.money;
  const readNowMs = () => Date.now();
  const audit = createAuditLog(database, {
    key: makeAuditKey('0'.repeat(64)),
    dataFolder: folder,
    readNowMs,
  });
  const work = createNamingWorks({ audit, readNowMs })['withdrawal.name'];
  const agreed = { approvalId: 1, actor: { operatorId: 1, sessionId: 1 }, madeAtMs: 0 };
  const name = (hash: string) => work?.execute({ withdrawalId: id, txHash: hash }, agreed);
  await name(`0x${'ab'.repeat(32)}`);
  await lookTwice();
  expect(await database.query('SELECT state, outcome FROM withdrawal_namings')).toEqual([
    { state: 'refused', outcome: 'other_transaction' },
  ]);
  expect(await fixture.stateOf(id)).toMatchObject({ state: 'review' });
  await name(txHash);
  await openAgain();
  await steps.settle([id]);
  expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete', tx_hash: txHash });
  expect(await steps.readTokens(to)).toBe(10_000_000n);
  expect(steps.unitsOf(person.outgoingId, 52)).toBe(0n);
  // While it was forgotten chain and books differed, and said so.
  await fixture.owner.execute('DELETE FROM chain_differences');
  await steps.expectNoDifference();
});
