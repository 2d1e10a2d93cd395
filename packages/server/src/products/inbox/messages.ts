// A person's messages in the database: lists, counts, what is read, what is muted.
// It writes no message (base/notifications does) and knows no language (show.ts).
import type { Database } from '../../base/db/index.ts';
import { notificationModules } from '../../base/notifications/index.ts';
import type { NotificationRecord } from './show.ts';

/** Which messages: of a module and submodule, 0 = all. */
export interface MessageFilter {
  readonly moduleId: number;
  readonly submoduleId: number;
  readonly pageSize: number;
  readonly pageNum: number;
}

/** Unread messages of one module. */
export interface ModuleCount {
  readonly code: number;
  readonly unreadCount: number;
  readonly submodule: { readonly code: number; readonly unreadCount: number }[];
}

/** Messages of people. */
export interface Messages {
  list(ownerId: number, filter: MessageFilter): Promise<NotificationRecord[]>;
  count(ownerId: number, filter: Pick<MessageFilter, 'moduleId' | 'submoduleId'>): Promise<number>;
  /** Every module there is, also those without a message. */
  countUnread(ownerId: number): Promise<ModuleCount[]>;
  /** @returns false when there is no such message of this person. */
  markRead(ownerId: number, notificationId: string): Promise<boolean>;
  markAllRead(ownerId: number): Promise<void>;
  listMutes(ownerId: number): Promise<number[]>;
  setMute(ownerId: number, submoduleCode: number, isMuted: boolean): Promise<void>;
  /** Submodules a person also wants by mail. */
  listMailed(ownerId: number): Promise<number[]>;
  setMailed(ownerId: number, submoduleCode: number, isMailed: boolean): Promise<void>;
  /** Numbers and owners of messages after a number, oldest first. */
  listAfter(
    notificationId: number,
    limit: number,
  ): Promise<{ notice_id: number; owner_id: number }[]>;
  readLastId(): Promise<number>;
}

/**
 * Everything a person may see, with whether they have read it. What goes to everybody is written
 * once, so who does not want its kind is asked here.
 */
const SEEN = `FROM (
  SELECT notices.*, read_at_ms IS NOT NULL
    OR (notices.owner_id = 0 AND (notices.notice_id <= COALESCE(read_through_id, 0)
      OR EXISTS (SELECT FROM notice_reads AS reads
        WHERE reads.owner_id = $1 AND reads.notice_id = notices.notice_id))) AS is_read
  FROM notices LEFT JOIN notice_cursors ON notice_cursors.owner_id = $1
  WHERE notices.owner_id = $1 OR (notices.owner_id = 0 AND NOT EXISTS (
    SELECT FROM notice_mutes AS mutes
    WHERE mutes.owner_id = $1 AND mutes.submodule_code = notices.submodule_code))) AS seen`;
const FILTER = '($2 = 0 OR module_code = $2) AND ($3 = 0 OR submodule_code = $3)';

/** Kinds of message that a person named, in one of the tables made for it. */
function createChoice(database: Database, table: 'notice_mutes' | 'notice_mails') {
  return {
    async list(ownerId: number): Promise<number[]> {
      const rows = await database.query<{ submodule_code: number }>(
        `SELECT submodule_code FROM ${table} WHERE owner_id = $1 ORDER BY submodule_code`,
        [ownerId],
      );
      return rows.map((row) => row.submodule_code);
    },
    async set(ownerId: number, submoduleCode: number, isChosen: boolean): Promise<void> {
      await database.execute(
        isChosen
          ? `INSERT INTO ${table} VALUES ($1, $2) ON CONFLICT DO NOTHING`
          : `DELETE FROM ${table} WHERE owner_id = $1 AND submodule_code = $2`,
        [ownerId, submoduleCode],
      );
    },
  };
}

/** Open the messages of a database. */
export function createMessages(database: Database, readNowMs: () => number): Messages {
  const mutes = createChoice(database, 'notice_mutes');
  const mailed = createChoice(database, 'notice_mails');
  return {
    list: (ownerId, { moduleId, submoduleId, pageSize, pageNum }) =>
      database.query<NotificationRecord>(
        `SELECT * ${SEEN} WHERE ${FILTER} ORDER BY notice_id DESC LIMIT $4 OFFSET $5`,
        [ownerId, moduleId, submoduleId, pageSize, pageSize * (pageNum - 1)],
      ),
    async count(ownerId, { moduleId, submoduleId }) {
      const rows = await database.query<{ count: number }>(
        `SELECT count(*) AS count ${SEEN} WHERE ${FILTER}`,
        [ownerId, moduleId, submoduleId],
      );
      return rows[0].count;
    },
    async countUnread(ownerId) {
      const rows = await database.query<{ submodule_code: number; module_code: number; n: number }>(
        `SELECT module_code, submodule_code, count(*) AS n ${SEEN}
         WHERE NOT is_read GROUP BY module_code, submodule_code`,
        [ownerId],
      );
      return notificationModules.map(([code, submodules]) => {
        const own = rows.filter((row) => row.module_code === code);
        return {
          code,
          unreadCount: own.reduce((sum, row) => sum + row.n, 0),
          submodule: submodules.map((submodule) => ({
            code: submodule,
            unreadCount: own.find((row) => row.submodule_code === submodule)?.n ?? 0,
          })),
        };
      });
    },
    async markRead(ownerId, notificationId) {
      const rows = await database.query<{ owner_id: number }>(
        'SELECT owner_id FROM notices WHERE notice_id = $2 AND owner_id IN (0, $1)',
        [ownerId, notificationId],
      );
      if (rows.length === 0) return false;
      await (rows[0].owner_id === 0
        ? database.execute('INSERT INTO notice_reads VALUES ($1, $2) ON CONFLICT DO NOTHING', [
            ownerId,
            notificationId,
          ])
        : database.execute(
            `UPDATE notices SET read_at_ms = $2
             WHERE notice_id = $1 AND read_at_ms IS NULL`,
            [notificationId, readNowMs()],
          ));
      return true;
    },
    async markAllRead(ownerId) {
      await database.transaction(async (session) => {
        await session.execute(
          'UPDATE notices SET read_at_ms = $2 WHERE owner_id = $1 AND read_at_ms IS NULL',
          [ownerId, readNowMs()],
        );
        await session.execute(
          `INSERT INTO notice_cursors
           SELECT $1, COALESCE(max(notice_id), 0) FROM notices WHERE owner_id = 0
           ON CONFLICT (owner_id) DO UPDATE SET read_through_id = EXCLUDED.read_through_id`,
          [ownerId],
        );
      });
    },
    listMutes: mutes.list,
    setMute: mutes.set,
    listMailed: mailed.list,
    setMailed: mailed.set,
    listAfter: (notificationId, limit) =>
      database.query(
        `SELECT notice_id, owner_id FROM notices
         WHERE notice_id > $1 ORDER BY notice_id LIMIT $2`,
        [notificationId, limit],
      ),
    async readLastId() {
      const rows = await database.query<{ last: number | null }>(
        'SELECT max(notice_id) AS last FROM notices',
      );
      return rows[0].last ?? 0;
    },
  };
}
