// Findings that come after the desk has decided: a provider may answer for days. In SQL, since the
// queue and the alarm ask the same. Used by desk/queue.ts and upkeep/faults.ts.
import { identityStatuses } from '../../../base/identity/index.ts';

/** Whether a check of `cases`, a passed record, has failed since it was decided on last. */
export const IS_FOUND_LATE = `(identity_status = ${identityStatuses.passed} AND EXISTS (
  SELECT FROM identity_checks AS late WHERE late.record_id = cases.record_id
    AND late.state = 'failed' AND late.found_at_ms > COALESCE((SELECT max(at_ms)
      FROM identity_decisions AS made WHERE made.record_id = cases.record_id), 0)))`;
