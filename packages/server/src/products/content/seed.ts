// What a release says by itself: its categories and articles are put into the store at a start, and
// newer words of a later release take the place of the older ones, unless an operator wrote since.
// Not here: the words (packages/texts/articles). Called by the edge process at its start.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ContentKind } from '@isobath/wire';
import type { Database, Session } from '../../base/db/index.ts';
import { addArticle, addVersion, setTerm, showVersion, type VersionText } from './editing.ts';

/** Locks out a second start that seeds at the same time. */
const SEED_LOCK = 4_870_011;
const AUTHOR = 'release';
const folder = new URL('../../../../texts/articles/', import.meta.url);

interface SeedCategory {
  readonly id: number;
  readonly kind: ContentKind;
  readonly code: string;
}

interface SeedArticle {
  readonly code: string;
  readonly category: string;
  readonly isPinned?: boolean;
  /** About what only a sandbox has. */
  readonly isSandboxOnly?: boolean;
}

/** The list of what a release brings: order is the order of pages. */
interface SeedList {
  readonly locales: readonly string[];
  readonly categories: readonly SeedCategory[];
  readonly articles: readonly SeedArticle[];
}

type CategoryNames = Readonly<Record<string, { readonly name: string; readonly lead: string }>>;

async function readJson<TValue>(path: string): Promise<TValue> {
  return JSON.parse(await readFile(new URL(path, folder), 'utf8')) as TValue;
}

/** A document: its title, its first paragraph, and the rest. */
export function splitDocument(text: string): VersionText {
  const found = /^# (.+)\n\s*\n([\s\S]+?)\n\s*\n([\s\S]+)$/.exec(text.trim());
  if (found === null) throw new Error('an article is a title, a paragraph, and more');
  const [, title = '', summary = '', body = ''] = found;
  return { title: title.trim(), summary: summary.replaceAll('\n', ' ').trim(), body: body.trim() };
}

/** Codes that are put: new ones, and those that a new article of the release needs. */
async function readWantedCategories(
  session: Session,
  list: SeedList,
): Promise<ReadonlySet<string>> {
  const codesOf = async (sql: string) =>
    new Set((await session.query<{ code: string }>(sql)).map(({ code }) => code));
  const put = await codesOf('SELECT code FROM content_category_seeds');
  const written = await codesOf('SELECT code FROM content_seeds');
  const needed = new Set(
    list.articles.filter(({ code }) => !written.has(code)).map(({ category }) => category),
  );
  const codes = list.categories.map(({ code }) => code);
  return new Set(codes.filter((code) => !put.has(code) || needed.has(code)));
}

async function putCategories(session: Session, list: SeedList): Promise<void> {
  const wanted = await readWantedCategories(session, list);
  const categories = [...list.categories.entries()].filter(([, { code }]) => wanted.has(code));
  for (const [place, { id, kind, code }] of categories) {
    await session.execute(
      `INSERT INTO content_categories (category_id, kind, code, place)
       SELECT CASE WHEN EXISTS (SELECT FROM content_categories WHERE category_id = $1)
         THEN (SELECT max(category_id) + 1 FROM content_categories) ELSE $1 END, $2, $3, $4
       ON CONFLICT (code) DO NOTHING`,
      [id, kind, code, place],
    );
    await session.execute('INSERT INTO content_category_seeds VALUES ($1) ON CONFLICT DO NOTHING', [
      code,
    ]);
  }
  for (const locale of list.locales) {
    const names = await readJson<CategoryNames>(`${locale}/categories.json`);
    for (const [, { code }] of categories) {
      const words = names[code];
      if (words === undefined) continue;
      await session.execute(
        `INSERT INTO content_category_names (category_id, locale, name, lead)
         SELECT category_id, $2, $3, $4 FROM content_categories WHERE code = $1
         ON CONFLICT DO NOTHING`,
        [code, locale, words.name, words.lead],
      );
    }
  }
}

/** The article's number; one that an operator took away for good stays away. */
async function findArticle(
  session: Session,
  seed: SeedArticle,
  place: number,
): Promise<{ articleId: number; isNew: boolean } | undefined> {
  const rows = await session.query<{ article_id: number }>(
    'SELECT article_id FROM content_articles WHERE code = $1',
    [seed.code],
  );
  if (rows[0] !== undefined) return { articleId: rows[0].article_id, isNew: false };
  const before = await session.query('SELECT FROM content_seeds WHERE code = $1', [seed.code]);
  if (before.length > 0) return undefined;
  const categories = await session.query<{ category_id: number }>(
    'SELECT category_id FROM content_categories WHERE code = $1',
    [seed.category],
  );
  const categoryId = categories[0]?.category_id;
  if (categoryId === undefined) throw new Error(`${seed.code}: no category ${seed.category}`);
  const frame = { code: seed.code, categoryId, isPinned: seed.isPinned === true, place };
  const articleId = await addArticle(session, frame);
  return articleId === undefined ? undefined : { articleId, isNew: true };
}

interface SeedText {
  readonly articleId: number;
  readonly code: string;
  readonly locale: string;
  readonly nowMs: number;
}

async function putText(session: Session, { articleId, code, locale, nowMs }: SeedText) {
  const file = await readFile(new URL(`${locale}/${code}.md`, folder), 'utf8');
  const hash = createHash('sha256').update(file).digest('hex');
  const known = await session.query<{ hash: string }>(
    'SELECT hash FROM content_seeds WHERE code = $1 AND locale = $2',
    [code, locale],
  );
  if (known[0]?.hash === hash) return;
  const written = await session.query(
    `SELECT FROM content_versions WHERE article_id = $1 AND locale = $2 AND author <> $3 LIMIT 1`,
    [articleId, locale, AUTHOR],
  );
  const version = await addVersion(session, {
    articleId,
    locale,
    ...splitDocument(file),
    author: AUTHOR,
    atMs: nowMs,
  });
  // An operator's words stay; those of the release wait among the versions.
  if (version !== undefined && written.length === 0) {
    await showVersion(session, { articleId, locale, version });
  }
  await session.execute(
    `INSERT INTO content_seeds (code, locale, hash) VALUES ($1, $2, $3)
     ON CONFLICT (code, locale) DO UPDATE SET hash = EXCLUDED.hash`,
    [code, locale, hash],
  );
}

/** When and where the words are put. */
export interface SeedOptions {
  readonly mode: 'sandbox' | 'production';
  readonly nowMs: number;
}

/** Put the release's words into the store; a second time it changes nothing. */
export async function seedContent(database: Database, options: SeedOptions): Promise<void> {
  const { mode, nowMs } = options;
  const whole = await readJson<SeedList>('list.json');
  const articles = whole.articles.filter((one) => one.isSandboxOnly !== true || mode === 'sandbox');
  const list = { ...whole, articles };
  await database.transaction(async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    await putCategories(session, list);
    for (const [place, seed] of list.articles.entries()) {
      const found = await findArticle(session, seed, place);
      if (found === undefined) continue;
      for (const locale of list.locales) {
        await putText(session, { articleId: found.articleId, code: seed.code, locale, nowMs });
      }
      if (!found.isNew) continue;
      await setTerm(session, found.articleId, { publishAtMs: nowMs, takeDownAtMs: null });
    }
  });
}
