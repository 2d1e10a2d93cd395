// What went out over a chain and is not in the books yet, and gas, at the block up to which the
// chain was read: terms of the comparison of both (reconcile.ts). Each send must have been looked
// at since that block was made (watchSends).

import type { ComparedTerm } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';

interface Row {
  readonly asset_id: number;
  readonly out_raw: string;
  readonly cold_raw: string;
  readonly gas_raw: string;
  readonly gas_units: string;
  readonly decimals: number;
}

// A payment counts from its block on, its booking when it ended. One that was booked and stands in
// a block behind the cursor is taken out again.
const TERMS = `
  WITH cursors AS (SELECT height FROM chain_cursor WHERE network_id = $1),
  placed AS (
    SELECT sends.*, sends.height <= cursors.height AS is_read FROM chain_sends AS sends, cursors
    WHERE network_id = $1 AND state IN ('mined', 'final', 'failed')
      AND (state = 'mined' OR sends.height > cursors.height OR EXISTS (
        SELECT FROM chain_send_payments AS paid JOIN withdrawals USING (withdrawal_id)
        WHERE paid.send_id = sends.send_id AND withdrawals.state = 'mined')))
  SELECT listed.asset_id, listed.decimals,
    coalesce((SELECT sum(CASE
        WHEN placed.is_read AND own.state <> 'complete' THEN own.receives_raw
        WHEN NOT placed.is_read AND own.state = 'complete' THEN -own.receives_raw
        ELSE 0 END)
      FROM placed JOIN chain_send_payments USING (send_id) JOIN withdrawals AS own
        USING (withdrawal_id)
      WHERE own.asset_id = listed.asset_id AND placed.is_done), 0)::text AS out_raw,
    coalesce((SELECT sum(CASE
        WHEN sends.height <= cursors.height AND moved.state = 'open' THEN moved.raw
        WHEN sends.height > cursors.height AND moved.state = 'booked' THEN -moved.raw ELSE 0 END)
      FROM cursors, cold_moves AS moved JOIN chain_sends AS root USING (send_id)
      JOIN chain_sends AS sends ON sends.network_id = root.network_id
        AND sends.family = root.family
      WHERE moved.network_id = $1 AND moved.asset_id = listed.asset_id AND sends.is_done
        AND sends.family <> '' AND sends.state IN ('mined', 'final')), 0)::text AS cold_raw,
    CASE WHEN listed.contract <> '' THEN '0' ELSE (
      coalesce((SELECT total_raw FROM gas_books WHERE network_id = $1), 0)
      + coalesce((SELECT sum(CASE WHEN state = 'mined' AND is_read THEN paid_fee_raw
          WHEN state <> 'mined' AND NOT is_read THEN -paid_fee_raw ELSE 0 END)
        FROM placed), 0))::text END AS gas_raw,
    CASE WHEN listed.contract <> '' THEN '0' ELSE
      coalesce((SELECT done_units FROM gas_books WHERE network_id = $1), 0)::text END AS gas_units
  FROM network_assets AS listed WHERE listed.network_id = $1`;

/** Read the terms; amounts that left are below zero. `scaleOf` gives the ledger's decimals. */
export async function readOutTerms(
  session: Session,
  networkId: number,
  scaleOf: (assetId: number) => number,
): Promise<ReadonlyMap<number, Readonly<Partial<Record<ComparedTerm, bigint>>>>> {
  const rows = await session.query<Row>(TERMS, [networkId]);
  return new Map(
    rows.map((row) => {
      const by = row.decimals - scaleOf(row.asset_id);
      const units = BigInt(row.gas_units);
      const bookedRaw = by >= 0 ? units * 10n ** BigInt(by) : units / 10n ** BigInt(-by);
      return [
        row.asset_id,
        {
          sent: -BigInt(row.out_raw),
          cold: -BigInt(row.cold_raw),
          gas: bookedRaw - BigInt(row.gas_raw),
        },
      ] as const;
    }),
  );
}
