// Copies a running embedded server to a folder, and such a folder back into a data folder.
// It opens and stops no server. Called by the operator's `backup` and `restore`.
// The copy is made file by file while the server writes; together with the log of that time it is
// one instant, the end of the backup. A manifest with the hash of every file proves it whole.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PassThrough, Readable, Transform } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { EXIT, Refusal } from '../../process/exit.ts';
import { makeFolder } from '../../process/make-folder.ts';
import type { Database, OwnSession } from '../pool.ts';
import { chooseServerUser, EMBEDDED_MAJOR, type ServerUser } from './binaries.ts';

/** What the file `backup.json` of a backup says. */
export interface BackupManifest {
  readonly postgresMajor: string;
  readonly madeAt: string;
  /** Positions of the server's log between which the copy was made. */
  readonly startPosition: string;
  readonly stopPosition: string;
  /** Words of whoever made it; backups of early releases have none. */
  readonly labels: Readonly<Record<string, string>>;
  /** Every file of the backup but the manifest, by its path below the backup's folder; size and
   * hash are those of what was copied, whether or not it is sealed here. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

/** How files of a backup are sealed; without it they are kept as they are. */
export interface BackupSealing {
  /** Ending of sealed files. */
  readonly suffix: string;
  /** Seals the file of this name. */
  seal(name: string): Transform;
  /** Opens it; fails when one byte of it is another, or it is cut short. */
  open(name: string): Transform;
}

const MANIFEST = 'backup.json';
/** Nobody but us writes a manifest, but a folder may be anybody's: no file leads out of it. */
const FITTING = /^(database|secrets)\/(?!.*(^|\/)\.{1,2}(\/|$))[\w./-]+$/;
const OF_DATABASE = 'database/';
/** Folders whose contents the server makes anew at each start. */
const EMPTY =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|backup_label(\.old)?)$|(^|\/)pgsql_tmp/;
/** Folders the server insists on; empty ones are not in the manifest. */
const FOLDERS = (
  'pg_wal/archive_status pg_wal/summaries pg_replslot pg_dynshmem pg_notify pg_serial ' +
  'pg_snapshots pg_stat pg_stat_tmp pg_subtrans pg_tblspc pg_twophase pg_commit_ts ' +
  'pg_logical/snapshots pg_logical/mappings'
).split(' ');

/** Parameters of a backup. */
export interface BackupOptions {
  /** Opened as owner. */
  readonly database: Database;
  /** The running server's folder. */
  readonly folder: string;
  /** Must be empty or not there. */
  readonly target: string;
  readonly labels: BackupManifest['labels'];
  readonly sealing?: BackupSealing | undefined;
}

type Files = Record<string, { bytes: number; sha256: string }>;

/**
 * Back up a running server.
 * @returns the manifest; the backup is durable on disk when this resolves.
 * @errors Refusal 73 when the target is not empty.
 */
export async function backUpServer(options: BackupOptions): Promise<BackupManifest> {
  const { target, folder, sealing } = options;
  await prepareTarget(target);
  const files: Files = {};
  const add = (path: string, name: string) =>
    addFile(files, path, { name, target: join(target, name), sealing });
  const session = await options.database.openSession();
  try {
    const start = await startBackup(session);
    for (const name of await listFiles(folder)) {
      if (LEFT_OUT.test(name) || EMPTY.test(name)) continue;
      await add(join(folder, name), `database/${name}`);
    }
    const stop = await stopBackup(session);
    for (const name of await readdir(join(folder, 'pg_wal'))) {
      if (!/^[0-9A-F]{24}$/.test(name) || name < start.segment || name > stop.segment) continue;
      const path = join(folder, 'pg_wal', name);
      await add(path, `database/pg_wal/${name}`);
    }
    const label = join(target, '.label');
    await writeFile(label, stop.label);
    await add(label, 'database/backup_label');
    await rm(label);
    const manifest: BackupManifest = {
      postgresMajor: EMBEDDED_MAJOR,
      madeAt: new Date().toISOString(),
      startPosition: start.position,
      stopPosition: stop.position,
      labels: options.labels,
      files,
    };
    await writeManifest(manifest, target, sealing);
    return manifest;
  } finally {
    await session.close();
  }
}

async function prepareTarget(target: string): Promise<void> {
  try {
    makeFolder(target);
    if ((await readdir(target)).length === 0) return;
  } catch (error) {
    throw new Refusal(
      EXIT.folder,
      `The folder ${target} cannot be written (${(error as Error).message}): choose another one.`,
    );
  }
  throw new Refusal(EXIT.folder, `The folder ${target} is not empty: choose another one.`);
}

async function startBackup(session: OwnSession): Promise<{ position: string; segment: string }> {
  // The slot keeps the log of the whole backup from being recycled; it ends with the session.
  await session.query(
    "SELECT pg_create_physical_replication_slot('isobath_backup_' || pg_backend_pid(), true, true)",
  );
  const [row] = await session.query<{ position: string; segment: string }>(
    `SELECT lsn::text AS position, pg_walfile_name(lsn) AS segment
     FROM pg_backup_start('isobath backup', true) AS lsn`,
  );
  return row;
}

