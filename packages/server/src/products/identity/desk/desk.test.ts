import { reviewRoutes, type ReviewCase } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../../base/audit/index.ts';
import { turnIdentityRecord } from '../../../base/identity/index.ts';
import { readOutcome } from '../outcome.ts';
import { SECRETS } from '../testing.ts';
import { KEY, startDesk } from './testing.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;
let fixture: Desk;
let ask: Desk['ask'];
let decide: Desk['decide'];
let apply: Desk['apply'];
let pass: Desk['pass'];
let level: Desk['level'];
let agree: Desk['agree'];

beforeAll(async () => {
  fixture = await startDesk();
  ({ ask, decide, apply, pass, level, agree } = fixture);
});
afterAll(() => fixture?.test.stop());

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
    lists: 'unknown',
    document: 'unknown',
  });
  await expect(decide(1, { recordId, outcome: 'pass' })).rejects.toThrow('case_not_taken');
  await ask(reviewRoutes.claim, 1, { recordId });
  expect(await decide(1, { recordId, outcome: 'pass' })).toEqual({ approvalId: 0 });
  expect(await level(ownerId)).toBe('standard');
  expect(await listKinds(ownerId)).toEqual(['identity_passed']);
  await ask(reviewRoutes.claim, 1, { recordId });
  await expect(decide(1, { recordId, outcome: 'pass' })).rejects.toThrow('approval_over');
});

test('whoever is related to the person by an invitation decides nothing of them', async () => {
  const { owner } = fixture.test;
  const [inviter, friend] = [await fixture.meet(), await fixture.meet()];
  await owner.execute('UPDATE users SET email = $2 WHERE owner_id = $1', [
    inviter,
    fixture.operator(7).email.toUpperCase(),
  ]);
  await owner.execute(
    `INSERT INTO operators (operator_id, email, password_hash, role) OVERRIDING SYSTEM VALUE
     VALUES (7, $1, '', 'compliance')`,
    [fixture.operator(7).email],
  );
  const invite = (by: number, whom: number) =>
    owner.execute('UPDATE users SET invited_by = $1 WHERE owner_id = $2', [by, whom]);
  const { ownerId, recordId } = await apply();
  await ask(reviewRoutes.claim, 7, { recordId });
  const refuses = () =>
    expect(decide(7, { recordId, outcome: 'pass' })).rejects.toThrow('reviewer_related');
  await invite(inviter, ownerId);
  await refuses();
  // The other way round, too.
  await invite(friend, ownerId);
  await invite(ownerId, inviter);
  await refuses();
  await invite(friend, inviter);
  expect(await level(ownerId)).toBe('progress');
  expect(await decide(7, { recordId, outcome: 'pass' })).toEqual({ approvalId: 0 });
  await owner.execute('DELETE FROM operators WHERE operator_id = 7');
});

test('who invited the trader of a company does not agree to it either', async () => {
  const { owner } = fixture.test;
  const [inviter, ownerId] = [await fixture.meet(), await fixture.meet()];
  const traderId = await fixture.addTrader(await fixture.meet());
  const form = await fixture.makeCompany(ownerId, [traderId]);
  await fixture.companies.saveBasic(ownerId, form.basic);
  await fixture.companies.savePapers(ownerId, form.papers);
  await fixture.companies.saveOwners(ownerId, form.beneficiaries);
  await fixture.companies.saveDirectors(ownerId, form.directors);
  await fixture.companies.saveTraders(ownerId, form.traders);
  const { recordId } = await fixture.companies.apply(ownerId);
  await owner.execute('UPDATE users SET email = $2 WHERE owner_id = $1', [
    inviter,
    `second@house.example`,
  ]);
  await owner.execute('UPDATE users SET invited_by = $1 WHERE owner_id = $2', [inviter, traderId]);
  await owner.execute(
    `INSERT INTO operators (operator_id, email, password_hash, role) OVERRIDING SYSTEM VALUE
     VALUES (2, 'second@house.example', '', 'compliance')`,
  );
  await ask(reviewRoutes.claim, 1, { recordId });
  const { approvalId } = await decide(1, { recordId, outcome: 'pass' });
  await expect(agree(approvalId)).rejects.toThrow('reviewer_related');
  expect(await level(ownerId)).toBe('progress');
  await owner.execute('DELETE FROM operators WHERE operator_id = 2');
  // It waits on for somebody who is not related.
  expect(await agree(approvalId)).toMatchObject({ state: 'executed' });
  expect(await level(ownerId)).toBe('company');
});

