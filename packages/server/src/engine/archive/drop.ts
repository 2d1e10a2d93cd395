// Takes parts out of the database whose files were proven: in one transaction the manifest, the
// state behind the part, an act of the audit chain, and the end of the part's two tables. Either
// the part is there, or its manifest is and its files are on the disk. Nothing else may run on the
// database meanwhile. Called by the operator's tool.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST, type Action, type AuditLog } from '../../base/audit/index.ts';
import type { Session } from '../../base/db/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { MarkFile } from '../journal/mark-file.ts';
import { readHead } from '../journal/postgres-journal.ts';
import { PostgresSnapshots } from '../log/snapshots.ts';
import { readStateFile } from './archive.ts';
import { syncFolder } from './files.ts';
import {
  checkEnd,
  type KnownSource,
  needDropped,
  readLogBehind,
  readPartEnd,
  readWritten,
} from './known.ts';
import {
  hashManifest,
  MANIFEST_FILE,
  partFolder,
  pointBehind,
  type SealedManifest,
  sealDropped,
  snapshotOf,
} from './manifest.ts';
import { type JournalPart, listParts } from './parts.ts';
import { type ArchivedPart, describePart } from './write.ts';

/** Keys of commands are known for a day; whoever repeats one is told what it did from the log. */
const KEPT_MS = 2 * 24 * 3_600_000;
const LOCK_WAIT = '10s';

/** What dropping stands on. */
export interface DropSource extends KnownSource {
  readonly audit: Pick<AuditLog, 'transaction'>;
  readonly mark: Pick<MarkFile, 'read'>;
  /** Names of projections: each must have read what goes. */
  readonly projections: readonly string[];
}

/** What to drop. */
export interface DropRequest {
  readonly folder: string;
  /** Last step that goes: the end of a part, as the operator read it. */
  readonly throughSequence: number;
  readonly nowMs: number;
}

/**
 * Drop the written parts up to a sequence, oldest first, each in a transaction of its own.
 *
 * @errors Refusal 64 when no written part ends there or it is too young, 65 when something is not
 *   as it was written; parts before the one that is refused are dropped.
 */
export async function dropArchived(
  source: DropSource,
  request: DropRequest,
): Promise<ArchivedPart[]> {
  const dropped = await needDropped(source.database, source);
  const written = await readWritten(source, request.folder, dropped);
  const last = written.findIndex(({ lastSequence }) => lastSequence === request.throughSequence);
  if (last < 0) {
    const ends = written.map(({ lastSequence }) => lastSequence).join(', ');
    throw new Refusal(
      EXIT.usage,
      `No part that is written there ends at ${request.throughSequence}; ` +
        `ends of parts that can be dropped: ${ends || 'none'}.`,
    );
  }
  const wanted = written.slice(0, last + 1);
  for (const manifest of wanted) {
    await checkRead(source, manifest, request.nowMs);
    await checkSnapshot(source, manifest);
    await syncFiles(request.folder, manifest);
  }
  for (const manifest of wanted) await dropPart(source, request.folder, manifest);
  return wanted.map(describePart);
}

/** Nobody may need the rows any more. */
async function checkRead(
  { database, engineId, key, projections, mark }: DropSource,
  { lastSequence, logLastSequence, coreTimeMs }: SealedManifest,
  nowMs: number,
): Promise<void> {
  if (nowMs - coreTimeMs < KEPT_MS) {
    throw new Refusal(EXIT.usage, `The step ${lastSequence} is not two days old: drop it later.`);
  }
  const marked = await mark.read();
  if (marked !== undefined && marked.lastSequence < logLastSequence) {
    throw new Refusal(EXIT.journalDamaged, `The mark is at ${marked.lastSequence}: start once.`);
  }
  const head = await readHead(database, engineId, key);
  if (head?.isSealed !== true || head.lastSequence <= logLastSequence) {
    throw new Refusal(EXIT.journalDamaged, 'The head of the journal is not sound: run verify.');
  }
  const rows = await database.query<{ name: string; sequence: number }>(
    'SELECT name, sequence FROM projections',
  );
  for (const name of projections) {
    const sequence = rows.find((row) => row.name === name)?.sequence ?? 0;
    if (sequence >= logLastSequence) continue;
    throw new Refusal(
      EXIT.usage,
      `The projection ${name} has read to step ${sequence} only, not to ${logLastSequence}: ` +
        'start the server and let it read on.',
    );
  }
}

