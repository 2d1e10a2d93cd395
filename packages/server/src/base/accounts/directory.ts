import { AccountType, type AccountId, type CoreEvent, EventKind } from '@isobath/core';

/** Which account numbers an owner has, and what level of fees; follows the engine's events. */
export interface AccountDirectory {
  apply(event: CoreEvent): void;
  /** The owner's real spot account, undefined before it is opened. */
  readSpotAccount(ownerId: number): AccountId | undefined;
  /** The house's account of this type (201 and above), undefined before it is opened. */
  readHouseAccount(accountType: AccountType): AccountId | undefined;
  /** Owner of an account, 0 when unknown. */
  readOwner(accountId: number): number;
  /** Fee level 0..15. */
  readVipLevel(ownerId: number): number;
}

/** First owner number that is a person's. */
export const PERSON_ID_MIN = 1_000_001;

/** Owners up to here are the house. */
const HOUSE_OWNER_MAX = 999;

/** Make an empty directory. */
export function createAccountDirectory(): AccountDirectory {
  const spotByOwner = new Map<number, AccountId>();
  const ownerByAccount: number[] = [];
  const houseByType = new Map<AccountType, AccountId>();
  const vipByOwner = new Map<number, number>();
  return {
    apply(event) {
      if (event.kind === EventKind.accountOpened) {
        ownerByAccount[event.accountId] = event.ownerId;
        if (event.ownerId <= HOUSE_OWNER_MAX) houseByType.set(event.accountType, event.accountId);
        if (event.accountType === AccountType.spot && !event.isMock) {
          spotByOwner.set(event.ownerId, event.accountId);
        }
      } else if (event.kind === EventKind.vipLevelSet) {
        vipByOwner.set(event.ownerId, event.vipLevel);
      }
    },
    readSpotAccount: (ownerId) => spotByOwner.get(ownerId),
    readHouseAccount: (accountType) => houseByType.get(accountType),
    readOwner: (accountId) => ownerByAccount[accountId] ?? 0,
    readVipLevel: (ownerId) => vipByOwner.get(ownerId) ?? 0,
  };
}
