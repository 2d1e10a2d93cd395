// Keys of the two wallets of a local chain, in its folder: the purse owns what the first block or
// the miner gives, and makes tokens; the outside wallet is somebody's own, away from the exchange.
// They lie open there: nothing that they own is worth anything.
// Called by evm-chain.ts and bitcoin-chain.ts.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Private keys, 32 bytes each in hexadecimal. */
export interface WalletKeys {
  readonly purse: string;
  readonly outside: string;
}

/** The keys of this folder; made at the first call. */
export function readWalletKeys(folder: string): WalletKeys {
  const path = join(folder, 'wallets.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as WalletKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const makeKey = () => randomBytes(32).toString('hex');
  const keys = { purse: makeKey(), outside: makeKey() };
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flush: true });
  return keys;
}