test('a picture is shown with its case alone, and each look is written down', async () => {
  const [one, other] = [await apply(), await apply()];
  const fileId = one.form.fileIds.front;
  const shown = await ask<{ type: string }>(reviewRoutes.file, 1, {
    recordId: one.recordId,
    fileId,
  });
  expect(shown.type).toBe('image/jpeg');
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
    (await fixture.approvals.list()).find((row) => row.approvalId === approvalId)?.payloadHash ??
    '';
  await expect(
    fixture.approvals.approve(fixture.operator(1), approvalId, await hash()),
  ).rejects.toThrow('approval_own');
  expect(
    await fixture.approvals.approve(fixture.operator(2), approvalId, await hash()),
  ).toMatchObject({
    state: 'executed',
  });
  expect(await level(ownerId)).toBe('advanced');
  const shown = await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) });
  expect(shown.advanced).toEqual(form);
  expect(shown.earlier).toMatchObject({ firstName: SECRETS[0] });
});

test('a company is shown whole, asked for more, and passed by two', async () => {
  const ownerId = await fixture.meet();
  const traderId = await fixture.addTrader(await fixture.meet());
  const form = await fixture.makeCompany(ownerId, [traderId]);
  const listed = {
    ...form.directors[0],
    lastName: 'Listed',
    documentNumber: 'QX7719205',
  } as (typeof form.directors)[number];
  form.directors.push(listed);
  const { companies, supplements } = fixture;
  await companies.saveBasic(ownerId, form.basic);
  await companies.savePapers(ownerId, form.papers);
  await companies.saveOwners(ownerId, form.beneficiaries);
  await companies.saveDirectors(ownerId, form.directors);
  await companies.saveTraders(ownerId, form.traders);
  const { recordId } = await companies.apply(ownerId);
  await fixture.database.execute(
    `INSERT INTO identity_checks
       (reference, record_id, owner_id, kind, subject, state, made_at_ms, next_at_ms)
     VALUES (gen_random_uuid(), $1, $2, 'lists', 'directors:1', 'failed', 1, 1)`,
    [recordId, ownerId],
  );
  const view = () => ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) });
  const shown = await view();
  expect(shown).toMatchObject({ company: form, standard: null, advanced: null, checks: [] });
  expect(shown.files.map(({ kind }) => kind)).toEqual(form.papers.map(({ kind }) => kind));
  expect(shown.traders).toEqual([{ uid: traderId, isVerified: true }]);
  const found = shown.people.filter(({ checks }) => checks.some((one) => one.result === 'failed'));
  expect(shown.people).toHaveLength(4);
  expect(found).toMatchObject([{ part: 'directors', place: 1 }]);
  await ask(reviewRoutes.claim, 1, { recordId });
  await decide(1, { recordId, outcome: 'ask', items: ['company_papers'], dueDays: 7 });
  const pdf = Buffer.from('%PDF-1.7 paper');
  const paper = { ownerId, kind: 'company_supplement', content: pdf } as const;
  const { fileId } = await fixture.files.take(paper);
  await supplements.submit(ownerId, [{ item: 'company_papers', text: '', fileId }]);
  expect((await view()).files.at(-1)).toMatchObject({ fileId, mediaType: 'application/pdf' });
  await ask(reviewRoutes.claim, 1, { recordId });
  const { approvalId } = await decide(1, { recordId, outcome: 'pass' });
  expect(await level(ownerId)).toBe('progress');
  const requests = await fixture.approvals.list();
  const hash = requests.find((row) => row.approvalId === approvalId)?.payloadHash ?? '';
  await expect(fixture.approvals.approve(fixture.operator(1), approvalId, hash)).rejects.toThrow(
    'approval_own',
  );
  await fixture.approvals.approve(fixture.operator(2), approvalId, hash);
  expect(await level(ownerId)).toBe('company');
  expect(await listKinds(ownerId)).toEqual(['identity_asked', 'identity_passed']);
});

