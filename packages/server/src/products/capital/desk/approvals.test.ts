// Large withdrawals: the rule asks once, an operator who did not review it agrees, a day later it
// is asked again, and what is refused goes back.
import { type OperatorRole, withdrawDeskRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Approvals,
  type ApprovalWorks,
  createApprovals,
} from '../../../base/approvals/index.ts';
import { type AuditLog, createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import { moveWithdrawal, withdrawalEnds } from '../../../base/custody/index.ts';
import { startTestDatabase, type TestDatabase } from '../../../base/db/testing.ts';
import { createIntents } from '../../../base/intents/index.ts';
import { createMarketRegistry } from '../../../base/market/index.ts';
import type { CallContext } from '../../../base/product/index.ts';
import { migrations } from '../../../migrations.ts';
import { writeWithdrawal } from '../withdrawals/write.ts';
import { askForApprovals, createWithdrawWorks, type WithdrawApprovalParts } from './approvals.ts';
import { describeWorks } from './subjects.ts';
import { createWithdrawDesk } from './withdrawals.ts';

const DAY_MS = 86_400_000;
let db: TestDatabase;
let approvals: Approvals;
let parts: WithdrawApprovalParts;
let nowMs = Date.now();
let withdrawalId: number;

const operator = (operatorId: number, role: OperatorRole = 'risk') => ({
  operatorId,
  role,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
});
const [reviewer, approver] = [operator(1, 'administrator'), operator(2)];

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  await db.owner.execute(
    `INSERT INTO networks (network_id, name, family, chain_id, needed, block_seconds, state)
     VALUES (1, 'Chain', 'evm', 1, 12, 12, 'open')`,
  );
  const audit: AuditLog = createAuditLog(db.app, {
    key: makeAuditKey('ab'.repeat(32)),
    dataFolder: db.folder,
    readNowMs: () => nowMs,
  });
  const intents = createIntents({
    database: db.app,
    consumers: withdrawalEnds,
    nudge: () => {},
    readNowMs: () => nowMs,
  });
  const report = (error: unknown) => expect(error).toBeUndefined();
  const own = createWithdrawWorks({ audit, readNowMs: () => nowMs });
  const sources = { database: db.app, markets: createMarketRegistry() };
  const works = describeWorks(own, sources) as ApprovalWorks;
  approvals = createApprovals({
    database: db.app,
    audit,
    readWorks: () => works,
    readNowMs: () => nowMs,
    report,
  });
  const readNowMs = () => nowMs;
  parts = { database: db.app, audit, approvals: () => approvals, intents, readNowMs, report };
});
afterAll(() => db?.stop());

let count = 0;
beforeEach(async () => {
  count += 1;
  withdrawalId = await db.app.transaction(async (session) => {
    const written = await writeWithdrawal(session, parts.intents, {
      ownerId: 1_000_001,
      clientId: `c${count}`,
      bodyHash: Buffer.alloc(32),
      assetId: 1,
      networkId: 1,
      address: '0x01',
      memo: '',
      amountUnits: 100n,
      receivesUnits: 100n,
      receivesRaw: 1n,
      feeUnits: 0n,
      valueUnits: 10n ** 13n,
      reasons: [],
      spotAccountId: 1,
      outgoingAccountId: 2,
      nowMs,
    });
    for (const to of ['taken', 'screening', 'waiting_approval'] as const) {
      const step = { withdrawalId: written.withdrawalId, to, nowMs };
      expect(await moveWithdrawal(session, step)).toBe(true);
    }
    return written.withdrawalId;
  });
});

const readState = async () => {
  const [row] = await db.app.query<{ state: string; end_intent_id: number | null }>(
    'SELECT state, end_intent_id FROM withdrawals WHERE withdrawal_id = $1',
    [withdrawalId],
  );
  return row;
};
const listOwn = async () => {
  const payload = JSON.stringify({ withdrawalId });
  return (await approvals.list()).filter((row) => row.payload === payload);
};

test('the rule asks once, and another operator lets it go on', async () => {
  await askForApprovals(parts);
  await askForApprovals(parts);
  const [asked, ...more] = await listOwn();
  expect(more).toEqual([]);
  expect(asked).toMatchObject({ kind: 'withdrawal.approve', madeBy: 0, state: 'pending' });
  const { approvalId = 0, payloadHash = '' } = asked ?? {};
  const poor = approvals.approve(operator(3, 'finance'), approvalId, payloadHash);
  await expect(poor).rejects.toThrow('forbidden');
  const done = await approvals.approve(approver, approvalId, payloadHash);
  expect(done.state).toBe('executed');
  expect(await readState()).toMatchObject({ state: 'queued' });
});

