// Tells people's inboxes of announcements whose time has come: once each, to everybody, with the
// words of every language inside, so that the message stays what it was. Run by the edge process.
import type { Database, Session } from '../../base/db/index.ts';
import { type NotificationKind, writeNotifications } from '../../base/notifications/index.ts';

/** Messages by category; announcements of other categories are told as general ones. */
const kinds: Readonly<Record<string, NotificationKind>> = {
  maintenance: 'announcement_maintenance',
  rules: 'announcement_other',
  events: 'announcement_event',
};

interface Waiting {
  readonly article_id: number;
  readonly code: string;
  readonly category_code: string;
  readonly publish_at_ms: number;
}

async function readWords(session: Session, articleId: number): Promise<Record<string, string>> {
  const rows = await session.query<{ locale: string; title: string; summary: string }>(
    'SELECT locale, title, summary FROM content_texts WHERE article_id = $1',
    [articleId],
  );
  return Object.fromEntries(
    rows.flatMap(({ locale, title, summary }) => [
      [`title.${locale}`, title],
      [`summary.${locale}`, summary],
    ]),
  );
}

async function publishOne(session: Session, row: Waiting): Promise<void> {
  const words = await readWords(session, row.article_id);
  const facts = { id: String(row.article_id), supportCode: row.code, ...words };
  const kind = kinds[row.category_code] ?? 'announcement';
  const sourceKey = `announcement:${row.article_id}`;
  await writeNotifications(session, [
    { ownerId: 0, kind, facts, sourceKey, atMs: row.publish_at_ms },
  ]);
}

/**
 * Tell of every announcement that is shown by now and was not told.
 *
 * @returns how many were told.
 */
export function publishAnnouncements(database: Database, nowMs: number): Promise<number> {
  return database.transaction(async (session) => {
    const rows = await session.query<Waiting>(
      `UPDATE content_articles articles SET told_at_ms = $1
       FROM content_categories categories
       WHERE categories.category_id = articles.category_id AND categories.kind = 'notice'
         AND told_at_ms IS NULL AND publish_at_ms <= $1
         AND (take_down_at_ms IS NULL OR take_down_at_ms > $1)
         AND EXISTS (SELECT FROM content_texts texts
           WHERE texts.article_id = articles.article_id AND texts.locale = 'en_US')
       RETURNING article_id, articles.code, categories.code AS category_code, publish_at_ms`,
      [nowMs],
    );
    for (const row of rows.toSorted((one, two) => one.publish_at_ms - two.publish_at_ms)) {
      await publishOne(session, row);
    }
    return rows.length;
  });
}
