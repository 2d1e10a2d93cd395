// What a person changed of that which protects their account, and how long money waits for it.
// Written in the transaction of each change; asked before money goes out.
import type { Session } from '../db/index.ts';

/** What protects an account. */
export type SecurityPart = 'password' | 'factor' | 'mail' | 'phone';

/** A change, and when it was. */
export interface SecurityNote {
  readonly what: SecurityPart;
  readonly nowMs: number;
}

/** So long nothing goes out after a change. */
export const SECURITY_LOCK_MS = 24 * 3_600_000;

/**
 * Note a change, in its own transaction.
 *
 * @param nowMs - UTC milliseconds.
 */
export async function noteSecurityChange(
  session: Session,
  { ownerId, what, nowMs }: SecurityNote & { readonly ownerId: number },
): Promise<void> {
  await session.execute(
    `INSERT INTO security_changes (owner_id, what, at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (owner_id, what) DO UPDATE
       SET at_ms = greatest(security_changes.at_ms, excluded.at_ms)`,
    [ownerId, what, nowMs],
  );
}

/**
 * Until when nothing goes out of an account after the last change, whatever session made it.
 *
 * @returns UTC milliseconds; 0 = nothing waits.
 */
export async function readSecurityLock(
  session: Session,
  ownerId: number,
  nowMs: number,
): Promise<number> {
  const [row] = await session.query<{ at_ms: number | null }>(
    'SELECT max(at_ms) AS at_ms FROM security_changes WHERE owner_id = $1',
    [ownerId],
  );
  const untilMs = (row?.at_ms ?? -SECURITY_LOCK_MS) + SECURITY_LOCK_MS;
  return untilMs > nowMs ? untilMs : 0;
}

/**
 * Let nobody else decide about a person until the transaction ends: what they may still withdraw,
 * how many tries are left. Asked for before any other row of theirs.
 *
 * @returns false when there is no such person.
 */
export async function lockOwner(session: Session, ownerId: number): Promise<boolean> {
  const rows = await session.query('SELECT FROM users WHERE owner_id = $1 FOR NO KEY UPDATE', [
    ownerId,
  ]);
  return rows.length > 0;
}

/** Whether a person has a second factor, as their rows stand in a transaction. */
export async function hasSecondFactor(session: Session, ownerId: number): Promise<boolean> {
  const [{ has }] = await session.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM users WHERE owner_id = $1 AND totp_secret IS NOT NULL)
       OR EXISTS (SELECT FROM passkeys WHERE owner_id = $1) AS has`,
    [ownerId],
  );
  return has;
}
