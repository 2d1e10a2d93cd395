// What officers are asked for and what they have signed, as rows: custody describes and hands over,
// the edge takes what passkeys made. Neither judges; the signer does.
// Used by the product of deposits and withdrawals and by custody.

import type { Approval } from '@isobath/signer/client';
import type { Session } from '../db/index.ts';

/** Kinds of what officers sign. */
export type OfficerItemKind = 'payment' | 'freeze' | 'thaw' | 'policy';

/** How many different officers each kind wants. */
export const officersNeeded: Readonly<Record<OfficerItemKind, number>> = {
  payment: 2,
  freeze: 1,
  thaw: 2,
  policy: 2,
};

/** An act that somebody asks officers for; custody adds what only it knows. */
export interface AskedAct {
  readonly kind: Exclude<OfficerItemKind, 'payment'>;
  /** A policy, of that kind. */
  readonly asked: object;
  /** Who asks; 0 = the host. */
  readonly operatorId: number;
  readonly nowMs: number;
}

/** Ask for an act; of a kind that waits already, this one takes its place. @returns its number. */
export async function askForAct(session: Session, act: AskedAct): Promise<number> {
  await session.execute(
    `UPDATE officer_items SET state = 'over', ended_at_ms = $2
     WHERE kind = $1 AND state IN ('asked', 'waiting')`,
    [act.kind, act.nowMs],
  );
  const [row] = await session.query<{ item_id: number }>(
    `INSERT INTO officer_items (kind, asked, state, operator_id, asked_at_ms)
     VALUES ($1, $2, 'asked', $3, $4) RETURNING item_id`,
    [act.kind, JSON.stringify(act.asked), act.operatorId, act.nowMs],
  );
  return row?.item_id ?? 0;
}

/** What officers signed of an item, the lower sign counter first. */
export async function readApprovals(session: Session, itemId: number): Promise<Approval[]> {
  const rows = await session.query<{ officer_id: string; assertion: Approval['assertion'] }>(
    `SELECT officer_id, assertion FROM officer_assertions WHERE item_id = $1
     ORDER BY counter, officer_id`,
    [itemId],
  );
  return rows.map(({ officer_id: officerId, assertion }) => ({ officerId, assertion }));
}

/** SQL: whether the assertion `signed` counts: not of who let the withdrawal `own` pass review. */
export const IS_COUNTED = 'signed.operator_id IS DISTINCT FROM nullif(own.released_by, 0)';

/** SQL: whether the withdrawal `own` waits for officers. */
export const WAITS_FOR_OFFICERS = `own.state = 'queued' AND EXISTS (
  SELECT FROM officer_items AS items WHERE items.withdrawal_id = own.withdrawal_id
    AND items.state = 'waiting' AND (SELECT count(*) FROM officer_assertions AS signed
      WHERE signed.item_id = items.item_id AND ${IS_COUNTED}) < ${officersNeeded.payment})`;
