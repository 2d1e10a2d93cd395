// When a person had money and traded for the first time. Not what it is asked for.
// Handed by the edge's process to products that ask for it.
import { TransferReason } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';

/** Money that comes from outside: paid in, or given by the house. */
const RECEIVED = [TransferReason.deposit, TransferReason.promotion];

/** Read it, UTC milliseconds; 0 = not yet. */
export async function readFirsts(
  session: Session,
  ownerId: number,
): Promise<{ readonly moneyMs: number; readonly tradeMs: number }> {
  const [moves, fills] = await Promise.all([
    session.query<{ at_ms: number }>(
      `SELECT at_ms FROM balance_moves
       WHERE owner_id = $1 AND reason = ANY ($2) AND change_units > 0 ORDER BY move_id LIMIT 1`,
      [ownerId, RECEIVED],
    ),
    session.query<{ at_ms: number }>(
      'SELECT at_ms FROM spot_fills WHERE owner_id = $1 ORDER BY fill_id LIMIT 1',
      [ownerId],
    ),
  ]);
  return { moneyMs: moves[0]?.at_ms ?? 0, tradeMs: fills[0]?.at_ms ?? 0 };
}
