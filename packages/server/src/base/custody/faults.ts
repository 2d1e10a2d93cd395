// What of money over chains wants people: halted networks, coins of which nothing is sent, deposits
// that stand in no block any more or that the engine does not take, questions that no provider
// answers.
// Read for metrics and for the alarm.

import type { Session } from '../db/index.ts';
import { CHECK_LATE_MS } from './checks.ts';

/** How many there are of each kind. */
export interface CustodyFaults {
  readonly halted_networks: number;
  readonly stopped_coins: number;
  readonly vanished_deposits: number;
  readonly refused_moves: number;
  readonly gas_short: number;
  readonly refills_wanted: number;
  readonly cold_refused: number;
  readonly unanswered_checks: number;
}

/** Count them. */
export async function readCustodyFaults(session: Session): Promise<CustodyFaults> {
  const [row] = await session.query<CustodyFaults>(
    `SELECT (SELECT count(*) FROM networks WHERE state = 'halted')::int AS halted_networks,
       (SELECT count(*) FROM network_assets WHERE sending_stop <> '')::int AS stopped_coins,
       (SELECT count(*) FROM deposits WHERE vanished_at_ms > 0 AND status <> 7)::int
         AS vanished_deposits,
       (SELECT count(*) FROM deposits WHERE refused_at_ms > 0)::int AS refused_moves,
       (SELECT count(*) FROM gas_books WHERE short_since_ms > 0 OR tank_short_since_ms > 0)::int
         AS gas_short,
       (SELECT count(*) FROM cold_refills WHERE over_at_ms = 0)::int AS refills_wanted,
       (SELECT count(*) FROM cold_moves WHERE refused_at_ms > 0)::int AS cold_refused,
       (SELECT count(*) FROM chain_checks WHERE state IN ('new', 'asked')
         AND made_at_ms <= $1)::int AS unanswered_checks`,
    [Date.now() - CHECK_LATE_MS],
  );
  return row as CustodyFaults;
}
