// What a statement is once it has been read. Made by parser.ts, run by query.ts and change.ts.
import type { Environment, Expression, Row } from './expression.ts';

/** A list that rows are taken from: a table, a part with a name, or lists side by side. */
export interface Source {
  readonly alias: string;
  readonly read: (environment: Environment) => Iterable<Row>;
}

/** One output column. */
export interface Item {
  readonly name: string;
  readonly value: Expression;
  /** For `max`, `min` and `count`, which make one row of all. */
  readonly aggregate?: 'max' | 'min' | 'count';
  /** For `*`: the list whose columns are meant, "" = all. */
  readonly of?: string;
}

/** A parsed query. */
export interface Select {
  readonly kind: 'select';
  readonly isDistinct: boolean;
  readonly items: readonly Item[];
  readonly sources: readonly Source[];
  readonly where: Expression | undefined;
  readonly order: readonly { readonly by: Expression; readonly isDescending: boolean }[];
  readonly limit: Expression | undefined;
  readonly isForUpdate: boolean;
  /** Table that is locked or read, for the one-table case. */
  readonly table: string;
}

/** `SET a = ...` of an update. */
export type Assignments = readonly (readonly [column: string, value: Expression])[];

/** A parsed insert. */
export interface Insert {
  readonly kind: 'insert';
  readonly table: string;
  /** Without them a row's columns find their places by their names. */
  readonly columns: readonly string[] | undefined;
  readonly values: readonly Expression[] | undefined;
  readonly select: Select | undefined;
  readonly conflict:
    | undefined
    | { readonly assignments: Assignments | undefined; readonly where: Expression | undefined };
}

/** A parsed update. */
export interface Update {
  readonly kind: 'update';
  readonly table: string;
  readonly alias: string;
  readonly assignments: Assignments;
  readonly sources: readonly Source[];
  readonly where: Expression | undefined;
  readonly returning: readonly Item[];
}

/** A parsed delete. */
export interface Delete {
  readonly kind: 'delete';
  readonly table: string;
  readonly where: Expression | undefined;
}

/** Parts with names, then the statement that uses them. */
export interface With {
  readonly kind: 'with';
  readonly parts: readonly (readonly [name: string, part: Parsed])[];
  readonly main: Parsed;
}

/** A statement that begins, ends or sets up. */
export interface Control {
  readonly kind:
    | 'begin'
    | 'commit'
    | 'rollback'
    | 'asynchronous'
    | 'asynchronous local'
    | 'isolated';
}

/** A cursor. */
export interface Declare {
  readonly kind: 'declare';
  readonly select: Select;
}

/** The next rows of the cursor. */
export interface Fetch {
  readonly kind: 'fetch';
  readonly count: number;
}

/** A statement as it is run. */
export type Parsed = Select | Insert | Update | Delete | With | Control | Declare | Fetch;
