// Withdrawals are paid once, wherever custody and its signer are killed on the way: before and
// after each commit, each question to the signer, each broadcast.
import { afterAll, beforeAll, test } from 'vitest';
import type { SenderFixture } from './testing/sender-fixture.ts';
import type { CutPoint } from './testing/sender-loops.ts';
import { payOnceOver, type SenderSteps, startFundedSender } from './testing/sender-steps.ts';

let fixture: SenderFixture;
let steps: SenderSteps;

beforeAll(async () => {
  ({ fixture, steps } = await startFundedSender());
});
afterAll(() => fixture?.stop());

const cuts: readonly (readonly [CutPoint, 'before' | 'after', number])[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((skipped) => [
    ['commit', 'before', skipped] as const,
    ['commit', 'after', skipped] as const,
  ]),
  ['sign', 'before', 0],
  ['sign', 'after', 0],
  ['broadcast', 'before', 0],
  ['broadcast', 'after', 0],
];

test.each(cuts)('killed at %s, %s, after %d of them: paid once', (point, when, skipped) =>
  payOnceOver({ fixture, steps }, { point, when, skipped }),
);