test('two advanced checks are not two accounts of one person', async () => {
  const results: string[] = [];
  for (const firstName of ['Ulrike', 'Vasco']) {
    const { ownerId, recordId: standardId } = await apply({ firstName });
    await ask(reviewRoutes.claim, 1, { recordId: standardId });
    await decide(1, { recordId: standardId, outcome: 'pass' });
    const form = await fixture.makeAdvanced(ownerId);
    const { recordId } = await fixture.applications.applyAdvanced(ownerId, form);
    const shown = await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) });
    results.push(shown.checks.find(({ check }) => check === 'duplicate')?.result ?? '');
  }
  expect(results).toEqual(['passed', 'passed']);
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

/** Ask for it by one, agree by another. @returns what came of it. */
async function decideByTwo(input: { recordId: number; [name: string]: unknown }) {
  await ask(reviewRoutes.claim, 1, { recordId: input.recordId });
  const { approvalId } = await decide(1, input);
  return agree(approvalId);
}

const taken = { outcome: 'revoke', items: ['selfie'], reasonCodes: ['other'] } as const;

async function applyHigher(ownerId: number): Promise<number> {
  const form = await fixture.makeAdvanced(ownerId);
  return (await fixture.applications.applyAdvanced(ownerId, form)).recordId;
}

async function askForMore(recordId: number): Promise<void> {
  await ask(reviewRoutes.claim, 1, { recordId });
  await decide(1, { recordId, outcome: 'ask', items: ['proof_of_address'], dueDays: 7 });
}

test('a passed check is taken back by two, with what stands on it', async () => {
  const { ownerId, recordId } = await pass();
  const higherId = await applyHigher(ownerId);
  await decideByTwo({ recordId: higherId, outcome: 'pass' });
  expect(await level(ownerId)).toBe('advanced');
  await askForMore(higherId);
  expect(await fixture.supplements.check(ownerId)).toMatchObject({ items: ['proof_of_address'] });
  await decideByTwo({ recordId, ...taken });
  expect(await level(ownerId)).toBe('none');
  expect(await fixture.supplements.check(ownerId)).toMatchObject({ items: [] });
  const queue = await ask<{ recordId: number }[]>(reviewRoutes.queue, 1, {});
  expect(queue.map((row) => row.recordId)).not.toContain(higherId);
});

test('a higher check that waits falls with the standard one, and is passed no more', async () => {
  const { ownerId, recordId } = await pass();
  const higherId = await applyHigher(ownerId);
  await ask(reviewRoutes.claim, 1, { recordId: higherId });
  const { approvalId } = await decide(1, { recordId: higherId, outcome: 'pass' });
  await decideByTwo({ recordId, ...taken });
  expect(await level(ownerId)).toBe('none');
  expect(await agree(approvalId)).toMatchObject({ state: 'failed' });
  expect(await level(ownerId)).toBe('none');
});

test('a request counts no more once more was asked for, answered or not', async () => {
  const { ownerId } = await pass();
  const recordId = await applyHigher(ownerId);
  const request = async () => {
    await ask(reviewRoutes.claim, 1, { recordId });
    return (await decide(1, { recordId, outcome: 'pass' })).approvalId;
  };
  const [first, second] = [await request(), await request()];
  const before = fixture.clock.nowMs;
  // Requests are dated by the database.
  fixture.clock.nowMs = Date.now();
  await askForMore(recordId);
  fixture.clock.nowMs = before;
  expect(await agree(first)).toMatchObject({ state: 'failed' });
  await fixture.supplements.submit(ownerId, [{ item: 'proof_of_address', text: 'by post' }]);
  expect(await agree(second)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('approval_over'),
  });
  expect(await level(ownerId)).toBe('progress');
  expect(await agree(await request())).toMatchObject({ state: 'executed' });
  expect(await level(ownerId)).toBe('advanced');
});

test('nobody passes the advanced level without the standard one', async () => {
  const { ownerId, recordId } = await pass();
  const higherId = await applyHigher(ownerId);
  await turnIdentityRecord(fixture.database, recordId, { from: 1, to: 2 });
  const row = await decideByTwo({ recordId: higherId, outcome: 'pass' });
  expect(row).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('identity_level_order'),
  });
});

test('nothing is asked of a check that has failed', async () => {
  const { ownerId, recordId } = await pass();
  await askForMore(recordId);
  await turnIdentityRecord(fixture.database, recordId, { from: 1, to: 2 });
  expect(await fixture.supplements.check(ownerId)).toMatchObject({ items: [] });
  const answers = [{ item: 'proof_of_address', text: 'by post' }] as const;
  await expect(fixture.supplements.submit(ownerId, answers)).rejects.toThrow(
    'identity_supplement_over',
  );
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
