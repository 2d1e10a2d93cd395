// Claims about transactions that were not credited: who sent over a wrong network, or a coin that
// is not listed, names the transaction; two operators say how it ended.
// Called by the calls of claims.
import type { DepositClaim, DeskClaim } from '@isobath/wire';
import { lockOwner } from '../../../base/credentials/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import { writeNotifications } from '../../../base/notifications/index.ts';
import { refuse, refuseField } from '../../../base/product/index.ts';

const DAY_MS = 86_400_000;

/** Claims of one person that may wait. */
export const WAITING_MAX = 10;

/** Claims of one person within 24 hours, decided or not: each is looked up by people. */
export const PER_DAY_MAX = 20;

/** States of a claim. */
export const CLAIM_STATUS = { waiting: 1, paid: 2, refused: 3 } as const;

interface Row {
  readonly claim_id: number;
  readonly owner_id: number;
  readonly network_id: number;
  readonly tx_hash: string;
  readonly why: DepositClaim['why'];
  readonly status: number;
  readonly paid_tx_hash: string;
  readonly asked_at_ms: number;
  readonly decided_at_ms: number;
}

interface DeskRow extends Row {
  readonly network: string;
  readonly approval_id: number;
  readonly deposits: DeskClaim['deposits'];
}

const COLUMNS = `claim_id, owner_id, network_id, tx_hash, why, status, paid_tx_hash, asked_at_ms,
  decided_at_ms`;

const show = (row: Row): DepositClaim => ({
  claimId: row.claim_id,
  networkId: row.network_id,
  txHash: row.tx_hash,
  why: row.why,
  status: row.status,
  paidTxHash: row.paid_tx_hash,
  askedAt: row.asked_at_ms,
  decidedAt: row.decided_at_ms,
});

/** A hash as a network writes it. @throws object_not_found, invalid in another network's form. */
export async function readHash(
  session: Session,
  networkId: number,
  txHash: string,
): Promise<string> {
  const [network] = await session.query<{ family: string }>(
    'SELECT family FROM networks WHERE network_id = $1',
    [networkId],
  );
  if (network === undefined) throw refuse('object_not_found');
  const isPrefixed = txHash.startsWith('0x');
  if (isPrefixed !== (network.family === 'evm')) throw refuseField('txHash', 'network');
  return txHash;
}

/** @throws claims_waiting, claims_of_day */
async function checkCounts(session: Session, ownerId: number, nowMs: number): Promise<void> {
  const [row] = await session.query<{ waiting: number; today: number }>(
    `SELECT count(*) FILTER (WHERE status = ${CLAIM_STATUS.waiting})::int AS waiting,
       count(*) FILTER (WHERE asked_at_ms > $2)::int AS today
     FROM deposit_claims WHERE owner_id = $1`,
    [ownerId, nowMs - DAY_MS],
  );
  if (row.waiting >= WAITING_MAX) throw refuse('claims_waiting', { max: String(WAITING_MAX) });
  if (row.today >= PER_DAY_MAX) throw refuse('claims_of_day', { max: String(PER_DAY_MAX) });
}

/** What a person claims. */
export interface AskedClaim {
  readonly ownerId: number;
  readonly networkId: number;
  readonly txHash: string;
  readonly why: DepositClaim['why'];
  readonly nowMs: number;
}

/**
 * Claim a transaction; the same one again answers the claim there is.
 *
 * @throws invalid when it was credited to them, claims_waiting when as many wait as may,
 *   claims_of_day when as many were made within a day.
 */
