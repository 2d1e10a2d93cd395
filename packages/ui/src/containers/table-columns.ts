// The plain part of tables: tracks of the grid, order of rows, rows held still under the pointer.
// Not how rows are drawn (TableRow.tsx). Called by DataTable.tsx.
import type { ReactNode } from 'react';
import { compareDecimals, type DecimalText, parseDecimal } from '../number/decimal.ts';

/** One column. */
export type Column<TRow> = {
  key: string;
  head: string;
  /** What stands in the head when it is not just the name, for instance a term with its meaning. */
  headNode?: ReactNode;
  cell: (row: TRow) => ReactNode;
  /** A track of the grid: "120px", "minmax(96px, 1fr)". */
  width: string;
  align?: 'start' | 'end' | undefined;
  /** Makes the column sortable: a decimal string, a text, or null (always last). */
  sortBy?: ((row: TRow) => DecimalText | null) | undefined;
  /** text compares as words, number as decimals (default). */
  sortAs?: 'text' | 'number' | undefined;
  /** 1 stays always, 2 goes under 860 px, 3 under 1100 px of table width; default 1. */
  priority?: 1 | 2 | 3 | undefined;
  /** Where it stands in the card form of narrow tables; left out, it is not shown there. */
  card?: CardPlace | undefined;
  /** It says in one line of a card what several columns say in the table, and is not one there. */
  isCardOnly?: boolean | undefined;
  /** The column chooser cannot hide it. */
  isFixed?: boolean | undefined;
};

/** lead and main are the first line, sub and side the second, foot the third; tool at the end. */
export type CardPlace = 'lead' | 'main' | 'sub' | 'side' | 'foot' | 'tool';

/** Which column orders the rows. */
export type TableSort = { key: string; direction: 'up' | 'down' };

/** What stands between two columns: `column-gap` of tables.css. */
const GAP_PX = 16;
const PIXELS = /([\d.]+)px/;

/**
 * Tracks for all columns, for those of priority 1 and 2, and for those of priority 1. Where their
 * widths are more than the room has, each gives its share: no row is wider than its table.
 */
export function listTracks<TRow>(columns: readonly Column<TRow>[]): Record<string, string> {
  const tracks = (most: number) => {
    const widths = columns
      .filter((column) => !column.isCardOnly && (column.priority ?? 1) <= most)
      .map((column) => column.width);
    const least = widths.map((width) => Number(PIXELS.exec(width)?.[1] ?? 0));
    const all = least.reduce((sum, each) => sum + each, 0);
    const room = `(100% - ${GAP_PX * (widths.length - 1)}px)`;
    return widths
      .map((width) => width.replace(PIXELS, (px, own) => `min(${px}, ${room} * ${own} / ${all})`))
      .join(' ');
  };
  return { '--tracks-3': tracks(3), '--tracks-2': tracks(2), '--tracks-1': tracks(1) };
}

/** Order rows by a column; equal rows keep their order, unknown values stand last. */
export function sortRows<TRow>(
  rows: readonly TRow[],
  columns: readonly Column<TRow>[],
  sort: TableSort | null,
): readonly TRow[] {
  const column = sort && columns.find((each) => each.key === sort.key);
  const { sortBy } = column ?? {};
  if (!sort || !sortBy) return rows;
  const sign = sort.direction === 'up' ? 1 : -1;
  const isText = column?.sortAs === 'text';
  const keyed = rows.map((row) => {
    const text = sortBy(row);
    return { row, text, number: text === null || isText ? null : parseDecimal(text) };
  });
  return keyed
    .toSorted((first, second) => {
      const left = isText ? first.text : first.number;
      const right = isText ? second.text : second.number;
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      if (isText) return (first.text as string).localeCompare(second.text as string) * sign;
      return compareDecimals(first.number!, second.number!) * sign;
    })
    .map((item) => item.row);
}

/**
 * Keep rows in the places they had when the pointer came in; new rows stand at the end.
 *
 * @param held - keys in the order of that moment, or null when nothing is held.
 */
export function holdRows<TRow>(
  rows: readonly TRow[],
  readKey: (row: TRow) => string,
  held: readonly string[] | null,
): readonly TRow[] {
  if (!held) return rows;
  const places = new Map(held.map((key, index) => [key, index]));
  const place = (row: TRow) => places.get(readKey(row)) ?? held.length;
  return rows.toSorted((first, second) => place(first) - place(second));
}

/** The sort after a press on a column's head: down, up, none. */
export function turnSort(sort: TableSort | null, key: string): TableSort | null {
  if (sort?.key !== key) return { key, direction: 'down' };
  return sort.direction === 'down' ? { key, direction: 'up' } : null;
}
