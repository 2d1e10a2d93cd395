// What providers and other accounts tell of a case, before and after it was decided.
import { reviewRoutes, type ReviewCase } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readIdentityFaults } from '../upkeep/faults.ts';
import { startDesk } from './testing.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;
let fixture: Desk;
let ask: Desk['ask'];
let decide: Desk['decide'];
let apply: Desk['apply'];
let pass: Desk['pass'];
let level: Desk['level'];

beforeAll(async () => {
  fixture = await startDesk();
  ({ ask, decide, apply, pass, level } = fixture);
});
afterAll(() => fixture?.test.stop());

test('what a provider found is marked, and so is a second account', async () => {
  const { recordId } = await apply({ firstName: 'Once' });
  const look = async (of: number) => {
    const shown = await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(of) });
    return shown.checks.map(({ check, result }) => `${check} ${result}`);
  };
  const own = ['age passed', 'expiry unknown'];
  const unseen = ['lists unknown', 'document unknown'];
  expect(await look(recordId)).toEqual([...own, 'duplicate passed', ...unseen]);
  await fixture.database.execute(
    `INSERT INTO identity_checks
       (reference, record_id, owner_id, kind, subject, state, made_at_ms, next_at_ms)
     SELECT gen_random_uuid(), $1, 1, kind, '', state, 1, 1
     FROM (VALUES ('lists', 'failed'), ('document', 'asked')) AS found (kind, state)`,
    [recordId],
  );
  const found = ['lists failed', 'document pending'];
  expect(await look(recordId)).toEqual([...own, 'duplicate passed', ...found]);
  const second = await apply({ firstName: 'Once' });
  expect(await look(second.recordId)).toEqual([...own, 'duplicate failed', ...unseen]);
});

/** What a provider says of a record that it was asked about before. */
const findLater = (recordId: number, state: 'failed' | 'passed') =>
  fixture.database.execute(
    `INSERT INTO identity_checks
       (reference, record_id, owner_id, kind, subject, state, made_at_ms, next_at_ms, found_at_ms)
     VALUES (gen_random_uuid(), $1, 1, 'lists', '', $2, 1, 1, $3)`,
    [recordId, state, fixture.clock.nowMs],
  );

test('what fails after the decision comes back to the desk until it decides again', async () => {
  const { ownerId, recordId } = await pass();
  const stateOf = async (of: number) => {
    const queue = await ask<{ recordId: number; state: string }[]>(reviewRoutes.queue, 1, {});
    return queue.find((row) => row.recordId === of)?.state;
  };
  const readLate = async () =>
    (await readIdentityFaults(fixture.database, fixture.clock.nowMs)).late_findings;
  const before = await readLate();
  fixture.clock.nowMs += 1;
  const other = await pass();
  await findLater(other.recordId, 'failed');
  // Known when it was decided: nobody is asked again.
  expect([await stateOf(other.recordId), await readLate()]).toEqual([undefined, before]);
  await findLater(recordId, 'failed');
  expect([await stateOf(recordId), await readLate()]).toEqual(['found', before + 1]);
  expect(await level(ownerId)).toBe('standard');
  await ask(reviewRoutes.claim, 1, { recordId });
  fixture.clock.nowMs += 1;
  expect(await decide(1, { recordId, outcome: 'pass' })).toEqual({ approvalId: 0 });
  expect([await stateOf(recordId), await readLate()]).toEqual([undefined, before]);
});

test('a case says which request about it waits for a second operator', async () => {
  const { recordId } = await pass();
  const shown = async () =>
    (await ask<ReviewCase>(reviewRoutes.view, 1, { recordId: String(recordId) })).row.approvalId;
  expect(await shown()).toBe(0);
  await ask(reviewRoutes.claim, 1, { recordId });
  const { approvalId } = await decide(1, {
    recordId,
    outcome: 'revoke',
    items: ['selfie'],
    reasonCodes: ['other'],
  });
  expect(await shown()).toBe(approvalId);
  await fixture.agree(approvalId);
  expect(await shown()).toBe(0);
});
