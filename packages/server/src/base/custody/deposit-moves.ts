// Where the money of a deposit stands in the ledger, and the end of each of its moves. One move of
// a deposit is under way at a time; its end is told once, in the transaction that marks it.
// Written by custody, ended by the projector.

import type { FinishIntent } from '../intents/index.ts';
import type { Session } from '../db/index.ts';

/** Name of the consumer: stands in rows of intents. */
export const DEPOSIT_MOVE = 'custody.deposit';

/** Name of the consumer of deposits that are written off. */
export const DEPOSIT_ROLLBACK = 'custody.rollback';

/** Where the money of a deposit can stand. */
export type DepositPlace = '' | 'suspense' | 'owner' | 'outgoing';

/** Count what came in over a network (above zero) or went out of it (below). */
export async function addToBooks(
  session: Session,
  {
    networkId,
    assetId,
    units,
  }: {
    readonly networkId: number;
    readonly assetId: number;
    readonly units: bigint;
  },
): Promise<void> {
  await session.execute(
    `INSERT INTO chain_books AS own (network_id, asset_id, units) VALUES ($1, $2, $3)
     ON CONFLICT (network_id, asset_id) DO UPDATE SET units = own.units + EXCLUDED.units`,
    [networkId, assetId, String(units)],
  );
}

interface Row {
  network_id: number;
  tx_hash: string;
  place: string;
  asset_id: number;
  units: string;
  held_in: DepositPlace;
  moving_to: DepositPlace;
}

const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** A move of a deposit ended. */
export const finishDepositMove: FinishIntent = async (session, { intentId, subject, isDone }) => {
  const [row] = await session.query<Row>(
    `SELECT network_id, tx_hash, place, asset_id, units::text, held_in, moving_to
     FROM deposits WHERE deposit_id = $1 AND intent_id = $2 AND moving_to <> '' FOR UPDATE`,
    [subject, intentId],
  );
  if (row === undefined) return;
  if (!isDone) return void (await markRefused(session, subject));
  if (row.held_in === '') {
    const { network_id: networkId, asset_id: assetId } = row;
    await addToBooks(session, { networkId, assetId, units: BigInt(row.units) });
    await session.execute(
      `UPDATE chain_outputs SET is_counted = true
       WHERE network_id = $1 AND txid = $2 AND 'out:' || output = $3`,
      [networkId, row.tx_hash, row.place],
    );
  }
  await session.execute(
    `UPDATE deposits SET held_in = moving_to, moving_to = '', refused_at_ms = 0,
       taken_units = CASE WHEN moving_to = 'outgoing' THEN taken_units ELSE 0 END,
       credited_at_ms = CASE WHEN status = 2 AND moving_to = 'owner' THEN ${NOW_MS}
         ELSE credited_at_ms END,
       status = CASE WHEN status = 2 AND moving_to = 'owner' THEN 3 ELSE status END
     WHERE deposit_id = $1`,
    [subject],
  );
};

/** What was too much to take back is tried again with less at once, anything else in a minute. */
async function markRefused(session: Session, depositId: string): Promise<void> {
  await session.execute(
    `UPDATE deposits SET refused_at_ms = CASE WHEN moving_to = 'outgoing' THEN 0 ELSE ${NOW_MS} END,
       moving_to = '',
       taken_units = CASE WHEN moving_to = 'outgoing' THEN 0 ELSE taken_units END
     WHERE deposit_id = $1`,
    [depositId],
  );
}

/** A deposit was written off, or the insurance was short: then it is as it was before. */
export const finishDepositRollback: FinishIntent = async (
  session,
  { intentId, subject, isDone },
) => {
  const [row] = await session.query<Row & { owner_id: number; raw: string }>(
    `SELECT network_id, owner_id, asset_id, units::text, raw::text FROM deposits
     WHERE deposit_id = $1 AND intent_id = $2 AND moving_to <> '' FOR UPDATE`,
    [subject, intentId],
  );
  if (row === undefined) return;
  if (!isDone) {
    await session.execute(
      `UPDATE deposits SET moving_to = '', refused_at_ms = ${NOW_MS} WHERE deposit_id = $1`,
      [subject],
    );
    return;
  }
  const { network_id: networkId, asset_id: assetId } = row;
  await addToBooks(session, { networkId, assetId, units: -BigInt(row.units) });
  await session.execute(
    `UPDATE residues SET total_raw = total_raw - $4, credited_units = credited_units - $5
     WHERE owner_id = $1 AND network_id = $2 AND asset_id = $3`,
    [row.owner_id, networkId, assetId, row.raw, row.units],
  );
  await session.execute(
    `UPDATE deposits SET status = 7, reason = 'rolled_back', moving_to = '', refused_at_ms = 0
     WHERE deposit_id = $1`,
    [subject],
  );
};
