// Withdrawals along their arrows: each step compares the state and sets it, so that of two who move
// one at once only one does. Money that goes back is written in the same transaction.
// Used by the product of deposits and withdrawals and by custody.

import { type AccountId, type AssetId, CommandKind, TransferReason } from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { Intents } from '../intents/index.ts';
import { type NotificationKind, writeNotifications } from '../notifications/index.ts';
import { isRelease, listSources, type WithdrawalState } from './withdrawal-states.ts';

/** Names of those who are told how commands of withdrawals ended. */
export const withdrawalConsumers = {
  take: 'withdrawals.take',
  end: 'withdrawals.end',
  gas: 'withdrawals.gas',
  gasRefill: 'withdrawals.gas-refill',
  cold: 'withdrawals.cold',
} as const;

/** From so much on, in units of USDT, somebody must approve it. */
export const APPROVAL_VALUE_UNITS = 10_000n * 10n ** 8n;

/** Where a withdrawal goes when nothing is against it. */
export function readWayOn(valueUnits: bigint): 'waiting_approval' | 'queued' {
  return valueUnits >= APPROVAL_VALUE_UNITS ? 'waiting_approval' : 'queued';
}

/**
 * SQL array: while one of these is a reason nobody knows whether the signer has signed it before,
 * in a time that the database has forgotten. Its money goes back by naming a transaction alone.
 */
export const UNSURE_REASONS =
  "'{signer_payment_bound,signer_nonce_foreign,signer_outpoint_foreign}'::text[]";

/** A step of one withdrawal. */
export interface WithdrawalStep {
  readonly withdrawalId: number;
  readonly to: WithdrawalState;
  /** Only from these, of those that have an arrow there; all of them when not given. */
  readonly from?: readonly WithdrawalState[];
  readonly nowMs: number;
  /** Word that is added to its reasons. */
  readonly reason?: string;
}

/** What its owner is told of a step besides the record; its completion is told by the ledger. */
const TOLD: Readonly<Partial<Record<WithdrawalState, NotificationKind>>> = {
  review: 'withdrawal_review',
  rejected: 'withdrawal_returned',
  failed: 'withdrawal_returned',
};

async function tell(
  session: Session,
  { withdrawalId, to, nowMs: atMs }: WithdrawalStep,
  moved: { readonly owner_id: number; readonly asset_id: number },
): Promise<void> {
  const kind = TOLD[to];
  if (kind === undefined) return;
  await writeNotifications(session, [
    {
      ownerId: moved.owner_id,
      kind,
      facts: { coinId: String(moved.asset_id), id: String(withdrawalId) },
      sourceKey: `${kind}:${withdrawalId}`,
      atMs,
    },
  ]);
}

/** Go along an arrow. @returns false when it is in another state by now. */
export async function moveWithdrawal(session: Session, step: WithdrawalStep): Promise<boolean> {
  const { withdrawalId, to, nowMs, reason } = step;
  const sources = listSources(to).filter((from) => step.from?.includes(from) ?? true);
  const [moved] = await session.query<{ owner_id: number; asset_id: number }>(
    `UPDATE withdrawals SET state = $2, changed_at_ms = $3,
       reasons = CASE WHEN $4 = '' OR $4 = ANY (reasons) THEN reasons
         ELSE array_append(reasons, $4) END
     WHERE withdrawal_id = $1 AND state = ANY ($5::text[])
     RETURNING owner_id, asset_id`,
    [withdrawalId, to, nowMs, reason ?? '', [...sources]],
  );
  if (moved === undefined) return false;
  await session.execute(
    `INSERT INTO withdrawal_steps (withdrawal_id, word, at_ms) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [withdrawalId, to, nowMs],
  );
  await tell(session, step, moved);
  return true;
}

/** Money of a withdrawal between two accounts of its owner. */
interface WithdrawalMove {
  readonly withdrawalId: number;
  readonly fromAccountId: number;
  readonly toAccountId: number;
  readonly assetId: number;
  readonly amountUnits: bigint;
}

/** The command that moves what a withdrawal takes, out of the spot account or back into it. */
export function makeWithdrawalMove({ withdrawalId, amountUnits, ...own }: WithdrawalMove) {
  return {
    kind: CommandKind.transferGroup,
    reason: TransferReason.betweenAccounts,
    reference: withdrawalId,
    legs: [
      {
        fromAccountId: own.fromAccountId as AccountId,
        toAccountId: own.toAccountId as AccountId,
        assetId: own.assetId as AssetId,
        amountUnits,
      },
    ],
  } as const;
}

interface TakenRow {
  readonly state: WithdrawalState;
  readonly is_unsure: boolean;
  readonly asset_id: number;
  readonly taken_units: string;
  readonly spot_account_id: number;
  readonly outgoing_account_id: number;
}

/**
 * Take a withdrawal out of the way and give its money back, in one transaction.
 *
 * @returns false when it is in another state by now, or may have been signed: nothing was written.
 */
export async function releaseWithdrawal(
  session: Session,
  intents: Pick<Intents, 'write'>,
  step: WithdrawalStep,
): Promise<boolean> {
  const { withdrawalId } = step;
  const [row] = await session.query<TakenRow>(
    `SELECT state, reasons && ${UNSURE_REASONS} AS is_unsure, asset_id, taken_units::text,
       spot_account_id, outgoing_account_id
     FROM withdrawals WHERE withdrawal_id = $1 AND end_intent_id IS NULL FOR UPDATE`,
    [withdrawalId],
  );
  if (row === undefined || !isRelease(row.state, step.to)) return false;
  if (row.is_unsure && step.to !== 'failed') return false;
  if (!(await moveWithdrawal(session, step))) return false;
  const intentId = await intents.write(session, {
    consumer: withdrawalConsumers.end,
    subject: String(withdrawalId),
    command: makeWithdrawalMove({
      withdrawalId,
      fromAccountId: row.outgoing_account_id,
      toAccountId: row.spot_account_id,
      assetId: row.asset_id,
      amountUnits: BigInt(row.taken_units),
    }),
  });
  await session.execute('UPDATE withdrawals SET end_intent_id = $2 WHERE withdrawal_id = $1', [
    withdrawalId,
    intentId,
  ]);
  await session.execute('DELETE FROM withdraw_day_uses WHERE withdrawal_id = $1', [withdrawalId]);
  return true;
}
