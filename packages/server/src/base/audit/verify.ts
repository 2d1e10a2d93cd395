// Proves the chain of acts: no act is missing, none was changed, and the end is where the mark
// outside the database says. It changes nothing. Called by the console and by the operator's tool.
import type { Session } from '../db/index.ts';
import { GENESIS, hashDetail, hashRow, isSameHash } from './chain.ts';
import type { AuditMark } from './mark-file.ts';

/** What was found. */
export interface AuditProof {
  readonly isSound: boolean;
  /** Acts that were looked at. */
  readonly count: number;
  /** Acts whose words were erased; the chain holds without them. */
  readonly erasedCount: number;
  /** First act that is not as it was written, 0 = none. */
  readonly brokenAt: number;
  readonly problem: string;
  /** Hash of the last act, "" when there is none: what can be written down elsewhere. */
  readonly lastHash: string;
}

interface Row {
  sequence: number;
  at_ms: number;
  operator_id: number;
  session_id: number;
  action: string;
  target_kind: string;
  target_id: number;
  detail_id: number;
  detail_hash: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
  salt: Buffer | null;
  detail: string | null;
}

const PAGE_ROWS = 2_000;

function findProblem(key: Buffer, row: Row, before: { sequence: number; hash: Buffer }): string {
  if (row.sequence !== before.sequence + 1) return `act ${before.sequence + 1} is missing`;
  if (!isSameHash(row.previous_hash, before.hash)) return 'it does not follow the act before it';
  const expected = hashRow(key, {
    sequence: row.sequence,
    atMs: row.at_ms,
    operatorId: row.operator_id,
    sessionId: row.session_id,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    detailId: row.detail_id,
    detailHash: row.detail_hash,
    previousHash: row.previous_hash,
  });
  if (!isSameHash(row.hash, expected)) return 'it was changed';
  if (row.salt === null || row.detail === null) return '';
  const isOwn = isSameHash(row.detail_hash, hashDetail(row.salt, row.detail));
  return isOwn ? '' : 'its words were changed';
}

/**
 * Prove the chain.
 * @param mark - the end as it was noted outside the database, undefined before the first act.
 */
export async function verifyAudit(
  session: Session,
  key: Buffer,
  mark: AuditMark | undefined,
): Promise<AuditProof> {
  let before: AuditMark = { sequence: 0, hash: GENESIS };
  let erasedCount = 0;
  let isMarkMet = mark === undefined;
  const end = (brokenAt: number, problem: string): AuditProof => ({
    isSound: problem === '',
    count: before.sequence,
    erasedCount,
    brokenAt,
    problem,
    lastHash: before.sequence === 0 ? '' : before.hash.toString('hex'),
  });
  for (;;) {
    const rows = await session.query<Row>(
      `SELECT audit_log.*, salt, detail FROM audit_log LEFT JOIN audit_details USING (detail_id)
       WHERE sequence > $1 ORDER BY sequence LIMIT ${PAGE_ROWS}`,
      [before.sequence],
    );
    for (const row of rows) {
      const problem = findProblem(key, row, before);
      if (problem !== '') return end(row.sequence, problem);
      if (row.detail_id !== 0 && row.detail === null) erasedCount += 1;
      before = { sequence: row.sequence, hash: row.hash };
      if (mark?.sequence === row.sequence) {
        if (!isSameHash(mark.hash, row.hash)) return end(row.sequence, 'the mark names another');
        isMarkMet = true;
      }
    }
    if (rows.length < PAGE_ROWS) break;
  }
  if (isMarkMet) return end(0, '');
  return end(before.sequence + 1, `the end is missing: the mark stands at act ${mark?.sequence}`);
}
