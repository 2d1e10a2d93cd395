// Which parts are archived already and which could be: those that were dropped, those whose files
// lie in a folder, and those that are sealed. It writes nothing. Used by this room.
import type { Session } from '../../base/db/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import { isSameHash } from '../journal/chain.ts';
import { PostgresSnapshots, type Snapshot } from '../log/snapshots.ts';
import type { AuditSource } from '../audit/source.ts';
import { checkPartFiles } from './archive.ts';
import {
  checkFollows,
  type ManifestOwner,
  readDropped,
  readManifestFile,
  type SealedManifest,
} from './manifest.ts';
import { type JournalPart, listParts } from './parts.ts';

/** What is read of an installation. */
export type KnownSource = Pick<AuditSource, 'database' | 'engineId' | 'key'>;

/** Where the rows of a part end. */
export interface PartEnd {
  readonly lastSequence: number;
  readonly lastHash: Uint8Array;
  readonly logLastSequence: number;
}

/** A part that may be archived. */
export interface SealedPart extends JournalPart {
  readonly end: PartEnd;
}

/** Manifests of dropped parts. @errors Refusal 65 when they are not what was written. */
export async function needDropped(
  session: Pick<Session, 'query'>,
  owner: ManifestOwner,
): Promise<readonly SealedManifest[]> {
  const { manifests, faults } = await readDropped(session, owner);
  const [fault] = faults;
  if (fault === undefined) return manifests;
  throw new Refusal(EXIT.journalDamaged, `${fault.what}: look closer with verify.`);
}

/** Where the rows of a part end, undefined while there are none. */
export async function readPartEnd(
  session: Pick<Session, 'query'>,
  engineId: number,
  { journalTable, logTable }: JournalPart,
): Promise<PartEnd | undefined> {
  const rows = await session.query<{
    last_sequence: number;
    row_hash: Buffer;
    log_last_sequence: number | null;
  }>(
    `SELECT first_sequence + count - 1 AS last_sequence, row_hash,
       (SELECT last_sequence FROM ${logTable} WHERE engine_id = $1
        ORDER BY first_sequence DESC LIMIT 1) AS log_last_sequence
     FROM ${journalTable} WHERE engine_id = $1 ORDER BY first_sequence DESC LIMIT 1`,
    [engineId],
  );
  const [row] = rows;
  if (row?.log_last_sequence == null) return undefined;
  const { last_sequence: lastSequence, row_hash: lastHash } = row;
  return { lastSequence, lastHash, logLastSequence: row.log_last_sequence };
}

/**
 * The manifests in a folder that go on from the last dropped part; their files are unchanged.
 *
 * @errors Refusal 65 when they are of another journal, or a file was changed.
 */
export async function readWritten(
  source: KnownSource,
  folder: string,
  dropped: readonly SealedManifest[],
): Promise<readonly SealedManifest[]> {
  const parts = await listParts(source.database);
  const written: SealedManifest[] = [];
  for (let before = dropped.at(-1); ; before = written.at(-1)) {
    const number = (before?.number ?? -1) + 1;
    const manifest = await readManifestFile(source, folder, number);
    if (manifest === undefined) return written;
    const part = parts.find((one) => one.number === number);
    const end = part && (await readPartEnd(source.database, source.engineId, part));
    const fault =
      checkFollows(manifest, before) ??
      checkEnd(manifest, end) ??
      (await checkPartFiles(folder, manifest));
    if (fault !== undefined) {
      throw new Refusal(
        EXIT.journalDamaged,
        `${folder} holds another archive or a damaged one: ${fault}. Write to an empty folder.`,
      );
    }
    written.push(manifest);
  }
}

/** What keeps a manifest from being of the part as the database has it, undefined for nothing. */
export function checkEnd(manifest: SealedManifest, end: PartEnd | undefined): string | undefined {
  const isSame =
    end?.lastSequence === manifest.lastSequence &&
    end.logLastSequence === manifest.logLastSequence &&
    isSameHash(end.lastHash, Buffer.from(manifest.lastHash, 'hex'));
  return isSame ? undefined : `part ${manifest.number} is not the one in the database`;
}

/**
 * Parts from a number on that are full, with a snapshot of the engine's and rows of the log behind
 * them: a start takes no state that the log does not reach to.
 */
export async function findSealed(
  { database, engineId }: KnownSource,
  fromNumber: number,
): Promise<readonly SealedPart[]> {
  const [newest] = await database.query<{ sequence: number | null }>(
    'SELECT max(sequence) AS sequence FROM snapshots WHERE engine_id = $1',
    [engineId],
  );
  const sealed: SealedPart[] = [];
  for (const part of await listParts(database)) {
    if (part.number < fromNumber) continue;
    const end = await readPartEnd(database, engineId, part);
    const isNext = part.number === fromNumber + sealed.length;
    if (!isNext || end === undefined || end.lastSequence + 1 < part.before) break;
    if (Math.max(end.lastSequence, end.logLastSequence) > (newest.sequence ?? 0)) break;
    if ((await readLogBehind(database, engineId, part.before)) === 0) break;
    sealed.push({ ...part, end });
  }
  return sealed;
}

/** Where the event log ends in the parts from a bound on, 0 = there is nothing in them. */
export async function readLogBehind(
  session: Pick<Session, 'query'>,
  engineId: number,
  before: number,
): Promise<number> {
  const rows = await session.query<{ last_sequence: number }>(
    `SELECT last_sequence FROM event_log WHERE engine_id = $1 AND first_sequence >= $2
     ORDER BY first_sequence DESC LIMIT 1`,
    [engineId, before],
  );
  return rows[0]?.last_sequence ?? 0;
}

/** The oldest sound snapshot that is not before a sequence. @errors Refusal 65 without one. */
export async function loadProof(source: KnownSource, sequence: number): Promise<Snapshot> {
  const rows = await source.database.query<{ sequence: number }>(
    `SELECT sequence FROM snapshots WHERE engine_id = $1 AND sequence >= $2 ORDER BY sequence`,
    [source.engineId, sequence],
  );
  const store = new PostgresSnapshots(source);
  for (const row of rows) {
    const snapshot = await store.loadNewest(row.sequence, () => {});
    if (snapshot?.sequence === row.sequence) return snapshot;
  }
  throw new Refusal(
    EXIT.journalDamaged,
    `No snapshot from sequence ${sequence} on can be read: nothing is proven without one.`,
  );
}
