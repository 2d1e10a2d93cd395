// What becomes of withdrawals when the commands that move their money ended: taken or refused,
// paid or given back. Each is called once, in the transaction that marks the intent.
// Listed as consumers by the module of deposits and withdrawals.

import type { Session } from '../db/index.ts';
import type { FinishIntent } from '../intents/index.ts';
import { addToBooks } from './deposit-moves.ts';
import { isOver, type WithdrawalState } from './withdrawal-states.ts';
import { moveWithdrawal } from './withdrawals.ts';

const readNowMs = Date.now;

/** The engine took the amount and its fee, or refused: then the day is given back too. */
export const finishTaking: FinishIntent = async (session, { subject, isDone }) => {
  const withdrawalId = Number(subject);
  const nowMs = readNowMs();
  if (isDone) {
    await moveWithdrawal(session, { withdrawalId, to: 'taken', from: ['requested'], nowMs });
    return;
  }
  const reason = 'withdraw_balance_low';
  await moveWithdrawal(session, {
    withdrawalId,
    to: 'rejected',
    from: ['requested'],
    nowMs,
    reason,
  });
  await session.execute('DELETE FROM withdraw_day_uses WHERE withdrawal_id = $1', [withdrawalId]);
};

interface EndedRow {
  readonly state: WithdrawalState;
  readonly network_id: number;
  readonly asset_id: number;
  readonly receives_units: string;
  readonly is_inside: boolean;
}

/**
 * The group that pays, or the transfer that gives back, ended.
 *
 * @errors Error when what was taken could not be given back: it is tried again, under alarm.
 */
export const finishEnd: FinishIntent = async (session, ended) => {
  const { intentId, subject, isDone, code } = ended;
  const withdrawalId = Number(subject);
  const nowMs = readNowMs();
  const [row] = await session.query<EndedRow>(
    `SELECT state, network_id, asset_id, receives_units::text, is_inside FROM withdrawals
     WHERE withdrawal_id = $1 FOR UPDATE`,
    [withdrawalId],
  );
  if (row === undefined) throw new Error(`no withdrawal ${withdrawalId}`);
  if (isOver(row.state)) {
    if (!isDone) throw new Error(`withdrawal ${withdrawalId} is not given back: ${code}`);
    return;
  }
  if (!isDone) {
    // Paid on the chain and not in the books: custody writes it again, and signs no more of it.
    await session.execute(
      `UPDATE withdrawals SET end_intent_id = NULL, changed_at_ms = $2 WHERE withdrawal_id = $1`,
      [withdrawalId, nowMs],
    );
    await session.execute(
      `UPDATE network_assets SET sending_stop = 'ledger_refused'
       WHERE network_id = $1 AND asset_id = $2 AND sending_stop = ''`,
      [row.network_id, row.asset_id],
    );
    return;
  }
  const from = ['mined', 'signing'] as const;
  await moveWithdrawal(session, { withdrawalId, to: 'complete', from, nowMs });
  if (!row.is_inside) {
    const units = -BigInt(row.receives_units);
    await addToBooks(session, { networkId: row.network_id, assetId: row.asset_id, units });
  }
  if (row.is_inside) await writeInside(session, { withdrawalId, intentId, nowMs });
};

/** The other customer sees a deposit, which is credited already. */
async function writeInside(
  session: Session,
  own: { readonly withdrawalId: number; readonly intentId: number; readonly nowMs: number },
): Promise<void> {
  await session.execute(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address, raw,
       units, status, needed, intent_id, seen_at_ms, credited_at_ms, held_in)
     SELECT network_id, '', 'inside:' || withdrawal_id, 'inside', payee_owner_id, asset_id, address,
       receives_raw, receives_units, 3, 0, $2, $3, $3, 'owner'
     FROM withdrawals WHERE withdrawal_id = $1 ON CONFLICT DO NOTHING`,
    [own.withdrawalId, own.intentId, own.nowMs],
  );
}

/** Gas was booked, or its account was short: then it is booked with the next. */
export const finishGas: FinishIntent = async (session, { subject, isDone }) => {
  const [network = '', asset = '', amount = '0'] = subject.split(':');
  const networkId = Number(network);
  if (!isDone) {
    await session.execute(
      `UPDATE gas_books SET refused_at_ms = $3, booked_units = booked_units - $2::numeric
       WHERE network_id = $1`,
      [networkId, amount, readNowMs()],
    );
    return;
  }
  await session.execute(
    `UPDATE gas_books SET refused_at_ms = 0, done_units = done_units + $2::numeric
     WHERE network_id = $1`,
    [networkId, amount],
  );
  await addToBooks(session, { networkId, assetId: Number(asset), units: -BigInt(amount) });
};

/** The treasury paid into the gas account, or was short: it is asked again a minute later. */
export const finishGasRefill: FinishIntent = async (session, { subject }) => {
  await session.execute('UPDATE gas_books SET refill_intent_id = NULL WHERE network_id = $1', [
    Number(subject),
  ]);
};

/** What went to a cold address is in the books, or the treasury was short: written again later. */
export const finishCold: FinishIntent = async (session, { subject, isDone }) => {
  const sendId = Number(subject);
  if (!isDone) {
    await session.execute(
      'UPDATE cold_moves SET intent_id = NULL, refused_at_ms = $2 WHERE send_id = $1',
      [sendId, readNowMs()],
    );
    return;
  }
  const [row] = await session.query<{ network_id: number; asset_id: number; units: string }>(
    `UPDATE cold_moves SET state = 'booked' WHERE send_id = $1 AND state = 'open'
     RETURNING network_id, asset_id, units::text`,
    [sendId],
  );
  if (row === undefined) return;
  const units = -BigInt(row.units);
  await addToBooks(session, { networkId: row.network_id, assetId: row.asset_id, units });
};
