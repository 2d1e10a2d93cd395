// Addresses of the house: hot wallets and gas tanks, derived from the public keys that were pinned.
// Called by what reads blocks, and by what pays.

import { type Account, ACCOUNTS, deriveAddress, type Family } from '@isobath/signer/addresses';
import type { PinnedKeys } from './signer-link.ts';

/** An address of the house, and where its key stands. */
export interface HouseAddress {
  readonly address: string;
  readonly account: Account;
  /** 1: what transactions of the hot wallet leave over. */
  readonly change: 0 | 1;
  readonly index: number;
}

/** The hot wallet, its change or the gas tank; none of a family without keys. */
export function listHouseAddresses(
  { accounts }: Pick<PinnedKeys, 'accounts'>,
  family: Family,
): HouseAddress[] {
  const places =
    family === 'evm'
      ? ([
          [ACCOUNTS.hot, 0],
          [ACCOUNTS.gas, 0],
        ] as const)
      : ([
          [ACCOUNTS.hot, 0],
          [ACCOUNTS.hot, 1],
        ] as const);
  return places.flatMap(([account, change]) => {
    const key = accounts.find((one) => one.family === family && one.account === account);
    if (key === undefined) return [];
    const address = deriveAddress(key.publicKey, family, { change, index: 0 });
    return [{ address, account, change, index: 0 }];
  });
}

/** The hot wallet's address; undefined of a family without keys. */
export function findHotAddress(
  keys: Pick<PinnedKeys, 'accounts'>,
  family: Family,
): string | undefined {
  const isHot = ({ account, change }: HouseAddress) => account === ACCOUNTS.hot && change === 0;
  return listHouseAddresses(keys, family).find(isHot)?.address;
}
