// What all tests over real nodes stand on together: one Anvil, one bcoin, one signer, one engine,
// started once. Whatever a suite changes for others it changes back; a suite that leaves something
// says so in on-chains.test.ts, which runs them in order.
import { afterAll, beforeAll } from 'vitest';
import type { SenderFixture } from '../sender-fixture.ts';
import { type SenderSteps, startFundedSender } from '../sender-steps.ts';

/** The fixture, once the first test runs. */
export let fixture: SenderFixture;
/** Steps on it. */
export let steps: SenderSteps;

beforeAll(async () => {
  ({ fixture, steps } = await startFundedSender());
});
afterAll(() => fixture?.stop());
