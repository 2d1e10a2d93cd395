import {
  type AccountClass,
  type AccountId,
  type AccountType,
  CommandKind,
  EventKind,
  type OwnerId,
  readRejectWord,
  Source,
} from '@isobath/core';
import { type CommandClient, refuseWithCode } from '../base/commands/index.ts';
import { OperatorAccountOwner } from './operator-account.ts';

/** Which account to open. */
export interface AccountRequest {
  readonly ownerId: number;
  readonly accountType: AccountType;
  readonly accountClass: AccountClass;
}

/** Open an account unless it is open. @returns its number. */
export async function openAccount(
  commandClient: CommandClient,
  { ownerId, accountType, accountClass }: AccountRequest,
): Promise<AccountId> {
  const outcome = await commandClient.try(
    {
      kind: CommandKind.openAccount,
      ownerId: ownerId as OwnerId,
      accountType,
      scope: 0,
      isMock: false,
      accountClass,
    },
    {
      caller: { ownerId: OperatorAccountOwner.operatorAccount, sessionId: 0 },
      idempotencyKey: '',
      source: Source.operator,
    },
  );
  const opened = outcome.events.find((event) => event.kind === EventKind.accountOpened);
  if (opened !== undefined) return opened.accountId;
  if (readRejectWord(outcome.code) === 'account_exists') return outcome.facts[0] as AccountId;
  throw refuseWithCode(outcome.code, outcome.facts);
}
