import { type Route, reviewRoutes, type ReviewCase } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApprovals, type Approvals } from '../../../base/approvals/index.ts';
import { createAuditLog, makeAuditKey, verifyAudit } from '../../../base/audit/index.ts';
import { createIdentityRecords, readIdentity } from '../../../base/identity/index.ts';
import type { CallContext, RouteHandler } from '../../../base/product/index.ts';
import { readOutcome } from '../outcome.ts';
import { SECRETS, startVerification } from '../testing.ts';
import { createDecisions } from './decisions.ts';
import { choosePorts } from './ports.ts';
import { createReviewRoutes } from './routes.ts';

const KEY = makeAuditKey('ab'.repeat(32));
let fixture: Awaited<ReturnType<typeof startVerification>>;
let handlers: RouteHandler[];
let approvals: Approvals;
let owners = 2_000_000;

beforeAll(async () => {
  fixture = await startVerification();
  const { test: database, readNowMs } = fixture;
  const audit = createAuditLog(database.app, { key: KEY, dataFolder: database.folder, readNowMs });
  const decisions = createDecisions({
    database: database.app,
    audit,
    approvals: () => approvals,
    readNowMs,
  });
  approvals = createApprovals({
    database: database.app,
    audit,
    readWorks: () => ({ 'identity.decide': decisions.work }) as never,
    readNowMs: Date.now,
    report: (error) => console.error(error),
  });
  handlers = createReviewRoutes({ ...fixture, audit, decisions, ports: choosePorts('sandbox') });
});
afterAll(() => fixture?.test.stop());

const operator = (operatorId: number) => ({
  operatorId,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
  role: 'compliance' as const,
});

async function ask<TAnswer>(route: Route, operatorId: number, input: object): Promise<TAnswer> {
  const handler = handlers.find((one) => one.route === route);
  const parsed = {
    query: route.query?.parse(input),
    body: route.body?.parse(input),
    caller: { operator: operator(operatorId) },
  };
  return (await handler?.handle(parsed as unknown as CallContext)) as TAnswer;
}

const decide = (operatorId: number, input: object) =>
  ask<{ approvalId: number }>(reviewRoutes.decide, operatorId, input);

async function apply(changes: object = {}) {
  const ownerId = await fixture.addPerson((owners += 1));
  const form = await fixture.makeForm(ownerId, { documentNumber: `D${ownerId}`, ...changes });
  return { ownerId, form, ...(await fixture.applications.applyStandard(ownerId, form)) };
}

/** Apply, take, decide. */
async function pass() {
  const applied = await apply();
  await ask(reviewRoutes.claim, 1, applied);
  await decide(1, { recordId: applied.recordId, outcome: 'pass' });
  return applied;
}

const level = async (ownerId: number) =>
  readIdentity(await createIdentityRecords(fixture.database).list(ownerId)).level;

async function listKinds(ownerId: number): Promise<string[]> {
  const rows = await fixture.database.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE owner_id = $1 ORDER BY notice_id',
    [ownerId],
  );
  return rows.map(({ kind }) => kind);
}

test('a case is taken, looked at and passed by one', async () => {
  const { ownerId, form, recordId } = await apply();
  const queue = await ask<{ recordId: number }[]>(reviewRoutes.queue, 1, {});
  expect(queue.map((row) => row.recordId)).toContain(recordId);
  const shown = await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) });
  expect(shown).toMatchObject({ standard: form, advanced: null, earlier: null });
  expect(shown.files.map(({ kind }) => kind)).toEqual(['front', 'selfie']);
  expect(Object.fromEntries(shown.checks.map((one) => [one.check, one.result]))).toMatchObject({
    age: 'passed',
    expiry: 'unknown',
    lists: 'passed',
    document: 'passed',
  });
  await expect(decide(1, { recordId, outcome: 'pass' })).rejects.toThrow('forbidden');
  await ask(reviewRoutes.claim, 1, { recordId });
  await expect(decide(2, { recordId, outcome: 'pass' })).rejects.toThrow('forbidden');
  expect(await decide(1, { recordId, outcome: 'pass' })).toEqual({ approvalId: 0 });
  expect(await level(ownerId)).toBe('standard');
  expect(await listKinds(ownerId)).toEqual(['identity_passed']);
  await ask(reviewRoutes.claim, 1, { recordId });
  await expect(decide(1, { recordId, outcome: 'pass' })).rejects.toThrow('approval_over');
});

test('a picture is shown with its case alone, and each look is written down', async () => {
  const [one, other] = [await apply(), await apply()];
  const fileId = one.form.fileIds.front;
  const shown = await ask<{ type: string }>(reviewRoutes.file, 1, {
    recordId: one.recordId,
    fileId,
  });
  expect(shown.type).toBe('image/png');
  await expect(ask(reviewRoutes.file, 1, { recordId: other.recordId, fileId })).rejects.toThrow(
    'object_not_found',
  );
  const looks = await fixture.database.query(
    `SELECT FROM audit_log WHERE action = 'identity_file_viewed' AND target_id = $1`,
    [one.recordId],
  );
  expect(looks).toHaveLength(1);
});

