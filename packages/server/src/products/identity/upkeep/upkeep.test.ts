import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnIdentityRecord } from '../../../base/identity/index.ts';
import { startVerification } from '../testing.ts';
import { createDueAnswers, type DueAnswers } from './due.ts';
import { readIdentityFaults } from './faults.ts';
import { forgetUnused, remindPeople } from './jobs.ts';

const DAY_MS = 86_400_000;
const OPERATOR = 1;
let fixture: Awaited<ReturnType<typeof startVerification>>;
let due: DueAnswers;
let owners = 7_000_000;

beforeAll(async () => {
  fixture = await startVerification();
  due = createDueAnswers(fixture.database, fixture.readNowMs, (error) =>
    expect.unreachable(String(error)),
  );
});
afterAll(async () => {
  due?.close();
  await fixture?.test.stop();
});

/** Somebody who applied, passed unless it is said, and is asked for more until a day. */
async function ask({ isPassed = true, dueDays = 14 } = {}) {
  const ownerId = await fixture.addPerson((owners += 1));
  const form = await fixture.makeForm(ownerId, { documentNumber: `U${ownerId}` });
  const { recordId } = await fixture.applications.applyStandard(ownerId, form);
  if (isPassed) await turnIdentityRecord(fixture.database, recordId, { from: 0, to: 1 });
  await fixture.database.execute(
    `INSERT INTO identity_supplements (record_id, owner_id, items, asked_at_ms, due_at_ms)
     VALUES ($1, $2, '{occupation}', $3, $4)`,
    [recordId, ownerId, fixture.clock.nowMs, fixture.clock.nowMs + dueDays * DAY_MS],
  );
  return { ownerId, recordId };
}

async function listKinds(ownerId: number): Promise<string[]> {
  const rows = await fixture.database.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE owner_id = $1 ORDER BY notice_id',
    [ownerId],
  );
  return rows.map(({ kind }) => kind);
}

const remindAfter = async (days: number) => {
  fixture.clock.nowMs += days * DAY_MS;
  await remindPeople(fixture);
  await remindPeople(fixture);
};
const answer = (ownerId: number) =>
  fixture.supplements.submit(ownerId, [{ item: 'occupation', text: 'a baker' }]);
const onlyWithdraws = async (ownerId: number) => {
  await due.load();
  return due.has(ownerId);
};

test('whoever is asked for more is reminded twice, and only withdraws when it is due', async () => {
  const { ownerId } = await ask();
  const other = await ask();
  await remindAfter(10);
  expect(await listKinds(ownerId)).toEqual([]);
  await remindAfter(1);
  expect(await listKinds(ownerId)).toEqual(['identity_due']);
  expect(await onlyWithdraws(ownerId)).toBe(false);
  await answer(other.ownerId);
  await remindAfter(3);
  expect(await listKinds(ownerId)).toEqual(['identity_due', 'identity_limited']);
  expect(await onlyWithdraws(ownerId)).toBe(true);
  expect(await fixture.supplements.check(ownerId)).toMatchObject({ isDue: true, isLimited: true });
  expect(await onlyWithdraws(other.ownerId)).toBe(false);
  expect(await listKinds(other.ownerId)).toEqual(['identity_due']);
  await answer(ownerId);
  expect(await onlyWithdraws(ownerId)).toBe(false);
});

test('whoever is given three days is reminded a day after, not at once', async () => {
  const { ownerId } = await ask({ dueDays: 3 });
  await remindAfter(0);
  await remindAfter(1);
  expect(await listKinds(ownerId)).toEqual([]);
  await remindAfter(0.5);
  expect(await listKinds(ownerId)).toEqual(['identity_due']);
  await remindAfter(1.5);
  expect(await listKinds(ownerId)).toEqual(['identity_due', 'identity_limited']);
});

test('the time alone closes it, and the desk opens it again', async () => {
  const { ownerId, recordId } = await ask({ dueDays: 1 });
  expect(await onlyWithdraws(ownerId)).toBe(false);
  fixture.clock.nowMs += DAY_MS - 1;
  expect(due.has(ownerId)).toBe(false);
  fixture.clock.nowMs += 1;
  expect(due.has(ownerId)).toBe(true);
  await fixture.database.execute(
    'UPDATE identity_supplements SET closed_at_ms = 1 WHERE record_id = $1',
    [recordId],
  );
  expect(await onlyWithdraws(ownerId)).toBe(false);
});

