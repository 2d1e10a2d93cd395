// Two reviewers at one case: whoever is second reads who was first, and changes nothing.
import { reviewRoutes, type ReviewRow } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk } from './testing.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;
let fixture: Desk;

const EMAILS = { 1: 'first@house.example', 2: 'second@house.example' } as const;

beforeAll(async () => {
  fixture = await startDesk();
  for (const [id, email] of Object.entries(EMAILS)) {
    await fixture.test.owner.execute(
      `INSERT INTO operators (operator_id, email, password_hash, role) OVERRIDING SYSTEM VALUE
       VALUES ($1, $2, '', 'compliance')`,
      [Number(id), email],
    );
  }
});
afterAll(() => fixture?.test.stop());

const seen = async (recordId: number) => {
  const rows = await fixture.ask<ReviewRow[]>(reviewRoutes.queue, 2, {});
  const row = rows.find((one) => one.recordId === recordId);
  return { recordId, claimedBy: row?.claimedBy, state: row?.state };
};
const by = (word: string, id: keyof typeof EMAILS) =>
  expect.objectContaining({ word, facts: { operator: EMAILS[id] } });

test('of two who take a free case at once one has it, the other reads who', async () => {
  const { recordId } = await fixture.apply();
  const before = await seen(recordId);
  const takes = await Promise.allSettled([
    fixture.ask<ReviewRow>(reviewRoutes.claim, 1, before),
    fixture.ask<ReviewRow>(reviewRoutes.claim, 2, before),
  ]);
  const lost = takes.filter((one) => one.status === 'rejected');
  expect(lost).toHaveLength(1);
  const { claimedBy } = await seen(recordId);
  expect(lost[0]?.reason).toEqual(by('case_taken', claimedBy as 1 | 2));
});

test('a case is taken over by whoever saw whose it is, and then the first reads so', async () => {
  const { recordId, ownerId } = await fixture.apply();
  await fixture.ask(reviewRoutes.claim, 1, { recordId });
  await expect(fixture.ask(reviewRoutes.claim, 2, { recordId })).rejects.toEqual(
    by('case_taken', 1),
  );
  await expect(fixture.decide(2, { recordId, outcome: 'pass' })).rejects.toEqual(
    by('case_taken', 1),
  );
  await fixture.ask(reviewRoutes.claim, 2, await seen(recordId));
  await expect(fixture.decide(1, { recordId, outcome: 'pass' })).rejects.toEqual(
    by('case_taken', 2),
  );
  expect(await fixture.level(ownerId)).toBe('progress');
});

test('whoever decides or takes what a colleague decided reads who did', async () => {
  const { recordId, ownerId } = await fixture.apply();
  const before = await seen(recordId);
  await fixture.ask(reviewRoutes.claim, 1, before);
  await fixture.decide(1, { recordId, outcome: 'pass' });
  const refused = { recordId, outcome: 'refuse', items: ['selfie'], reasonCodes: ['other'] };
  await expect(fixture.decide(2, refused)).rejects.toEqual(by('case_decided', 1));
  await expect(fixture.ask(reviewRoutes.claim, 2, before)).rejects.toEqual(by('case_decided', 1));
  expect(await fixture.level(ownerId)).toBe('standard');
  // Seen as it stands now it may be taken: a passed check can be taken back.
  await fixture.ask(reviewRoutes.claim, 2, { recordId, state: 'decided' });
});

test('more that a colleague asked for is a decision too', async () => {
  const { recordId } = await fixture.apply();
  await fixture.ask(reviewRoutes.claim, 1, { recordId });
  await fixture.decide(1, { recordId, outcome: 'ask', items: ['selfie'], dueDays: 7 });
  await expect(fixture.decide(2, { recordId, outcome: 'pass' })).rejects.toEqual(
    by('case_decided', 1),
  );
});

test('of two who decide at once one decision counts', async () => {
  const { recordId } = await fixture.apply();
  await fixture.ask(reviewRoutes.claim, 1, { recordId });
  const refused = { recordId, outcome: 'refuse', items: ['selfie'], reasonCodes: ['other'] };
  const both = await Promise.allSettled([
    fixture.decide(1, { recordId, outcome: 'pass' }),
    fixture.decide(1, refused),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const rows = await fixture.test.owner.query(
    'SELECT FROM identity_decisions WHERE record_id = $1',
    [recordId],
  );
  expect(rows).toHaveLength(1);
});
