// Where nothing is signed any more: a coin of a network, by its row, or all of a network. People
// end a stop; nothing here does.

import type { Session } from '../../base/db/index.ts';

/** Whether a coin of a network may be sent; asked without one: whether any may. */
export type IsStopped = (assetId: number) => boolean;

/** Read the stops of a network. One that is halted, or whose gas is not booked, sends nothing. */
export async function readStops(session: Session, networkId: number): Promise<IsStopped> {
  const rows = await session.query<{ asset_id: number }>(
    `SELECT asset_id FROM network_assets
     WHERE network_id = $1 AND (sending_stop <> '' OR NOT is_withdrawal_open)
     UNION ALL SELECT 0 FROM networks WHERE network_id = $1 AND state <> 'open'
     UNION ALL SELECT 0 FROM gas_books WHERE network_id = $1 AND refused_at_ms > 0`,
    [networkId],
  );
  const stopped = new Set(rows.map((row) => row.asset_id));
  return (assetId) => stopped.has(0) || stopped.has(assetId);
}

/** A stop to write. */
export interface Stop {
  readonly networkId: number;
  /** 0 = every coin of the network. */
  readonly assetId: number;
  readonly reason: string;
}

/** Stop sending; one that stands stays as it is. */
export async function writeStop(session: Session, stop: Stop): Promise<void> {
  await session.execute(
    `UPDATE network_assets SET sending_stop = $3
     WHERE network_id = $1 AND $2 IN (0, asset_id) AND sending_stop = ''`,
    [stop.networkId, stop.assetId, stop.reason],
  );
}
