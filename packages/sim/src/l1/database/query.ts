// Runs queries over the rows that a transaction sees. It changes nothing. Used by parser.ts for
// queries inside expressions and by change.ts.
import {
  choosePeak,
  compareValues,
  type Environment,
  type Expression,
  readColumn,
  type Row,
  type Value,
} from './expression.ts';
import { emptyRow } from './schema.ts';
import type { Item, Select, Source } from './statement.ts';

/** Rows side by side: every combination of the sources that the condition lets through. */
export function* joinRows(
  sources: readonly Source[],
  where: Expression | undefined,
  environment: Environment,
): Generator<Environment> {
  const [first, ...rest] = sources;
  if (first === undefined) {
    if (where === undefined || where(environment) === true) yield environment;
    return;
  }
  for (const row of first.read(environment)) {
    const rows = [...(environment.scope?.rows ?? []), [first.alias, row] as const];
    const scope = { rows, outer: environment.scope?.outer };
    yield* joinRows(rest, where, { ...environment, scope });
  }
}

function aggregate(item: Item, found: readonly Environment[]): unknown {
  if (item.aggregate === 'count') return found.length;
  return choosePeak(
    found.map((environment) => item.value(environment)),
    item.aggregate === 'min' ? -1 : 1,
  );
}

function findMatching(select: Select, environment: Environment): Environment[] {
  const { sources, where, order, limit } = select;
  const inner = { ...environment, scope: { rows: [], outer: environment.scope } };
  const found: Environment[] = [];
  const most = limit === undefined ? Number.POSITIVE_INFINITY : (limit(inner) as number);
  for (const one of joinRows(sources, where, inner)) {
    if (order.length === 0 && found.length >= most) break;
    found.push(one);
  }
  if (order.length === 0) return found;
  found.sort((a, b) => {
    for (const { by, isDescending } of order) {
      const way = compareValues(by(a), by(b)) ?? 0;
      if (way !== 0) return isDescending ? -way : way;
    }
    return 0;
  });
  return found.slice(0, most);
}

/** Every column of the lists that `*` means. */
function listColumns(of: string, { scope }: Environment): [string, unknown][] {
  const meant = (scope?.rows ?? []).filter(([alias]) => of === '' || of === alias);
  return meant.flatMap(([, row]) => Object.entries(row));
}

function readColumns(items: readonly Item[], environment: Environment): [string, unknown][] {
  return items.flatMap((item): [string, unknown][] => {
    if (item.of !== undefined) return listColumns(item.of, environment);
    return [[item.name, item.value(environment)]];
  });
}

/** Run a query; the columns of each row in their order. */
function runColumns(select: Select, environment: Environment): [string, unknown][][] {
  const { items, isDistinct } = select;
  if (items.some((item) => item.aggregate !== undefined)) {
    const found = findMatching({ ...select, limit: undefined }, environment);
    return [items.map((item) => [item.name, aggregate(item, found)])];
  }
  const rows = findMatching(select, environment).map((one) => readColumns(items, one));
  if (!isDistinct) return rows;
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** Run a query; the values of each row in the order of its columns. */
export function runValues(select: Select, environment: Environment): unknown[][] {
  return runColumns(select, environment).map((columns) => columns.map(([, value]) => value));
}

/** Run a query; rows by the names of their columns. */
export function runSelect(select: Select, environment: Environment): Row[] {
  return runColumns(select, environment).map((columns) => Object.fromEntries(columns) as Row);
}

/** Rows that a parameter tells as JSON. */
export function readRecords(text: Value): Row[] {
  return (typeof text === 'string' ? JSON.parse(text) : text) as Row[];
}

/** Rows of a table with the same value in a column as what stands before it, or none (left). */
export function joinUsing(it: {
  readonly table: string;
  readonly source: Source;
  readonly column: string;
  readonly isLeft: boolean;
}): Source {
  const { source, column, isLeft, table } = it;
  const before = readColumn(column, undefined);
  return {
    alias: source.alias,
    *read(environment) {
      const value = before(environment);
      let isFound = false;
      for (const row of source.read(environment)) {
        if (compareValues(row[column], value) !== 0) continue;
        isFound = true;
        yield row;
      }
      if (!isFound && isLeft) yield emptyRow(table);
    },
  };
}

/** A query inside a statement: it looks at nothing of the outer one here, so it runs once. */
export function rememberRows(select: Select): (environment: Environment) => Row[] {
  const made = new WeakMap<object, Row[]>();
  return (environment) => {
    let rows = made.get(environment.runtime);
    if (rows === undefined) {
      rows = runSelect(select, environment);
      made.set(environment.runtime, rows);
    }
    return rows;
  };
}
