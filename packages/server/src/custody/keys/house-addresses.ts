// Addresses of the house: hot wallets and gas tanks, derived from the public keys that were pinned.
// Called by what reads blocks, by what pays, and by custody's process, which has them stated.

import {
  type Account,
  ACCOUNTS,
  deriveAddress,
  type Family,
  isStatementGood,
} from '@isobath/signer/addresses';
import type { AddressPoolParts } from './address-pool.ts';
import type { PinnedKeys, SignerLink } from './signer-link.ts';

/** An address of the house, and where its key stands. */
export interface HouseAddress {
  readonly address: string;
  readonly account: Account;
  /** 1: what transactions of the hot wallet leave over. */
  readonly change: 0 | 1;
  readonly index: number;
}

/** By pinned keys: every look asks, and to derive one takes milliseconds. */
const derived = new WeakMap<PinnedKeys['accounts'], Map<Family, readonly HouseAddress[]>>();

/** The hot wallet, its change or the gas tank; none of a family without keys. */
export function listHouseAddresses(
  { accounts }: Pick<PinnedKeys, 'accounts'>,
  family: Family,
): readonly HouseAddress[] {
  const byFamily = derived.get(accounts) ?? new Map<Family, readonly HouseAddress[]>();
  derived.set(accounts, byFamily);
  const found = byFamily.get(family) ?? deriveHouse(accounts, family);
  byFamily.set(family, found);
  return found;
}

function deriveHouse(accounts: PinnedKeys['accounts'], family: Family): readonly HouseAddress[] {
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

/** Have the house's addresses stated, once for each family of chains. @throws Error as below. */
export async function stateHouse({ database, fence, signer }: AddressPoolParts): Promise<void> {
  const missing = await database.query<{ family: Family }>(
    `SELECT DISTINCT family FROM networks
     WHERE state <> 'absent' AND family NOT IN (SELECT family FROM house_addresses)`,
  );
  for (const { family } of missing) {
    const stated: (HouseAddress & { readonly statement: string })[] = [];
    for (const house of listHouseAddresses(signer.keys, family)) {
      stated.push({ ...house, statement: await readStatement(signer, family, house) });
    }
    await fence.write((session) =>
      session.execute(
        `INSERT INTO house_addresses (family, account, change, index, address, statement)
         SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[], $5::text[], $6::text[])
         ON CONFLICT DO NOTHING`,
        [
          family,
          stated.map(({ account }) => account),
          stated.map(({ change }) => change),
          stated.map(({ index }) => index),
          stated.map(({ address }) => address),
          stated.map(({ statement }) => statement),
        ],
      ),
    );
  }
}

/** "" for change, about which the signer states nothing. @throws Error for a strange statement. */
async function readStatement(
  { keys, call }: SignerLink,
  family: Family,
  { account, change, index, address }: HouseAddress,
): Promise<string> {
  if (change === 1) return '';
  const [stated] = await call('addresses', { family, account, first: index, count: 1 });
  const named = { family, account, index, address };
  const statement = stated?.statement ?? '';
  if (isStatementGood(keys.statementKey, named, statement)) return statement;
  throw new Error(`the signer does not state ${address}`);
}
