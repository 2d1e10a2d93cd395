// What one person's VIP level stands on: what they traded on the days that count, and what was
// decided. Not the deciding (standings.ts). Called by routes.ts.
import type { Session } from '../../../base/db/index.ts';
import { VIP_DAYS } from './levels.ts';

/** A person's days and what was decided of them. */
export interface OwnStanding {
  /** Traded on the counted days, decimal text. */
  readonly volumeUsdt: string;
  /** End of the last counted day, 0 = none was counted yet. */
  readonly countedUntil: number;
  /** Given by the operator: no volume changes it. */
  readonly isByHand: boolean;
  /** Not lowered before, 0 = nothing was decided. */
  readonly heldUntil: number;
}

interface Row {
  through_day: number;
  volume_usdt: string;
  is_by_hand: boolean | null;
  held_until: Date | null;
}

const DAY_MS = 86_400_000;

/** Read it. */
export async function readOwnStanding(session: Session, ownerId: number): Promise<OwnStanding> {
  const [row] = await session.query<Row>(
    `SELECT counted.through_day, own.is_by_hand, own.held_until,
       (SELECT coalesce(sum(volume_usdt), 0)::text
        FROM generate_series(counted.through_day - ${VIP_DAYS - 1}, counted.through_day)
          AS days (day)
        JOIN vip_volumes AS volumes ON volumes.day = days.day AND volumes.owner_id = $1)
         AS volume_usdt
     FROM vip_count AS counted LEFT JOIN vip_standings AS own ON own.owner_id = $1`,
    [ownerId],
  );
  return {
    volumeUsdt: row.volume_usdt,
    countedUntil: row.through_day === 0 ? 0 : (row.through_day + 1) * DAY_MS,
    isByHand: row.is_by_hand ?? false,
    heldUntil: row.held_until?.getTime() ?? 0,
  };
}
