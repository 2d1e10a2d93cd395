// Counts a day that is over and decides VIP levels by what people traded in the 30 days that end
// with it (UTC). A level that was reached is given the same night and kept for 30 days at least.
// Not how a level gets into the engine (standings.ts). Run by job.ts.
import type { AccountDirectory } from '../../../base/accounts/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import type { ReadVolumes } from '../../../base/modules/index.ts';
import { VIP_DAYS } from './levels.ts';
import { writeStanding } from './standings.ts';

/** What counting stands on. */
export interface VipCount {
  readonly database: Database;
  readonly accounts: AccountDirectory;
  readonly readVolumes: ReadVolumes;
}

const DAY_MS = 86_400_000;

/**
 * The operator may have given levels before there were standings: whoever has one and no standing
 * has it from them.
 */
const UNKNOWN_REACHED = `SELECT owner_id FROM vip_volumes
  WHERE day >= $1 AND owner_id NOT IN (SELECT owner_id FROM vip_standings)
  GROUP BY owner_id HAVING sum(volume_usdt) >= (SELECT min(volume_usdt) FROM vip_levels)`;

const DECIDE = `WITH totals AS (
    SELECT owner_id, sum(volume_usdt) AS volume FROM vip_volumes WHERE day >= $1 GROUP BY owner_id
  ), wanted AS (
    SELECT owner_id, coalesce(volume, 0) AS volume, known.owner_id IS NOT NULL AS is_known,
      coalesce((SELECT max(level) FROM vip_levels WHERE volume_usdt <= volume), 0) AS reached
    FROM totals FULL JOIN vip_standings AS known USING (owner_id)
  )
  INSERT INTO vip_standings AS own
    (owner_id, level, is_by_hand, volume_usdt, decided_at, held_until)
  SELECT owner_id, reached, false, volume, $2, $3 FROM wanted WHERE is_known OR reached > 0
  ON CONFLICT (owner_id) DO UPDATE SET
    volume_usdt = EXCLUDED.volume_usdt,
    level = CASE WHEN NOT own.is_by_hand AND (EXCLUDED.level > own.level OR own.held_until <= $2)
      THEN EXCLUDED.level ELSE own.level END,
    decided_at = CASE WHEN NOT own.is_by_hand AND (EXCLUDED.level > own.level
      OR (EXCLUDED.level < own.level AND own.held_until <= $2)) THEN $2 ELSE own.decided_at END,
    held_until = CASE WHEN NOT own.is_by_hand AND EXCLUDED.level > own.level
      THEN $3 ELSE own.held_until END`;

async function decide(
  session: Session,
  { accounts }: VipCount,
  { fromDay, atMs }: { fromDay: number; atMs: number },
): Promise<void> {
  const reached = await session.query<{ owner_id: number }>(UNKNOWN_REACHED, [fromDay]);
  for (const { owner_id: ownerId } of reached) {
    const level = accounts.readVipLevel(ownerId);
    if (level > 0) await writeStanding(session, ownerId, { level, isByHand: true, atMs });
  }
  const heldUntil = new Date(atMs + VIP_DAYS * DAY_MS);
  await session.execute(DECIDE, [fromDay, new Date(atMs), heldUntil]);
}

/** Count what was traded until the end of a day and decide; once, however often it is called. */
export async function countVipDay(parts: VipCount, endsMs: number): Promise<void> {
  const today = endsMs / DAY_MS;
  await parts.database.transaction(async (session) => {
    const [last] = await session.query<{ through_day: number; last_fill_id: number }>(
      'SELECT * FROM vip_count FOR UPDATE',
    );
    if (last.through_day >= today - 1) return;
    const oldest = today - VIP_DAYS;
    const { lastFillId, volumes } = await parts.readVolumes(session, {
      afterFillId: last.last_fill_id,
      fromDay: Math.max(last.through_day + 1, oldest),
      toDay: today,
    });
    await session.execute(
      `INSERT INTO vip_volumes SELECT "ownerId", day, "volumeUsdt"
       FROM jsonb_to_recordset($1) AS row ("ownerId" bigint, day int, "volumeUsdt" numeric)`,
      [JSON.stringify(volumes)],
    );
    await session.execute('DELETE FROM vip_volumes WHERE day < $1', [oldest]);
    await session.execute('UPDATE vip_count SET through_day = $1, last_fill_id = $2', [
      today - 1,
      lastFillId,
    ]);
    await decide(session, parts, { fromDay: oldest, atMs: endsMs });
  });
}