test('whoever let it pass review cannot approve it, and it goes on waiting', async () => {
  await db.owner.execute('UPDATE withdrawals SET released_by = 1 WHERE withdrawal_id = $1', [
    withdrawalId,
  ]);
  await askForApprovals(parts);
  const [asked] = await listOwn();
  const { approvalId = 0, payloadHash = '' } = asked ?? {};
  const refused = approvals.approve(reviewer, approvalId, payloadHash);
  await expect(refused).rejects.toThrow('approval_own');
  expect(await readState()).toMatchObject({ state: 'waiting_approval' });
  const show = async (caller: typeof reviewer) =>
    (await approvals.list(caller)).find((row) => row.approvalId === approvalId);
  expect(await show(reviewer)).toMatchObject({ state: 'pending', obstacle: 'released' });
  expect(await show(approver)).toMatchObject({ state: 'pending', obstacle: 'none' });
});

test('whoever decides sees what is paid, to where and for whom', async () => {
  await askForApprovals(parts);
  const [asked] = await listOwn();
  const show = async (caller: typeof reviewer) =>
    (await approvals.list(caller)).find((row) => row.approvalId === asked?.approvalId);
  const { about = '' } = (await show(approver)) ?? {};
  expect(JSON.parse(about)).toMatchObject({
    ownerId: 1_000_001,
    amount: expect.stringMatching(/^\d/),
    usdtValue: expect.stringMatching(/^\d/),
    network: 'Chain',
    toAddress: '0x01',
  });
  expect(await show(operator(4, 'finance'))).toMatchObject({ about: '', obstacle: 'forbidden' });
});

test('whoever opens a network sees why it is stopped, each coin by its name', async () => {
  const markets = { coinById: () => ({ shortName: 'ETH' }) } as never;
  const own = { 'network.open': {} } as never as Partial<ApprovalWorks>;
  const { 'network.open': work } = describeWorks(own, { database: db.app, markets });
  const payload = { networkId: 1, reasons: ['new', '2: difference'] };
  expect(await work?.describe?.(payload as never)).toEqual({
    facts: { reasons: 'new\nETH: difference', network: 'Chain' },
  });
});

test('a day later it is asked again', async () => {
  await askForApprovals(parts);
  nowMs += DAY_MS + 1;
  await askForApprovals(parts);
  const states = (await listOwn()).map(({ state }) => state);
  expect(states).toEqual(['pending', 'expired']);
});

test('what is not approved goes back to its owner', async () => {
  await askForApprovals(parts);
  const [asked] = await listOwn();
  await approvals.reject(approver, asked?.approvalId ?? 0, 'not plausible');
  await askForApprovals(parts);
  const { state, end_intent_id: intentId } = (await readState()) ?? {};
  expect(state).toBe('rejected');
  expect(intentId).toBeGreaterThan(0);
  const told = await db.owner.query(
    "SELECT owner_id, facts FROM notices WHERE kind = 'withdrawal_returned'",
  );
  expect(told).toMatchObject([{ owner_id: 1_000_001, facts: { id: String(withdrawalId) } }]);
});

test('what the signer has signed a payment of is not given back by the desk', async () => {
  await db.owner.execute(
    `UPDATE withdrawals SET state = 'review', reasons = '{signer_payment_bound}'
     WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
  const route = withdrawDeskRoutes.refuseWithdrawal;
  const desk = createWithdrawDesk({ ...parts, markets: createMarketRegistry() });
  const handler = desk.find((one) => one.route === route);
  const call = { caller: { operator: reviewer }, body: { withdrawalId, reason: 'looked at' } };
  const refused = Promise.resolve(handler?.handle(call as unknown as CallContext));
  await expect(refused).rejects.toThrow('withdraw_signed');
  expect((await readState())?.state).toBe('review');
});

test('of withdrawals that wait the oldest stands first, of all the newest', async () => {
  const desk = createWithdrawDesk({ ...parts, markets: createMarketRegistry() });
  const handler = desk.find(({ route }) => route === withdrawDeskRoutes.withdrawals);
  const list = async (set: string) => {
    const call = { caller: { operator: reviewer }, query: { set } } as unknown as CallContext;
    const rows = (await handler?.handle(call)) as { readonly withdrawalId: number }[];
    return rows.map((row) => row.withdrawalId);
  };
  const waiting = await list('approval');
  expect(waiting.length).toBeGreaterThan(1);
  expect(waiting).toEqual(waiting.toSorted((one, other) => one - other));
  expect((await list('all'))[0]).toBe(withdrawalId);
});
