// A payment that two officers signed is paid once, wherever custody and its signer are killed on
// the way of the assertions: around each commit, each question to the signer, each broadcast.
import { afterAll, beforeAll, test } from 'vitest';
import { payWithOfficersOver, startOfficers, type TestOfficer } from './testing/officers.ts';
import type { SenderFixture } from './testing/sender-fixture.ts';
import type { CutPoint } from './testing/sender-loops.ts';
import { type SenderSteps, startFundedSender } from './testing/sender-steps.ts';

let fixture: SenderFixture;
let steps: SenderSteps;
let desk: Awaited<ReturnType<typeof startOfficers>>;
let officers: readonly TestOfficer[];

beforeAll(async () => {
  ({ fixture, steps } = await startFundedSender());
  desk = await startOfficers(fixture);
  await fixture.lookAtOfficers();
  officers = await desk.appointTwo();
});
afterAll(() => fixture?.stop());

const cuts: readonly (readonly [CutPoint, 'before' | 'after', number])[] = [
  ...[0, 1, 2, 3].flatMap((skipped) => [
    ['commit', 'before', skipped] as const,
    ['commit', 'after', skipped] as const,
  ]),
  ['sign', 'before', 0],
  ['sign', 'after', 0],
  ['broadcast', 'before', 0],
  ['broadcast', 'after', 0],
];

test.each(cuts)('killed at %s, %s, after %d: paid once', (point, when, skipped) =>
  payWithOfficersOver({ fixture, steps, desk }, officers, { point, when, skipped }),
);
