// What the editor sees: every article with its languages, versions of one, feedback that waits.
// Not here: writing (editing.ts) and rights (the edge).
import type { EditorCategory, EditorRow, FeedbackRow, RouteAnswer } from '@isobath/wire';
import type { editingRoutes } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import { FEEDBACK_COLUMNS, type FeedbackRecord, showFeedback } from '../feedback/feedback.ts';

interface ArticleRecord {
  readonly article_id: number;
  readonly code: string;
  readonly kind: EditorRow['kind'];
  readonly category_id: number;
  readonly title: string | null;
  readonly is_pinned: boolean;
  readonly place: number;
  readonly publish_at_ms: number | null;
  readonly take_down_at_ms: number | null;
  readonly languages: EditorRow['languages'];
  readonly helpful_count: number;
  readonly unhelpful_count: number;
}

function readState(row: ArticleRecord, nowMs: number): EditorRow['state'] {
  if (row.publish_at_ms === null) return 'draft';
  if (row.take_down_at_ms !== null && row.take_down_at_ms <= nowMs) return 'ended';
  return row.publish_at_ms > nowMs ? 'scheduled' : 'published';
}

/** Every article, drafts included, and the categories in the reader's language. */
export async function listForEditor(
  session: Session,
  locale: string,
  nowMs: number,
): Promise<RouteAnswer<typeof editingRoutes.editorList>> {
  const [articles, categories] = await Promise.all([
    session.query<ArticleRecord>(
      `SELECT articles.*, categories.kind,
         (SELECT title FROM content_versions versions
          WHERE versions.article_id = articles.article_id
          ORDER BY locale = $1 DESC, locale = 'en_US' DESC, version DESC LIMIT 1) AS title,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('locale', newest.locale,
             'newestVersion', newest.version, 'shownVersion', COALESCE(texts.version, 0))
             ORDER BY newest.locale)
           FROM (SELECT locale, max(version) AS version FROM content_versions versions
             WHERE versions.article_id = articles.article_id GROUP BY locale) newest
           LEFT JOIN content_texts texts ON texts.article_id = articles.article_id
             AND texts.locale = newest.locale), '[]') AS languages,
         (SELECT count(*) FROM content_votes votes
          WHERE votes.article_id = articles.article_id AND is_helpful) AS helpful_count,
         (SELECT count(*) FROM content_votes votes
          WHERE votes.article_id = articles.article_id AND NOT is_helpful) AS unhelpful_count
       FROM content_articles articles JOIN content_categories categories USING (category_id)
       ORDER BY categories.place, articles.place, article_id`,
      [locale],
    ),
    session.query<EditorCategory>(
      `SELECT category_id AS "categoryId", kind, code, names.name,
         (SELECT jsonb_agg(jsonb_build_object('locale', locale, 'name', name, 'lead', lead)
            ORDER BY locale)
          FROM content_category_names WHERE category_id = categories.category_id) AS names,
         (SELECT count(*) FROM content_articles articles
          WHERE articles.category_id = categories.category_id) AS "articleCount"
       FROM content_categories categories
       JOIN LATERAL (SELECT name FROM content_category_names
         WHERE category_id = categories.category_id AND locale IN ($1, 'en_US')
         ORDER BY locale = $1 DESC LIMIT 1) names ON true ORDER BY place`,
      [locale],
    ),
  ]);
  return {
    articles: articles.map((row) => ({
      articleId: row.article_id,
      code: row.code,
      kind: row.kind,
      categoryId: row.category_id,
      title: row.title ?? row.code,
      isPinned: row.is_pinned,
      place: row.place,
      state: readState(row, nowMs),
      publishAt: row.publish_at_ms ?? 0,
      takeDownAt: row.take_down_at_ms ?? 0,
      languages: row.languages,
      helpfulCount: row.helpful_count,
      unhelpfulCount: row.unhelpful_count,
    })),
    categories,
  };
}

/** Versions of one language, newest first. */
export async function listVersions(
  session: Session,
  articleId: number,
  locale: string,
): Promise<RouteAnswer<typeof editingRoutes.editorVersions>> {
  const rows = await session.query<{
    version: number;
    title: string;
    summary: string;
    body: string;
    author: string;
    at_ms: number;
  }>(
    `SELECT version, title, summary, body, author, at_ms FROM content_versions
     WHERE article_id = $1 AND locale = $2 ORDER BY version DESC`,
    [articleId, locale],
  );
  const newest = rows[0];
  return {
    versions: rows.map(({ version, title, author, at_ms: at }) => ({ version, title, author, at })),
    newest:
      newest === undefined
        ? null
        : {
            version: newest.version,
            title: newest.title,
            summary: newest.summary,
            body: newest.body,
          },
  };
}

const SHOWN_MAX = 200;

/** Feedback of everybody, newest first. */
export async function listAllFeedback(
  session: Session,
  isOpen: boolean,
): Promise<(FeedbackRow & { ownerId: number; locale: string })[]> {
  const rows = await session.query<FeedbackRecord & { owner_id: number; locale: string }>(
    `SELECT ${FEEDBACK_COLUMNS}, feedbacks.owner_id, locale FROM feedbacks
     WHERE NOT $1 OR state IN ('received', 'reading') ORDER BY feedback_id DESC LIMIT $2`,
    [isOpen, SHOWN_MAX],
  );
  return rows.map((row) => ({
    ...showFeedback(row),
    ownerId: row.owner_id,
    locale: row.locale,
  }));
}
