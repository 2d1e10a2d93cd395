// Copies a running embedded server to a folder, and such a folder back into a data folder.
// It opens and stops no server. Called by the operator's `backup` and `restore`.
// The copy is made file by file while the server writes; together with the log of that time it is
// one instant, the end of the backup. A manifest with the hash of every file proves it whole.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Transform } from 'node:stream';
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
  /** Every file of the backup but the manifest, by its path below the backup's folder. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

const MANIFEST = 'backup.json';
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
  /** Other files to keep with it: path below the backup, path now. Copied first. */
  readonly extras: Readonly<Record<string, string>>;
}

type Files = Record<string, { bytes: number; sha256: string }>;

/**
 * Back up a running server.
 * @returns the manifest; the backup is durable on disk when this resolves.
 * @errors Refusal 73 when the target is not empty.
 */
export async function backUpServer(options: BackupOptions): Promise<BackupManifest> {
  const { target, folder } = options;
  await prepareTarget(target);
  const files: Files = {};
  for (const [name, path] of Object.entries(options.extras)) {
    await addFile(files, path, { target, name });
  }
  const session = await options.database.openSession();
  try {
    const start = await startBackup(session);
    for (const name of await listFiles(folder)) {
      if (LEFT_OUT.test(name) || EMPTY.test(name)) continue;
      await addFile(files, join(folder, name), { target, name: `database/${name}` });
    }
    const stop = await stopBackup(session);
    for (const name of await readdir(join(folder, 'pg_wal'))) {
      if (!/^[0-9A-F]{24}$/.test(name) || name < start.segment || name > stop.segment) continue;
      const path = join(folder, 'pg_wal', name);
      await addFile(files, path, { target, name: `database/pg_wal/${name}` });
    }
    const label = join(target, '.label');
    await writeFile(label, stop.label);
    await addFile(files, label, { target, name: 'database/backup_label' });
    await rm(label);
    return await writeManifest(target, {
      postgresMajor: EMBEDDED_MAJOR,
      madeAt: new Date().toISOString(),
      startPosition: start.position,
      stopPosition: stop.position,
      files,
    });
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
  { target, name }: { target: string; name: string },
): Promise<void> {
  try {
    files[name] = await copyFile(path, join(target, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
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
  await pipeline(
    createReadStream(from),
    measure,
    createWriteStream(to, { mode: 0o600, flush: true }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

async function writeManifest(target: string, manifest: BackupManifest): Promise<BackupManifest> {
  const path = join(target, MANIFEST);
  await writeFile(`${path}.new`, JSON.stringify(manifest), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  const names = Object.keys(manifest.files).map((name) => dirname(join(target, name)));
  for (const folder of new Set([...names, target])) await syncFolder(folder);
  return manifest;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/**
 * Read and check a backup: all files there, all hashes right.
 * @errors Refusal 73 when there is none or it is incomplete, 65 naming a damaged file,
 *   76 when it is of another major version.
 */
export async function readBackup(source: string): Promise<BackupManifest> {
  const text = await readFile(join(source, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new Refusal(EXIT.folder, `${source} is no complete backup: ${MANIFEST} is not there.`);
  }
  const manifest = JSON.parse(text) as BackupManifest;
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
      await pipeline(createReadStream(join(source, name)), hash);
    } catch {
      throw new Refusal(EXIT.journalDamaged, `${name} of ${source} cannot be read: use another.`);
    }
    if (hash.digest('hex') === expected.sha256) continue;
    throw new Refusal(EXIT.journalDamaged, `${name} of ${source} is damaged: use another backup.`);
  }
  return manifest;
}

/**
 * Copy the database of a checked backup to where a server finds it. The next start recovers it.
 * @param folder - the server's folder; must not exist.
 */
export async function restoreServer(
  source: string,
  manifest: BackupManifest,
  folder: string,
): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  for (const name of Object.keys(manifest.files)) {
    if (!name.startsWith('database/')) continue;
    await copyFile(join(source, name), join(fresh, name.slice('database/'.length)));
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
