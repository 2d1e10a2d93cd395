// Cases as the desk sees them: which wait and for how long, who has taken which.
// Not what stands in them (routes.ts), nor deciding (decisions.ts).
import type { ReviewRow } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import { refuse } from '../../../base/product/index.ts';
import { IS_FOUND_LATE } from '../provider/late.ts';

/** A case as its tables have it. */
export interface CaseRow {
  readonly record_id: number;
  readonly owner_id: number;
  readonly identity_type: number;
  readonly identity_status: number;
  readonly state: ReviewRow['state'];
  /** When more was asked for that is still open, answered or not; 0 = nothing is. */
  readonly asked_at_ms: number;
  readonly created_at_ms: number;
  readonly claimed_by: number;
  readonly claimer: string;
  readonly approval_id: number;
  readonly document_hash: Buffer;
  readonly person_hash: Buffer;
}

const ROWS_MAX = 100;

const SELECT = `SELECT cases.*, identity_status, COALESCE(operators.email, '') AS claimer,
    COALESCE(asked_at_ms, 0) AS asked_at_ms,
    CASE WHEN answered_at_ms > 0 THEN 'answered' WHEN supplement_id IS NOT NULL THEN 'asked'
      WHEN identity_status = 0 THEN 'waiting' WHEN ${IS_FOUND_LATE} THEN 'found'
      ELSE 'decided' END AS state,
    COALESCE((SELECT max(approval_id) FROM approvals WHERE kind = 'identity.decide'
      AND approvals.state = 'pending' AND expires_at > now()
      AND (payload::jsonb ->> 'recordId')::bigint = cases.record_id), 0)::int8 AS approval_id
  FROM identity_applications AS cases JOIN identity_records USING (record_id)
  LEFT JOIN identity_supplements AS more
    ON more.record_id = cases.record_id AND more.closed_at_ms = 0
  LEFT JOIN operators ON operators.operator_id = claimed_by`;

/** One case. @errors object_not_found. */
export async function findCase(session: Session, recordId: number): Promise<CaseRow> {
  const rows = await session.query<CaseRow>(`${SELECT} WHERE cases.record_id = $1`, [recordId]);
  if (rows[0] === undefined) throw refuse('object_not_found');
  return rows[0];
}

/** The same, held until the transaction ends. @errors object_not_found. */
export async function holdCase(session: Session, recordId: number): Promise<CaseRow> {
  await session.query('SELECT FROM identity_applications WHERE record_id = $1 FOR UPDATE', [
    recordId,
  ]);
  return findCase(session, recordId);
}

/** Who decided on a case last; 0 = nobody did. */
export async function readLastDecider(session: Session, recordId: number): Promise<number> {
  const [row] = await session.query<{ operator_id: number }>(
    `SELECT operator_id FROM identity_decisions WHERE record_id = $1
     ORDER BY decision_id DESC LIMIT 1`,
    [recordId],
  );
  return row?.operator_id ?? 0;
}

/**
 * The queue: those that wait for the desk first, oldest first, those that passed and have a finding
 * since among them; then those with the person.
 */
export function listOpenCases(session: Session): Promise<CaseRow[]> {
  return session.query<CaseRow>(
    `${SELECT} WHERE identity_status = 0 OR supplement_id IS NOT NULL OR ${IS_FOUND_LATE}
     ORDER BY supplement_id IS NOT NULL AND answered_at_ms = 0, cases.record_id
     LIMIT ${ROWS_MAX}`,
  );
}

/** What was decided, latest first. */
export function listDecidedCases(session: Session): Promise<CaseRow[]> {
  return session.query<CaseRow>(
    `${SELECT} WHERE decided_at_ms > 0 ORDER BY decided_at_ms DESC LIMIT ${ROWS_MAX}`,
  );
}

/** A case as the wire has it. */
export const showCase = (row: CaseRow): ReviewRow => ({
  recordId: row.record_id,
  ownerId: row.owner_id,
  identityType: row.identity_type,
  identityStatus: row.identity_status,
  state: row.state,
  createdAt: row.created_at_ms,
  claimedBy: row.claimed_by,
  claimer: row.claimer,
  approvalId: row.approval_id,
});
