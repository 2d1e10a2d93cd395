import type { KeptRow, KeptTableName } from '@isobath/wire';
import type { Session } from '../db/index.ts';

/** Cells of a row by column. */
export type Cells = KeptRow['cells'];

/** Where the rows of one table are, and what is true of them beyond the kind of each cell. */
export interface KeptTable {
  readonly name: KeptTableName;
  /** Rows in the order people read them. */
  list(session: Session): Promise<KeptRow[]>;
  /** The one way a row's name is written. @throws CallRefusal for what can be no name. */
  readKey(key: string, session: Session): string | Promise<string>;
  /** What a row begins as that is not there yet. */
  begin(key: string): Cells;
  /** Write a whole row whose cells have their kind. @throws CallRefusal for what may not be. */
  write(session: Session, row: KeptRow): Promise<void>;
  /** Absent when rows stay. */
  remove?(session: Session, key: string): Promise<void>;
}
