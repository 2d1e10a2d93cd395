// Which coins can be deposited and withdrawn now, and over which networks.
// Used by products that list coins.

import type { Session } from '../db/index.ts';

/** What is possible with a coin over chains. */
export interface CoinNetworks {
  readonly rechargeAble: boolean;
  readonly withdrawAble: boolean;
  /** Networks that list it, whether they are open or not. */
  readonly networkIds: number[];
}

interface Row {
  asset_id: number;
  can_deposit: boolean;
  can_withdraw: boolean;
  network_ids: number[];
}

/** By number of the coin; a coin that no network lists is missing. */
export async function readCoinNetworks(
  session: Session,
): Promise<ReadonlyMap<number, CoinNetworks>> {
  const rows = await session.query<Row>(
    `SELECT asset_id, bool_or(state = 'open' AND is_deposit_open) AS can_deposit,
       bool_or(state = 'open' AND is_withdrawal_open) AS can_withdraw,
       array_agg(network_id ORDER BY network_id) AS network_ids
     FROM network_assets JOIN networks USING (network_id) GROUP BY asset_id`,
  );
  return new Map(
    rows.map((row) => [
      row.asset_id,
      {
        rechargeAble: row.can_deposit,
        withdrawAble: row.can_withdraw,
        networkIds: row.network_ids,
      },
    ]),
  );
}