/** A start must find a state behind the part, and takes none that the log does not reach to. */
async function checkSnapshot(source: DropSource, manifest: SealedManifest): Promise<void> {
  const logEnd = await readLogBehind(source.database, source.engineId, manifest.before);
  const newest = await new PostgresSnapshots(source).loadNewest(logEnd, () => {});
  if (newest !== undefined && newest.sequence >= manifest.logLastSequence) return;
  throw new Refusal(
    EXIT.journalDamaged,
    `No snapshot behind step ${manifest.logLastSequence} can be read: nothing was dropped.`,
  );
}

/** The files may have been copied since they were written. */
async function syncFiles(folder: string, { number, files }: SealedManifest): Promise<void> {
  const place = partFolder(folder, number);
  const { journal, log, state } = files;
  const names = [journal, log, ...(state ? [state] : [])].map(({ name }) => name);
  for (const name of [...names, MANIFEST_FILE]) {
    const handle = await open(join(place, name), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  await syncFolder(place);
  await syncFolder(folder);
}

async function dropPart(
  source: DropSource,
  folder: string,
  manifest: SealedManifest,
): Promise<void> {
  const chunks = manifest.stateHash === '' ? undefined : await readStateFile(folder, manifest);
  const { engineId } = source;
  await source.audit.transaction(HOST, async (session, write) => {
    await session.execute(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
    // With it whatever was committed before, such as rows of the log, is on the disk.
    await session.execute('SET LOCAL synchronous_commit = on');
    await session.execute('LOCK TABLE journal, event_log IN ACCESS EXCLUSIVE MODE');
    const part = await findPart(session, source, manifest);
    if (chunks !== undefined) {
      await new PostgresSnapshots(source).keep(session, {
        ...pointBehind(manifest),
        opensEra: false,
        stateHash: manifest.stateHash,
        chunks,
      });
    }
    await session.execute(
      `INSERT INTO journal_archives (engine_id, number, snapshot_sequence, manifest, seal)
       VALUES ($1, $2, $3, $4, $5)`,
      [
        engineId,
        manifest.number,
        snapshotOf(manifest),
        manifest.text,
        Buffer.from(sealDropped(source, manifest.text)),
      ],
    );
    await write(describeAction(manifest, folder));
    await dropTables(session, part);
  });
}

/** The part as the database has it, which must be what the manifest says. */
async function findPart(
  session: Session,
  { engineId }: DropSource,
  manifest: SealedManifest,
): Promise<JournalPart> {
  const parts = await listParts(session);
  const part = parts.find(({ number }) => number === manifest.number);
  const isOldest = part !== undefined && part === parts[0];
  const fault = part && checkEnd(manifest, await readPartEnd(session, engineId, part));
  if (part === undefined || !isOldest || fault !== undefined) {
    throw new Refusal(
      EXIT.journalDamaged,
      fault ?? `part ${manifest.number} is not the oldest in the database`,
    );
  }
  for (const [table, file] of [
    [part.journalTable, manifest.files.journal],
    [part.logTable, manifest.files.log],
  ] as const) {
    const [row] = await session.query<{ own: number; all: number }>(
      `SELECT count(*) FILTER (WHERE engine_id = $1) AS own, count(*) AS all FROM ${table}`,
      [engineId],
    );
    if (row.own === file.lines && row.all === file.lines) continue;
    const what = `${table} has ${row.all} rows, its file ${file.lines}: nothing was dropped.`;
    throw new Refusal(EXIT.journalDamaged, what);
  }
  return part;
}

async function dropTables(session: Session, part: JournalPart): Promise<void> {
  for (const [parent, table] of [
    ['journal', part.journalTable],
    ['event_log', part.logTable],
  ]) {
    await session.execute(`ALTER TABLE ${parent} DETACH PARTITION ${table}`);
    await session.execute(`DROP TABLE ${table}`);
    await session.execute('DELETE FROM append_only_tables WHERE name = $1', [table]);
  }
}

function describeAction(manifest: SealedManifest, folder: string): Action {
  const { number: journalPart, firstSequence: firstStep, lastSequence: lastStep } = manifest;
  const detail = { journalPart, firstStep, lastStep, folder, contentHash: hashManifest(manifest) };
  return { action: 'journal_part_archived', detail };
}
