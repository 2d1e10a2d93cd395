// Rows of a person as a file that a spreadsheet opens: read from the database page by page and sent
// as they come, so that ten years weigh no more than a day. Times stand in the person's own zone,
// and in UTC beside it, for an hour of autumn comes twice.
// Not here: which rows (the products). Called by their routes.
import { Readable } from 'node:stream';

/** One cell; what a spreadsheet would run as a formula is made harmless. */
function writeCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const writeLine = (cells: readonly string[]) => `${cells.map(writeCell).join(',')}\r\n`;

/** What a file of rows reads from: the rows below a cursor, newest first. */
export interface CsvPages<TRow> {
  readonly heads: readonly string[];
  /** @param cursor - "" for the newest. */
  readonly read: (
    cursor: string,
  ) => Promise<{ readonly rows: readonly TRow[]; readonly nextCursor: string }>;
  readonly write: (row: TRow) => readonly string[];
}

async function* writeAll<TRow>({ heads, read, write }: CsvPages<TRow>): AsyncGenerator<string> {
  yield `\ufeff${writeLine(heads)}`;
  let cursor = '';
  do {
    const { rows, nextCursor } = await read(cursor);
    cursor = nextCursor;
    yield rows.map((row) => writeLine(write(row))).join('');
  } while (cursor !== '');
}

/**
 * The file as a stream: the next page is read once the one before is on its way. When reading fails
 * the connection ends, so that a browser calls the file incomplete.
 */
export function sendCsv<TRow>(pages: CsvPages<TRow>): Readable {
  return Readable.from(writeAll(pages), { objectMode: false });
}

/** Headers of an answer that is a file. */
export function fileHeaders(name: string): readonly (readonly [string, string])[] {
  return [
    ['content-type', 'text/csv; charset=utf-8'],
    ['content-disposition', `attachment; filename="${name}"`],
  ];
}

/**
 * Writes moments as two cells: in a zone, and in UTC.
 *
 * @param zone - an IANA name that was checked, such as Europe/Berlin.
 */
export function makeClock(zone: string): {
  readonly heads: readonly string[];
  readonly write: (atMs: number) => readonly string[];
} {
  // Of all languages Swedish writes 2026-11-22 21:30:05, which every spreadsheet reads as a time.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return {
    heads: [`time (${zone})`, 'time (UTC)'],
    write: (atMs) => [format.format(atMs), new Date(atMs).toISOString()],
  };
}
