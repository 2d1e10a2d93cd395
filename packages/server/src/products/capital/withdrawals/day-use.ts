// What withdrawals took of a person's rolling day, in units of USDT as it was when each was asked
// for. Called within the transaction that writes, or gives back, a withdrawal; the owner's row is
// locked then, so that two requests at once do not both fit.
import type { Session } from '../../../base/db/index.ts';

/** The day rolls: a use is over so long after its request. */
export const DAY_MS = 24 * 3_600_000;

/** What a withdrawal takes of the day. */
export interface DayUse {
  readonly withdrawalId: number;
  readonly ownerId: number;
  /** Units of USDT. */
  readonly valueUnits: bigint;
  readonly atMs: number;
}

/** Units of USDT that were used in the 24 hours before a moment. */
export async function readDayUse(
  session: Session,
  ownerId: number,
  nowMs: number,
): Promise<bigint> {
  const [{ used }] = await session.query<{ used: string }>(
    `SELECT COALESCE(sum(value_units), 0)::text AS used FROM withdraw_day_uses
     WHERE owner_id = $1 AND at_ms > $2`,
    [ownerId, nowMs - DAY_MS],
  );
  return BigInt(used);
}

/** Write what a withdrawal takes, behind the withdrawal's own row and in its transaction. */
export async function writeDayUse(session: Session, use: DayUse): Promise<void> {
  await session.execute(
    `INSERT INTO withdraw_day_uses (withdrawal_id, owner_id, value_units, at_ms)
     VALUES ($1, $2, $3, $4)`,
    [use.withdrawalId, use.ownerId, use.valueUnits, use.atMs],
  );
}

/** Give it back, once: of a withdrawal that was refused, cancelled, or failed without paying. */
export async function giveBackDayUse(session: Session, withdrawalId: number): Promise<void> {
  await session.execute('DELETE FROM withdraw_day_uses WHERE withdrawal_id = $1', [withdrawalId]);
}
