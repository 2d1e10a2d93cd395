// What of verification wants people: records that wait for the desk for long, checks that a
// provider was asked for and did not answer, and those that failed after the desk had passed.
// Read for metrics and for the alarm.
import type { Session } from '../../../base/db/index.ts';
import { identityStatuses } from '../../../base/identity/index.ts';
import { IS_FOUND_LATE } from '../provider/late.ts';

/** How many there are of each kind. */
export interface IdentityFaults {
  readonly waiting_reviews: number;
  readonly unanswered_checks: number;
  readonly late_findings: number;
}

/** How long a record may wait for the desk. */
const REVIEW_MS = 24 * 3_600_000;
/** How long a provider may take. */
const CHECK_MS = 10 * 60_000;

/** Count them. */
export async function readIdentityFaults(session: Session, nowMs: number): Promise<IdentityFaults> {
  const [row] = await session.query<IdentityFaults>(
    `SELECT (SELECT count(*) FROM identity_applications AS cases
         JOIN identity_records USING (record_id)
         LEFT JOIN identity_supplements AS more
           ON more.record_id = cases.record_id AND more.closed_at_ms = 0
         WHERE identity_status = ${identityStatuses.waiting}
           AND CASE WHEN supplement_id IS NULL THEN created_at_ms ELSE answered_at_ms END
             BETWEEN 1 AND $1)::int AS waiting_reviews,
       (SELECT count(*) FROM identity_checks JOIN identity_records USING (record_id)
         WHERE state IN ('new', 'asked') AND provider <> '' AND made_at_ms <= $2
           AND identity_status = ${identityStatuses.waiting})::int AS unanswered_checks,
       (SELECT count(*) FROM identity_applications AS cases JOIN identity_records USING (record_id)
         WHERE ${IS_FOUND_LATE})::int AS late_findings`,
    [nowMs - REVIEW_MS, nowMs - CHECK_MS],
  );
  return row as IdentityFaults;
}
