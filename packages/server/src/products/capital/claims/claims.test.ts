// Claims of transactions that were not credited: made once, listed, and decided by two operators.
import { claimRoutes } from '@isobath/wire';
import type { OperatorRole } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Approvals,
  type ApprovalWorks,
  createApprovals,
} from '../../../base/approvals/index.ts';
import { createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import type { CallContext, RouteHandler } from '../../../base/product/index.ts';
import { ADDRESSES, NETWORKS, startMoneyOut, wordOf } from '../book/testing.ts';
import { PER_DAY_MAX, WAITING_MAX } from './claims.ts';
import { createClaimRoutes, createClaimWorks } from './routes.ts';

let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let approvals: Approvals;
let handlers: RouteHandler[];
let ownerId: number;

const operator = (operatorId: number, role: OperatorRole = 'administrator') => ({
  operatorId,
  role,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
});
const hashOf = (count: number) => `0x${count.toString(16).padStart(64, '0')}`;

beforeAll(async () => {
  fixture = await startMoneyOut();
  const { database, readNowMs, test: db } = fixture;
  ({ ownerId } = await fixture.addRich());
  for (const id of [1, 2]) {
    await db.owner.execute(
      `INSERT INTO operators (operator_id, email, password_hash, role) OVERRIDING SYSTEM VALUE
       VALUES ($1, $2, '', 'administrator')`,
      [id, `${id}@house.example`],
    );
  }
  const audit = createAuditLog(database, {
    key: makeAuditKey('ab'.repeat(32)),
    dataFolder: db.folder,
    readNowMs,
  });
  const works = createClaimWorks({ audit, readNowMs }) as ApprovalWorks;
  const report = (error: unknown) => expect(error).toBeUndefined();
  approvals = createApprovals({ database, audit, readWorks: () => works, readNowMs, report });
  handlers = createClaimRoutes({ database, approvals: () => approvals, readNowMs });
});
afterAll(() => fixture?.test.stop());

async function call<TAnswer>(name: keyof typeof claimRoutes, given: object = {}, by = 1) {
  const route = claimRoutes[name];
  const body = 'body' in route ? route.body?.parse(given) : undefined;
  const query = 'query' in route ? route.query?.parse(given) : undefined;
  const caller = { ownerId, operator: operator(by) };
  const handler = handlers.find((one) => one.route === route);
  const answer = await handler?.handle({ caller, body, query } as unknown as CallContext);
  return route.answer.parse(answer) as TAnswer;
}
const readTold = async () => {
  const rows = await fixture.test.owner.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE owner_id = $1 ORDER BY notice_id',
    [ownerId],
  );
  return rows.map(({ kind }) => kind);
};
interface Claim {
  readonly claimId: number;
  readonly status: number;
}
const claim = (txHash: string, networkId: number = NETWORKS.evm) =>
  call<Claim>('claimDeposit', { networkId, txHash, why: 'token' });
const decide = (claimId: number, decision: object, operatorId = 1) =>
  call<{ approvalId: number }>(
    'decideClaim',
    { claimId, reason: 'looked at', ...decision },
    operatorId,
  );
async function approve(approvalId: number, operatorId = 2): Promise<void> {
  const asked = await approvals.list();
  const { payloadHash = '' } = asked.find((one) => one.approvalId === approvalId) ?? {};
  await approvals.approve(operator(operatorId), approvalId, payloadHash);
}

test('the same transaction is one claim, and the desk sees what was seen of it', async () => {
  const { owner } = fixture.test;
  const made = await claim(` ${hashOf(0xab).toUpperCase().replace('0X', '0x')} `);
  expect(made).toMatchObject({ txHash: hashOf(0xab), why: 'token', status: 1 });
  expect(made).toMatchObject({ paidTxHash: '', decidedAt: 0 });
  expect(await claim(hashOf(0xab))).toEqual(made);
  expect(await call('depositClaims')).toEqual([made]);
  await owner.execute(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address, raw,
       status, needed, reason, seen_at_ms)
     VALUES ($1, $2, 'log:0', 'chain', $3, 0, $4, 5, 4, 12, 'unlisted', 1)`,
    [NETWORKS.evm, hashOf(0xab), ownerId, ADDRESSES.deposit],
  );
  expect(await call('claims')).toEqual([
    {
      ...made,
      ownerId,
      network: 'Chain',
      approvalId: 0,
      deposits: [{ depositId: expect.any(Number), ownerId, status: 4, reason: 'unlisted' }],
    },
  ]);
});

test('what is no claim changes nothing', async () => {
  const { owner } = fixture.test;
  expect(() => claimRoutes.claimDeposit.body?.parse({ networkId: 1, txHash: 'x' })).toThrow();
  expect(await wordOf(claim(hashOf(1), 99))).toBe('object_not_found');
  expect(await wordOf(claim(hashOf(1), NETWORKS.btc))).toBe('invalid');
  expect(await wordOf(claim(hashOf(1).slice(2)))).toBe('invalid');
  await owner.execute(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address, raw,
       units, status, needed, intent_id, seen_at_ms, credited_at_ms)
     VALUES ($1, $2, 'log:0', 'chain', $3, 1, $4, 5, 500, 3, 12, 77, 1, 2)`,
    [NETWORKS.evm, hashOf(2), ownerId, ADDRESSES.deposit],
  );
  expect(await wordOf(claim(hashOf(2)))).toBe('invalid');
  expect(await call('depositClaims')).toHaveLength(1);
});

