// What waits to be sent on a network, oldest first, and what is on its way already.
// Read by who plans (plan-evm.ts, plan-utxo.ts).

import type { Approval } from '@isobath/signer/client';
import { IS_COUNTED, WAITS_FOR_OFFICERS } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';

/** A withdrawal that may be sent. */
export interface QueuedPayment {
  readonly withdrawalId: number;
  readonly assetId: number;
  /** In small letters, '' = the network's own coin. */
  readonly contract: string;
  readonly address: string;
  readonly raw: bigint;
  readonly units: bigint;
  readonly changedAtMs: number;
  /** Must not share a transaction: the signer refused one that it was in. */
  readonly isAlone: boolean;
  /** What officers signed of it. */
  readonly approvals: readonly Approval[];
}

interface Row {
  readonly withdrawal_id: number;
  readonly asset_id: number;
  readonly contract: string;
  readonly address: string;
  readonly raw: string;
  readonly units: string;
  readonly changed_at_ms: number;
  readonly is_alone: boolean;
  readonly approvals: readonly Approval[];
}

interface QueueQuestion {
  readonly networkId: number;
  readonly nowMs: number;
  /** The oldest of each coin. */
  readonly rowsOfCoinMax: number;
}

/**
 * What may be sent now. What the signer refused for now is left out until its time, what waits for
 * officers until two have signed it. A coin that is stopped, or of which the hot wallet has too
 * little, takes no place of the others: so many are read of each coin.
 */
export async function readQueue(
  session: Session,
  { networkId, nowMs, rowsOfCoinMax }: QueueQuestion,
): Promise<QueuedPayment[]> {
  const rows = await session.query<Row>(
    `SELECT * FROM (SELECT withdrawal_id, asset_id, contract, address, receives_raw::text AS raw,
       receives_units::text AS units, changed_at_ms, is_alone,
       row_number() OVER (PARTITION BY asset_id ORDER BY withdrawal_id) AS place,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('officerId', officer_id,
         'assertion', assertion) ORDER BY counter, officer_id), '[]')
         FROM officer_assertions AS signed JOIN officer_items AS items USING (item_id)
         WHERE items.withdrawal_id = own.withdrawal_id AND items.state = 'waiting'
           AND ${IS_COUNTED}) AS approvals
     FROM withdrawals AS own JOIN network_assets USING (network_id, asset_id)
     WHERE network_id = $1 AND state = 'queued' AND NOT is_inside AND not_before_ms <= $2
       AND sending_stop = '' AND is_withdrawal_open AND NOT EXISTS (
         SELECT FROM network_assets AS other
         WHERE other.asset_id = own.asset_id AND other.sending_stop LIKE 'breaker%')
       AND NOT (${WAITS_FOR_OFFICERS})) AS waiting
     WHERE place <= $3 ORDER BY withdrawal_id`,
    [networkId, nowMs, rowsOfCoinMax],
  );
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    assetId: row.asset_id,
    contract: row.contract,
    address: row.address,
    raw: BigInt(row.raw),
    units: BigInt(row.units),
    changedAtMs: row.changed_at_ms,
    isAlone: row.is_alone,
    approvals: row.approvals,
  }));
}

/** What was planned and stands in no block yet: amounts by coin, and the worst of all fees. */
export async function readInFlight(
  session: Session,
  { networkId, from }: { readonly networkId: number; readonly from: string },
): Promise<{ readonly rawByAsset: ReadonlyMap<number, bigint>; readonly feesRaw: bigint }> {
  const amounts = await session.query<{ asset_id: number; raw: string }>(
    `SELECT asset_id, sum(raw)::text AS raw FROM (
       SELECT asset_id, receives_raw AS raw FROM withdrawals
       WHERE network_id = $1 AND NOT is_inside AND state IN ('signing', 'signed', 'sent')
       UNION ALL
       SELECT asset_id, cold_moves.raw FROM cold_moves JOIN chain_sends USING (network_id, send_id)
       WHERE network_id = $1 AND chain_sends.state IN ('planned', 'signed', 'sent')) AS moves
     GROUP BY asset_id`,
    [networkId],
  );
  const [fees] = await session.query<{ raw: string }>(
    `SELECT coalesce(sum(raw), 0)::text AS raw FROM (
       SELECT max(fee_raw) AS raw FROM chain_sends
       WHERE network_id = $1 AND from_address = $2 AND state IN ('planned', 'signed', 'sent')
       GROUP BY nonce) AS worst`,
    [networkId, from],
  );
  return {
    rawByAsset: new Map(amounts.map((row) => [row.asset_id, BigInt(row.raw)])),
    feesRaw: BigInt(fees?.raw ?? '0'),
  };
}
