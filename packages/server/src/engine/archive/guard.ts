// Refuses what needs rows that were archived, before it reads past the gap. Used by audits and by
// the rebuild of projections.
import type { Database } from '../../base/db/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import { noTable } from './manifest.ts';

/** Which steps are no more in the database; it proves nothing. */
export interface ArchivedEnd {
  /** Last step that has no row in the journal, 0 = none. */
  readonly lastSequence: number;
  /** The same of the event log, never less. */
  readonly logLastSequence: number;
}

/** Read where the archived parts end. */
export async function readArchivedEnd(
  database: Pick<Database, 'query'>,
  engineId: number,
): Promise<ArchivedEnd> {
  const rows = await database
    .query<{ manifest: string }>(
      'SELECT manifest FROM journal_archives WHERE engine_id = $1 ORDER BY number DESC LIMIT 1',
      [engineId],
    )
    .catch(noTable);
  const [row] = rows;
  if (row === undefined) return { lastSequence: 0, logLastSequence: 0 };
  return JSON.parse(row.manifest) as ArchivedEnd;
}

/**
 * Refuse to read rows from a step on that are not in the database any more.
 *
 * @param needs - `journal`, or `log` for one that reads events as well.
 * @errors Refusal 64.
 */
export async function refuseArchived(
  { database, engineId }: { database: Pick<Database, 'query'>; engineId: number },
  fromSequence: number,
  needs: 'journal' | 'log',
): Promise<void> {
  const { lastSequence, logLastSequence } = await readArchivedEnd(database, engineId);
  const end = needs === 'journal' ? lastSequence : logLastSequence;
  if (fromSequence > end) return;
  throw new Refusal(
    EXIT.usage,
    `The steps up to ${end} were archived and are no more in the database: ` +
      `this reads from ${fromSequence}, and can begin at ${end + 1}.`,
  );
}
