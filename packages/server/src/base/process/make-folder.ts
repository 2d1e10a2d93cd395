// Folders that people name: made with those above them, or refused at once.
// Called by launch, and by what writes secrets and backups.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Make a folder of ours alone, with those above it that are missing; one that is there is kept.
 * Node's own `recursive` tries for ever where the system lets nobody make one, as below /proc.
 * @errors of the system: EACCES, ENOENT, EEXIST when a file has the name ...
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  // Asked for when nothing is missing too: of a file with that name it says what is wrong.
  for (const folder of missing.length === 0 ? [resolve(path)] : missing) makeOne(folder);
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isThere) throw error;
  }
}
