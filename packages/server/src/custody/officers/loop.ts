// What custody does for officers each second: it tells how the signer is, has described what they
// are asked for, and hands over what they signed. A payment's assertions go with its request
// (sender/), an act's by itself.
// Made by custody's process.

import { hashPolicy, type CallResult, type Policy } from '@isobath/signer/client';
import type { CustodyContext, CustodyLoop } from '../loop.ts';
import { goOnWithActs } from './acts.ts';
import { askForPayments } from './payments.ts';

const LOOK_EVERY_MS = 1_000;
/** So old the row of a signer that answers becomes at most. */
const TELL_EVERY_MS = 10_000;

/** Make the loop. */
export function createOfficerLoop(context: CustodyContext): CustodyLoop {
  const { fence, signer, readNowMs } = context;
  let policy: Policy | undefined;
  let told = '';
  let toldAtMs = 0;

  async function tell(status: CallResult<'status'>, now: Policy): Promise<void> {
    const said = JSON.stringify(status);
    if (said === told && readNowMs() - toldAtMs < TELL_EVERY_MS) return;
    const { isFrozen, reasons, policyHash, sequence } = status;
    await fence.write((session) =>
      session.execute(
        `INSERT INTO signer_states (is_frozen, reasons, policy_hash, sequence, policy, at_ms)
         VALUES ($1, $2::text[], $3, $4, $5, $6)
         ON CONFLICT (only_row) DO UPDATE SET is_frozen = EXCLUDED.is_frozen,
           reasons = EXCLUDED.reasons, policy_hash = EXCLUDED.policy_hash,
           sequence = EXCLUDED.sequence, policy = EXCLUDED.policy, at_ms = EXCLUDED.at_ms`,
        [isFrozen, [...reasons], policyHash, sequence, JSON.stringify(now), readNowMs()],
      ),
    );
    told = said;
    toldAtMs = readNowMs();
  }

  return {
    name: 'officers',
    everyMs: LOOK_EVERY_MS,
    async look() {
      const status = await signer.call('status', {});
      if (policy === undefined || hashPolicy(policy) !== status.policyHash) {
        policy = await signer.call('readPolicy', {});
      }
      await tell(status, policy);
      await goOnWithActs(context, status);
      await askForPayments(context, policy);
    },
  };
}
