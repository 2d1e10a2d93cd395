import { type OperatorRole, z } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../migrations.ts';
import { createAuditLog, makeAuditKey } from '../audit/index.ts';
import { startTestDatabase } from '../db/testing.ts';
import { refuse } from '../product/index.ts';
import { type Approvals, createApprovals, defineWork } from './index.ts';

const key = makeAuditKey('ab'.repeat(32));
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let approvals: Approvals;
let nowMs: number;
let given: string[];
let wait = Promise.resolve();
let problems: unknown[];

const give = defineWork({
  permission: 'money.give',
  shape: z.object({ amount: z.string() }),
  execute: async ({ amount }) => {
    if (amount === '0') throw refuse('invalid');
    if (amount === '13') throw new Error('a mistake of ours');
    given.push(amount);
    await wait;
    return { amount };
  },
});

const operator = (operatorId: number, role: OperatorRole = 'finance') => ({
  operatorId,
  role,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
});
const [maker, decider] = [operator(1), operator(2)];

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(async () => {
  await database?.stop();
});
beforeEach(async () => {
  await database.owner.execute('TRUNCATE approvals RESTART IDENTITY');
  nowMs = Date.now();
  given = [];
  problems = [];
  wait = Promise.resolve();
  const audit = createAuditLog(database.app, {
    key,
    dataFolder: database.folder,
    readNowMs: () => nowMs,
  });
  approvals = createApprovals({
    database: database.app,
    audit,
    readWorks: () => ({
      'money.give': give,
      'money.post': give,
      'account.change': give,
      'trading.resume': give,
      'operator.role': give,
      'operator.disable': give,
      'config.set': give,
      'table.set': give,
      'listing.set': give,
      'listing.delist': give,
      'identity.decide': give,
      'network.open': give,
      'deposit.release': give,
      'deposit.rollback': give,
      'withdrawal.approve': give,
      'claim.decide': give,
      'withdrawal.name': give,
      'cold.address': give,
      'cold.limits': give,
    }),
    readNowMs: () => nowMs,
    report: (error) => problems.push(error),
  });
});

async function make(amount = '5'): Promise<{ id: number; hash: string }> {
  const request = { kind: 'money.give', payload: { amount }, reason: 'because' } as const;
  const id = await approvals.make(maker, request);
  const [row] = await approvals.list();
  return { id, hash: row.payloadHash };
}

test('what another approves is carried out once', async () => {
  const { id, hash } = await make();
  const row = await approvals.approve(decider, id, hash);
  expect(row).toMatchObject({ state: 'executed', decidedBy: 2, outcome: '{"amount":"5"}' });
  await expect(approvals.approve(operator(3), id, hash)).rejects.toThrow('approval_over');
  expect(given).toEqual(['5']);
});

