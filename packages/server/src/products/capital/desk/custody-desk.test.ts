// What the back office reads of custody, from rows as custody leaves them: one deposit and one
// withdrawal whole, wallets with their terms, transactions under way, alarms, locks.
import {
  custodyDeskRoutes,
  type DeskDepositWhole,
  type DeskSend,
  type DeskWithdrawalWhole,
  type RouteAnswer,
} from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteSecurityChange } from '../../../base/credentials/index.ts';
import type { SqlValue } from '../../../base/db/index.ts';
import type { CallContext, RouteHandler } from '../../../base/product/index.ts';
import { ADDRESSES, COINS, NETWORKS, startMoneyOut, wordOf } from '../book/testing.ts';
import { createWalletDesk } from './wallets.ts';
import { createWholeDesk } from './whole.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let handlers: RouteHandler[];
let ownerId: number;
let nowMs: number;

type Name = keyof typeof custodyDeskRoutes;

/** Call it as the edge does; the answer keeps its shape. */
async function ask<TName extends Name>(
  name: TName,
  query: object = {},
): Promise<RouteAnswer<(typeof custodyDeskRoutes)[TName]>> {
  const route = custodyDeskRoutes[name];
  const handler = handlers.find((one) => one.route === route);
  if (handler === undefined) throw new Error(`${name} is not served`);
  const parsed = 'query' in route ? route.query.parse(query) : {};
  const answer = await handler.handle({ query: parsed } as CallContext);
  return route.answer.parse(answer) as RouteAnswer<(typeof custodyDeskRoutes)[TName]>;
}

const insert = async (text: string, values: readonly SqlValue[]) =>
  ((await fixture.test.owner.query<{ id: number }>(text, values))[0] as { id: number }).id;

let intents = 0;
function addDeposit(change: { status: number; reason?: string; vanishedAtMs?: number }) {
  intents += 1;
  const isLost = change.vanishedAtMs !== undefined;
  return insert(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address,
       from_address, block_hash, height, raw, units, status, reason, needed, intent_id, seen_at_ms,
       credited_at_ms, vanished_at_ms, held_in)
     VALUES ($1, $2, 'log:0', 'chain', $3, $4, $5, $6, $7, $8, 2500000, 250000000, $9, $10, 12, $11,
       $12, $12, $13, 'suspense') RETURNING deposit_id AS id`,
    [
      NETWORKS.evm,
      `0x${String(intents).padStart(64, '0')}`,
      ownerId,
      COINS.usdt,
      ADDRESSES.deposit,
      ADDRESSES.other,
      isLost ? null : '0xb10c',
      isLost ? null : 90,
      change.status,
      change.reason ?? '',
      intents,
      nowMs - HOUR_MS,
      change.vanishedAtMs ?? 0,
    ],
  );
}

async function addWithdrawal(state: string, change: { address?: string; atMs?: number } = {}) {
  intents += 1;
  const atMs = change.atMs ?? nowMs;
  const id = await insert(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       family, take_intent_id, end_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, $2, '\\x00', $3, $4, $5, 10000000000, 10100000000, 100000000, 10000000000,
       100000000, 10000000000, $6, 'f1', $7::bigint, $7::bigint + 1000, $8, $8)
     RETURNING withdrawal_id AS id`,
    [
      ownerId,
      `d${intents}`,
      COINS.usdt,
      NETWORKS.evm,
      change.address ?? ADDRESSES.other,
      state,
      intents,
      atMs,
    ],
  );
  await fixture.test.owner.execute(
    `INSERT INTO withdrawal_steps (withdrawal_id, word, at_ms) VALUES ($1, 'requested', $2::bigint),
       ($1, $3, $2::bigint + 1)`,
    [id, atMs, state],
  );
  return id;
}

async function addSend(withdrawalId: number, member: number, state: string) {
  const name = `r${withdrawalId}-${member}`;
  const id = await insert(
    `INSERT INTO chain_sends (network_id, kind, request_id, family, member, body, from_address,
       nonce, raw, txid, fee_raw, state, made_at_ms, sent_at_ms)
     VALUES ($1, $2, $3, $6, $4, '{}', 'hot', 7, '0x00', $3, 2100000000000000, $5, $7, $7)
     RETURNING send_id AS id`,
    [
      NETWORKS.evm,
      member === 0 ? 'withdraw' : 'bump',
      name,
      member,
      state,
      `f${withdrawalId}`,
      nowMs - 2 * HOUR_MS,
    ],
  );
  await fixture.test.owner.execute('INSERT INTO chain_send_payments VALUES ($1, $2)', [
    id,
    withdrawalId,
  ]);
}

beforeAll(async () => {
  fixture = await startMoneyOut();
  ({ ownerId } = await fixture.addRich());
  ({ nowMs } = fixture.clock);
  handlers = [...createWholeDesk(fixture), ...createWalletDesk(fixture)];
  await fixture.test.owner.execute(
    `INSERT INTO chain_cursor (network_id, height, hash, head_height) VALUES (1, 100, '0xaa', 101)`,
  );
});
afterAll(() => fixture?.test.stop());

test('a deposit shows its chain, where its money is, and the request that waits', async () => {
  const depositId = await addDeposit({ status: 11, reason: 'screening' });
  await insert(
    `INSERT INTO approvals (kind, payload, payload_hash, reason, made_by, expires_at)
     VALUES ('deposit.release', $1, '\\x00', 'looked at', 5, $2) RETURNING approval_id AS id`,
    [JSON.stringify({ depositId }), new Date(nowMs + DAY_MS)],
  );
  const shown: DeskDepositWhole = await ask('viewDeposit', { depositId: String(depositId) });
  expect(shown).toMatchObject({
    depositId,
    ownerId,
    network: 'Chain',
    coin: 'USDT',
    amount: '2.500000',
    credited: '2.50000000',
    fromAddress: ADDRESSES.other,
    height: 90,
    headHeight: 101,
    needed: 12,
    heldIn: 'suspense',
    lossAt: 0,
  });
  expect(shown.approvalId).toBeGreaterThan(0);
});

