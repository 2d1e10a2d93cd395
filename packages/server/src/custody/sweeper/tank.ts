// The gas tank of an EVM chain: what it holds and nothing on its way takes.
// Not here: account 212 of the ledger (sender/gas-reserve.ts).
// Called by sweeps.

import { ACCOUNTS } from '@isobath/signer/addresses';
import { listHouseAddresses } from '../keys/house-addresses.ts';
import type { Looked, SenderParts } from '../sender/parts.ts';

/** Its address, where it covers so much more; a tank that is short raises the alarm once. */
export async function readTank(
  { database, fence, signer, readNowMs, report }: SenderParts,
  { networkId, family, port, head }: Looked,
  raw: bigint,
): Promise<string | undefined> {
  const house = listHouseAddresses(signer.keys, family);
  const tank = house.find(({ account }) => account === ACCOUNTS.gas);
  if (tank === undefined) return undefined;
  const { address } = tank;
  const [held, [open]] = await Promise.all([
    port.readHoldings([address.toLowerCase()], head.hash),
    database.query<{ raw: string; is_short: boolean }>(
      `SELECT coalesce((SELECT sum(raw) FROM (
           SELECT max(fee_raw + (body #>> '{outputs,0,raw}')::numeric) AS raw FROM chain_sends
           WHERE network_id = $1 AND from_address = $2 AND state IN ('planned', 'signed', 'sent')
           GROUP BY nonce) AS worst), 0)::text AS raw,
         EXISTS (SELECT FROM gas_books WHERE network_id = $1 AND tank_short_since_ms > 0)
           AS is_short`,
      [networkId, address],
    ),
  ]);
  const nativeRaw = held.find(({ asset }) => asset === 'native')?.raw ?? 0n;
  const isShort = nativeRaw - BigInt(open?.raw ?? '0') < raw;
  if (isShort === open?.is_short) return isShort ? undefined : address;
  await fence.write((session) =>
    session.execute(
      `INSERT INTO gas_books (network_id, total_raw, booked_units, tank_short_since_ms)
       VALUES ($1, 0, 0, $2)
       ON CONFLICT (network_id) DO UPDATE SET tank_short_since_ms = EXCLUDED.tank_short_since_ms`,
      [networkId, isShort ? readNowMs() : 0],
    ),
  );
  if (isShort) report(new Error(`network ${networkId}: the gas tank ${address} is short`));
  return isShort ? undefined : address;
}
