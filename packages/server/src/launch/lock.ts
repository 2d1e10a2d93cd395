// One server a data folder: a lock that outlives no process.
// It is not the fence of the journal (the database has that); it keeps two starts apart.
// Called first of all by the launcher and by the operator's offline commands.
//
// Each holder has a number, one above the last: the file `lock/N` names its process. Whoever makes
// the highest file whose process lives holds the lock. A file is made complete and by link, which
// fails if the name exists, so of two that recover a dead holder's lock only one succeeds.

import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { identifyProcess, isAlive, type ProcessIdentity } from '../base/process/proc.ts';

/** A lock that is held. */
export interface FolderLock {
  /** Rises with every holder of this folder. */
  readonly epoch: number;
  release(): void;
}

/**
 * Take the lock of a data folder, or of another one that one process at a time works in.
 *
 * @param refuse - what whoever finds it held is told.
 * @errors Refusal 75 at once when a living process holds it.
 */
export function takeLock(dataFolder: string, refuse = refuseHeld): FolderLock {
  const folder = join(dataFolder, 'lock');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const self = identifyProcess(process.pid);
  if (!self) throw new Error('this process is not listed in /proc');
  for (;;) {
    const last = readEpochs(folder).at(-1) ?? 0;
    const holder = last > 0 ? readHolder(folder, last) : undefined;
    if (holder && isAlive(holder)) throw refuse(holder, dataFolder);
    const epoch = last + 1;
    if (!claim(folder, epoch, self)) continue;
    const epochs = readEpochs(folder);
    if (epochs.at(-1) !== epoch) {
      // Somebody was faster than our reading of the list: theirs is the higher number.
      rmSync(join(folder, String(epoch)), { force: true });
      continue;
    }
    for (const old of epochs.slice(0, -1)) rmSync(join(folder, String(old)), { force: true });
    return { epoch, release: () => release(folder, epoch) };
  }
}

/** Who holds the lock of a data folder, if anybody alive does. */
export function findHolder(dataFolder: string): ProcessIdentity | undefined {
  const folder = join(dataFolder, 'lock');
  const last = readEpochs(folder).at(-1);
  const holder = last === undefined ? undefined : readHolder(folder, last);
  return holder && isAlive(holder) ? holder : undefined;
}

/** What whoever finds the folder held is told. */
export function refuseHeld(holder: ProcessIdentity, dataFolder: string): Refusal {
  return new Refusal(
    EXIT.inUse,
    `Isobath already runs on ${dataFolder} (process ${holder.pid}): stop it first, ` +
      'or choose another folder with DATA_DIR.',
  );
}

function readEpochs(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((one, other) => one - other);
  } catch {
    return [];
  }
}

function readHolder(folder: string, epoch: number): ProcessIdentity | undefined {
  try {
    const text = readFileSync(join(folder, String(epoch)), 'utf8');
    return text === '' ? undefined : (JSON.parse(text) as ProcessIdentity);
  } catch {
    return undefined;
  }
}

function claim(folder: string, epoch: number, self: ProcessIdentity): boolean {
  const draft = join(folder, `draft-${process.pid}`);
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    linkSync(draft, join(folder, String(epoch)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The number stays, so that the next holder's is higher; an empty file names nobody. */
function release(folder: string, epoch: number): void {
  if (readEpochs(folder).at(-1) === epoch) writeFileSync(join(folder, String(epoch)), '');
}
