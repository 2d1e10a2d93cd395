// A new withdrawal: its row, what moves it out of the spot account and its use of the day commit
// together. All checks were made before.
// Called by submit.ts.

import {
  makeWithdrawalMove,
  type WithdrawalState,
  withdrawalConsumers,
} from '../../../base/custody/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { Intents } from '../../../base/intents/index.ts';
import { writeDayUse } from './day-use.ts';

/** A withdrawal that was found good. */
export interface WithdrawalRow {
  readonly ownerId: number;
  readonly clientId: string;
  /** SHA-256 of the request. */
  readonly bodyHash: Buffer;
  readonly assetId: number;
  readonly networkId: number;
  readonly address: string;
  readonly memo: string;
  readonly amountUnits: bigint;
  readonly receivesUnits: bigint;
  readonly receivesRaw: bigint;
  readonly feeUnits: bigint;
  /** In units of USDT. */
  readonly valueUnits: bigint;
  /** Why somebody looks at it first; none = it goes by itself. */
  readonly reasons: readonly string[];
  readonly spotAccountId: number;
  readonly outgoingAccountId: number;
  /** Of another customer's address. */
  readonly payee?: { readonly ownerId: number; readonly accountId: number };
  readonly nowMs: number;
}

/** What was written. */
export interface WrittenWithdrawal {
  readonly withdrawalId: number;
  readonly intentId: number;
}

/** Write it in the transaction that locked its owner. */
export async function writeWithdrawal(
  session: Session,
  intents: Pick<Intents, 'write'>,
  own: WithdrawalRow,
): Promise<WrittenWithdrawal> {
  const [{ id: withdrawalId }] = await session.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('withdrawals', 'withdrawal_id')) AS id`,
  );
  const takenUnits = own.receivesUnits + own.feeUnits;
  const intentId = await intents.write(session, {
    consumer: withdrawalConsumers.take,
    subject: String(withdrawalId),
    command: makeWithdrawalMove({
      withdrawalId,
      fromAccountId: own.spotAccountId,
      toAccountId: own.outgoingAccountId,
      assetId: own.assetId,
      amountUnits: takenUnits,
    }),
  });
  const state: WithdrawalState = 'requested';
  await session.execute(
    `INSERT INTO withdrawals (withdrawal_id, owner_id, client_id, body_hash, asset_id, network_id,
       address, memo, amount_units, taken_units, fee_units, receives_units, receives_raw,
       value_units, state, reasons, is_inside, take_intent_id, asked_at_ms, changed_at_ms,
       spot_account_id, outgoing_account_id, payee_owner_id, payee_account_id)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
       $19, $19, $20, $21, $22, $23)`,
    [
      withdrawalId,
      own.ownerId,
      own.clientId,
      own.bodyHash,
      own.assetId,
      own.networkId,
      own.address,
      own.memo,
      own.amountUnits,
      takenUnits,
      own.feeUnits,
      own.receivesUnits,
      own.receivesRaw,
      own.valueUnits,
      state,
      own.reasons,
      own.payee !== undefined,
      intentId,
      own.nowMs,
      own.spotAccountId,
      own.outgoingAccountId,
      own.payee?.ownerId ?? 0,
      own.payee?.accountId ?? 0,
    ],
  );
  await session.execute(
    'INSERT INTO withdrawal_steps (withdrawal_id, word, at_ms) VALUES ($1, $2, $3)',
    [withdrawalId, state, own.nowMs],
  );
  const { ownerId, valueUnits, nowMs: atMs } = own;
  await writeDayUse(session, { withdrawalId, ownerId, valueUnits, atMs });
  return { withdrawalId, intentId };
}
