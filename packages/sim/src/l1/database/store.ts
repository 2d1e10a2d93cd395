// Rows, transactions and locks of the simulated database, and what of them survives a crash: the
// write-ahead log is a list of commits, and a crash keeps a beginning of what was not yet flushed.
// It knows no time and no session. Used by server.ts and session.ts.
import { SqlError } from './error.ts';
import type { Row } from './expression.ts';
import { tableShapes, type TableShape } from './schema.ts';

/** One table with its committed rows. */
export class Table {
  readonly shape: TableShape;
  #rows = new Map<string, Row>();
  #isHeld = false;
  #lastIdentity = 0;

  constructor(shape: TableShape) {
    this.shape = shape;
  }

  get name(): string {
    return this.shape.name;
  }

  /** The committed rows. */
  get rows(): ReadonlyMap<string, Row> {
    return this.#rows;
  }

  /** The committed rows as they are now, whatever is changed later. */
  hold(): ReadonlyMap<string, Row> {
    this.#isHeld = true;
    return this.#rows;
  }

  /** Change (undefined: remove) a committed row. */
  set(key: string, row: Row | undefined): void {
    if (this.#isHeld) {
      this.#rows = new Map(this.#rows);
      this.#isHeld = false;
    }
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
  }

  /** A row's primary key as text. */
  keyOf(row: Row): string {
    const { key } = this.shape;
    const [first] = key;
    if (key.length === 1 && first !== undefined) return String(row[first]);
    return key.map((column) => String(row[column])).join(' ');
  }

  /** Name of the lock on a row. */
  lockName(row: Row): string {
    return `${this.name} ${this.keyOf(row)}`;
  }

  /** Amounts of any size are kept as such, however they were sent. */
  convert(row: Row): Row {
    const { numerics } = this.shape;
    if (numerics.length === 0) return row;
    const changed: Record<string, unknown> = { ...row };
    for (const column of numerics) {
      const value = changed[column];
      if (value !== null) changed[column] = BigInt(value as string);
    }
    return changed;
  }

  /** A new row with everything that has a default. */
  complete(row: Row): Row {
    const { identity, defaults } = this.shape;
    const whole = this.convert({ ...defaults, ...row });
    if (identity === '' || row[identity] !== undefined) return whole;
    // Numbers are given at once, whatever becomes of the transaction: they are not commit order.
    this.#lastIdentity += 1;
    return { ...whole, [identity]: this.#lastIdentity };
  }
}

type Undo = readonly (readonly [table: Table, key: string, before: Row | undefined])[];

/** A committed row that was added or changed. */
export interface Applied {
  readonly table: string;
  readonly row: Row;
}

/** A transaction: its own view until it is committed. */
export class Transaction {
  readonly changes = new Map<Table, Map<string, Row | null>>();
  readonly locks = new Set<string>();
  /** Run when it is over, well or badly. */
  readonly waiters: (() => void)[] = [];
  /** A statement of it failed: nothing of it can be committed. */
  isFailed = false;
  isAsynchronous = false;
  /** What it sees of others: what was committed when it began to be isolated. */
  held: ReadonlyMap<Table, ReadonlyMap<string, Row>> | undefined;

  #rowsOf(table: Table): ReadonlyMap<string, Row> {
    return this.held?.get(table) ?? table.rows;
  }

  /** The row it sees. */
  find(table: Table, key: string): Row | undefined {
    const own = this.changes.get(table)?.get(key);
    return own === undefined ? this.#rowsOf(table).get(key) : (own ?? undefined);
  }

  /** All rows it sees of a table. */
  read(table: Table): Iterable<Row> {
    const own = this.changes.get(table);
    const committed = this.#rowsOf(table);
    if (own === undefined) return committed.values();
    const rows: Row[] = [];
    for (const [key, row] of committed) {
      const mine = own.get(key);
      if (mine === undefined) rows.push(row);
    }
    for (const row of own.values()) if (row !== null) rows.push(row);
    return rows;
  }