export function claimDeposit(database: Database, asked: AskedClaim): Promise<DepositClaim> {
  const { ownerId, networkId, why, nowMs } = asked;
  return database.transaction(async (session) => {
    if (!(await lockOwner(session, ownerId))) throw refuse('object_not_found');
    const txHash = await readHash(session, networkId, asked.txHash);
    const [known] = await session.query<Row>(
      `SELECT ${COLUMNS} FROM deposit_claims
       WHERE owner_id = $1 AND network_id = $2 AND tx_hash = $3`,
      [ownerId, networkId, txHash],
    );
    if (known !== undefined) return show(known);
    const credited = await session.query(
      `SELECT FROM deposits WHERE owner_id = $1 AND network_id = $2 AND lower(tx_hash) = $3
         AND status IN (2, 3) LIMIT 1`,
      [ownerId, networkId, txHash],
    );
    if (credited.length > 0) throw refuseField('txHash', 'credited');
    await checkCounts(session, ownerId, nowMs);
    const [row] = await session.query<Row>(
      `INSERT INTO deposit_claims (owner_id, network_id, tx_hash, why, asked_at_ms)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
      [ownerId, networkId, txHash, why, nowMs],
    );
    return show(row);
  });
}

/** A person's claims, newest first. */
export async function listClaims(session: Session, ownerId: number): Promise<DepositClaim[]> {
  const rows = await session.query<Row>(
    `SELECT ${COLUMNS} FROM deposit_claims WHERE owner_id = $1 ORDER BY claim_id DESC LIMIT 100`,
    [ownerId],
  );
  return rows.map(show);
}

/** Claims of everybody with what was seen of their transactions, newest first. */
export async function listDeskClaims(
  session: Session,
  { set, nowMs }: { readonly set: 'waiting' | 'all'; readonly nowMs: number },
): Promise<DeskClaim[]> {
  const rows = await session.query<DeskRow>(
    `SELECT ${COLUMNS}, (SELECT name FROM networks
         WHERE networks.network_id = claims.network_id) AS network,
       coalesce((SELECT max(approval_id) FROM approvals WHERE kind = 'claim.decide'
         AND state = 'pending' AND expires_at > $2
         AND (payload::jsonb ->> 'claimId')::bigint = claim_id), 0)::int8 AS approval_id,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('depositId', deposit_id,
         'ownerId', seen.owner_id, 'status', seen.status, 'reason', seen.reason)
         ORDER BY deposit_id), '[]')
       FROM deposits AS seen WHERE seen.network_id = claims.network_id
         AND lower(seen.tx_hash) = claims.tx_hash) AS deposits
     FROM deposit_claims AS claims WHERE $1 = 'all' OR status = 1
     ORDER BY CASE WHEN $1 = 'all' THEN -claim_id ELSE claim_id END LIMIT 200`,
    [set, new Date(nowMs)],
  );
  return rows.map((row) => ({
    ...show(row),
    ownerId: row.owner_id,
    network: row.network,
    approvalId: row.approval_id,
    deposits: row.deposits,
  }));
}

/** Whether another claim was paid for the same transaction, or by the same payment. */
export async function isPaidBefore(
  session: Session,
  { claimId, paidTxHash }: { readonly claimId: number; readonly paidTxHash: string },
): Promise<boolean> {
  const found = await session.query(
    `SELECT FROM deposit_claims AS own JOIN deposit_claims AS other USING (network_id)
     WHERE own.claim_id = $1 AND other.claim_id <> $1 AND other.status = ${CLAIM_STATUS.paid}
       AND (other.tx_hash = own.tx_hash OR other.paid_tx_hash = $2) LIMIT 1`,
    [claimId, paidTxHash],
  );
  return found.length > 0;
}

/** How two operators ended a claim. */
export interface EndedClaim {
  readonly claimId: number;
  readonly outcome: 'paid' | 'refused';
  readonly paidTxHash: string;
  readonly nowMs: number;
}

/** End a claim that waits, and tell whose it is. */
export async function endClaim(session: Session, ended: EndedClaim): Promise<void> {
  const { claimId, outcome, paidTxHash, nowMs } = ended;
  const [row] = await session.query<{ owner_id: number }>(
    `UPDATE deposit_claims SET status = $2, paid_tx_hash = $3, decided_at_ms = $4
     WHERE claim_id = $1 RETURNING owner_id`,
    [claimId, CLAIM_STATUS[outcome], paidTxHash, nowMs],
  );
  const kind = `claim_${outcome}` as const;
  await writeNotifications(session, [
    { ownerId: row.owner_id, kind, facts: {}, sourceKey: `claim:${claimId}`, atMs: nowMs },
  ]);
}

/** The network of a claim that waits, its row locked. @throws object_not_found */
export async function findWaiting(session: Session, claimId: number): Promise<number> {
  const [row] = await session.query<{ network_id: number }>(
    'SELECT network_id FROM deposit_claims WHERE claim_id = $1 AND status = 1 FOR UPDATE',
    [claimId],
  );
  if (row === undefined) throw refuse('object_not_found');
  return row.network_id;
}
