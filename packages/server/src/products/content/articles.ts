// What is published, read from the database in a reader's language: lists, searches, one article.
// A language without a text shows the English one. Not here: writing (editing.ts) and Markdown.
import type { Article, ArticleRow, ContentCategory, ContentKind } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import { parseMarkdown } from './markdown/blocks.ts';
import {
  cutExcerpt,
  makeSearchPatterns,
  makeSearchQuery,
  searchConfigurationOf,
  splitWords,
} from './search-words.ts';

/** Which articles. */
export interface ArticleFilter {
  readonly kind?: ContentKind | undefined;
  /** Code or number of a category. */
  readonly category?: string | undefined;
  readonly keyword?: string | undefined;
  readonly pageSize: number;
  readonly pageNum: number;
}

/** What people can read. */
export interface Articles {
  listCategories(kind: ContentKind, locale: string): Promise<ContentCategory[]>;
  list(
    filter: ArticleFilter,
    locale: string,
  ): Promise<{ readonly list: ArticleRow[]; readonly totalCount: number }>;
  /**
   * @param code - its code or number.
   * @returns undefined when there is none, or it is not shown now.
   */
  read(code: string, locale: string): Promise<Article | undefined>;
}

const FALLBACK = 'en_US';
const RELATED_MAX = 5;

/** One row of the join below. */
interface Row {
  readonly article_id: number;
  readonly code: string;
  readonly category_id: number;
  readonly category_code: string;
  readonly category_name: string;
  readonly kind: ContentKind;
  readonly is_pinned: boolean;
  readonly publish_at_ms: number;
  readonly at_ms: number;
  readonly locale: string;
  readonly locales: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly plain: string;
}

/** Published texts in one language ($1) at a time ($2), in English where that language has none. */
const SHOWN = `
  SELECT articles.article_id, articles.code, articles.category_id, articles.is_pinned,
    articles.place, articles.publish_at_ms, categories.code AS category_code, categories.kind,
    categories.place AS category_place, names.name AS category_name, texts.locale, texts.title,
    texts.summary, texts.plain, texts.search, texts.version, versions.at_ms,
    ARRAY(SELECT written.locale FROM content_texts written
      WHERE written.article_id = articles.article_id ORDER BY written.locale) AS locales
  FROM content_articles articles
  JOIN content_categories categories USING (category_id)
  JOIN LATERAL (SELECT name FROM content_category_names
    WHERE category_id = articles.category_id AND locale IN ($1, '${FALLBACK}')
    ORDER BY locale = $1 DESC LIMIT 1) names ON true
  JOIN LATERAL (SELECT * FROM content_texts
    WHERE article_id = articles.article_id AND locale IN ($1, '${FALLBACK}')
    ORDER BY locale = $1 DESC LIMIT 1) texts ON true
  JOIN content_versions versions
    ON versions.article_id = texts.article_id AND versions.locale = texts.locale
      AND versions.version = texts.version
  WHERE publish_at_ms <= $2 AND (take_down_at_ms IS NULL OR take_down_at_ms > $2)`;

const FILTERED = `
  WITH shown AS (${SHOWN}),
  asked AS (SELECT to_tsquery($6::regconfig, $5) AS own, to_tsquery('english', $5) AS english),
  found AS (
    SELECT shown.*, ts_rank(search, CASE WHEN locale = $1 THEN own ELSE english END) AS rank,
      title ILIKE ALL ($7::text[]) AS is_in_title
    FROM shown, asked
    WHERE ($3 = '' OR kind = $3)
      AND ($4 = '' OR category_code = $4 OR category_id::text = $4)
      AND ($5 = '' OR search @@ CASE WHEN locale = $1 THEN own ELSE english END
        OR concat_ws(' ', title, summary, plain) ILIKE ALL ($7::text[])))`;

/** Best match first; without words pinned, then help in its order and announcements by time. */
const ORDER = `is_in_title AND $5 <> '' DESC, CASE WHEN $5 <> '' THEN rank END DESC,
  is_pinned DESC, CASE WHEN kind = 'help' THEN category_place * 100000 + place END,
  publish_at_ms DESC, article_id DESC`;

