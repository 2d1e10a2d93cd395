import type { IdentityItem, IdentityReason } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';

/** What came of a check. */
export interface Outcome {
  readonly type: number;
  readonly status: number;
  readonly reasonCodes: IdentityReason[];
  readonly items: IdentityItem[];
}

/** Read what came of a person's newest check. @param type - 0 = of any level. */
export async function readOutcome(
  session: Session,
  ownerId: number,
  type: number,
): Promise<Outcome | undefined> {
  const rows = await session.query<Outcome>(
    `SELECT records.identity_type AS type, identity_status AS status,
       COALESCE(reason_codes, '{}') AS "reasonCodes", COALESCE(items, '{}') AS items
     FROM identity_records AS records LEFT JOIN identity_applications USING (record_id)
     WHERE records.owner_id = $1 AND ($2 = 0 OR records.identity_type = $2)
     ORDER BY record_id DESC LIMIT 1`,
    [ownerId, type],
  );
  return rows[0];
}
