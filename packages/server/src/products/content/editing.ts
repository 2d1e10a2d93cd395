// Writing help and announcements: articles, versions of each language, which version is shown, from
// when to when. A version is never changed; restoring one makes a new one. Not here: who may do it
// and the audit of it (the back office), reading for people (articles.ts).
import type { Session } from '../../base/db/index.ts';
import { parseMarkdown, showPlainBlocks } from './markdown/blocks.ts';
import { searchConfigurationOf } from './search-words.ts';

/** The words of one version. */
export interface VersionText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly body: string;
}

/** A version to add. */
export interface NewVersion extends VersionText {
  readonly articleId: number;
  readonly locale: string;
  /** `release`, or `operator:` and a number. */
  readonly author: string;
  readonly atMs: number;
  /** Newest version the writer saw, 0 = none; left out: whatever is newest. */
  readonly baseVersion?: number;
}

/** Names one version. */
export interface VersionName {
  readonly articleId: number;
  readonly locale: string;
  readonly version: number;
}

/** What an article is besides its words. */
export interface ArticleFrame {
  readonly code: string;
  readonly categoryId: number;
  readonly isPinned: boolean;
  readonly place: number;
}

/** From when to when an article is shown; null = not yet, or without end. */
export interface ArticleTerm {
  readonly publishAtMs: number | null;
  readonly takeDownAtMs: number | null;
}

/**
 * Make an article, without words and not shown.
 *
 * @returns its number, undefined when the code is taken.
 */
export async function addArticle(
  session: Session,
  frame: ArticleFrame,
): Promise<number | undefined> {
  const rows = await session.query<{ article_id: number }>(
    `INSERT INTO content_articles (code, category_id, is_pinned, place) VALUES ($1, $2, $3, $4)
     ON CONFLICT (code) DO NOTHING RETURNING article_id`,
    [frame.code, frame.categoryId, frame.isPinned, frame.place],
  );
  return rows[0]?.article_id;
}

/**
 * Add a version.
 *
 * @param session - a transaction.
 * @returns its number, undefined when somebody else added one after `baseVersion`.
 */
export async function addVersion(
  session: Session,
  version: NewVersion,
): Promise<number | undefined> {
  const { articleId, locale, baseVersion } = version;
  await session.query('SELECT FROM content_articles WHERE article_id = $1 FOR UPDATE', [articleId]);
  const rows = await session.query<{ last: number }>(
    `SELECT COALESCE(max(version), 0) AS last FROM content_versions
     WHERE article_id = $1 AND locale = $2`,
    [articleId, locale],
  );
  const { last } = rows[0];
  if (baseVersion !== undefined && baseVersion !== last) return undefined;
  await session.execute(
    `INSERT INTO content_versions (article_id, locale, version, title, summary, body, author, at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      articleId,
      locale,
      last + 1,
      version.title,
      version.summary,
      version.body,
      version.author,
      version.atMs,
    ],
  );
  return last + 1;
}

/**
 * Show a version from now on in its language.
 *
 * @returns false when there is no such version.
 */
export async function showVersion(session: Session, name: VersionName): Promise<boolean> {
  const { articleId, locale, version } = name;
  const rows = await session.query<VersionText>(
    `SELECT title, summary, body FROM content_versions
     WHERE article_id = $1 AND locale = $2 AND version = $3`,
    [articleId, locale, version],
  );
  const text = rows[0];
  if (text === undefined) return false;
  const plain = showPlainBlocks(parseMarkdown(text.body));
  await session.execute(
    `INSERT INTO content_texts (article_id, locale, version, title, summary, plain, search)
     VALUES ($1, $2, $3, $4, $5, $6, setweight(to_tsvector($7::regconfig, $4), 'A')
       || setweight(to_tsvector($7::regconfig, $5), 'B')
       || setweight(to_tsvector($7::regconfig, $6), 'C'))
     ON CONFLICT (article_id, locale) DO UPDATE SET version = EXCLUDED.version,
       title = EXCLUDED.title, summary = EXCLUDED.summary, plain = EXCLUDED.plain,
       search = EXCLUDED.search`,
    [articleId, locale, version, text.title, text.summary, plain, searchConfigurationOf(locale)],
  );
  return true;
}

/** Show nothing in a language any more; its versions stay. */
export async function hideLanguage(
  session: Session,
  articleId: number,
  locale: string,
): Promise<void> {
  await session.execute('DELETE FROM content_texts WHERE article_id = $1 AND locale = $2', [
    articleId,
    locale,
  ]);
}

/** Say from when to when an article is shown. @returns false when there is no such article. */
export async function setTerm(
  session: Session,
  articleId: number,
  term: ArticleTerm,
): Promise<boolean> {
  const count = await session.execute(
    `UPDATE content_articles SET publish_at_ms = $2, take_down_at_ms = $3 WHERE article_id = $1`,
    [articleId, term.publishAtMs, term.takeDownAtMs],
  );
  return count > 0;
}

/** Change what an article is besides its words. @returns false when there is no such article. */
export async function setFrame(
  session: Session,
  articleId: number,
  frame: Omit<ArticleFrame, 'code'>,
): Promise<boolean> {
  const count = await session.execute(
    `UPDATE content_articles SET category_id = $2, is_pinned = $3, place = $4
     WHERE article_id = $1`,
    [articleId, frame.categoryId, frame.isPinned, frame.place],
  );
  return count > 0;
}
