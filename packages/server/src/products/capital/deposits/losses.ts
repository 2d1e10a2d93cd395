// Deposits that two people decide about: what is held, and what vanished a day ago.
// Called by the desk and by what carries its requests out.
import type { Session } from '../../../base/db/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** A deposit that vanished is a loss after so long. */
export const LOST_AFTER_MS = 86_400_000;

/** A deposit that vanished a day ago. */
export interface Loss {
  readonly deposit_id: number;
  readonly network_id: number;
  readonly asset_id: number;
  readonly owner_id: number;
  readonly account_type: number;
  readonly units: string;
  readonly taken_units: string;
  readonly held_in: string;
}

/** @errors object_not_found unless it is held and in suspense. */
export async function findHeld(session: Session, depositId: number): Promise<void> {
  const found = await session.query(
    `SELECT FROM deposits WHERE deposit_id = $1 AND status = 11 FOR UPDATE`,
    [depositId],
  );
  if (found.length === 0) throw refuse('object_not_found');
}

/** @errors object_not_found unless it vanished a day ago and no move of it is under way. */
export async function findLoss(session: Session, depositId: number, nowMs: number): Promise<Loss> {
  const [loss] = await session.query<Loss>(
    `SELECT deposit_id, network_id, asset_id, owner_id, account_type, units::text,
       taken_units::text, held_in
     FROM deposits WHERE deposit_id = $1 AND status <> 7 AND block_hash IS NULL
       AND vanished_at_ms BETWEEN 1 AND $2 AND moving_to = '' AND held_in <> '' FOR UPDATE`,
    [depositId, nowMs - LOST_AFTER_MS],
  );
  if (loss === undefined) throw refuse('object_not_found');
  return loss;
}
