// What others may know of the keys: public keys of the accounts that a policy uses, and the key of
// statements. Not here: the keys (keys.ts).
import { type Account, ACCOUNTS, type Family } from './addresses.ts';
import type { Keys } from './keys.ts';
import type { Policy } from './policy.ts';

/** Public keys, by family and account. */
export interface KeySet {
  readonly accounts: { family: Family; account: Account; publicKey: string }[];
  readonly statementKey: string;
}

/** The public keys of the families that a policy names. */
export function listAccounts(keys: Keys, { networks }: Policy): KeySet {
  const families = [...new Set(networks.map(({ family }) => family))];
  const accounts = families.flatMap((family) =>
    Object.values(ACCOUNTS).map((account) => {
      return { family, account, publicKey: keys.readAccountKey(family, account) };
    }),
  );
  return { accounts, statementKey: keys.readStatementKey() };
}
