// Backups that are kept side by side: one more is made, and of the whole ones those that are too
// many are removed, oldest first, each with the copy of its secrets. A folder that is no backup of
// ours is never touched; one process at a time works in a folder of backups.
// Called by the tool (`backup DIR --keep N`) and, on a schedule, by the launcher.

import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../base/config/index.ts';
import type { BackupManifest } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import type { ProcessIdentity } from '../base/process/proc.ts';
import { backUp, type BackupRequest, refuseTogether } from './backup.ts';
import { isSecretsCopy } from './backup-secrets.ts';
import { type FolderLock, takeLock } from './lock.ts';

/** A whole backup in the folder. */
export interface KeptBackup {
  /** Name below the folder of backups; names sort by time. */
  readonly name: string;
  /** UTC milliseconds. */
  readonly madeAtMs: number;
  readonly bytes: number;
}

const NAME = /^isobath-\d{4}-\d\d-\d\dT\d{6}Z$/;
/** Of one as it is, or sealed. */
const MANIFEST = /^backup\.json(\.[a-z]+)?$/;
const UNDER_WAY = /^isobath-\d{4}-\d\d-\d\dT\d{6}Z\.(new|old)$/;

const nameAt = (atMs: number) =>
  `isobath-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** UTC milliseconds that a name says. */
const readTime = (name: string) =>
  Date.parse(name.replace(/^isobath-(.*)T(\d\d)(\d\d)(\d\d)Z$/, '$1T$2:$3:$4Z'));

/** Whole backups of a folder, oldest first; none where there is no such folder. */
export async function listKeptBackups(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const found: KeptBackup[] = [];
  for (const name of names.filter((one) => NAME.test(one)).sort()) {
    const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
    // Without its manifest, which is written last, it is not whole: nobody's to count or remove.
    if (!entries.some((one) => MANIFEST.test(one.name))) continue;
    let bytes = 0;
    for (const one of entries.filter((entry) => entry.isFile())) {
      bytes += (await stat(join(one.parentPath, one.name))).size;
    }
    found.push({ name, madeAtMs: readTime(name), bytes });
  }
  return found;
}

/** What to make and what to keep. */
interface ReferenceRequest {
  readonly folder: string;
  readonly keptCount: number;
  readonly nowMs: number;
  /** `secretsTarget`: folder in which copies of secrets lie side by side as the backups do. */
  readonly request?: BackupRequest | undefined;
  /** What copies; absent: `backUp`. */
  readonly copy?: typeof backUp;
}

/** What came of it. */
interface MadeBackup {
  readonly manifest: BackupManifest;
  readonly target: string;
  /** Folder of the secrets that belong to it; undefined: they were not copied. */
  readonly secrets: string | undefined;
  readonly removed: string[];
}

function makeFolderOf(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(
      EXIT.folder,
      `The folder ${folder} cannot be made (${(error as Error).message}): choose another one.`,
    );
  }
}

/** Name of what holds the lock of a folder of backups. */
const LOCKED = '.under-way';

function refuseUnderWay(holder: ProcessIdentity, place: string): Refusal {
  const folder = join(place, '..');
  return new Refusal(
    EXIT.inUse,
    `Another backup is being made in ${folder} (process ${holder.pid}): wait until it is done.`,
  );
}

/** The lock is whose the folder is: its owner's next job can take it after one of root's. */
function lockFolder(folder: string): FolderLock {
  const place = join(folder, LOCKED);
  makeFolderOf(join(place, 'lock'));
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(folder);
    for (const one of [place, join(place, 'lock')]) chownSync(one, uid, gid);
  }
  return takeLock(place, refuseUnderWay);
}

/**
 * Make one more backup below a folder, then remove whole ones until `keptCount` are left.
 * @returns the new one's manifest and folder, and the names that were removed.
 * @errors Refusal 75 while another is made there; as `backUp`. Nothing is removed then.
 */
export async function makeKeptBackup(
  settings: Settings,
  reference: ReferenceRequest,
): Promise<MadeBackup> {
  const { folder, request } = reference;
  if (request?.secretsTarget !== undefined) refuseTogether(folder, request.secretsTarget);
  makeFolderOf(folder);
  const lock = lockFolder(folder);
  try {
    return await makeOne(settings, reference);
  } finally {
    lock.release();
  }
}

/** Copies of secrets, and where their backups would lie. */
export interface SecretsPlace {
  /** Folder of backups. */
  readonly folder: string;
  readonly secretsFolder: string;
}

/**
 * Copies of secrets whose backup does not lie in a folder, oldest first. It may lie elsewhere, or
 * have been moved: who has both says whether one may go.
 *
 * @errors Refusal 64 while no whole backup is there: its disk may not be mounted.
 */
export async function listLoneSecrets({ folder, secretsFolder }: SecretsPlace): Promise<string[]> {
  const kept = await listKeptBackups(folder);
  if (kept.length === 0) {
    throw new Refusal(
      EXIT.usage,
      `There is no whole backup in ${folder}: is its disk mounted? Nothing was looked at.`,
    );
  }
  // Of one that is not whole nobody knows what it is, so its secrets stay as well.
  const there = new Set((await readdir(folder)).map((name) => name.replace(/\.(new|old)$/, '')));
  const names = await readdir(secretsFolder).catch((error: unknown) => {
    throw new Refusal(EXIT.usage, `${secretsFolder} is no folder that can be read.`, error);
  });
  const lone: string[] = [];
  for (const name of names.filter((one) => NAME.test(one) && !there.has(one)).sort()) {
    if (await isSecretsCopy(join(secretsFolder, name))) lone.push(name);
  }
  return lone;
}

/**
 * Remove copies of secrets that somebody names, each without a backup in the folder.
 *
 * @returns those that are left without a backup.
 * @errors Refusal 64 for a name that is none of them, 75 while a backup is made there; nothing is
 *   removed then.
 */
export async function removeLoneSecrets(
  place: SecretsPlace,
  names: readonly string[],
): Promise<string[]> {
  await listLoneSecrets(place);
  const lock = lockFolder(place.folder);
  try {
    const lone = await listLoneSecrets(place);
    const wrong = names.find((name) => !lone.includes(name));
    if (wrong !== undefined) {
      throw new Refusal(
        EXIT.usage,
        `${wrong} is no copy of secrets without a backup: nothing was removed.`,
      );
    }
    await removeSecrets(place.secretsFolder, names);
    return lone.filter((name) => !names.includes(name));
  } finally {
    lock.release();
  }
}

/** Secrets of backups that were removed. Another folder's lie beside them and stay. */
async function removeSecrets(secretsFolder: string, removed: readonly string[]): Promise<void> {
  for (const name of removed) {
    const place = join(secretsFolder, name);
    if (await isSecretsCopy(place)) await rm(place, { recursive: true, force: true });
  }
}

async function makeOne(
  settings: Settings,
  { folder, keptCount, nowMs, request, copy = backUp }: ReferenceRequest,
): Promise<MadeBackup> {
  const name = nameAt(nowMs);
  const target = join(folder, name);
  const fresh = `${target}.new`;
  if (existsSync(target)) {
    throw new Refusal(EXIT.inUse, `There is ${target} already: wait for the next second.`);
  }
  // One that was not finished, here or in a removal, is of no use to anybody.
  for (const left of (await readdir(folder)).filter((one) => UNDER_WAY.test(one))) {
    await rm(join(folder, left), { recursive: true, force: true });
  }
  const secretsFolder = request?.secretsTarget;
  const secrets = secretsFolder === undefined ? undefined : join(secretsFolder, name);
  let manifest: BackupManifest;
  try {
    manifest = await copy(settings, fresh, { ...request, secretsTarget: secrets });
  } catch (error) {
    // Its secrets were taken away again; where nothing was written there is no folder.
    if (secrets !== undefined) await rmdir(secrets).catch(() => {});
    throw error;
  }
  await rename(fresh, target);
  const kept = await listKeptBackups(folder);
  const removed = kept.slice(0, Math.max(0, kept.length - keptCount)).map((one) => one.name);
  for (const one of removed) {
    await rename(join(folder, one), join(folder, `${one}.old`));
    await rm(join(folder, `${one}.old`), { recursive: true, force: true });
  }
  if (secretsFolder !== undefined) await removeSecrets(secretsFolder, removed);
  return { manifest, target, secrets, removed };
}

const LOOK_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** After one that failed the next is tried so much later. */
const RETRY_MS = 10 * 60_000;

/** When the next backup is due, from what is there. */
export function readDueMs(kept: readonly KeptBackup[], everyHours: number): number {
  const last = kept.at(-1);
  return last === undefined ? 0 : last.madeAtMs + everyHours * HOUR_MS;
}

/**
 * Make backups by the clock while the server runs; the last one in the folder says when the next is
 * due, so restarts change nothing.
 *
 * @param notice - told in words of each, and of what failed.
 * @returns stop: waits for one under way.
 */
export function keepBackups(
  settings: Settings,
  notice: (text: string) => void,
): () => Promise<void> {
  const { folder, everyHours, keptCount } = settings.backups;
  if (folder === undefined) return async () => {};
  let running: Promise<void> | undefined;
  let failedAtMs = -RETRY_MS;
  const look = async () => {
    const nowMs = Date.now();
    if (nowMs - failedAtMs < RETRY_MS) return;
    if (nowMs < readDueMs(await listKeptBackups(folder), everyHours)) return;
    try {
      const { target } = await makeKeptBackup(settings, { folder, keptCount, nowMs });
      notice(`backup made: ${target}`);
    } catch (error) {
      failedAtMs = nowMs;
      notice(`no backup was made: ${(error as Error).message}`);
    }
  };
  const timer = setInterval(() => {
    running ??= look().finally(() => (running = undefined));
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
