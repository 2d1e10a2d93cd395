// Runs queries over the rows that a transaction sees. It changes nothing. Used by parser.ts for
// queries inside expressions and by change.ts.
import { compareValues, type Environment, type Expression, type Row } from './expression.ts';
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
  let most: unknown = null;
  for (const environment of found) {
    const value = item.value(environment);
    if (most === null || (compareValues(value, most) ?? -1) > 0) most = value;
  }
  return most;
}

/** Run a query; the values of each row in the order of its columns. */
export function runValues(select: Select, environment: Environment): unknown[][] {
  const inner = { ...environment, scope: { rows: [], outer: environment.scope } };
  const found = [...joinRows(select.sources, select.where, inner)];
  const { items, order, limit } = select;
  if (items.some((item) => item.aggregate !== undefined)) {
    return [items.map((item) => aggregate(item, found))];
  }
  if (order !== undefined) {
    const sign = order.isDescending ? -1 : 1;
    found.sort((a, b) => sign * (compareValues(order.by(a), order.by(b)) ?? 0));
  }
  const kept = limit === undefined ? found : found.slice(0, limit(environment) as number);
  return kept.map((one) => items.map((item) => item.value(one)));
}

/** Run a query; rows by the names of their columns. */
export function runSelect(select: Select, environment: Environment): Row[] {
  return runValues(select, environment).map((values) =>
    Object.fromEntries(select.items.map((item, place) => [item.name, values[place]])),
  );
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
