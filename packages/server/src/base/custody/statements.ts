// Whether an address is the signer's own, by the key that was pinned at the ceremony: a row that
// somebody put into the database is never shown. Used by the edge, each time an address is shown.

import { readFileSync } from 'node:fs';
import { pinnedKeysFile } from './files.ts';

/** What is asked of an address. */
export interface StatedAddress {
  readonly family: string;
  readonly index: number;
  readonly address: string;
  readonly statement: string;
}

/** Whether the signer stated this address, for deposits. */
export type CheckStatement = (stated: StatedAddress) => Promise<boolean>;

/** Make the check. The code of signatures and the key are loaded with the first address. */
export function createStatementCheck(dataFolder: string): CheckStatement {
  let key: string | undefined;
  return async ({ statement, ...stated }) => {
    const { ACCOUNTS, isStatementGood } = await import('@isobath/signer/addresses');
    key ??= readStatementKey(dataFolder);
    if (key === undefined) return false;
    const named = { ...stated, account: ACCOUNTS.deposits };
    return isStatementGood(key, named as Parameters<typeof isStatementGood>[1], statement);
  };
}

/** The key of statements as the ceremony pinned it, in hex; undefined before. */
export function readStatementKey(dataFolder: string): string | undefined {
  try {
    const pinned = JSON.parse(readFileSync(pinnedKeysFile(dataFolder), 'utf8')) as {
      readonly statementKey: string;
    };
    return pinned.statementKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