test('two who approve at the same time carry it out once', async () => {
  const { id, hash } = await make();
  const both = await Promise.allSettled([
    approvals.approve(decider, id, hash),
    approvals.approve(operator(3), id, hash),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(given).toEqual(['5']);
});

test('nobody approves a request of their own, not even past the program', async () => {
  const { id, hash } = await make();
  await expect(approvals.approve(maker, id, hash)).rejects.toThrow('approval_own');
  const sql = `UPDATE approvals SET state = 'approved', decided_by = made_by`;
  await expect(database.owner.execute(sql)).rejects.toThrow('check constraint');
  expect(given).toEqual([]);
});

test('whoever may not do a thing may neither ask for it nor approve it', async () => {
  const { id, hash } = await make();
  await expect(approvals.approve(operator(3, 'risk'), id, hash)).rejects.toThrow('forbidden');
  const request = { kind: 'money.give', payload: { amount: '1' }, reason: 'why' } as const;
  await expect(approvals.make(operator(3, 'risk'), request)).rejects.toThrow('forbidden');
});

test('an approval is bound to what was read', async () => {
  const { id, hash } = await make();
  await expect(approvals.approve(decider, id, '0'.repeat(64))).rejects.toThrow('approval_changed');
  await database.owner.execute(`UPDATE approvals SET payload = '{"amount":"500"}'`);
  await expect(approvals.approve(decider, id, hash)).rejects.toThrow('approval_changed');
  await database.owner.execute(
    `UPDATE approvals SET payload = '{"amount":"5"}', kind = 'operator.role'`,
  );
  await expect(approvals.approve(operator(2, 'administrator'), id, hash)).rejects.toThrow(
    'approval_changed',
  );
  await database.owner.execute(`UPDATE approvals SET kind = 'money.give'`);
  expect(await approvals.approve(decider, id, hash)).toMatchObject({ state: 'executed' });
  expect(given).toEqual(['5']);
});

test('a request waits a day', async () => {
  const { id, hash } = await make();
  nowMs += 86_400_000;
  expect((await approvals.list())[0]).toMatchObject({ state: 'expired' });
  await expect(approvals.approve(decider, id, hash)).rejects.toThrow('approval_over');
  expect(await approvals.countPending()).toBe(0);
});

test('a refusal of the system is kept as what came of it', async () => {
  const { id, hash } = await make('0');
  const row = await approvals.approve(decider, id, hash);
  expect(row).toMatchObject({ state: 'failed' });
  expect(row.outcome).toContain('invalid');
});

test('one takes back their own and refuses those of others', async () => {
  const own = await make();
  expect(await approvals.reject(maker, own.id, '')).toMatchObject({ state: 'withdrawn' });
  const other = await make();
  await expect(approvals.reject(decider, other.id, '')).rejects.toThrow('invalid');
  expect(await approvals.reject(decider, other.id, 'not now')).toMatchObject({
    state: 'rejected',
    note: 'not now',
  });
  expect(given).toEqual([]);
});

test('what was approved before a fall is carried out after it', async () => {
  const { id } = await make();
  await database.owner.execute(
    `UPDATE approvals SET state = 'approved', decided_by = 2 WHERE approval_id = ${id}`,
  );
  await approvals.resume();
  await approvals.resume();
  expect(given).toEqual(['5']);
});

test('one that cannot be carried out does not hold up the others', async () => {
  for (const amount of ['13', '5']) await make(amount);
  await database.owner.execute(`UPDATE approvals SET state = 'approved', decided_by = 2`);
  await approvals.resume();
  expect(given).toEqual(['5']);
  expect(problems).toEqual([new Error('a mistake of ours')]);
});

test('what is being carried out is not begun a second time', async () => {
  const { id, hash } = await make();
  const { promise, resolve } = Promise.withResolvers<void>();
  wait = promise;
  const first = approvals.approve(decider, id, hash);
  await expect.poll(() => given).toEqual(['5']);
  await approvals.resume();
  resolve();
  expect(await first).toMatchObject({ state: 'executed' });
  expect(given).toEqual(['5']);
});

test('what a fall left behind long ago is not done again, somebody must look', async () => {
  for (const [state, amount] of [
    ['executing', '5'],
    ['approved', '6'],
  ]) {
    const { id } = await make(amount);
    await database.owner.execute(
      `UPDATE approvals SET state = '${state}', decided_by = 2,
         decided_at = now() - interval '11 minutes' WHERE approval_id = ${id}`,
    );
  }
  await approvals.resume();
  expect(given).toEqual([]);
  const [approved, executing] = await approvals.list();
  expect([approved.state, executing.state]).toEqual(['failed', 'unknown']);
  expect([approved.outcome, executing.outcome]).toEqual([
    expect.stringContaining('approval_over'),
    expect.stringContaining('outcome_unknown'),
  ]);
});

test('a request of somebody who was let go counts no more, nor does their approval', async () => {
  await database.owner.execute(
    `INSERT INTO operators (operator_id, email, role, password_hash, disabled_at)
     OVERRIDING SYSTEM VALUE VALUES (9, 'gone@example.com', 'finance', 'none', now())`,
  );
  const { id, hash } = await make();
  await expect(approvals.approve(operator(9), id, hash)).rejects.toThrow('approval_over');
  const request = { kind: 'money.give', payload: { amount: '5' }, reason: 'because' } as const;
  const other = await approvals.make(operator(9), request);
  await expect(approvals.approve(decider, other, hash)).rejects.toThrow('approval_over');
  expect(given).toEqual([]);
});

test('an outcome that nobody knows is told, not tried again, and settled by hand', async () => {
  const { id, hash } = await make('13');
  const row = await approvals.approve(decider, id, hash);
  expect(row).toMatchObject({
    state: 'unknown',
    outcome: expect.stringContaining('outcome_unknown'),
  });
  expect(problems).toHaveLength(1);
  expect(await approvals.countPending()).toBe(1);
  // Neither a restart nor an equal request by hand does it again.
  await approvals.resume();
  expect(problems).toHaveLength(1);
  await expect(make('13')).rejects.toThrow('approval_unsettled');
  const found = { isDone: false, note: 'looked' };
  await expect(approvals.settle(operator(3, 'risk'), id, found)).rejects.toThrow('forbidden');
  expect(await approvals.settle(decider, id, found)).toMatchObject({ state: 'failed' });
  await expect(approvals.settle(decider, id, found)).rejects.toThrow('approval_over');
  expect((await make('13')).id).toBeGreaterThan(id);
});

test('a refusal after a fall does not say that the first try was not done', async () => {
  const { id } = await make('0');
  await database.owner.execute(
    `UPDATE approvals SET state = 'executing', decided_by = 2, decided_at = now()
     WHERE approval_id = ${id}`,
  );
  await approvals.resume();
  expect((await approvals.list())[0]).toMatchObject({ state: 'unknown' });
});
