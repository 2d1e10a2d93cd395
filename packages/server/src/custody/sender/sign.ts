// Asks the signer for what was planned. The plan was committed before; its answer is kept before a
// node hears of it. A custody that was killed in between asks again with the same request, and the
// signer answers with the same bytes.

import { SignerRefusal } from '@isobath/signer/client';
import { moveWithdrawal } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { Looked, SenderParts } from './parts.ts';
import { listPaid, readSends, type Send } from './sends.ts';

/** What time alone may change: a rolling hour, a thaw, officers. */
const PASSING = new Set([
  'cap_hour',
  'cap_day',
  'cap_count',
  'cap_fee_day',
  'frozen',
  'officers_missing',
  'approval_missing',
  'fee_above_ceiling',
  'inputs_short',
]);

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
    report(error);
    await fence.write((session) => takeBack(parts, session, { send, code: error.code }));
  }
}

/** The next transaction takes the next number; one that was refused leaves no gap. */
async function countNonce(session: Session, network: Looked, send: Send): Promise<void> {
  if (send.kind !== 'withdraw' || send.nonce === null) return;
  await session.execute(
    `UPDATE chain_nonces SET next_nonce = $3
     WHERE network_id = $1 AND address = $2 AND next_nonce < $3`,
    [network.networkId, network.hot, send.nonce + 1],
  );
}

/** Refused: its payments queue again under another request, or somebody looks at them. */
async function takeBack(
  { readNowMs, pace }: SenderParts,
  session: Session,
  { send, code }: { readonly send: Send; readonly code: string },
): Promise<void> {
  const nowMs = readNowMs();
  await session.execute(
    `UPDATE chain_sends SET state = 'refused', family = '' WHERE send_id = $1`,
    [send.sendId],
  );
  if (send.kind !== 'withdraw') return;
  await session.execute('UPDATE chain_outputs SET send_id = NULL WHERE send_id = $1', [
    send.sendId,
  ]);
  const paid = listPaid(send.body);
  // One of many was too much: each is asked for alone.
  const isPassing = PASSING.has(code) || paid.length > 1;
  for (const withdrawalId of paid) {
    await moveWithdrawal(session, {
      withdrawalId,
      to: isPassing ? 'queued' : 'review',
      from: ['signing'],
      nowMs,
      ...(isPassing ? {} : { reason: `signer_${code}` }),
    });
    await session.execute(
      `UPDATE withdrawals SET not_before_ms = $2, is_alone = is_alone OR $3
       WHERE withdrawal_id = $1`,
      [withdrawalId, nowMs + (paid.length > 1 ? 0 : pace.againAfterMs), paid.length > 1],
    );
  }
}
