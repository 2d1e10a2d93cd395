// Expressions of statements, compiled to functions. Only what the project's statements say: the
// rest is refused, so that a new statement is noticed. Used by parser.ts.
import { SqlError } from './error.ts';

/** A value in a column or parameter. */
export type Value = unknown;

/** A row of a table. */
export type Row = Readonly<Record<string, Value>>;

/** Rows in sight, by alias, innermost first. */
export interface Scope {
  readonly rows: readonly (readonly [alias: string, row: Row])[];
  readonly outer: Scope | undefined;
}

/** Everything an expression may look at. */
export interface Environment {
  readonly parameters: readonly Value[];
  readonly scope: Scope | undefined;
  /** Runs a part of the statement in this sight. */
  readonly runtime: Runtime;
}

/** What a statement reads and wants changed; given by the transaction it runs in. */
export interface Runtime {
  /** Rows of a table or of a named part of the statement. */
  scan(name: string): Iterable<Row>;
  /** The lock of this name, for the whole transaction. */
  lock(name: string): void;
}

/** A compiled expression. */
export type Expression = (environment: Environment) => Value;

/** Find a column's value. */
export function readColumn(name: string, alias: string | undefined): Expression {
  return ({ scope }) => {
    for (let at = scope; at !== undefined; at = at.outer) {
      for (const [rowAlias, row] of at.rows) {
        if ((alias === undefined || alias === rowAlias) && name in row) return row[name];
      }
    }
    throw new SqlError('42703', `column ${alias ?? ''} ${name} does not exist`);
  };
}

/** Compare two values; undefined when one is null. */
export function compareValues(left: Value, right: Value): number | undefined {
  if (left === null || right === null || left === undefined || right === undefined) {
    return undefined;
  }
  if (Buffer.isBuffer(left) && Buffer.isBuffer(right)) return Buffer.compare(left, right);
  // A parameter without a type takes that of the column it is compared with.
  const isMixed = typeof left !== typeof right;
  const [one, other] = isMixed ? [Number(left), Number(right)] : [left as number, right as number];
  if (isMixed && Number.isNaN(one + other)) throw new SqlError('42883', 'no such operator');
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type Test = (order: number) => boolean;

const tests: Readonly<Record<string, Test>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Whether a sign compares. */
export function isComparison(sign: string): boolean {
  return sign in tests;
}

/** A comparison; null when a side is. */
export function compare(sign: string, left: Expression, right: Expression): Expression {
  const test = tests[sign] as Test;
  return (environment) => {
    const order = compareValues(left(environment), right(environment));
    return order === undefined ? null : test(order);
  };
}

/** Whole-number arithmetic; of numerics with numerics. */
export function calculate(sign: string, left: Expression, right: Expression): Expression {
  return (environment) => {
    const [one, other] = [left(environment), right(environment)];
    if (one === null || other === null) return null;
    if (typeof one === 'bigint' && typeof other === 'bigint' && sign === '+') return one + other;
    const [first, second] = [one as number, other as number];
    if (sign === '+') return first + second;
    if (sign === '-') return first - second;
    if (sign === '*') return first * second;
    if (second === 0) throw new SqlError('22012', 'division by zero');
    return Math.trunc(first / second);
  };
}

const casts: Readonly<Record<string, (value: Value) => Value>> = {
  int: Number,
  int4: Number,
  int8: Number,
  bigint: Number,
  numeric: (value) => BigInt(value as string),
  boolean: (value) => value === true || value === 'true',
  text: String,
  json: (value) => JSON.parse(value as string) as Value,
};

/** The values of a list: an array of the driver's, or one as text. */
function readList(list: Value): readonly Value[] {
  if (typeof list !== 'string') return list as Value[];
  const inner = list.slice(1, -1);
  if (inner === '') return [];
  // The driver of the projections writes NULL for nothing, in lists of numbers alone.
  if (!inner.includes('"')) return inner.split(',').map((one) => (one === 'NULL' ? null : one));
  const quoted = inner.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return quoted.map((one) => one.slice(1, -1).replace(/\\(.)/g, '$1'));
}

/** A value as another type, or each of a list. */
export function cast(type: string, inner: Expression): Expression {
  const isList = type.endsWith('[]');
  const one = casts[isList ? type.slice(0, -2) : type];
  if (one === undefined) throw new SqlError('42704', `type ${type} does not exist`);
  if (isList) {
    return (environment) =>
      readList(inner(environment)).map((value) => (value === null ? null : one(value)));
  }
  return (environment) => {
    const value = inner(environment);
    return value === null ? null : one(value);
  };
}

/** The least (-1) or greatest (1) of values, those that are null left out. */
export function choosePeak(values: readonly Value[], way: number): Value {
  let peak: Value = null;
  for (const value of values) {
    const order = compareValues(value, peak);
    if (order === undefined ? peak === null : order * way > 0) peak = value;
  }
  return peak;
}

type Call = (values: readonly Value[], environment: Environment) => Value;

const settings: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  data_checksums: 'on',
  synchronous_commit: 'on',
};

const calls: Readonly<Record<string, Call>> = {
  coalesce: (values) => values.find((value) => value !== null && value !== undefined) ?? null,
  cardinality: ([list]) => (list as Value[]).length,
  greatest: (values) => choosePeak(values, 1),
  least: (values) => choosePeak(values, -1),
  hashtext: ([text]) => text,
  current_setting: ([name]) => settings[name as string] ?? '',
  set_config: ([, value]) => value,
  make_engine_partitions: () => 0,
  pg_backend_pid: () => 0,
  pg_advisory_xact_lock: (values, { runtime }) => {
    runtime.lock(`advisory ${values.join(' ')}`);
    return '';
  },
};

/** A call of a function by name. */
export function call(name: string, given: readonly Expression[]): Expression {
  const work = calls[name];
  if (work === undefined) throw new SqlError('42883', `function ${name} does not exist`);
  return (environment) =>
    work(
      given.map((one) => one(environment)),
      environment,
    );
}

/** The first branch whose condition is true, or whose value is the subject's; else the other. */
export function choose(
  subject: Expression | undefined,
  branches: readonly (readonly [when: Expression, then: Expression])[],
  other: Expression,
): Expression {
  return (environment) => {
    const value = subject?.(environment);
    const found = branches.find(([when]) =>
      subject === undefined
        ? when(environment) === true
        : compareValues(value, when(environment)) === 0,
    );
    return (found?.[1] ?? other)(environment);
  };
}

/** Whether a value is none of a list's. */
export function isNoneOf(left: Expression, list: Expression): Expression {
  return (environment) => {
    const value = left(environment);
    return (list(environment) as Value[]).every((other) => compareValues(value, other) !== 0);
  };
}

/** Whether a value is, or is not, in the first column of some rows. */
export function isAmong(
  left: Expression,
  readRows: (environment: Environment) => readonly Row[],
  isNot: boolean,
): Expression {
  return (environment) => {
    const value = left(environment);
    const rows = readRows(environment);
    return rows.some((row) => compareValues(Object.values(row)[0], value) === 0) !== isNot;
  };
}
