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
import { type Commander, refuseWithCode } from '../base/commands/index.ts';
import { HouseOwner } from './house.ts';

/** Which account to open. */
export interface AccountWish {
  readonly ownerId: number;
  readonly accountType: AccountType;
  readonly accountClass: AccountClass;
}

/** Open an account unless it is open. @returns its number. */
export async function openAccount(
  commander: Commander,
  { ownerId, accountType, accountClass }: AccountWish,
): Promise<AccountId> {
  const outcome = await commander.try(
    {
      kind: CommandKind.openAccount,
      ownerId: ownerId as OwnerId,
      accountType,
      scope: 0,
      isMock: false,
      accountClass,
    },
    {
      caller: { ownerId: HouseOwner.house, sessionId: 0 },
      idempotencyKey: '',
      source: Source.operator,
    },
  );
  const opened = outcome.events.find((event) => event.kind === EventKind.accountOpened);
  if (opened !== undefined) return opened.accountId;
  if (readRejectWord(outcome.code) === 'account_exists') return outcome.facts[0] as AccountId;
  throw refuseWithCode(outcome.code, outcome.facts);
}
