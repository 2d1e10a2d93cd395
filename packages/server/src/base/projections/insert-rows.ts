// Rows to a table in one statement, a list a column: the database reads them several times as fast
// as rows with names. No rule. Used by projections.
import type { Session } from '../db/index.ts';

/** As what the values of a column are sent; none of them has a letter that would end a list. */
type SentAs = 'bigint' | 'numeric' | 'boolean';

/** A table, and its columns in the order they are sent. */
export interface SentTable<TRow> {
  readonly table: string;
  readonly columns: readonly (readonly [keyof TRow & string, SentAs])[];
}

/** Insert rows; a table's name and columns are the program's own, never anybody's words. */
export async function insertRows<TRow extends object>(
  session: Session,
  { table, columns }: SentTable<TRow>,
  rows: readonly TRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const lists = columns.map(([, sentAs], at) => `$${at + 1}::${sentAs}[]`);
  await session.execute(
    {
      name: `project-${table}`,
      text: `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')})
             SELECT * FROM unnest(${lists.join(', ')})`,
    },
    columns.map(([name]) => `{${rows.map((row) => row[name]).join(',')}}`),
  );
}
