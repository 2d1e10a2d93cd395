// Keys of the three wallets of a local chain, in its folder: the purse owns what the first block or
// the miner gives, and makes tokens; the outside wallet is somebody's own, away from the exchange;
// the cold one takes what the exchange's hot wallet has too much.
// They lie open there: nothing that they own is worth anything.
// Called by evm-chain.ts and bitcoin-chain.ts.

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Private keys, 32 bytes each in hexadecimal. */
export interface WalletKeys {
  readonly purse: string;
  readonly outside: string;
  /** Follows from the others: folders from before it have it too. */
  readonly cold: string;
}

/** The keys of this folder; made at the first call. */
export function readWalletKeys(folder: string): WalletKeys {
  const path = join(folder, 'wallets.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return withCold(JSON.parse(readFileSync(path, 'utf8')) as StoredKeys);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const makeKey = () => randomBytes(32).toString('hex');
  const keys = { purse: makeKey(), outside: makeKey() };
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flush: true });
  return withCold(keys);
}

type StoredKeys = Omit<WalletKeys, 'cold'>;

const withCold = (keys: StoredKeys): WalletKeys => ({
  ...keys,
  cold: createHash('sha256').update(`${keys.purse} cold`).digest('hex'),
});
