// Addresses for people, made before anybody asks: each is derived here from the public key that was
// pinned, stated by the signer, and both must say the same.
// Called by custody's process; the edge gives them out.

import { ACCOUNTS, deriveAddress, type Family, isStatementGood } from '@isobath/signer/addresses';
import type { Database } from '../../base/db/index.ts';
import type { Fence } from '../epoch.ts';
import type { SignerLink } from './signer-link.ts';

/** How many wait for people, of each family. */
const POOL_SIZE = 200;

/** What the pool stands on. */
export interface AddressPoolParts {
  readonly database: Database;
  readonly fence: Fence;
  readonly signer: SignerLink;
  readonly poolSize?: number;
}

interface Filling {
  readonly family: Family;
  readonly first: number;
  readonly count: number;
}

async function findShort(parts: AddressPoolParts): Promise<Filling[]> {
  const { database, poolSize = POOL_SIZE } = parts;
  const rows = await database.query<{ family: Family; next: number; free: number }>(
    `SELECT own.family, coalesce(max(addresses.index) + 1, 0)::int AS next,
       (count(addresses.index) FILTER (WHERE addresses.owner_id IS NULL))::int AS free
     FROM (SELECT DISTINCT family FROM networks WHERE state <> 'absent') AS own
     LEFT JOIN deposit_addresses AS addresses USING (family) GROUP BY own.family`,
  );
  return rows
    .filter(({ free }) => free < poolSize)
    .map(({ family, next, free }) => ({ family, first: next, count: poolSize - free }));
}

/** Make what is missing. @throws Error when the signer states what its keys do not have. */
export async function fillPool(parts: AddressPoolParts): Promise<void> {
  for (const filling of await findShort(parts)) await fillOne(parts, filling);
}

async function fillOne({ fence, signer }: AddressPoolParts, filling: Filling): Promise<void> {
  const { family, first, count } = filling;
  const account = ACCOUNTS.deposits;
  const { accounts, statementKey } = signer.keys;
  const key = accounts.find((one) => one.family === family && one.account === account);
  // The signer's policy knows nothing of this family: nobody can be given an address of it.
  if (key === undefined) return;
  const stated = await signer.call('addresses', { family, account, first, count });
  for (const [place, { statement, ...named }] of stated.entries()) {
    const own = deriveAddress(key.publicKey, family, { change: 0, index: first + place });
    const isOwn = named.index === first + place && named.address === own;
    if (!isOwn || !isStatementGood(statementKey, named, statement)) {
      throw new Error(`the signer states ${named.address}, which is not ours`);
    }
  }
  await fence.write((session) =>
    session.execute(
      `INSERT INTO deposit_addresses (family, index, address, statement)
       SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[])
       ON CONFLICT (family, index) DO NOTHING`,
      [
        stated.map((one) => one.family),
        stated.map(({ index }) => index),
        stated.map(({ address }) => address),
        stated.map(({ statement }) => statement),
      ],
    ),
  );
}