async function stopBackup(
  session: OwnSession,
): Promise<{ position: string; segment: string; label: string }> {
  const [row] = await session.query<{ position: string; segment: string; label: string }>(
    `SELECT lsn::text AS position, pg_walfile_name(lsn) AS segment, labelfile AS label
     FROM pg_backup_stop(false)`,
  );
  return row;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Copy a file, remember its hash; a file the server removed meanwhile is left out. */
async function addFile(
  files: Files,
  path: string,
  to: { name: string; target: string; sealing: BackupSealing | undefined },
): Promise<void> {
  const { name, target, sealing } = to;
  try {
    files[name] = await copyFile(
      path,
      `${target}${sealing?.suffix ?? ''}`,
      sealing && { after: sealing.seal(name) },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Copy a file. @returns size and hash between what turns it before and after. */
async function copyFile(
  from: string,
  to: string,
  turns: { readonly before?: Transform; readonly after?: Transform } = {},
): Promise<{ bytes: number; sha256: string }> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const { before = new PassThrough(), after = new PassThrough() } = turns;
  const written = createWriteStream(to, { mode: 0o600, flush: true });
  await pipeline(createReadStream(from), before, measure, after, written);
  return { bytes, sha256: hash.digest('hex') };
}

async function writeManifest(
  manifest: BackupManifest,
  target: string,
  sealing: BackupSealing | undefined,
): Promise<void> {
  const path = join(target, `${MANIFEST}${sealing?.suffix ?? ''}`);
  const plain = Readable.from([Buffer.from(JSON.stringify(manifest))]);
  const turned = sealing === undefined ? plain : plain.pipe(sealing.seal(MANIFEST));
  await writeFile(`${path}.new`, turned, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  const names = Object.keys(manifest.files).map((name) => dirname(join(target, name)));
  for (const folder of new Set([...names, target])) await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/**
 * Read and check a backup: all files there, all hashes right.
 * @errors Refusal 73 when there is none or it is incomplete, 65 naming a damaged file or manifest,
 *   76 when it is of another major version; those of the sealing for another key.
 */
export async function readBackup(source: string, sealing?: BackupSealing): Promise<BackupManifest> {
  const text = await readManifest(source, sealing);
  if (text === undefined) {
    throw new Refusal(EXIT.folder, `${source} is no complete backup: ${MANIFEST} is not there.`);
  }
  const manifest = parseManifest(text, source);
  if (manifest.postgresMajor !== EMBEDDED_MAJOR) {
    throw new Refusal(
      EXIT.version,
      `${source} is of PostgreSQL ${manifest.postgresMajor}, not ${EMBEDDED_MAJOR}: ` +
        'restore it with the release that made it.',
    );
  }
  for (const [name, expected] of Object.entries(manifest.files)) {
    const hash = createHash('sha256');
    try {
      if (!FITTING.test(name)) throw new Error('it leads elsewhere');
      const path = join(source, `${name}${sealing?.suffix ?? ''}`);
      await pipeline(createReadStream(path), sealing?.open(name) ?? new PassThrough(), hash);
    } catch {
      throw new Refusal(EXIT.journalDamaged, `${name} of ${source} cannot be read: use another.`);
    }
    if (hash.digest('hex') === expected.sha256) continue;
    throw new Refusal(EXIT.journalDamaged, `${name} of ${source} is damaged: use another backup.`);
  }
  return manifest;
}

function parseManifest(text: string, source: string): BackupManifest {
  try {
    const manifest = JSON.parse(text) as BackupManifest;
    const { files } = manifest;
    if (typeof files === 'object' && Object.values(files).every((one) => 'sha256' in one)) {
      return { ...manifest, labels: manifest.labels ?? {} };
    }
  } catch {
    // Refused like one that is JSON and no manifest.
  }
  throw new Refusal(
    EXIT.journalDamaged,
    `${MANIFEST} of ${source} cannot be read: use another backup.`,
  );
}

async function readManifest(
  source: string,
  sealing: BackupSealing | undefined,
): Promise<string | undefined> {
  const path = join(source, `${MANIFEST}${sealing?.suffix ?? ''}`);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || sealing === undefined) return bytes?.toString('utf8');
  const opener = sealing.open(MANIFEST);
  opener.end(bytes);
  return readText(opener);
}

/**
 * Copy the database of a checked backup to where a server finds it. The next start recovers it.
 * @param to - the server's folder, which must not exist, and what opens the backup.
 */
export async function restoreServer(
  source: string,
  manifest: BackupManifest,
  { folder, sealing }: { readonly folder: string; readonly sealing?: BackupSealing | undefined },
): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  for (const name of Object.keys(manifest.files)) {
    if (!name.startsWith(OF_DATABASE)) continue;
    await copyFile(
      join(source, `${name}${sealing?.suffix ?? ''}`),
      join(fresh, name.slice(OF_DATABASE.length)),
      sealing && { before: sealing.open(name) },
    );
  }
  for (const name of FOLDERS) await mkdir(join(fresh, name), { recursive: true, mode: 0o700 });
  await giveTo(fresh, chooseServerUser(fresh));
  await syncFolder(fresh);
  await rename(fresh, folder);
  await syncFolder(dirname(folder));
}

async function giveTo(path: string, user: ServerUser | undefined): Promise<void> {
  if (!user) return;
  await chown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(child, user);
    else await chown(child, user.uid, user.gid);
  }
}
