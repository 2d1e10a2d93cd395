// What verification does by the clock: reminds people of what is due and of documents that end,
// and forgets files that were shown with nothing. Called by the jobs process.
import type { Session } from '../../../base/db/index.ts';
import { identityStatuses } from '../../../base/identity/index.ts';
import type { JobPlatform } from '../../../base/modules/index.ts';
import { type NotificationKind, writeNotifications } from '../../../base/notifications/index.ts';
import { removeOldEvents } from '../../../base/providers/index.ts';

type UpkeepPlatform = Pick<JobPlatform, 'database' | 'readNowMs'>;

const DAY_MS = 86_400_000;
/** How long before a due day it is told again. */
const DUE_SOON_MS = 3 * DAY_MS;
/** How long before its end a person is told of a document. */
const ENDS_SOON_MS = 30 * DAY_MS;
/** How long a file stays that was shown with nothing. */
const UNUSED_MS = 7 * DAY_MS;
/** How long events of providers are known. */
const EVENTS_MS = 30 * DAY_MS;
/** Of one run; the next one goes on. */
const ROWS_MAX = 500;

interface Told {
  readonly id: number;
  readonly owner_id: number;
  readonly type: number;
}

interface Reminder {
  readonly kind: NotificationKind;
  /** Rows that are to be told, marked as told. */
  readonly mark: string;
  readonly values: (nowMs: number) => readonly number[];
  readonly key: string;
}

/** Rows of supplements without an answer, marked up to a step; more: what else they must be. */
const markSupplements = (
  step: number,
  more = '',
) => `UPDATE identity_supplements SET reminded = ${step}
  FROM identity_records AS records
  WHERE records.record_id = identity_supplements.record_id AND supplement_id IN (
    SELECT supplement_id FROM identity_supplements JOIN identity_records USING (record_id)
    WHERE closed_at_ms = 0 AND answered_at_ms = 0 AND reminded < ${step} AND due_at_ms <= $1 ${more}
      AND identity_status IN (${identityStatuses.waiting}, ${identityStatuses.passed})
    ORDER BY due_at_ms LIMIT ${ROWS_MAX} FOR UPDATE OF identity_supplements SKIP LOCKED)
  RETURNING supplement_id AS id, identity_supplements.owner_id, identity_type AS type,
    identity_status AS status`;

const markEnds = `UPDATE identity_document_ends SET told_at_ms = $2
  FROM identity_records AS records
  WHERE records.record_id = identity_document_ends.record_id
    AND identity_document_ends.record_id IN (
      SELECT record_id FROM identity_document_ends JOIN identity_records USING (record_id)
      WHERE told_at_ms = 0 AND ends_at_ms <= $1 AND identity_status = ${identityStatuses.passed}
      ORDER BY ends_at_ms LIMIT ${ROWS_MAX} FOR UPDATE OF identity_document_ends SKIP LOCKED)
  RETURNING identity_document_ends.record_id AS id, identity_document_ends.owner_id,
    identity_type AS type, identity_status AS status`;

/** Later steps first: whoever is told that it is due is not told that it soon is. */
const reminders: readonly Reminder[] = [
  {
    kind: 'identity_limited',
    mark: markSupplements(2),
    values: (nowMs) => [nowMs],
    key: 'identity-limited',
  },
  {
    kind: 'identity_due',
    // Whoever was just asked knows the day already.
    mark: markSupplements(1, 'AND asked_at_ms < $2'),
    values: (nowMs) => [nowMs + DUE_SOON_MS, nowMs - DAY_MS],
    key: 'identity-due',
  },
  {
    kind: 'identity_ending',
    mark: markEnds,
    values: (nowMs) => [nowMs + ENDS_SOON_MS, nowMs],
    key: 'identity-ending',
  },
];

async function remind(session: Session, reminder: Reminder, nowMs: number): Promise<void> {
  const rows = await session.query<Told & { status: number }>(reminder.mark, [
    ...reminder.values(nowMs),
  ]);
  // Of a check that still waits nothing is closed: it only goes on once there is an answer.
  const isOpen = ({ status }: { status: number }) => status === identityStatuses.waiting;
  await writeNotifications(
    session,
    rows.map((row) => ({
      ownerId: row.owner_id,
      kind: reminder.kind === 'identity_limited' && isOpen(row) ? 'identity_due' : reminder.kind,
      facts: { type: String(row.type) },
      sourceKey: `${reminder.key}:${row.id}`,
      atMs: nowMs,
    })),
  );
}

/** Remind people: each of each thing once. */
export async function remindPeople({ database, readNowMs }: UpkeepPlatform): Promise<void> {
  for (const reminder of reminders) {
    await database.transaction((session) => remind(session, reminder, readNowMs()));
  }
}

/** Forget files that were shown with nothing, with their keys, and old events of providers. */
export async function forgetUnused({ database, readNowMs }: UpkeepPlatform): Promise<void> {
  const nowMs = readNowMs();
  await database.execute('DELETE FROM identity_files WHERE used_at_ms = 0 AND created_at_ms < $1', [
    nowMs - UNUSED_MS,
  ]);
  await removeOldEvents(database, nowMs - EVENTS_MS);
}
