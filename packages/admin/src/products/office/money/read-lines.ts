// Lines of a file that a spreadsheet wrote: account, coin, amount, below a head. Whether they fit
// is the server's to say; here a text becomes cells. Called by PostingForm.tsx.
import type { RequestedLine } from '@isobath/wire';

/** The head that a file begins with. */
export const lineHeads = ['account', 'asset', 'amount'] as const;

/** Lines, or the number of the first line of the file that has not three cells, counted from 1. */
export type ReadLines =
  | { readonly lines: readonly RequestedLine[] }
  | { readonly wrongLine: number };

const separators = [',', ';', '\t'] as const;
const clean = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** Read a file; empty lines are left out. */
export function readLines(text: string): ReadLines {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const [head = ''] = rows;
  const separator = separators.find((each) => head.includes(each)) ?? ',';
  const cut = (row: string) => row.split(separator).map(clean);
  const heads = cut(head.toLowerCase());
  if (heads.join() !== lineHeads.join()) return { wrongLine: 1 };
  const lines: RequestedLine[] = [];
  for (const [place, row] of rows.entries()) {
    if (place === 0 || row.trim() === '') continue;
    const [account = '', asset = '', amount = '', ...more] = cut(row);
    if (account === '' || asset === '' || amount === '' || more.length > 0) {
      return { wrongLine: place + 1 };
    }
    lines.push({ account, asset: asset.toUpperCase(), amount });
  }
  return lines.length === 0 ? { wrongLine: 2 } : { lines };
}
