// Writes messages to people. It puts nothing into words and sends nothing: the inbox reads the
// rows, its feed sends them on. Called by products and projections, inside the transaction of what
// they tell about.
import type { Database, Session } from '../db/index.ts';
import { type NotificationFacts, type NotificationKind, notificationKinds } from './kinds.ts';

/** One message. */
export interface Notification {
  /** 0 = everybody. */
  readonly ownerId: number;
  readonly kind: NotificationKind;
  readonly facts: NotificationFacts;
  /** What happened, named once, such as `order:17`: the same thing is never told twice. */
  readonly sourceKey: string;
  readonly atMs: number;
}

/** Writers wait for each other, so that rows become visible in the order of their numbers. */
const WRITERS_LOCK = 4_870_001;

/**
 * Write messages; those of a muted submodule and those already told are left out.
 *
 * @param session - a transaction.
 */
export async function writeNotifications(
  session: Session,
  notifications: readonly Notification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const rows = notifications.map(({ ownerId, kind, facts, sourceKey, atMs }) => ({
    owner_id: ownerId,
    kind,
    module_code: notificationKinds[kind].moduleCode,
    submodule_code: notificationKinds[kind].submoduleCode,
    facts,
    source_key: sourceKey,
    at_ms: atMs,
  }));
  await session.query('SELECT pg_advisory_xact_lock($1)', [WRITERS_LOCK]);
  await session.execute(
    `INSERT INTO notices (owner_id, kind, module_code, submodule_code, facts, source_key, at_ms)
     SELECT owner_id, kind, module_code, submodule_code, facts, source_key, at_ms
     FROM jsonb_to_recordset($1) AS row (owner_id bigint, kind text, module_code integer,
       submodule_code integer, facts jsonb, source_key text, at_ms bigint)
     WHERE NOT EXISTS (SELECT FROM notice_mutes mutes
       WHERE mutes.owner_id = row.owner_id AND mutes.submodule_code = row.submodule_code)
     ON CONFLICT (source_key) DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

/** Writes one message in a transaction of its own. */
export type WriteNotification = (notification: Notification) => Promise<void>;

/** Make the writer for those who have no transaction at hand. */
export function createNotificationWriter(database: Database): WriteNotification {
  return (notification) =>
    database.transaction((session) => writeNotifications(session, [notification]));
}

/** Lets a new person begin: what everybody was told before counts as read. */
export type StartNotifications = (ownerId: number) => Promise<void>;

/** Make what lets new people begin. */
export function createNotificationStart(database: Database): StartNotifications {
  return async (ownerId) => {
    await database.execute(
      `INSERT INTO notice_cursors
       SELECT $1, COALESCE(max(notice_id), 0) FROM notices WHERE owner_id = 0
       ON CONFLICT (owner_id) DO NOTHING`,
      [ownerId],
    );
  };
}
