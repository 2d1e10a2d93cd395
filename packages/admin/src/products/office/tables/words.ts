// Names of tables, columns and cells in words. Adding a table to wire's list asks for its texts in
// every language: the test of texts names what is missing.
import type { TextKey } from '@isobath/texts';
import type { ReferenceColumn, ReferenceTableName } from '@isobath/wire';
import type { Translate } from '../../../base/texts.tsx';
import { rowNames } from '../fact-names.ts';

type Key = TextKey<'admin'>;

/** Name of a table. */
export const nameTable = (t: Translate<'admin'>, table: ReferenceTableName): string =>
  t(`tables.${table}`);

/** What a table is for, and how its rows are named. */
export const describeTable = (t: Translate<'admin'>, table: ReferenceTableName): string =>
  t(`tables.${table}.text` as Key);

/** Name of a row: its key, or the words that stand for it. */
export const nameRow = (t: Translate<'admin'>, key: string): string =>
  key in rowNames ? t(rowNames[key as keyof typeof rowNames]) : key;

/** Name of a column. */
export const nameColumn = (t: Translate<'admin'>, column: string): string =>
  t(`tables.${column}` as Key);

/** A cell as people read it. */
export function showCell(
  t: Translate<'admin'>,
  { name, column }: { readonly name: string; readonly column: ReferenceColumn },
  text: string,
): string {
  if (column.kind === 'switch') return t(text === 'true' ? 'yes' : 'no');
  if (column.kind === 'choice') return t(`tables.${name}.${text}` as Key);
  if (column.kind === 'amount' && text === '') return t('tables.unlimited');
  return text === '' ? '--' : text;
}
