// Whose account is which: numbers of accounts by owner and kind, levels of fees, as the engine's
// events say. It keeps no balance. Made by each process that follows events; opening a person's
// spot account is here too, since whoever signs in, is paid or is created needs one.
import {
  AccountClass,
  type AccountId,
  AccountType,
  CommandKind,
  type CoreEvent,
  EventKind,
  type OwnerId,
  readRejectWord,
  Source,
} from '@isobath/core';
import { type CommandClient, refuseWithCode } from '../commands/index.ts';

/** Whose an account is, and which of theirs. */
export interface AccountPlace {
  readonly ownerId: number;
  readonly accountType: AccountType;
  /** The pair of an isolated account, else 0. */
  readonly scope: number;
}

/** Which account numbers an owner has, and what level of fees; follows the engine's events. */
export interface AccountDirectory {
  apply(event: CoreEvent): void;
  /** The owner's real spot account, undefined before it is opened. */
  readSpotAccount(ownerId: number): AccountId | undefined;
  /** A real account of an owner, undefined before it is opened. */
  readAccount(ownerId: number, accountType: AccountType, scope: number): AccountId | undefined;
  /** Scopes of the owner's real accounts of a type, in the order they were opened. */
  listScopes(ownerId: number, accountType: AccountType): readonly number[];
  /**
   * The operator's real account of this type (201 and above), undefined before it is opened.
   * @param scope - the network of a chain account; most types have scope 0 alone.
   */
  readOperatorAccount(accountType: AccountType, scope?: number): AccountId | undefined;
  /** Whose an account is, undefined when unknown. */
  readPlace(accountId: number): AccountPlace | undefined;
  /** Owner of an account, 0 when unknown. */
  readOwner(accountId: number): number;
  /** Fee level 0..15. */
  readVipLevel(ownerId: number): number;
}

/** First owner number that is a person's. */
export const PERSON_ID_MIN = 1_000_001;

/** Owners up to here are the house. */
const OPERATOR_ACCOUNT_OWNER_MAX = 999;

/** Make an empty directory. */
export function createAccountDirectory(): AccountDirectory {
  const numbersByOwner = new Map<number, AccountId[]>();
  const places: AccountPlace[] = [];
  const operatorAccounts = new Map<string, AccountId>();
  const vipByOwner = new Map<number, number>();

  function find(ownerId: number, accountType: AccountType, scope: number): AccountId | undefined {
    return numbersByOwner.get(ownerId)?.find((accountId) => {
      const place = places[accountId];
      return place.accountType === accountType && place.scope === scope;
    });
  }

  return {
    apply(event) {
      if (event.kind === EventKind.accountOpened) {
        const { accountId, ownerId, accountType, scope } = event;
        // Definitions may come twice.
        const isNew = places[accountId] === undefined;
        places[accountId] = { ownerId, accountType, scope };
        if (!isNew || event.isMock) return;
        if (ownerId <= OPERATOR_ACCOUNT_OWNER_MAX)
          operatorAccounts.set(`${accountType}:${scope}`, accountId);
        const numbers = numbersByOwner.get(ownerId);
        if (numbers === undefined) numbersByOwner.set(ownerId, [accountId]);
        else numbers.push(accountId);
      } else if (event.kind === EventKind.vipLevelSet) {
        vipByOwner.set(event.ownerId, event.vipLevel);
      }
    },
    readSpotAccount: (ownerId) => find(ownerId, AccountType.spot, 0),
    readAccount: find,
    listScopes: (ownerId, accountType) =>
      (numbersByOwner.get(ownerId) ?? [])
        .map((accountId) => places[accountId])
        .filter((place) => place.accountType === accountType)
        .map((place) => place.scope),
    readOperatorAccount: (accountType, scope = 0) =>
      operatorAccounts.get(`${accountType}:${scope}`),
    readPlace: (accountId) => places[accountId],
    readOwner: (accountId) => places[accountId]?.ownerId ?? 0,
    readVipLevel: (ownerId) => vipByOwner.get(ownerId) ?? 0,
  };
}

/** Open the person's spot account in the engine unless it is there. */
export async function ensureSpotAccount(
  parts: { readonly accounts: AccountDirectory; readonly commandClient: CommandClient },
  ownerId: number,
): Promise<void> {
  if (parts.accounts.readSpotAccount(ownerId) !== undefined) return;
  const outcome = await parts.commandClient.try(
    {
      kind: CommandKind.openAccount,
      ownerId: ownerId as OwnerId,
      accountType: AccountType.spot,
      scope: 0,
      isMock: false,
      accountClass: AccountClass.wallet,
    },
    { caller: { ownerId, sessionId: 0 }, idempotencyKey: '', source: Source.web },
  );
  if (outcome.code !== 0 && readRejectWord(outcome.code) !== 'account_exists') {
    throw refuseWithCode(outcome.code, outcome.facts);
  }
  for (const event of outcome.events) parts.accounts.apply(event);
}
