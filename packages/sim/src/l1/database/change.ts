// Runs one statement of a transaction: what it sees, which rows it locks, what it wants changed.
// Nothing is changed here before the whole statement has succeeded. Called by session.ts.
import { SqlError } from './error.ts';
import type { Environment, Row, Runtime, Value } from './expression.ts';
import { joinRows, runSelect, runValues } from './query.ts';
import type { Assignments, Delete, Insert, Parsed, Select, Update, With } from './statement.ts';
import type { Store, Table, Transaction } from './store.ts';

/** The statement must wait until this transaction is over, then run anew. */
export class Blocked extends Error {
  readonly by: Transaction;

  constructor(by: Transaction) {
    super('blocked');
    this.by = by;
  }
}

/** What a statement answers. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly count: number;
}

interface Change {
  readonly table: Table;
  readonly key: string;
  readonly row: Row | null;
}

/** One statement under way. */
export class StatementRun implements Runtime {
  readonly #store: Store;
  readonly #transaction: Transaction;
  readonly #parameters: readonly Value[];
  readonly #changes: Change[] = [];
  readonly #locks: string[] = [];
  readonly #parts = new Map<string, readonly Row[]>();

  constructor(store: Store, transaction: Transaction, parameters: readonly Value[]) {
    this.#store = store;
    this.#transaction = transaction;
    this.#parameters = parameters;
  }

  /**
   * Run it and, when it succeeds, give its changes to the transaction.
   *
   * @errors Blocked, SqlError; then nothing has happened.
   */
  run(parsed: Parsed): Answer {
    const answer = this.#run(parsed);
    for (const lock of this.#locks) this.#store.takeLock(lock, this.#transaction);
    for (const { table, key, row } of this.#changes) this.#transaction.put(table, key, row);
    return answer;
  }

  scan(name: string): Iterable<Row> {
    return this.#parts.get(name) ?? this.#transaction.read(this.#store.table(name));
  }

  lock(name: string): void {
    const holder = this.#store.findLock(name);
    if (holder !== undefined && holder !== this.#transaction) throw new Blocked(holder);
    this.#locks.push(name);
  }

  get #environment(): Environment {
    return { parameters: this.#parameters, scope: undefined, runtime: this };
  }

  #run(parsed: Parsed): Answer {
    if (parsed.kind === 'select') return this.#select(parsed);
    if (parsed.kind === 'insert') return this.#insert(parsed);
    if (parsed.kind === 'update') return this.#update(parsed);
    if (parsed.kind === 'delete') return this.#delete(parsed);
    if (parsed.kind === 'with') return this.#with(parsed);
    throw new SqlError('0A000', `${parsed.kind} cannot be run here`);
  }

  #with({ parts, main }: With): Answer {
    for (const [name, part] of parts) this.#parts.set(name, this.#run(part).rows);
    return this.#run(main);
  }

  #select(select: Select): Answer {
    const rows = runSelect(select, this.#environment);
    if (select.isForUpdate) {
      const table = this.#store.table(select.table);
      const scope = { rows: [], outer: undefined };
      const environment = { ...this.#environment, scope };
      for (const found of joinRows(select.sources, select.where, environment)) {
        this.lock(table.lockName(found.scope?.rows[0]?.[1] as Row));
      }
    }
    return { rows, count: rows.length };
  }

  #insert(insert: Insert): Answer {
    const table = this.#store.table(insert.table);
    const { conflict } = insert;
    let count = 0;
    for (const given of this.#listGiven(insert)) {
      const row = table.complete(given);
      const key = table.keyOf(row);
      const present = this.#transaction.find(table, key);
      // A row that is there keeps nobody waiting who would do nothing about it.
      const isIdle = present !== undefined && conflict !== undefined && !conflict.assignments;
      if (!isIdle) this.lock(table.lockName(row));
      if (present === undefined) this.#change({ table, key, row });
      else if (conflict === undefined) throw new SqlError('23505', `${table.name} has ${key}`);
      else if (!this.#resolve(table, { present, row, conflict })) continue;
      count += 1;
    }
    return { rows: [], count };
  }

  /** The rows of an insert, each by the names of its columns. */
  #listGiven({ columns, values, select }: Insert): Row[] {
    if (columns === undefined) return runSelect(select as Select, this.#environment);
    const lists =
      values === undefined
        ? runValues(select as Select, this.#environment)
        : [values.map((value) => value(this.#environment))];
    return lists.map((list) => {
      if (list.length !== columns.length) throw new SqlError('42601', 'columns do not fit values');
      return Object.fromEntries(columns.map((column, place) => [column, list[place] ?? null]));
    });
  }

  #resolve(
    table: Table,
    on: { present: Row; row: Row; conflict: NonNullable<Insert['conflict']> },
  ): boolean {
    const { assignments, where } = on.conflict;
    if (assignments === undefined) return false;
    const rows = [[table.name, on.present] as const, ['excluded', on.row] as const];
    const environment = { ...this.#environment, scope: { rows, outer: undefined } };
    if (where !== undefined && where(environment) !== true) return false;
    const row = table.convert(assign(on.present, assignments, environment));
    this.#change({ table, key: table.keyOf(on.present), row });
    return true;
  }

  #update(update: Update): Answer {
    const table = this.#store.table(update.table);
    const sources = [
      { alias: update.alias, read: () => this.#transaction.read(table) },
      ...update.sources,
    ];
    const environment = { ...this.#environment, scope: { rows: [], outer: undefined } };
    const returned: Row[] = [];
    const done = new Set<string>();
    for (const found of joinRows(sources, update.where, environment)) {
      const before = found.scope?.rows[0]?.[1] as Row;
      const key = table.keyOf(before);
      if (done.has(key)) continue;
      done.add(key);
      this.lock(table.lockName(before));
      this.#change({ table, key, row: table.convert(assign(before, update.assignments, found)) });
      const items = update.returning.map((item) => [item.name, item.value(found)]);
      returned.push(Object.fromEntries(items) as Row);
    }
    return { rows: returned, count: done.size };
  }

  #delete({ table: name, where }: Delete): Answer {
    const table = this.#store.table(name);
    const source = { alias: name, read: () => this.#transaction.read(table) };
    const environment = { ...this.#environment, scope: { rows: [], outer: undefined } };
    const found = [...joinRows([source], where, environment)];
    for (const one of found) {
      const row = one.scope?.rows[0]?.[1] as Row;
      this.lock(table.lockName(row));
      this.#change({ table, key: table.keyOf(row), row: null });
      if (table.shape.cascade !== '') this.#cascade(table, row);
    }
    return { rows: [], count: found.length };
  }

  #cascade(table: Table, gone: Row): void {
    const hanging = this.#store.table(table.shape.cascade);
    for (const row of this.#transaction.read(hanging)) {
      if (!table.shape.key.every((column) => row[column] === gone[column])) continue;
      this.#change({ table: hanging, key: hanging.keyOf(row), row: null });
    }
  }

  #change(change: Change): void {
    const { table, key, row } = change;
    const isThere = this.#transaction.find(table, key) !== undefined;
    if (table.shape.isAppendOnly && (row === null || isThere)) {
      throw new SqlError('42501', `${table.name} is append-only`);
    }
    if (row !== null && !table.shape.isSound(row)) {
      throw new SqlError('23514', `a row of ${table.name} breaks its check`);
    }
    this.#changes.push(change);
  }
}

function assign(before: Row, assignments: Assignments, environment: Environment): Row {
  const changed = assignments.map(([column, value]) => [column, value(environment)]);
  return { ...before, ...Object.fromEntries(changed) } as Row;
}