test('whoever has passed nothing yet goes on trading, and is told that it is due', async () => {
  const { ownerId } = await ask({ isPassed: false, dueDays: 1 });
  await remindAfter(1);
  expect(await onlyWithdraws(ownerId)).toBe(false);
  expect(await fixture.supplements.check(ownerId)).toMatchObject({ isDue: true, isLimited: false });
  expect(await listKinds(ownerId)).toEqual(['identity_due']);
});

test('whose document ends within thirty days is told once', async () => {
  const { ownerId, recordId } = await ask();
  await answer(ownerId);
  await fixture.database.execute('INSERT INTO identity_document_ends VALUES ($1, $2, $3)', [
    recordId,
    ownerId,
    fixture.clock.nowMs + 40 * DAY_MS,
  ]);
  await remindAfter(9);
  expect(await listKinds(ownerId)).toEqual([]);
  await remindAfter(1);
  await remindAfter(1);
  expect(await listKinds(ownerId)).toEqual(['identity_ending']);
});

test('files that were shown with nothing go after a week, with old events', async () => {
  const ownerId = await fixture.addPerson((owners += 1));
  const list = (ids: readonly number[]) => fixture.files.list(fixture.database, ids);
  const used = await fixture.makeForm(ownerId, { documentNumber: 'USED 1' });
  await fixture.applications.applyStandard(ownerId, used);
  const unused = await fixture.send(ownerId, 'front');
  await fixture.database.execute("INSERT INTO provider_events VALUES ('sandbox', 'e1', '', $1)", [
    fixture.clock.nowMs,
  ]);
  const countEvents = () => fixture.database.query('SELECT FROM provider_events');
  fixture.clock.nowMs += 7 * DAY_MS;
  await forgetUnused(fixture);
  expect(await list([unused, used.fileIds.front])).toHaveLength(2);
  fixture.clock.nowMs += 1;
  await forgetUnused(fixture);
  const left = await list([unused, used.fileIds.front]);
  expect(left.map(({ fileId }) => fileId)).toEqual([used.fileIds.front]);
  const chunks = 'SELECT FROM identity_file_chunks WHERE file_id = $1';
  expect(await fixture.database.query(chunks, [unused])).toEqual([]);
  expect(await countEvents()).toHaveLength(1);
  fixture.clock.nowMs += 23 * DAY_MS;
  await forgetUnused(fixture);
  expect(await countEvents()).toEqual([]);
});

test('what waits a day for the desk, and what a provider does not answer, is told', async () => {
  await fixture.database.execute('UPDATE identity_records SET identity_status = 2');
  await fixture.database.execute('UPDATE identity_supplements SET closed_at_ms = 1');
  const read = (laterMs: number) =>
    readIdentityFaults(fixture.database, fixture.clock.nowMs + laterMs);
  const none = { waiting_reviews: 0, unanswered_checks: 0, late_findings: 0 };
  expect(await read(30 * DAY_MS)).toEqual(none);
  const ownerId = await fixture.addPerson((owners += 1));
  const form = await fixture.makeForm(ownerId, { documentNumber: 'WAITS 1' });
  const { recordId } = await fixture.applications.applyStandard(ownerId, form);
  expect(await read(DAY_MS - 1)).toEqual(none);
  expect(await read(DAY_MS)).toEqual({ ...none, waiting_reviews: 1 });
  const madeMs = fixture.clock.nowMs;
  await fixture.database.execute(
    `INSERT INTO identity_checks
       (reference, record_id, owner_id, kind, subject, state, provider, made_at_ms, next_at_ms)
     VALUES (gen_random_uuid(), $1, $2, 'lists', '', 'asked', 'sandbox', $3, 1),
       (gen_random_uuid(), $1, $2, 'document', '', 'new', '', $3, 1)`,
    [recordId, ownerId, madeMs],
  );
  expect(await read(600_000 - 1)).toEqual(none);
  expect(await read(600_000)).toEqual({ ...none, unanswered_checks: 1 });
  // With the person it waits for nobody here.
  await fixture.database.execute(
    `INSERT INTO identity_supplements (record_id, owner_id, items, asked_at_ms, due_at_ms)
     VALUES ($1, $2, '{occupation}', 1, $3)`,
    [recordId, OPERATOR, madeMs + DAY_MS],
  );
  expect((await read(30 * DAY_MS)).waiting_reviews).toBe(0);
});
