// The next number of a sending address, as our rows have it. It counts once something is signed
// with it (sign.ts).
// Called by who plans.

import type { SenderParts } from './parts.ts';

/** The next number as our rows have it: a node is never asked. */
export async function readNextNonce(
  { database, fence }: Pick<SenderParts, 'database' | 'fence'>,
  { networkId, address }: { readonly networkId: number; readonly address: string },
): Promise<number> {
  const read = () =>
    database.query<{ next_nonce: number }>(
      'SELECT next_nonce FROM chain_nonces WHERE network_id = $1 AND address = $2',
      [networkId, address],
    );
  const [known] = await read();
  if (known !== undefined) return known.next_nonce;
  await fence.write((session) =>
    session.execute(
      `INSERT INTO chain_nonces (network_id, address, next_nonce) VALUES ($1, $2, 0)
       ON CONFLICT DO NOTHING`,
      [networkId, address],
    ),
  );
  const [made] = await read();
  return made?.next_nonce ?? 0;
}
