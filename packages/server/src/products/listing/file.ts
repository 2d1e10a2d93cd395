// Files of what is listed: CSV with a column for each field, or a JSON list of objects. A row is a
// kind, a key and fields; an empty cell says nothing. Each row knows its line. What is exported can
// be imported. It checks nothing but the form; plan.ts does.
import { type ListingFields, type ListingKind, listingKinds, listingShapes } from '@isobath/wire';
import type { ListingRequest } from './plan.ts';
import type { Listed } from './state.ts';

/** How a file is written. */
export type FileFormat = 'csv' | 'json';

/** A line of a file that cannot be. */
export interface LineProblem {
  readonly line: number;
  readonly thing: string;
  readonly field: string;
  readonly problem: string;
}

/** A row and where it stands. */
export type FileRow = ListingRequest & { readonly line: number };

interface ReadRows {
  readonly rows: readonly FileRow[];
  readonly problems: readonly LineProblem[];
}

interface RawRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

const problemAt = (line: number, problem: string): LineProblem => ({
  line,
  thing: 'the file',
  field: 'row',
  problem,
});

/** Cells of CSV by rows, each with the line it begins at. */
function splitCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let [cells, cell, isQuoted, line, begin]: [string[], string, boolean, number, number] = [
    [],
    '',
    false,
    1,
    1,
  ];
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begin, cells });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n') line += 1;
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += letter;
    else if (letter === ',') {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      endRow();
      begin = line;
    } else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}

function readCsv(text: string): RawRow[] | LineProblem {
  const [head, ...rest] = splitCsv(text.replace(/^\uFEFF/, ''));
  const names = head?.cells.map((name) => name.trim()) ?? [];
  if (!names.includes('kind') || !names.includes('key')) {
    return problemAt(1, 'the first line names the columns, kind and key among them');
  }
  const long = rest.find(({ cells }) => cells.length > names.length);
  if (long !== undefined) return problemAt(long.line, 'more cells than columns');
  return rest.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      names.map((name, place) => [name, (cells[place] ?? '').trim()]).filter(([, cell]) => cell),
    ) as Record<string, string>,
  }));
}

/** Lines on which the objects of a JSON list begin. */
function listObjectLines(text: string): number[] {
  const lines: number[] = [];
  let [depth, line, isText] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n') line += 1;
    if (isText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === '{' || letter === '[') {
      if (depth === 1) lines.push(line);
      depth += 1;
    } else if (letter === '}' || letter === ']') depth -= 1;
  }
  return lines;
}

/** Groups and lists of an object become text under dotted names. */
function flatten(value: object, start = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(inner)) flat[start + name] = inner.join(' ');
    else if (typeof inner === 'object' && inner !== null) {
      Object.assign(flat, flatten(inner as object, `${start}${name}.`));
    } else if (inner !== null) flat[start + name] = String(inner);
  }
  return flat;
}

function readJson(text: string): RawRow[] | LineProblem {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    const place = /line (\d+)/.exec((error as Error).message)?.[1];
    return problemAt(Number(place ?? 1), `no JSON: ${(error as Error).message}`);
  }
  const isRows = (one: unknown): one is object[] =>
    Array.isArray(one) &&
    one.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  if (!isRows(list)) return problemAt(1, 'a list of objects is wanted');
  const lines = listObjectLines(text);
  return list.map((row, place) => ({ line: lines[place] ?? 1, cells: flatten(row) }));
}

function readRow({ line, cells }: RawRow): FileRow | LineProblem {
  const { kind, key = '', ...fields } = cells;
  const known = listingKinds.find((each) => each === kind);
  if (known === undefined) return problemAt(line, `kind is one of ${listingKinds.join(' ')}`);
  return { line, kind: known, key, fields };
}

const isProblem = (one: FileRow | LineProblem): one is LineProblem => 'problem' in one;

/** Read the rows of a file; those that are none are problems. */
export function readFile(file: { readonly text: string; readonly format: FileFormat }): ReadRows {
  const raw = file.format === 'csv' ? readCsv(file.text) : readJson(file.text);
  if (!Array.isArray(raw)) return { rows: [], problems: [raw] };
  const read = raw.map(readRow);
  const rows = read.filter((one): one is FileRow => !isProblem(one));
  const seen = new Map<string, number>();
  const twice = rows.flatMap(({ kind, key, line }) => {
    const name = `${kind} ${key.toUpperCase()}`;
    const first = seen.get(name);
    seen.set(name, first ?? line);
    return first === undefined ? [] : [problemAt(line, `${name} stands in line ${first} already`)];
  });
  return { rows, problems: [...read.filter(isProblem), ...twice] };
}

const fieldNames = (kind: ListingKind): string[] => Object.keys(listingShapes[kind].shape);

/** Fields in the order of their kind, without what says nothing. */
function orderFields({ kind, fields }: Pick<Listed, 'kind' | 'fields'>): ListingFields {
  const said = fieldNames(kind).filter((name) => (fields[name] ?? '') !== '');
  return Object.fromEntries(said.map((name) => [name, fields[name] ?? '']));
}

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Write things as a file that can be imported. */
export function writeFile(things: readonly Listed[], format: FileFormat): string {
  const rows = things.map((one) => ({ kind: one.kind, key: one.key, ...orderFields(one) }));
  if (format === 'json') {
    return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;
  }
  const names = [...new Set(['kind', 'key', ...listingKinds.flatMap(fieldNames)])].filter((name) =>
    rows.some((row) => name in row),
  );
  const lines = rows.map((row: Record<string, string>) =>
    names.map((name) => quote(row[name] ?? '')).join(','),
  );
  return `${[names.join(','), ...lines].join('\n')}\n`;
}
