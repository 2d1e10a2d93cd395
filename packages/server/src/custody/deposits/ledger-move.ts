// Moves a deposit's money to where its status wants it: from the chain to its owner or into
// suspense, from suspense to its owner, and away from its owner while its block is lost. Each move
// is an intent in the transaction of the row; the next begins when the one before has ended.
// Called by what counts deposits, and again for all that was refused or came to wait.

import {
  type AccountId,
  AccountType,
  type AssetId,
  CommandKind,
  TransferReason,
} from '@isobath/core';
import { DEPOSIT_MOVE, type DepositPlace } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import { type CustodyMoney, HOUSE } from '../money.ts';

/** A deposit as far as its money goes. */
export interface MovableDeposit {
  readonly deposit_id: number;
  readonly network_id: number;
  readonly asset_id: number;
  readonly owner_id: number;
  readonly account_type: number;
  readonly status: number;
  readonly units: string;
  readonly held_in: DepositPlace;
  readonly taken_units: string;
  readonly vanished_at_ms: number;
}

/** Columns of a deposit that a move reads. */
export const MOVE_COLUMNS = `deposit_id, network_id, asset_id, owner_id, account_type, status,
  units::text, held_in, taken_units::text, vanished_at_ms`;

/** Accounts that a deposit's money can stand on. */
export type DepositAccounts = Readonly<Record<DepositPlace, AccountId>>;

const CREDITED = new Set([2, 3]);
const SUSPENDED = new Set([4, 10, 11]);

/** Where its money belongs. */
export function readWanted(row: MovableDeposit): DepositPlace {
  if (SUSPENDED.has(row.status)) return 'suspense';
  if (!CREDITED.has(row.status)) return row.held_in;
  const isPersons = row.account_type === AccountType.spot;
  const isTaken = row.held_in === 'owner' || row.held_in === 'outgoing';
  if (row.vanished_at_ms > 0 && isTaken && isPersons) return 'outgoing';
  return 'owner';
}

/** The accounts of a deposit; what is not there is opened. Called outside of transactions. */
export async function findDepositAccounts(
  money: CustodyMoney,
  row: Pick<MovableDeposit, 'network_id' | 'owner_id' | 'account_type'>,
): Promise<DepositAccounts> {
  const house = (accountType: AccountType, scope = 0) =>
    money.findAccount({ ownerId: HOUSE, accountType, scope });
  const own = (accountType: AccountType) =>
    money.findAccount({ ownerId: row.owner_id, accountType, scope: 0 });
  const suspense = await house(AccountType.operatorSuspense);
  const isPersons = row.account_type === AccountType.spot && row.owner_id > 0;
  return {
    '': await house(AccountType.chain, row.network_id),
    suspense,
    owner: isPersons
      ? await own(AccountType.spot)
      : row.account_type === AccountType.spot
        ? suspense
        : await house(row.account_type as AccountType),
    outgoing: isPersons ? await own(AccountType.outgoing) : suspense,
  };
}

function readReason(from: DepositPlace, to: DepositPlace): TransferReason {
  if (to === 'suspense') return TransferReason.suspense;
  return from === 'outgoing' || to === 'outgoing'
    ? TransferReason.betweenAccounts
    : TransferReason.deposit;
}

/** A move, and with what. */
export interface LedgerMove {
  readonly row: MovableDeposit;
  readonly accounts: DepositAccounts;
  /** What its owner has, of one that is taken back. */
  readonly availableUnits: bigint;
  readonly nowMs: number;
}

function readMoved({ row, availableUnits }: LedgerMove, to: DepositPlace): bigint {
  const units = BigInt(row.units);
  if (to === 'outgoing') return availableUnits < units ? availableUnits : units;
  return row.held_in === 'outgoing' ? BigInt(row.taken_units) : units;
}

/** Begin the move that a row wants; the row is held and none is under way. */
export async function beginMove(
  session: Session,
  money: CustodyMoney,
  move: LedgerMove,
): Promise<void> {
  const { row, accounts, nowMs } = move;
  const { deposit_id: depositId, held_in: from } = row;
  const to = readWanted(row);
  if (to === from) return;
  const units = readMoved(move, to);
  if (units === 0n) {
    await session.execute(
      `UPDATE deposits SET held_in = $2, taken_units = 0,
         credited_at_ms = CASE WHEN status = 2 THEN $3 ELSE credited_at_ms END,
         status = CASE WHEN status = 2 THEN 3 ELSE status END WHERE deposit_id = $1`,
      [depositId, to, nowMs],
    );
    return;
  }
  const intentId = await money.intents.write(session, {
    consumer: DEPOSIT_MOVE,
    subject: String(depositId),
    command: {
      kind: CommandKind.transfer,
      fromAccountId: accounts[from],
      toAccountId: accounts[to],
      assetId: row.asset_id as AssetId,
      amountUnits: units,
      reason: readReason(from, to),
      reference: depositId,
    },
  });
  await session.execute(
    `UPDATE deposits SET moving_to = $2, intent_id = $3,
       taken_units = CASE WHEN $2 = 'outgoing' THEN $4 ELSE taken_units END
     WHERE deposit_id = $1`,
    [depositId, to, intentId, String(units)],
  );
}
