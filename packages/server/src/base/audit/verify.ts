// Proves the chain of acts: no act is missing, none was changed, and the end is where the mark
// outside the database says. It changes nothing. Called by the console and by the operator's tool.
import type { Session } from '../db/index.ts';
import { readActions, type StoredAction } from './actions.ts';
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

function findProblem(key: Buffer, act: StoredAction, before: AuditMark): string {
  const { row, hash, salt, words } = act;
  if (row.sequence !== before.sequence + 1) return `act ${before.sequence + 1} is missing`;
  if (!isSameHash(row.previousHash, before.hash)) return 'it does not follow the act before it';
  if (!isSameHash(hash, hashRow(key, row))) return 'it was changed';
  if (salt === null || words === null) return '';
  const isOwn = isSameHash(row.detailHash, hashDetail(salt, words));
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
  for await (const act of readActions(session)) {
    const { sequence, detailId } = act.row;
    const problem = findProblem(key, act, before);
    if (problem !== '') return end(sequence, problem);
    if (detailId !== 0 && act.words === null) erasedCount += 1;
    before = { sequence, hash: act.hash };
    if (mark?.sequence === sequence) {
      if (!isSameHash(mark.hash, act.hash)) return end(sequence, 'the mark names another');
      isMarkMet = true;
    }
  }
  if (isMarkMet) return end(0, '');
  return end(before.sequence + 1, `the end is missing: the mark stands at act ${mark?.sequence}`);
}