function showRow(row: Row, words: readonly string[]): ArticleRow {
  return {
    id: String(row.article_id),
    code: row.code,
    kind: row.kind,
    categoryCode: row.category_code,
    categoryName: row.category_name,
    title: row.title,
    summary: row.summary,
    locale: row.locale,
    locales: [...row.locales],
    isPinned: row.is_pinned,
    publishedTime: row.publish_at_ms,
    changedTime: Math.max(row.at_ms, row.publish_at_ms),
    excerpt: words.length === 0 ? '' : cutExcerpt(row.plain, words),
  };
}

/** Values of FILTERED's parameters. */
function fillFilter(filter: Partial<ArticleFilter>, locale: string, nowMs: number) {
  const words = splitWords(filter.keyword ?? '');
  const values = [
    locale,
    nowMs,
    filter.kind ?? '',
    filter.category ?? '',
    makeSearchQuery(words),
    searchConfigurationOf(locale),
    makeSearchPatterns(words),
  ];
  return { words, values };
}

/** Open the published content of a database. */
export function createArticles(session: Session, readNowMs: () => number): Articles {
  async function list(filter: ArticleFilter, locale: string) {
    const { words, values } = fillFilter(filter, locale, readNowMs());
    // Signs without a word in them find nothing, rather than everything.
    if (words.length === 0 && (filter.keyword ?? '') !== '') return { list: [], totalCount: 0 };
    const [counts, rows] = await Promise.all([
      session.query<{ n: number }>(`${FILTERED} SELECT count(*) AS n FROM found`, values),
      session.query<Row>(`${FILTERED} SELECT * FROM found ORDER BY ${ORDER} LIMIT $8 OFFSET $9`, [
        ...values,
        filter.pageSize,
        filter.pageSize * (filter.pageNum - 1),
      ]),
    ]);
    return { list: rows.map((row) => showRow(row, words)), totalCount: counts[0].n };
  }

  async function readRelated(row: Row, locale: string) {
    const filter = { kind: row.kind, category: row.category_code, pageNum: 1 };
    const { list: rows } = await list({ ...filter, pageSize: RELATED_MAX + 1 }, locale);
    const others = rows.filter(({ code }) => code !== row.code).slice(0, RELATED_MAX);
    return others.map(({ code, title }) => ({ code, title }));
  }

  return {
    list,
    listCategories: (kind, locale) =>
      session.query<ContentCategory>(
        `SELECT category_id AS id, code, kind, names.name, names.lead,
           (SELECT count(*) FROM content_articles articles
            WHERE articles.category_id = categories.category_id AND publish_at_ms <= $3
              AND (take_down_at_ms IS NULL OR take_down_at_ms > $3)
              AND EXISTS (SELECT FROM content_texts texts
                WHERE texts.article_id = articles.article_id
                  AND texts.locale IN ($1, '${FALLBACK}'))) AS "articleCount"
         FROM content_categories categories
         JOIN LATERAL (SELECT name, lead FROM content_category_names
           WHERE category_id = categories.category_id AND locale IN ($1, '${FALLBACK}')
           ORDER BY locale = $1 DESC LIMIT 1) names ON true
         WHERE kind = $2 ORDER BY place`,
        [locale, kind, readNowMs()],
      ),
    async read(code, locale) {
      const rows = await session.query<Row & { body: string }>(
        `WITH shown AS (${SHOWN})
         SELECT shown.*, versions.body FROM shown
         JOIN content_versions versions USING (article_id, locale, version)
         WHERE shown.code = $3 OR shown.article_id::text = $3`,
        [locale, readNowMs(), code],
      );
      const row = rows[0];
      if (row === undefined) return undefined;
      return {
        ...showRow(row, []),
        categoryNumber: row.category_id,
        blocks: parseMarkdown(row.body),
        related: await readRelated(row, locale),
      };
    },
  };
}
