// Backups that are kept side by side: one more is made, and of the whole ones those that are too
// many are removed, oldest first. A folder that is no backup of ours is never touched.
// Called by the tool (`backup DIR --keep N`) and, on a schedule, by the launcher.

import { mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../base/config/index.ts';
import type { BackupManifest } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { backUp, type BackupWish } from './backup.ts';

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
interface KeptWish {
  readonly folder: string;
  readonly keptCount: number;
  readonly nowMs: number;
  readonly wish?: BackupWish | undefined;
  /** What copies; absent: `backUp`. */
  readonly copy?: typeof backUp;
}

/**
 * Make one more backup below a folder, then remove whole ones until `keptCount` are left.
 * @returns the new one's manifest and folder, and the names that were removed.
 * @errors as `backUp`; nothing is removed then.
 */
export async function makeKeptBackup(
  settings: Settings,
  { folder, keptCount, nowMs, wish, copy = backUp }: KeptWish,
): Promise<{ manifest: BackupManifest; target: string; removed: string[] }> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(
      EXIT.folder,
      `The folder ${folder} cannot be made (${(error as Error).message}): choose another one.`,
    );
  }
  const name = nameAt(nowMs);
  const target = join(folder, name);
  const fresh = `${target}.new`;
  // One that was not finished, here or in a removal, is of no use to anybody.
  for (const left of (await readdir(folder)).filter((one) => UNDER_WAY.test(one))) {
    await rm(join(folder, left), { recursive: true, force: true });
  }
  const manifest = await copy(settings, fresh, wish);
  await rename(fresh, target);
  const kept = await listKeptBackups(folder);
  const removed = kept.slice(0, Math.max(0, kept.length - keptCount)).map((one) => one.name);
  for (const one of removed) {
    await rename(join(folder, one), join(folder, `${one}.old`));
    await rm(join(folder, `${one}.old`), { recursive: true, force: true });
  }
  return { manifest, target, removed };
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
