// What each deposit address held at the block that was compared: where sweeps begin.
// Of chains of accounts alone: outputs have rows of their own.
// Called by the comparison, in its transaction.

import type { Session } from '../../base/db/index.ts';
import type { ChainHolding } from '../chains/port.ts';
import { type ScannedNetwork, toKey } from '../scanner/own-moves.ts';

/** Keep what deposit addresses hold of coins that are listed, by their contracts. */
export async function keepHoldings(
  session: Session,
  { networkId, family, house }: ScannedNetwork,
  holdings: readonly ChainHolding[],
): Promise<void> {
  if (family !== 'evm') return;
  const houses = new Set(house.map(({ address }) => toKey(address)));
  const own = holdings.filter(({ address }) => !houses.has(toKey(address)));
  const rows = own.map(({ address, asset, raw }) => ({
    address: toKey(address),
    contract: asset === 'native' ? '' : asset,
    raw: String(raw),
  }));
  await session.execute(
    `WITH now AS (
       SELECT held.address, listed.asset_id, held.raw
       FROM jsonb_to_recordset($2) AS held (address text, contract text, raw numeric)
       JOIN network_assets AS listed ON listed.network_id = $1
         AND listed.contract = held.contract),
     gone AS (
       DELETE FROM chain_holdings AS own WHERE network_id = $1 AND NOT EXISTS (
         SELECT FROM now WHERE (now.address, now.asset_id) = (own.address, own.asset_id)))
     INSERT INTO chain_holdings AS own (network_id, address, asset_id, raw)
     SELECT $1, address, asset_id, raw FROM now
     ON CONFLICT (network_id, address, asset_id) DO UPDATE SET raw = EXCLUDED.raw
     WHERE own.raw <> EXCLUDED.raw`,
    [networkId, JSON.stringify(rows)],
  );
}
