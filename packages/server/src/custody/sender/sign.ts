// Asks the signer for what was planned. The plan was committed before; its answer is kept before a
// node hears of it. A custody that was killed in between asks again with the same request, and the
// signer answers with the same bytes.

import { SignerRefusal } from '@isobath/signer/client';
import { moveWithdrawal, UNSURE_REASONS } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { Looked, SenderParts } from './parts.ts';
import { listPaid, readSends, type Send, StuckSend } from './sends.ts';
import { writeStop } from './stops.ts';

/** What time alone may change: a rolling hour, a thaw, officers. */
const PASSING = new Set([
  'cap_hour',
  'cap_day',
  'cap_count',
  'cap_fee_day',
  'frozen',
  'officers_missing',
  'approval_missing',
  'approval_invalid',
  'fee_above_ceiling',
  'inputs_short',
]);

/** Nothing is wrong: officers have not signed it yet. */
const WAITING = new Set(['officers_missing', 'approval_missing']);

/** Assertions that the signer does not take, forged, old or of who is no officer any more. */
const FORGOTTEN = new Set(['approval_invalid', 'approval_missing']);

/** The signer has used this number or output for something that our rows do not know. */
const FOREIGN = new Set(['nonce_foreign', 'outpoint_foreign']);

/** Refusals before which the signer has looked whether it signed the payment before: it has not. */
const FREE = new Set([...PASSING, 'cap_transaction']);
for (const code of ['frozen', 'inputs_short']) FREE.delete(code);

/** Ask for everything that is planned, in the order of numbers. */
export async function signPlanned(parts: SenderParts, network: Looked): Promise<void> {
  for (const send of await readSends(parts.database, network.networkId, ['planned'])) {
    await signOne(parts, network, send);
  }
}

async function signOne(parts: SenderParts, network: Looked, send: Send): Promise<void> {
  const { signer, fence, readNowMs, report } = parts;
  try {
    const signed = await signer.call('sign', send.body);
    await fence.write(async (session) => {
      const nowMs = readNowMs();
      const kept = await session.execute(
        `UPDATE chain_sends SET state = 'signed', raw = $2, txid = $3, family = $4, fee_raw = $5
         WHERE send_id = $1 AND state = 'planned'`,
        [send.sendId, signed.raw, signed.txid, signed.family, signed.feeRaw],
      );
      if (kept === 0) return;
      await countNonce(session, network, send);
      for (const withdrawalId of listPaid(send.body)) {
        const step = { withdrawalId, to: 'signed', from: ['signing'], nowMs } as const;
        const isFirst = send.kind === 'withdraw';
        await session.execute(
          `UPDATE withdrawals SET family = $2, tx_hash = $3 WHERE withdrawal_id = $1`,
          [withdrawalId, signed.family, signed.txid],
        );
        if (isFirst) await moveWithdrawal(session, step);
      }
    });
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    if (!WAITING.has(error.code)) report(isStuck(send, error) ? new StuckSend(tell(send)) : error);
    await fence.write(async (session) => {
      const { code, facts } = error;
      await takeBack(parts, session, { send, code, family: String(facts['family'] ?? '') });
      // Our rows are older than the signer: whatever is asked next is refused like this one.
      const { networkId, hot } = network;
      if (!FOREIGN.has(error.code) || send.from !== hot) return;
      await writeStop(session, { networkId, assetId: 0, reason: 'numbers_foreign' });
    });
  }
}

const isStuck = ({ kind }: Send, { code }: SignerRefusal) =>
  kind === 'bump' && code === 'fee_above_ceiling';

const tell = ({ family, member }: Send) =>
  `${family} waits after ${member - 1} bumps, and more is above the ceiling of fees`;

/** The next transaction takes the next number; one that was refused leaves no gap. */
async function countNonce(session: Session, network: Looked, send: Send): Promise<void> {
  if (send.kind === 'bump' || send.nonce === null) return;
  await session.execute(
    `UPDATE chain_nonces SET next_nonce = $3
     WHERE network_id = $1 AND address = $2 AND next_nonce < $3`,
    [network.networkId, send.from, send.nonce + 1],
  );
}

/** Refused: its payments queue again under another request, or somebody looks at them. */
async function takeBack(
  { readNowMs, pace }: SenderParts,
  session: Session,
  { send, code, family }: { readonly send: Send; readonly code: string; readonly family: string },
): Promise<void> {
  const nowMs = readNowMs();
  await session.execute(
    `UPDATE chain_sends SET state = 'refused', family = '' WHERE send_id = $1`,
    [send.sendId],
  );
  if (send.kind === 'bump') return;
  await session.execute("UPDATE cold_moves SET state = 'dropped' WHERE send_id = $1", [
    send.sendId,
  ]);
  await session.execute('UPDATE chain_outputs SET send_id = NULL WHERE send_id = $1', [
    send.sendId,
  ]);
  const paid = listPaid(send.body);
  // One of many was too much: each is asked for alone.
  const isPassing = !FOREIGN.has(code) && (PASSING.has(code) || paid.length > 1);
  for (const withdrawalId of paid) {
    await moveWithdrawal(session, {
      withdrawalId,
      to: isPassing ? 'queued' : 'review',
      from: ['signing'],
      nowMs,
      ...(isPassing ? {} : { reason: `signer_${code}` }),
    });
    if (code === 'payment_bound') await noteFamily(session, withdrawalId, family);
    if (FREE.has(code) && paid.length === 1) await forgetDoubt(session, withdrawalId);
    if (FORGOTTEN.has(code) && paid.length === 1) await forgetApprovals(session, withdrawalId);
    await session.execute(
      `UPDATE withdrawals SET not_before_ms = $2, is_alone = is_alone OR $3
       WHERE withdrawal_id = $1`,
      [withdrawalId, nowMs + (paid.length > 1 ? 0 : pace.againAfterMs), paid.length > 1],
    );
  }
}

/** Where the signer has signed it: the transaction that used this number is the one that paid. */
async function noteFamily(session: Session, withdrawalId: number, family: string): Promise<void> {
  await session.execute('UPDATE withdrawals SET family = $2 WHERE withdrawal_id = $1', [
    withdrawalId,
    family,
  ]);
}

/** The signer has not signed it: from now on its money may go back. */
async function forgetDoubt(session: Session, withdrawalId: number): Promise<void> {
  await session.execute(
    `UPDATE withdrawals SET reasons = array(SELECT word FROM unnest(reasons) AS word
       WHERE word <> ALL (${UNSURE_REASONS})) WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
}

/** Officers sign it again: what the signer did not take once it never takes. */
async function forgetApprovals(session: Session, withdrawalId: number): Promise<void> {
  await session.execute(
    `DELETE FROM officer_assertions USING officer_items AS items
     WHERE items.item_id = officer_assertions.item_id AND items.withdrawal_id = $1`,
    [withdrawalId],
  );
  await session.execute('UPDATE officer_items SET outcome = $2 WHERE withdrawal_id = $1', [
    withdrawalId,
    'approval_invalid',
  ]);
}
