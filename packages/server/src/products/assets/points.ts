// What a person's accounts held before a moment: from the last kept point and the movements since,
// so that a question costs what happened lately and not a whole history. Points are made from
// balance_moves alone, in its order, so they hold also while that table is built anew. Called by
// change.ts.
import type { Database, Session } from '../../base/db/index.ts';

/** What one account held of one coin. */
export interface HeldUnits {
  readonly account_id: number;
  readonly asset_id: number;
  readonly units: string;
}

/** Balances, and the movement up to which they count. */
export interface StartBalances {
  readonly throughMoveId: number;
  readonly rows: readonly HeldUnits[];
}

/** The last movement before a time, 0 = none; what came after is passed over from the newest on. */
async function readBoundary(session: Session, ownerId: number, beforeMs: number): Promise<number> {
  const rows = await session.query<{ move_id: number }>(
    `SELECT move_id FROM balance_moves WHERE owner_id = $1 AND at_ms < $2
     ORDER BY move_id DESC LIMIT 1`,
    [ownerId, beforeMs],
  );
  return rows[0]?.move_id ?? 0;
}

/** Movements behind one and up to another, by account and coin. */
const MOVED = `SELECT account_id, asset_id, sum(change_units) AS units FROM balance_moves
  WHERE owner_id = $1 AND move_id > $2 AND move_id <= $3 GROUP BY account_id, asset_id`;

/** Move the points on to a later movement. */
async function advance(session: Session, ownerId: number, toMoveId: number): Promise<void> {
  await session.execute(
    'INSERT INTO balance_point_heads VALUES ($1, 0) ON CONFLICT (owner_id) DO NOTHING',
    [ownerId],
  );
  const [head] = await session.query<{ through: number }>(
    `SELECT through_move_id AS through FROM balance_point_heads WHERE owner_id = $1 FOR UPDATE`,
    [ownerId],
  );
  // Somebody else's question moved them on meanwhile.
  if (head.through >= toMoveId) return;
  await session.execute(
    `INSERT INTO balance_points AS points SELECT $1, account_id, asset_id, units
     FROM (${MOVED}) AS moved ON CONFLICT (owner_id, account_id, asset_id)
     DO UPDATE SET units = points.units + EXCLUDED.units`,
    [ownerId, head.through, toMoveId],
  );
  await session.execute('UPDATE balance_point_heads SET through_move_id = $2 WHERE owner_id = $1', [
    ownerId,
    toMoveId,
  ]);
}

/** Read what a person's accounts held before a time. */
export function readStartBalances(
  database: Database,
  ownerId: number,
  beforeMs: number,
): Promise<StartBalances> {
  return database.transaction(async (session) => {
    const throughMoveId = await readBoundary(session, ownerId, beforeMs);
    await advance(session, ownerId, throughMoveId);
    // Points of a later moment: what moved since this one is taken off again.
    const rows = await session.query<HeldUnits>(
      `SELECT account_id, asset_id, sum(units)::text AS units FROM (
         SELECT account_id, asset_id, units FROM balance_points WHERE owner_id = $1
         UNION ALL
         SELECT account_id, asset_id, -change_units FROM balance_moves
         WHERE owner_id = $1 AND move_id > $2 AND move_id <= (
           SELECT through_move_id FROM balance_point_heads WHERE owner_id = $1)
       ) AS known GROUP BY account_id, asset_id ORDER BY account_id, asset_id`,
      [ownerId, throughMoveId],
    );
    return { throughMoveId, rows };
  });
}