  /** Change or (null) remove a row in its view. */
  put(table: Table, key: string, row: Row | null): void {
    let own = this.changes.get(table);
    if (own === undefined) this.changes.set(table, (own = new Map()));
    own.set(key, row);
  }
}

/** One commit in the write-ahead log. */
export interface LogRecord {
  readonly transaction: Transaction;
  undo: Undo | undefined;
}

/** The whole database. */
export class Store {
  readonly #tables = new Map(tableShapes.map((shape) => [shape.name, new Table(shape)]));
  readonly #locks = new Map<string, Transaction>();
  /** Commits that are not yet surely on disk, oldest first. */
  #unflushed: LogRecord[] = [];
  readonly #met: (applied: readonly Applied[]) => void;
  readonly #lost: (table: string) => void;

  /**
   * @param met - told of every row that others can see from now on.
   * @param lost - told of each table of which a visible commit was lost in a crash.
   */
  constructor(met: (applied: readonly Applied[]) => void, lost: (table: string) => void) {
    this.#met = met;
    this.#lost = lost;
  }

  /** @errors SqlError 42P01 without such a table. */
  table(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw new SqlError('42P01', `relation ${name} does not exist`);
    return table;
  }

  findLock(name: string): Transaction | undefined {
    return this.#locks.get(name);
  }

  takeLock(name: string, transaction: Transaction): void {
    this.#locks.set(name, transaction);
    transaction.locks.add(name);
  }

  /** From now on a transaction sees what is committed now. */
  isolate(transaction: Transaction): void {
    const tables = [...this.#tables.values()];
    transaction.held = new Map(tables.map((table) => [table, table.hold()]));
  }

  /** Write a commit into the log; it survives a crash once it is flushed. */
  log(transaction: Transaction): LogRecord {
    const record = { transaction, undo: undefined };
    this.#unflushed.push(record);
    return record;
  }

  /** Make a commit visible and let go of its locks. */
  apply(record: LogRecord): void {
    if (record.undo !== undefined) return;
    const undo: [Table, string, Row | undefined][] = [];
    const applied: Applied[] = [];
    for (const [table, rows] of record.transaction.changes) {
      for (const [key, row] of rows) {
        undo.push([table, key, table.rows.get(key)]);
        table.set(key, row ?? undefined);
        if (row !== null) applied.push({ table: table.name, row });
      }
    }
    record.undo = undo;
    this.end(record.transaction);
    this.#met(applied);
  }

  /** Everything logged up to this record is on disk now. */
  flush(record: LogRecord): void {
    const place = this.#unflushed.indexOf(record);
    if (place >= 0) this.#unflushed = this.#unflushed.slice(place + 1);
  }

  /** Everything that was logged is on disk now. */
  flushAll(): void {
    this.#unflushed = [];
  }

  /** Commits that a crash may take. */
  get unflushedCount(): number {
    return this.#unflushed.length;
  }

  /** Let go of a transaction's locks; what it changed and did not commit is gone. */
  end(transaction: Transaction): void {
    for (const name of transaction.locks) this.#locks.delete(name);
    transaction.locks.clear();
    for (const wake of transaction.waiters.splice(0)) wake();
  }

  /**
   * The machine stops and starts: of the commits not yet flushed the first so many are kept,
   * visible or not; the others never were.
   */
  crash(keptCount: number): void {
    const records = this.#unflushed;
    this.#unflushed = [];
    for (const { undo } of records.slice(keptCount).toReversed()) {
      for (const [table, key, before] of (undo ?? []).toReversed()) {
        table.set(key, before);
      }
      for (const name of new Set((undo ?? []).map(([table]) => table.name))) this.#lost(name);
    }
    for (const record of records.slice(0, keptCount)) this.apply(record);
    for (const transaction of new Set(this.#locks.values())) this.end(transaction);
  }
}
