import { AccountType, type AccountId, type CoreEvent, EventKind } from '@isobath/core';

/** Which account numbers an owner has, and what level of fees; follows the engine's events. */
export interface AccountDirectory {
  apply(event: CoreEvent): void;
  /** The owner's real spot account, undefined before it is opened. */
  readSpotAccount(ownerId: number): AccountId | undefined;
  /** Owner of an account, 0 when unknown. */
  readOwner(accountId: number): number;
  /** Fee level 0..15. */
  readVipLevel(ownerId: number): number;
}

/** Make an empty directory. */
export function createAccountDirectory(): AccountDirectory {
  const spotByOwner = new Map<number, AccountId>();
  const ownerByAccount: number[] = [];
  const vipByOwner = new Map<number, number>();
  return {
    apply(event) {
      if (event.kind === EventKind.accountOpened) {
        ownerByAccount[event.accountId] = event.ownerId;
        if (event.accountType === AccountType.spot && !event.isMock) {
          spotByOwner.set(event.ownerId, event.accountId);
        }
      } else if (event.kind === EventKind.vipLevelSet) {
        vipByOwner.set(event.ownerId, event.vipLevel);
      }
    },
    readSpotAccount: (ownerId) => spotByOwner.get(ownerId),
    readOwner: (accountId) => ownerByAccount[accountId] ?? 0,
    readVipLevel: (ownerId) => vipByOwner.get(ownerId) ?? 0,
  };
}
