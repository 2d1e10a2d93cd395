/** The archive room's door: parts of journal and event log that lie outside the database. */
import type { Database } from '../../base/db/index.ts';
import type { AuditLog } from '../../base/audit/index.ts';
import { MarkFile } from '../journal/mark-file.ts';
import { ENGINE_ID } from '../tables.ts';
import { dropArchived } from './drop.ts';
import type { ArchivedPart } from './write.ts';

export { type ArchivedSteps, openSteps } from './follow.ts';
export { verifyWithArchive } from './check-files.ts';
export { type ArchivedPart, type ArchiveReport, writeArchive } from './write.ts';

/** How to drop written parts of an installation. */
export interface DropOptions {
  /** Opened as owner, while no server runs on it. */
  readonly database: Database;
  readonly journalKey: string;
  readonly dataFolder: string;
  readonly audit: AuditLog;
  /** Names of all projections. */
  readonly projections: readonly string[];
  readonly folder: string;
  /** The end of the last part that is to go. */
  readonly throughSequence: number;
}

/** Drop written parts. @errors as dropArchived. */
export function dropArchivedOf(options: DropOptions): Promise<ArchivedPart[]> {
  const { database, journalKey, dataFolder, audit, projections } = options;
  const key = Buffer.from(journalKey, 'hex');
  const mark = new MarkFile(dataFolder, key);
  return dropArchived(
    { database, engineId: ENGINE_ID, key, audit, mark, projections },
    { folder: options.folder, throughSequence: options.throughSequence, nowMs: Date.now() },
  );
}
