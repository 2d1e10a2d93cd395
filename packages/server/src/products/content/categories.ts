// Writing categories of help and announcements: making, naming, ordering, emptying, removing.
// Not here: who may do it and the audit of it (office/category-routes.ts), reading (articles.ts).
import type { CategoryName, ContentKind } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';

/** Writers of categories wait for each other, so that a number is given once. */
const CATEGORIES_LOCK = 4_870_012;

/** A category to make. */
export interface NewCategory {
  readonly kind: ContentKind;
  readonly code: string;
  readonly names: readonly CategoryName[];
}

/** Wait for other writers of categories. @param session - a transaction. */
export async function lockCategories(session: Session): Promise<void> {
  await session.query('SELECT pg_advisory_xact_lock($1)', [CATEGORIES_LOCK]);
}

/** What a category holds and of which house it is; undefined when there is none. */
export async function readCategory(
  session: Session,
  categoryId: number,
): Promise<{ readonly kind: ContentKind; readonly articleCount: number } | undefined> {
  const rows = await session.query<{ kind: ContentKind; n: number }>(
    `SELECT kind, (SELECT count(*) FROM content_articles articles
       WHERE articles.category_id = categories.category_id) AS n
     FROM content_categories categories WHERE category_id = $1`,
    [categoryId],
  );
  const row = rows[0];
  return row === undefined ? undefined : { kind: row.kind, articleCount: row.n };
}

/**
 * Make a category, the last one of its house.
 *
 * @param session - a transaction that holds the lock.
 * @returns its number, undefined when the code is taken.
 */
export async function addCategory(
  session: Session,
  { kind, code, names }: NewCategory,
): Promise<number | undefined> {
  const rows = await session.query<{ category_id: number }>(
    `INSERT INTO content_categories (category_id, kind, code, place)
     SELECT COALESCE(max(category_id), 0) + 1, $1, $2, COALESCE(max(place), 0) + 1
     FROM content_categories
     ON CONFLICT (code) DO NOTHING RETURNING category_id`,
    [kind, code],
  );
  const categoryId = rows[0]?.category_id;
  if (categoryId !== undefined) await setCategoryNames(session, categoryId, names);
  return categoryId;
}

/** Put these names in place of all that a category had. @param session - a transaction. */
export async function setCategoryNames(
  session: Session,
  categoryId: number,
  names: readonly CategoryName[],
): Promise<void> {
  await session.execute('DELETE FROM content_category_names WHERE category_id = $1', [categoryId]);
  await session.execute(
    `INSERT INTO content_category_names (category_id, locale, name, lead)
     SELECT $1, locale, name, lead
     FROM jsonb_to_recordset($2) AS row (locale text, name text, lead text)`,
    [categoryId, JSON.stringify(names)],
  );
}

/**
 * Put the categories of a house into an order.
 *
 * @param session - a transaction that holds the lock.
 * @returns false when these are not exactly the categories there are.
 */
export async function orderCategories(
  session: Session,
  kind: ContentKind,
  categoryIds: readonly number[],
): Promise<boolean> {
  const rows = await session.query<{ category_id: number }>(
    'SELECT category_id FROM content_categories WHERE kind = $1 ORDER BY category_id',
    [kind],
  );
  const known = rows.map((row) => row.category_id).join();
  if (categoryIds.toSorted((one, other) => one - other).join() !== known) return false;
  await session.execute(
    `UPDATE content_categories SET place = wanted.place
     FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (category_id, place)
     WHERE content_categories.category_id = wanted.category_id`,
    [categoryIds],
  );
  return true;
}

/** Move every article of a category into another one. @returns how many there were. */
export async function moveArticles(
  session: Session,
  fromCategoryId: number,
  toCategoryId: number,
): Promise<number> {
  return session.execute('UPDATE content_articles SET category_id = $2 WHERE category_id = $1', [
    fromCategoryId,
    toCategoryId,
  ]);
}

/** Remove a category that is empty. @param session - a transaction that holds the lock. */
export async function removeCategory(session: Session, categoryId: number): Promise<void> {
  await session.execute('DELETE FROM content_category_names WHERE category_id = $1', [categoryId]);
  await session.execute('DELETE FROM content_categories WHERE category_id = $1', [categoryId]);
}
