// Lines of a state dump from plain shapes; the fields of each stand in the tables of the model.
// Used by model-dump.ts and price-dump.ts.
import contractTables from './contract-tables.json' with { type: 'json' };
import tables from './tables.json' with { type: 'json' };

const dump = { ...tables.dump, ...contractTables.dump };
type Row = Readonly<Record<string, unknown>>;
/** One value: booleans 0 or 1, rates with spaces, other arrays with dots. */
function write(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? '-' : value.join(name.endsWith('Ppm') ? ' ' : '.');
}
/** One line for each shape, the word and its fields, sorted by the first; book and orders are. */
export function list(word: keyof typeof dump, shapes: Iterable<object>): string[] {
  const names = dump[word].flatMap((line) => line.split(' '));
  const [a = '', b = '', c = ''] = names;
  const by = (name: string, one: Row, other: Row): number =>
    Number(one[name]) - Number(other[name]);
  const compare = (one: Row, other: Row): number =>
    by(a, one, other) || by(b, one, other) || by(c, one, other);
  const rows = [...shapes] as Row[];
  if (word !== 'resting' && word !== 'order') rows.sort(compare);
  return rows.map((row) => `${word} ${names.map((name) => write(name, row[name])).join(' ')}`);
}
