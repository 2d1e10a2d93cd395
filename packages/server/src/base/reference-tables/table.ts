import type { ReferenceRow, ReferenceTableName } from '@isobath/wire';
import type { Session } from '../db/index.ts';

/** Cells of a row by column. */
export type Cells = ReferenceRow['cells'];

/** Where the rows of one table are, and what is true of them beyond the kind of each cell. */
export interface ReferenceTable {
  readonly name: ReferenceTableName;
  /** Rows in the order people read them. */
  list(session: Session): Promise<ReferenceRow[]>;
  /** The one way a row's name is written. @throws CallRefusal for what can be no name. */
  readKey(key: string, session: Session): string | Promise<string>;
  /** What a row begins as that is not there yet. */
  begin(key: string): Cells;
  /** Write a whole row whose cells have their kind. @throws CallRefusal for what may not be. */
  write(session: Session, row: ReferenceRow): Promise<void>;
  /** What the back office may not write, only whoever has the host. @throws CallRefusal. */
  checkOffice?(row: ReferenceRow): void;
  /** Absent when rows stay. */
  remove?(session: Session, key: string): Promise<void>;
}
