// Changes of tables that the operator keeps: a change is checked cell by cell, written in a
// transaction of the caller's, and says what was there before, so that whoever agrees to it agrees
// to just that. It keeps nothing in memory: every call reads the rows, so a change counts at once.
// Called by the operator's commands and by the back office.
import {
  decimalText,
  type ReferenceColumn,
  type ReferenceRow,
  type ReferenceTableName,
  referenceTables,
  type ReferenceTableForm,
} from '@isobath/wire';
import type { Database, Session } from '../db/index.ts';
import { refuse, refuseField } from '../product/index.ts';
import type { Cells, ReferenceTable } from './table.ts';

/** A row before and after; "" where there was or is none, else its cells as JSON text. */
export interface ReferenceChange {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

/** The tables of the installation. */
export interface ReferenceTables {
  list(name: ReferenceTableName): Promise<ReferenceRow[]>;
  /** Change cells of a row or add it. @throws CallRefusal naming the cell that may not be. */
  set(
    session: Session,
    name: ReferenceTableName,
    change: ReferenceRequest,
  ): Promise<ReferenceChange>;
  /** Take a row away. @throws object_not_found, or invalid where rows stay. */
  remove(session: Session, name: ReferenceTableName, key: string): Promise<ReferenceChange>;
  /** What a change would do, without doing it. */
  tryOut(work: (session: Session) => Promise<ReferenceChange>): Promise<ReferenceChange>;
}

/** Cells to change. */
export interface ReferenceRequest {
  readonly key: string;
  readonly changes: Cells;
  /** Asked for in the back office, not with the tool on the host. */
  readonly isOffice?: boolean;
}

/** Whoever changes a row waits for whoever changes another: what is agreed to must still be so. */
const CHANGE_LOCK = 4_870_006;
const TEXT_LENGTH_MAX = 60;
const WHOLE_MAX = 1_000_000;

/** Thrown to take a trial back. */
class Tried extends Error {
  readonly change: ReferenceChange;
  constructor(change: ReferenceChange) {
    super('tried');
    this.change = change;
  }
}

/** @returns what is wrong with the text of a cell, or undefined. */
function checkCell(column: ReferenceColumn, text: string): string | undefined {
  switch (column.kind) {
    case 'switch':
      return text === 'true' || text === 'false' ? undefined : 'true or false';
    case 'whole':
      return /^\d{1,7}$/.test(text) && Number(text) <= WHOLE_MAX ? undefined : 'whole number';
    case 'amount':
      if (text === '' && column.mayBeNone === true) return undefined;
      return decimalText.safeParse(text).success ? undefined : 'decimal amount';
    case 'choice':
      return column.choices.includes(text) ? undefined : column.choices.join(', ');
    default:
      if (/\p{Cc}/u.test(text)) return 'no line breaks';
      return text.length <= TEXT_LENGTH_MAX ? undefined : `at most ${TEXT_LENGTH_MAX} letters`;
  }
}

function checkCells(form: ReferenceTableForm, cells: Cells): void {
  for (const [name, text] of Object.entries(cells)) {
    const column = Object.hasOwn(form.columns, name) ? form.columns[name] : undefined;
    if (column === undefined) {
      throw refuseField(name, `no such column; there are: ${Object.keys(form.columns).join(' ')}`);
    }
    const problem = checkCell(column, text);
    if (problem !== undefined) throw refuseField(name, problem);
  }
}

/** Columns in the table's order, so that equal rows are equal text. */
function showCells(form: ReferenceTableForm, cells: Cells): string {
  return JSON.stringify(
    Object.fromEntries(Object.keys(form.columns).map((name) => [name, cells[name] ?? ''])),
  );
}

/** Open the tables. */
export function createReferenceTables(
  database: Database,
  tables: readonly ReferenceTable[],
): ReferenceTables {
  function find(name: ReferenceTableName): { table: ReferenceTable; form: ReferenceTableForm } {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`nobody keeps the table ${name}`);
    return { table, form: referenceTables[name] };
  }

  async function findRow(session: Session, table: ReferenceTable, key: string) {
    await session.query('SELECT pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
    return (await table.list(session)).find((row) => row.key === key);
  }

  return {
    list: (name) => find(name).table.list(database),
    async set(session, name, request) {
      const { table, form } = find(name);
      checkCells(form, request.changes);
      const key = await table.readKey(request.key, session);
      const row = await findRow(session, table, key);
      if (row === undefined && !form.canAdd) throw refuseField('key', 'no such row');
      const cells = { ...(row?.cells ?? table.begin(key)), ...request.changes };
      checkCells(form, cells);
      if (request.isOffice === true) table.checkOffice?.({ key, cells });
      await table.write(session, { key, cells });
      const before = row === undefined ? '' : showCells(form, row.cells);
      return { key, before, after: showCells(form, cells) };
    },
    async remove(session, name, text) {
      const { table, form } = find(name);
      if (table.remove === undefined) throw refuseField('key', 'rows of this table stay');
      const key = await table.readKey(text, session);
      const row = await findRow(session, table, key);
      if (row === undefined) throw refuse('object_not_found');
      await table.remove(session, key);
      return { key, before: showCells(form, row.cells), after: '' };
    },
    async tryOut(work) {
      try {
        return await database.transaction(async (session) => {
          throw new Tried(await work(session));
        });
      } catch (error) {
        if (error instanceof Tried) return error.change;
        throw error;
      }
    },
  };
}
