// For which account this page was drawn: calls and the live line state it, so that the exchange
// takes nothing from a page whose browser has changed the account since (shell/refusals).
let accountId: number | null = null;

/** @param ownerId - null: the page says nothing. */
export function setPageAccount(ownerId: number | null): void {
  accountId = ownerId;
}

/** Owner number of the account, null for a guest's page. */
export function readPageAccount(): number | null {
  return accountId;
}
