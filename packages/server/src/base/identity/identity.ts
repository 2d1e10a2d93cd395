// Who has shown who they are: rows of checks, and what they make of a person.
// Not the check itself, nor its documents. Read by the account product; written by the operator.
import type { Session } from '../db/index.ts';

/** One check that was asked for. */
export interface IdentityRecord {
  readonly recordId: number;
  /** 1 standard, 2 advanced, 3 company. */
  readonly identityType: number;
  /** 0 waiting, 1 passed, 2 failed. */
  readonly identityStatus: number;
  readonly createdAtMs: number;
}

/** What a person counts as. */
export type IdentityLevel = 'none' | 'progress' | 'standard' | 'advanced' | 'company';

/** Levels by the number of their type. */
export const identityTypes = { standard: 1, advanced: 2, company: 3 } as const;

/** How a check stands. */
export const identityStatuses = { waiting: 0, passed: 1, failed: 2, notIdentified: 3 } as const;
const { waiting: WAITING, passed: PASSED, notIdentified: NOT_IDENTIFIED } = identityStatuses;

/** Of the checks that a person passed the one of the highest type. */
function findHighest(records: readonly IdentityRecord[]): IdentityRecord | undefined {
  return records
    .filter(({ identityStatus }) => identityStatus === PASSED)
    .toSorted((one, two) => two.identityType - one.identityType)[0];
}

/**
 * Say what the records make of a person: a waiting one comes before all others, then the highest
 * that passed decides.
 *
 * @param records - newest first.
 * @returns status 3 and type 0 when there is nothing to tell.
 */
export function readIdentity(records: readonly IdentityRecord[]): {
  readonly level: IdentityLevel;
  readonly identityStatus: number;
  readonly identityType: number;
} {
  const waiting = records.find(({ identityStatus }) => identityStatus === WAITING);
  const passed = findHighest(records);
  const published = waiting ?? passed ?? records[0];
  const { identityStatus = NOT_IDENTIFIED, identityType = 0 } = published ?? {};
  const levels = Object.keys(identityTypes) as (keyof typeof identityTypes)[];
  const reached = levels.find((level) => identityTypes[level] === passed?.identityType);
  return {
    level: waiting === undefined ? (reached ?? 'none') : 'progress',
    identityStatus,
    identityType,
  };
}

interface Row {
  record_id: number;
  identity_type: number;
  identity_status: number;
  created_at: Date;
}

/** The records of an installation. */
export interface IdentityRecords {
  /** A person's, newest first. */
  list(ownerId: number): Promise<readonly IdentityRecord[]>;
  add(
    ownerId: number,
    record: Pick<IdentityRecord, 'identityType' | 'identityStatus'>,
  ): Promise<void>;
  /** Take all of a person's records away. */
  clear(ownerId: number): Promise<void>;
}

/** Highest type of check that a person passed, 0 = none; it decides what they may. */
export function readPassedType(records: readonly IdentityRecord[]): number {
  return findHighest(records)?.identityType ?? 0;
}

/** Begin a check that waits for its decision. @returns its number. */
export async function openIdentityRecord(
  session: Session,
  ownerId: number,
  identityType: number,
): Promise<number> {
  const [row] = await session.query<{ record_id: number }>(
    `INSERT INTO identity_records (owner_id, identity_type, identity_status)
     VALUES ($1, $2, ${WAITING}) RETURNING record_id`,
    [ownerId, identityType],
  );
  return row.record_id;
}

/**
 * Give a check its outcome, from the state that it was seen in.
 *
 * @returns whether it was in that state.
 */
export async function turnIdentityRecord(
  session: Session,
  recordId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const count = await session.execute(
    `UPDATE identity_records SET identity_status = $3, changed_at = now()
     WHERE record_id = $1 AND identity_status = $2`,
    [recordId, from, to],
  );
  return count > 0;
}

/** Open the records. */
export function createIdentityRecords(database: Session): IdentityRecords {
  return {
    async list(ownerId) {
      const rows = await database.query<Row>(
        'SELECT * FROM identity_records WHERE owner_id = $1 ORDER BY record_id DESC',
        [ownerId],
      );
      return rows.map((row) => ({
        recordId: row.record_id,
        identityType: row.identity_type,
        identityStatus: row.identity_status,
        createdAtMs: row.created_at.getTime(),
      }));
    },
    async add(ownerId, { identityType, identityStatus }) {
      // A decision closes what was waiting: it is the outcome of that request.
      const count = await database.execute(
        `UPDATE identity_records SET identity_status = $3, changed_at = now()
         WHERE owner_id = $1 AND identity_type = $2 AND identity_status = 0 AND $3 <> 0`,
        [ownerId, identityType, identityStatus],
      );
      if (count > 0) return;
      await database.execute(
        `INSERT INTO identity_records (owner_id, identity_type, identity_status)
         VALUES ($1, $2, $3)`,
        [ownerId, identityType, identityStatus],
      );
    },
    async clear(ownerId) {
      await database.execute('DELETE FROM identity_records WHERE owner_id = $1', [ownerId]);
    },
  };
}
