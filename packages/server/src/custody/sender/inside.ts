// A withdrawal to another customer's address never leaves the house: it is booked from account to
// account, its fee goes back, and the other one sees a deposit.

import { type AccountId, type AssetId, CommandKind, TransferReason } from '@isobath/core';
import { moveWithdrawal, withdrawalConsumers } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { SenderParts } from './parts.ts';

interface InsideRow {
  readonly withdrawal_id: number;
  readonly asset_id: number;
  readonly receives_units: string;
  readonly fee_units: string;
  readonly spot_account_id: number;
  readonly outgoing_account_id: number;
  readonly payee_account_id: number;
  readonly state: 'queued' | 'signing';
}

/** Book what stays inside; what the ledger refused is written again a minute later. */
export async function bookInside(parts: SenderParts): Promise<void> {
  const nowMs = parts.readNowMs();
  const rows = await parts.database.query<InsideRow>(
    `SELECT withdrawal_id, asset_id, receives_units::text, fee_units::text, spot_account_id,
       outgoing_account_id, payee_account_id, state
     FROM withdrawals WHERE is_inside AND end_intent_id IS NULL
       AND (state = 'queued' OR (state = 'signing' AND changed_at_ms < $1))
     ORDER BY withdrawal_id LIMIT 100`,
    [nowMs - parts.pace.againAfterMs],
  );
  for (const row of rows) {
    await parts.fence.write((session) => bookOne(parts, session, row));
  }
  if (rows.length > 0) parts.money.intents.nudge();
}

async function bookOne(parts: SenderParts, session: Session, row: InsideRow): Promise<void> {
  const nowMs = parts.readNowMs();
  const { withdrawal_id: withdrawalId, state } = row;
  const step = { withdrawalId, to: 'signing', nowMs } as const;
  // Of who takes it back and who books it, one is first.
  if (state === 'queued' && !(await moveWithdrawal(session, step))) return;
  const legOf = (toAccountId: number, units: string) => ({
    fromAccountId: row.outgoing_account_id as AccountId,
    toAccountId: toAccountId as AccountId,
    assetId: row.asset_id as AssetId,
    amountUnits: BigInt(units),
  });
  const intentId = await parts.money.intents.write(session, {
    consumer: withdrawalConsumers.end,
    subject: String(withdrawalId),
    command: {
      kind: CommandKind.transferGroup,
      reason: TransferReason.internal,
      reference: withdrawalId,
      legs: [
        legOf(row.payee_account_id, row.receives_units),
        legOf(row.spot_account_id, row.fee_units),
      ],
    },
  });
  await session.execute(
    `UPDATE withdrawals SET end_intent_id = $2, changed_at_ms = $3 WHERE withdrawal_id = $1`,
    [withdrawalId, intentId, nowMs],
  );
}