test('a refusal names parts and reasons, and frees the document', async () => {
  const { ownerId, recordId, form } = await apply();
  await ask(reviewRoutes.claim, 1, { recordId });
  const refused = { recordId, outcome: 'refuse', items: ['document_front'] };
  await expect(decide(1, refused)).rejects.toThrow('invalid');
  await expect(decide(1, { ...refused, items: [], reasonCodes: ['other'] })).rejects.toThrow(
    'invalid',
  );
  await decide(1, { ...refused, reasonCodes: ['unreadable'] });
  expect(await readOutcome(fixture.database, ownerId, 0)).toEqual({
    type: 1,
    status: 2,
    items: ['document_front'],
    reasonCodes: ['unreadable'],
  });
  expect(await listKinds(ownerId)).toEqual(['identity_refused']);
  expect(await fixture.applications.checkStandard(1, form)).toMatchObject({ isFree: true });
});

test('an advanced check is passed by two, and not twice', async () => {
  const { ownerId } = await pass();
  const form = await fixture.makeAdvanced(ownerId);
  const { recordId } = await fixture.applications.applyAdvanced(ownerId, form);
  await ask(reviewRoutes.claim, 1, { recordId });
  const { approvalId } = await decide(1, { recordId, outcome: 'pass' });
  expect(await level(ownerId)).toBe('progress');
  const hash = async () =>
    (await approvals.list()).find((row) => row.approvalId === approvalId)?.payloadHash ?? '';
  await expect(approvals.approve(operator(1), approvalId, await hash())).rejects.toThrow(
    'approval_own',
  );
  expect(await approvals.approve(operator(2), approvalId, await hash())).toMatchObject({
    state: 'executed',
  });
  expect(await level(ownerId)).toBe('advanced');
  const shown = await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) });
  expect(shown.advanced).toEqual(form);
  expect(shown.earlier).toMatchObject({ firstName: SECRETS[0] });
});

test('a supplement of a passed check leaves it passed, and is accepted', async () => {
  const { ownerId, recordId } = await pass();
  await ask(reviewRoutes.claim, 1, { recordId });
  await decide(1, { recordId, outcome: 'ask', items: ['proof_of_address'], dueDays: 7 });
  expect(await level(ownerId)).toBe('standard');
  expect(await fixture.supplements.check(ownerId)).toMatchObject({ items: ['proof_of_address'] });
  await fixture.supplements.submit(ownerId, [{ item: 'proof_of_address', text: 'by post' }]);
  const queue = await ask<{ recordId: number; state: string }[]>(reviewRoutes.queue, 1, {});
  expect(queue.find((row) => row.recordId === recordId)).toMatchObject({ state: 'answered' });
  await ask(reviewRoutes.claim, 1, { recordId });
  expect(await decide(1, { recordId, outcome: 'pass' })).toEqual({ approvalId: 0 });
  expect(await level(ownerId)).toBe('standard');
  expect(await listKinds(ownerId)).toEqual(['identity_passed', 'identity_due', 'identity_passed']);
});

test('a passed check is taken back by two, with what stands on it', async () => {
  const { ownerId, recordId } = await pass();
  await createIdentityRecords(fixture.database).add(ownerId, {
    identityType: 2,
    identityStatus: 1,
  });
  expect(await level(ownerId)).toBe('advanced');
  await ask(reviewRoutes.claim, 1, { recordId });
  const revoked = { recordId, outcome: 'revoke', items: ['selfie'], reasonCodes: ['other'] };
  const { approvalId } = await decide(1, revoked);
  const [row] = await approvals.list();
  await approvals.approve(operator(2), approvalId, row?.payloadHash ?? '');
  expect(await level(ownerId)).toBe('none');
});

test('whom a list or a provider knows is marked, and so is a second account', async () => {
  const found = async (changes: object) => {
    const { recordId } = await apply(changes);
    const shown = await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) });
    return shown.checks.filter(({ result }) => result === 'failed').map(({ check }) => check);
  };
  const alone = { firstName: 'Once' };
  expect(await found({ ...alone, lastName: 'Listed' })).toEqual(['lists']);
  expect(await found({ firstName: 'Twice', documentNumber: 'FORGED 1' })).toEqual(['document']);
  expect(await found({ firstName: 'Twice' })).toEqual(['duplicate']);
});

test('no name or number stands in acts, messages or requests, and the chain holds', async () => {
  const tables = ['audit_log', 'audit_details', 'approvals', 'notices', 'identity_decisions'];
  for (const table of tables) {
    const rows = await fixture.test.owner.query<{ text: string }>(
      `SELECT row::text AS text FROM ${table} AS row`,
    );
    expect(rows.length, table).toBeGreaterThan(0);
    for (const word of SECRETS) {
      expect(
        rows.filter(({ text }) => text.includes(word)),
        table,
      ).toEqual([]);
    }
  }
  expect(await verifyAudit(fixture.database, KEY, undefined)).toMatchObject({ isSound: true });
});
