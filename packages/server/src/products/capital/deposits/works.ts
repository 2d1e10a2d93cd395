// What two operators agree to of chains: a network is opened, a held deposit is credited, one that
// vanished is written off. Asked again, each does nothing twice: it looks at the state first.
// Made by start.ts.
import {
  type AccountId,
  AccountType,
  type AssetId,
  CommandKind,
  TransferReason,
} from '@isobath/core';
import { z } from '@isobath/wire';
import type { AccountDirectory } from '../../../base/accounts/index.ts';
import { type ApprovalWorks, defineWork } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import { DEPOSIT_ROLLBACK } from '../../../base/custody/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { Intents } from '../../../base/intents/index.ts';
import { refuse } from '../../../base/product/index.ts';
import { findHeld, findLoss, type Loss } from './losses.ts';

/** What the works stand on. */
export interface WorkParts {
  readonly audit: AuditLog;
  readonly accounts: AccountDirectory;
  readonly intents: Intents;
  readonly readNowMs: () => number;
}

const number = z.number().int().positive();

/** What keeps a network closed or coins unsent, the same each time it is read. */
export async function listStops(session: Session, networkId: number): Promise<string[]> {
  const rows = await session.query<{ stop: string }>(
    `SELECT halt_reason AS stop, 0 AS place FROM networks
     WHERE network_id = $1 AND state = 'halted'
     UNION ALL SELECT asset_id || ': ' || sending_stop, asset_id FROM network_assets
     WHERE network_id = $1 AND sending_stop <> '' ORDER BY place`,
    [networkId],
  );
  return rows.map(({ stop }) => stop);
}

/** Make the works. */
export function createDepositWorks(parts: WorkParts): Partial<ApprovalWorks> {
  const { audit, intents, readNowMs } = parts;
  return {
    'network.open': defineWork({
      permission: 'custody.halt',
      shape: z.object({ networkId: number, reasons: z.array(z.string()) }),
      async execute({ networkId, reasons }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          // What has stopped it since was asked about by nobody.
          const now = await listStops(session, networkId);
          if (now.join('\n') !== reasons.join('\n')) throw refuse('approval_changed');
          await session.execute(
            `UPDATE networks SET state = 'open', halt_reason = ''
             WHERE network_id = $1 AND state = 'halted'`,
            [networkId],
          );
          await session.execute(
            `UPDATE network_assets SET sending_stop = '' WHERE network_id = $1`,
            [networkId],
          );
          await write({ action: 'network_opened', detail: { networkId } });
        });
        return { networkId };
      },
    }),
    'deposit.release': defineWork({
      permission: 'money.release',
      shape: z.object({ depositId: number }),
      async execute({ depositId }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          await findHeld(session, depositId);
          // Custody moves it from suspense to its owner at its next look.
          await session.execute(
            `UPDATE deposits SET status = 2, reason = '' WHERE deposit_id = $1 AND status = 11`,
            [depositId],
          );
          await write({ action: 'deposit_released', detail: { depositId } });
        });
        return { depositId };
      },
    }),
    'deposit.rollback': defineWork({
      permission: 'money.release',
      shape: z.object({ depositId: number }),
      async execute({ depositId }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          const loss = await findLoss(session, depositId, readNowMs());
          const intentId = await intents.write(session, {
            consumer: DEPOSIT_ROLLBACK,
            subject: String(depositId),
            command: writeOff(parts.accounts, loss),
          });
          // Until it has ended nothing else moves of it.
          await session.execute(
            `UPDATE deposits SET moving_to = 'outgoing', intent_id = $2 WHERE deposit_id = $1`,
            [depositId, intentId],
          );
          await write({ action: 'deposit_rolled_back', detail: { depositId } });
        });
        intents.nudge();
        return { depositId };
      },
    }),
  };
}

/** Back to the chain: what its owner still had of it, and the rest from the insurance. */
function writeOff(accounts: AccountDirectory, loss: Loss) {
  const find = (accountId: AccountId | undefined): AccountId => {
    if (accountId === undefined) throw new Error(`no account of deposit ${loss.deposit_id}`);
    return accountId;
  };
  const house = (type: AccountType, scope = 0) => find(accounts.readOperatorAccount(type, scope));
  const [units, takenUnits] = [BigInt(loss.units), BigInt(loss.taken_units)];
  const toAccountId = house(AccountType.chain, loss.network_id);
  const leg = (fromAccountId: AccountId, amountUnits: bigint) => ({
    fromAccountId,
    toAccountId,
    assetId: loss.asset_id as AssetId,
    amountUnits,
  });
  const legs = listSources(accounts, loss).map(({ accountId, part }) =>
    leg(find(accountId), part === 'taken' ? takenUnits : units),
  );
  const paidUnits = legs.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  return {
    kind: CommandKind.transferGroup,
    reason: TransferReason.rollback,
    reference: loss.deposit_id,
    legs: [...legs, leg(house(AccountType.operatorInsurance), units - paidUnits)],
  };
}

interface LossSource {
  readonly accountId: AccountId | undefined;
  readonly part: 'taken' | 'all';
}

function listSources(accounts: AccountDirectory, loss: Loss): LossSource[] {
  const { owner_id: ownerId, account_type: type } = loss;
  if (loss.held_in === 'suspense') {
    return [{ accountId: accounts.readOperatorAccount(AccountType.operatorSuspense), part: 'all' }];
  }
  if (type !== AccountType.spot) {
    return [{ accountId: accounts.readOperatorAccount(type as AccountType), part: 'all' }];
  }
  if (loss.held_in !== 'outgoing' || BigInt(loss.taken_units) === 0n) return [];
  return [{ accountId: accounts.readAccount(ownerId, AccountType.outgoing, 0), part: 'taken' }];
}
