// Which columns of open orders fit: each needs so much, and where there is less, those whose values
// the details say too go, one by one. Arithmetic only. Called by OpenOrders.tsx.

/** A column of the table. */
type ColumnKey = keyof typeof columnPx;

/** What each column needs at least, with its head in the longest of the short languages. */
const columnPx = {
  time: 58,
  pair: 90,
  side: 96,
  price: 74,
  size: 62,
  filled: 60,
  total: 62,
  life: 32,
  trigger: 88,
  actions: 56,
} as const;

/** Between columns, as in order-cells.css. */
const gapPx = 10;
/** Both ends of a row, at the widest density. */
const endsPx = 32;
const dropped = ['time', 'total', 'filled'] as const;

/** Of the text of tables, at its widest: a letter or digit, a mark between digits. */
const letterPx = 7.4;
const markPx = 4;
/** Ends of a cell that can be edited. */
const cellEndsPx = 8;

/** What each column needs. */
export type ColumnNeeds = Readonly<Record<ColumnKey, number>>;

function measureNumber(text: string): number {
  const marksCount = [...text].filter((letter) => /[.,\s'’]/.test(letter)).length;
  return Math.ceil((text.length - marksCount) * letterPx + marksCount * markPx + cellEndsPx);
}

/** Texts of the numbers of a row, by column. */
export type NumberTexts = Readonly<Partial<Record<ColumnKey, string>>>;

/**
 * What columns need for the numbers that stand in them: a number has no place where it could go on
 * in a second line, and is never cut. Words have.
 */
export function readNeeds(rows: readonly NumberTexts[]): ColumnNeeds {
  const needs: Record<ColumnKey, number> = { ...columnPx };
  for (const row of rows) {
    for (const [key, text] of Object.entries(row) as [ColumnKey, string][]) {
      needs[key] = Math.max(needs[key], measureNumber(text));
    }
  }
  return needs;
}

/**
 * Name the columns that are not shown.
 *
 * @param roomPx - width of the table; null before it was measured: all are shown.
 * @param hasTrigger - true when an order waits for a price.
 */
export function listHidden(
  roomPx: number | null,
  hasTrigger: boolean,
  needs: ColumnNeeds,
): ColumnKey[] {
  const hidden: ColumnKey[] = hasTrigger ? [] : ['trigger'];
  if (roomPx === null) return hidden;
  const keys = Object.keys(columnPx) as ColumnKey[];
  const readNeedPx = () => {
    const shown = keys.filter((key) => !hidden.includes(key));
    const gapsPx = (shown.length - 1) * gapPx;
    return shown.reduce((sum, key) => sum + needs[key], endsPx + gapsPx);
  };
  for (const key of dropped) if (readNeedPx() > roomPx) hidden.push(key);
  return hidden;
}
