// What of money over chains wants people: halted networks, coins of which nothing is sent, deposits
// that stand in no block any more or that the engine does not take.
// Read for metrics and for the alarm.

import type { Session } from '../db/index.ts';

/** How many there are of each kind. */
export interface CustodyFaults {
  readonly halted_networks: number;
  readonly stopped_coins: number;
  readonly vanished_deposits: number;
  readonly refused_moves: number;
}

/** Count them. */
export async function readCustodyFaults(session: Session): Promise<CustodyFaults> {
  const [row] = await session.query<CustodyFaults>(
    `SELECT (SELECT count(*) FROM networks WHERE state = 'halted')::int AS halted_networks,
       (SELECT count(*) FROM network_assets WHERE sending_stop <> '')::int AS stopped_coins,
       (SELECT count(*) FROM deposits WHERE vanished_at_ms > 0 AND status <> 7)::int
         AS vanished_deposits,
       (SELECT count(*) FROM deposits WHERE refused_at_ms > 0)::int AS refused_moves`,
  );
  return row as CustodyFaults;
}
