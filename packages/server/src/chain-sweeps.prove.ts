// A sweep comes once, wherever custody and its signer are killed on the way of it and of its gas:
// before and after each commit, each question to the signer, each broadcast.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SenderFixture } from './testing/sender-fixture.ts';
import { Cut, type CutPoint } from './testing/sender-loops.ts';
import { type SenderSteps, startFundedSender } from './testing/sender-steps.ts';
import { makeSweepSteps } from './testing/sweep-steps.ts';

let fixture: SenderFixture;
let steps: SenderSteps;
let sweeps: ReturnType<typeof makeSweepSteps>;

beforeAll(async () => {
  ({ fixture, steps } = await startFundedSender());
  sweeps = makeSweepSteps(fixture, steps);
  await sweeps.sendCoins(sweeps.tank(), 10n ** 18n);
});
afterAll(() => fixture?.stop());

const cuts: readonly (readonly [CutPoint, 'before' | 'after', number])[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((skipped) => [
    ['commit', 'before', skipped] as const,
    ['commit', 'after', skipped] as const,
  ]),
  ...[0, 1].flatMap((skipped) => [
    ['sign', 'before', skipped] as const,
    ['sign', 'after', skipped] as const,
    ['broadcast', 'before', skipped] as const,
    ['broadcast', 'after', skipped] as const,
  ]),
];

test.each(cuts)('killed at %s, %s, after %d of them: swept once', async (point, when, skipped) => {
  const person = await fixture.openPerson({});
  const { address } = await sweeps.giveAddress(person.ownerId, 'evm');
  const hot = fixture.hotOf('evm').toLowerCase();
  const before = await steps.readTokens(hot);
  await sweeps.sendTokens(address, 25_000_000n);
  fixture.cutNext(point, when, skipped);
  await sweeps
    .lookUntil(async () => !fixture.isCutDue())
    .catch((error: unknown) => {
      if (!(error instanceof Cut)) throw error;
    });
  expect(fixture.isCutDue()).toBe(false);
  await fixture.restart();
  await sweeps.lookUntil(async () => {
    const moves = await sweeps.readMoves(address);
    return moves.join().startsWith('gas final,sweep final');
  });
  expect(await steps.readTokens(address)).toBe(0n);
  expect(await steps.readTokens(hot)).toBe(before + 25_000_000n);
  expect(steps.unitsOf(person.accountId, 52)).toBe(25n * 10n ** 8n);
  await sweeps.expectNoDifference();
});
