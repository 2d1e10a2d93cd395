// Which columns of open orders fit: each needs so much, and where there is less, those whose values
// the details say too go, one by one. Arithmetic only. Called by OpenOrders.tsx.

/** What each column needs at least, with its head in the longest of the short languages. */
export const columnPx = {
  time: 58,
  pair: 90,
  side: 96,
  price: 74,
  size: 62,
  filled: 60,
  total: 62,
  life: 32,
  trigger: 104,
  actions: 56,
} as const;

/** Between columns, as in order-cells.css. */
const gapPx = 10;
/** Both ends of a row, at the widest density. */
const endsPx = 32;
const dropped = ['time', 'total', 'filled'] as const;

/**
 * Name the columns that are not shown.
 *
 * @param roomPx - width of the table; null before it was measured: all are shown.
 * @param hasTrigger - true when an order waits for a price.
 */
export function listHidden(roomPx: number | null, hasTrigger: boolean): string[] {
  const hidden: string[] = hasTrigger ? [] : ['trigger'];
  if (roomPx === null) return hidden;
  const keys = Object.keys(columnPx) as (keyof typeof columnPx)[];
  const readNeedPx = () => {
    const shown = keys.filter((key) => !hidden.includes(key));
    const gapsPx = (shown.length - 1) * gapPx;
    return shown.reduce((sum, key) => sum + columnPx[key], endsPx + gapsPx);
  };
  for (const key of dropped) if (readNeedPx() > roomPx) hidden.push(key);
  return hidden;
}
