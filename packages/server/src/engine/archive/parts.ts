// The parts of journal and event log that are there, as the database's catalogue has them: it knows
// how long they are, and no constant says it a second time. It reads no row. Used by this room.
import type { Session } from '../../base/db/index.ts';

/** A partition of the journal and that of the event log beside it. */
export interface JournalPart {
  readonly number: number;
  /** First sequence that a row of it may begin with. */
  readonly from: number;
  /** First sequence that a row of it may not begin with any more. */
  readonly before: number;
  /** Their names are `journal_N` and `event_log_N`. */
  readonly journalTable: string;
  readonly logTable: string;
}

interface CatalogueRow {
  readonly parent: string;
  readonly name: string;
  readonly bound: string;
}

/** Every part there is, by number. @errors when a partition is none that this program made. */
export async function listParts(session: Pick<Session, 'query'>): Promise<JournalPart[]> {
  const rows = await session.query<CatalogueRow>(
    `SELECT parent.relname::text AS parent, part.relname::text AS name,
       pg_get_expr(part.relpartbound, part.oid) AS bound
     FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
     JOIN pg_class parent ON parent.oid = inhparent
     WHERE inhparent IN ('journal'::regclass, 'event_log'::regclass)`,
  );
  const logs = rows.filter(({ parent }) => parent === 'event_log');
  return rows
    .filter(({ parent }) => parent === 'journal')
    .map((row) => {
      const number = readNumber(row);
      const log = logs.find(({ name }) => name === `event_log_${number}`);
      if (log?.bound !== row.bound) throw new Error(`${row.name} has no event log beside it`);
      return { number, ...readBound(row), journalTable: row.name, logTable: log.name };
    })
    .sort((one, other) => one.number - other.number);
}

function readNumber({ name }: CatalogueRow): number {
  const [, number] = /^journal_(\d{1,9})$/.exec(name) ?? [];
  if (number === undefined) throw new Error(`${name} is no name of a part`);
  return Number(number);
}

function readBound({ name, bound }: CatalogueRow): { from: number; before: number } {
  const [, from, before] = /^FOR VALUES FROM \('(\d+)'\) TO \('(\d+)'\)$/.exec(bound) ?? [];
  if (before === undefined) throw new Error(`${name} has another bound: ${bound}`);
  return { from: Number(from), before: Number(before) };
}
