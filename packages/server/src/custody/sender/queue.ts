// What waits to be sent on a network, oldest first, and what is on its way already.
// Read by who plans (plan-evm.ts, plan-utxo.ts).

import type { Session } from '../../base/db/index.ts';

/** A withdrawal that may be sent. */
export interface QueuedPayment {
  readonly withdrawalId: number;
  readonly assetId: number;
  /** In small letters, '' = the network's own coin. */
  readonly contract: string;
  readonly address: string;
  readonly raw: bigint;
  readonly changedAtMs: number;
  /** Must not share a transaction: the signer refused one that it was in. */
  readonly isAlone: boolean;
}

interface Row {
  readonly withdrawal_id: number;
  readonly asset_id: number;
  readonly contract: string;
  readonly address: string;
  readonly raw: string;
  readonly changed_at_ms: number;
  readonly is_alone: boolean;
}

/** What may be sent now. What the signer refused for now is left out until its time. */
export async function readQueue(
  session: Session,
  { networkId, nowMs, rowsMax }: { networkId: number; nowMs: number; rowsMax: number },
): Promise<QueuedPayment[]> {
  const rows = await session.query<Row>(
    `SELECT withdrawal_id, asset_id, contract, address, receives_raw::text AS raw, changed_at_ms,
       is_alone
     FROM withdrawals JOIN network_assets USING (network_id, asset_id)
     WHERE network_id = $1 AND state = 'queued' AND NOT is_inside AND not_before_ms <= $2
     ORDER BY withdrawal_id LIMIT $3`,
    [networkId, nowMs, rowsMax],
  );
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    assetId: row.asset_id,
    contract: row.contract,
    address: row.address,
    raw: BigInt(row.raw),
    changedAtMs: row.changed_at_ms,
    isAlone: row.is_alone,
  }));
}

/** What was planned and stands in no block yet: amounts by coin, and the worst of all fees. */
export async function readInFlight(
  session: Session,
  { networkId, from }: { readonly networkId: number; readonly from: string },
): Promise<{ readonly rawByAsset: ReadonlyMap<number, bigint>; readonly feesRaw: bigint }> {
  const amounts = await session.query<{ asset_id: number; raw: string }>(
    `SELECT asset_id, sum(receives_raw)::text AS raw FROM withdrawals
     WHERE network_id = $1 AND NOT is_inside AND state IN ('signing', 'signed', 'sent')
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