test('one that vanished can be written off a day later', async () => {
  const depositId = await addDeposit({ status: 3, vanishedAtMs: nowMs - HOUR_MS });
  const shown = await ask('viewDeposit', { depositId: String(depositId) });
  expect(shown).toMatchObject({ blockHash: '', lossAt: nowMs - HOUR_MS + DAY_MS, approvalId: 0 });
});

test('a withdrawal shows its way, its transactions, and what its owner did before', async () => {
  await addWithdrawal('complete', { atMs: nowMs - 40 * DAY_MS });
  await addWithdrawal('complete', { address: ADDRESSES.evm, atMs: nowMs - 2 * HOUR_MS });
  const withdrawalId = await addWithdrawal('sent');
  await addSend(withdrawalId, 0, 'replaced');
  await addSend(withdrawalId, 1, 'sent');
  const shown: DeskWithdrawalWhole = await ask('viewWithdrawal', {
    withdrawalId: String(withdrawalId),
  });
  expect(shown.steps.map(({ word }) => word)).toEqual(['requested', 'sent']);
  expect(shown.sends).toMatchObject([
    { kind: 'withdraw', member: 0, nonce: 7, fee: '0.002100000000000000', feeCoin: 'ETH' },
    { kind: 'bump', member: 1, state: 'sent', withdrawalIds: [withdrawalId] },
  ]);
  expect(shown.owner).toMatchObject({
    completeCount: 2,
    toAddressCount: 1,
    dayAddressesCount: 2,
    monthValue: '200.00000000',
  });
  const open: DeskSend[] = await ask('listSends');
  expect(open.map(({ member, state }) => [member, state])).toEqual([[1, 'sent']]);
});

test('a wallet has its levels, all terms of the comparison, what was signed of it', async () => {
  const terms = { gas: '0', holdings: '512500000', books: '510000000', seen: '2500000' };
  await fixture.test.owner.execute(
    `INSERT INTO chain_recons (network_id, asset_id, height, block_hash, terms, difference, at_ms,
       hot_raw, hot_level) VALUES (1, 1, 100, '0xaa', $1, 0, $2, 400000000, 'good')`,
    [JSON.stringify(terms), nowMs],
  );
  await fixture.test.owner.execute(
    `UPDATE network_assets SET hot_low_units = 10000000000, hot_target_units = 50000000000,
       hot_high_units = 80000000000 WHERE network_id = 1 AND asset_id = 1`,
  );
  const { wallets, signer } = await ask('listWallets');
  expect(wallets.find(({ networkId, coinId }) => networkId === 1 && coinId === 1)).toMatchObject({
    height: 100,
    hot: '400.000000',
    low: '100.00000000',
    target: '500.00000000',
    high: '800.00000000',
    level: 'good',
    inFlight: '100.00000000',
    inFlightCount: 1,
    // The ledger is finer than this coin's chain: 8 decimals.
    holdings: '5.12500000',
    terms: [
      { word: 'books', amount: '5.10000000' },
      { word: 'seen', amount: '0.02500000' },
      { word: 'gas', amount: '0.00000000' },
    ],
    difference: '0.00000000',
    signedHour: '0.000000',
    signedDay: '100.000000',
  });
  expect(signer).toMatchObject({ toldAt: 0, isFrozen: false });
});

test('alarms are what wants people, and nothing else', async () => {
  await addWithdrawal('review');
  const before = await ask('custodyAlarms');
  expect(before).toContainEqual({ kind: 'network_halted', count: 1 });
  expect(before).toContainEqual({ kind: 'withdrawals_review', count: 1 });
  expect(before.map(({ kind }) => kind)).not.toContain('signer_frozen');
  await fixture.test.owner.execute(
    `INSERT INTO signer_states (is_frozen, reasons, policy_hash, sequence, policy, at_ms)
     VALUES (true, '{log_short}', 'ab', 1, '{"officers": [{}, {}]}', $1)`,
    [nowMs],
  );
  expect(await ask('custodyAlarms')).toContainEqual({ kind: 'signer_frozen', count: 1 });
  expect((await ask('listWallets')).signer).toEqual({
    toldAt: nowMs,
    isFrozen: true,
    reasons: ['log_short'],
    policyHash: 'ab',
    officersCount: 2,
  });
});

test('locks of a person are those that are open, and the day after a change', async () => {
  await fixture.test.owner.execute(
    `INSERT INTO withdrawal_locks (owner_id, source, reference, value_units, until_ms) VALUES
       ($1, 'c2c', 1, 5000000000, $2), ($1, 'c2c', 2, 5000000000, $3)`,
    [ownerId, nowMs - 1, nowMs + HOUR_MS],
  );
  const query = { ownerId: String(ownerId) };
  expect(await ask('readLocks', query)).toMatchObject({
    securityUntil: 0,
    locks: [{ source: 'c2c', value: '50.00000000', until: nowMs + HOUR_MS }],
  });
  await noteSecurityChange(fixture.test.app, { ownerId, what: 'password', nowMs });
  expect((await ask('readLocks', query)).securityUntil).toBe(nowMs + DAY_MS);
});

test('what there is not is said to be missing', async () => {
  const deposit = ask('viewDeposit', { depositId: '999999' });
  expect(await wordOf(deposit)).toBe('object_not_found');
  const withdrawal = ask('viewWithdrawal', { withdrawalId: '999999' });
  expect(await wordOf(withdrawal)).toBe('object_not_found');
});
