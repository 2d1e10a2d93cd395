// Every address that is counted as the exchange's own, each proven: by the signer's statement with
// the key that was pinned, or derived from a public key that was. A row that somebody put into the
// database ends the reading. Used by the proof of reserves.

import { readFileSync } from 'node:fs';
import type { Session } from '../db/index.ts';
import { pinnedKeysFile } from './files.ts';

/** An address, and where its key stands below the signer's accounts. */
export interface OwnAddress {
  readonly family: string;
  /** 0 hot, 1 deposits, 2 gas. */
  readonly account: number;
  readonly change: number;
  readonly index: number;
  readonly address: string;
  /** Ed25519 signature in hex; "" for change, about which nothing is stated. */
  readonly statement: string;
}

/** The addresses, and the key of their statements: "" without any custody. */
export interface OwnAddresses {
  readonly statementKey: string;
  readonly addresses: readonly OwnAddress[];
}

interface PinnedKeys {
  readonly statementKey: string;
  readonly accounts: readonly {
    readonly family: string;
    readonly account: number;
    readonly publicKey: string;
  }[];
}

const LISTED = `
  SELECT family, account, change, index, address, statement FROM house_addresses
  UNION ALL
  SELECT family, 1, 0, index, address, statement FROM deposit_addresses WHERE used_at_ms > 0
  ORDER BY family, account, change, index`;

function readPinned(dataFolder: string): PinnedKeys | undefined {
  try {
    return JSON.parse(readFileSync(pinnedKeysFile(dataFolder), 'utf8')) as PinnedKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The house’s, and those of people that ever received. @throws Error for a strange one. */
export async function readOwnAddresses(
  session: Session,
  dataFolder: string,
): Promise<OwnAddresses> {
  const addresses = await session.query<OwnAddress>(LISTED);
  const pinned = readPinned(dataFolder);
  if (addresses.length === 0) return { statementKey: pinned?.statementKey ?? '', addresses };
  const { deriveAddress, isStatementGood } = await import('@isobath/signer/addresses');
  const isOwn = ({ family, account, change, index, address, statement }: OwnAddress): boolean => {
    if (pinned === undefined) return false;
    const stated = { family, account, index, address } as Parameters<typeof isStatementGood>[1];
    if (change === 0) return isStatementGood(pinned.statementKey, stated, statement);
    const key = pinned.accounts.find((one) => one.family === family && one.account === account);
    if (key === undefined) return false;
    return deriveAddress(key.publicKey, stated.family, { change: 1, index }) === address;
  };
  const strange = addresses.find((address) => !isOwn(address));
  if (strange === undefined) return { statementKey: pinned?.statementKey ?? '', addresses };
  throw new Error(`${strange.address} stands in the tables, and the signer does not state it`);
}