test('two operators settle a claim by the transaction that paid it back, once', async () => {
  const { claimId } = await claim(hashOf(0xcd));
  const paid = { outcome: 'paid', txHash: hashOf(0xef) };
  expect(() => claimRoutes.decideClaim.body?.parse({ claimId, outcome: 'paid' })).toThrow();
  const wrong = { outcome: 'paid', txHash: hashOf(0xef).slice(2) };
  expect(await wordOf(decide(claimId, wrong))).toBe('invalid');
  const { approvalId } = await decide(claimId, paid);
  expect(await call('claims')).toMatchObject([
    { approvalId: 0 },
    { claimId, status: 1, approvalId },
  ]);
  expect(await wordOf(approve(approvalId, 1))).toBe('approval_own');
  // A colleague who would ask at the same time reads who did.
  await expect(decide(claimId, { outcome: 'refused' }, 2)).rejects.toMatchObject({
    word: 'case_taken',
    facts: { operator: '1@house.example' },
  });
  await approve(approvalId);
  const [own] = await call<Claim[]>('depositClaims');
  const decidedAt = fixture.clock.nowMs;
  expect(own).toMatchObject({ claimId, status: 2, paidTxHash: hashOf(0xef), decidedAt });
  expect(await readTold()).toEqual(['claim_paid']);
  await expect(decide(claimId, { outcome: 'refused' })).rejects.toMatchObject({
    word: 'case_decided',
    facts: { operator: '2@house.example' },
  });
  expect(await wordOf(decide(claimId, { outcome: 'refused' }, 2))).toBe('object_not_found');
});

test('a claim that is refused is over, and ten may wait', async () => {
  const [{ claimId }] = await call<Claim[]>('claims');
  await approve((await decide(claimId, { outcome: 'refused' })).approvalId);
  expect(await call('claims', { set: 'waiting' })).toEqual([]);
  expect(await call('claims', { set: 'all' })).toMatchObject([{ status: 2 }, { status: 3 }]);
  expect(await readTold()).toEqual(['claim_paid', 'claim_refused']);
  for (let count = 0; count < WAITING_MAX; count += 1) await claim(hashOf(0x1000 + count));
  await expect(claim(hashOf(0x2000))).rejects.toMatchObject({
    word: 'claims_waiting',
    facts: { max: String(WAITING_MAX) },
  });
  const [{ claimId: other }] = await call<[Claim]>('claims', { set: 'waiting' });
  const again = { outcome: 'paid', txHash: hashOf(0xef) };
  expect(await wordOf(decide(other, again))).toBe('approval_changed');
});

test('twenty are made within 24 hours, decided or not, and one that is known answers', async () => {
  const { owner } = fixture.test;
  const refuseAll = 'UPDATE deposit_claims SET status = 3, decided_at_ms = 1 WHERE status = 1';
  await owner.execute(refuseAll);
  const made = await call<Claim[]>('depositClaims');
  for (let count = made.length; count < PER_DAY_MAX; count += 1) {
    await claim(hashOf(0x3000 + count));
    await owner.execute(refuseAll);
  }
  await expect(claim(hashOf(0x4000))).rejects.toMatchObject({
    word: 'claims_of_day',
    facts: { max: String(PER_DAY_MAX) },
  });
  expect(await claim(hashOf(0xcd))).toMatchObject({ status: 2 });
  fixture.clock.nowMs += 86_400_000;
  expect(await claim(hashOf(0x4000))).toMatchObject({ status: 1 });
});
