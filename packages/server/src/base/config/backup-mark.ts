// When the last backup was made: a file in the data folder, since a backup is made by the tool,
// whether or not the server runs; whoever runs it may read it. Read by the back office's list.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'backup.mark';

/** Note that one was made. */
export async function writeBackupMark(dataFolder: string, atMs: number): Promise<void> {
  const path = join(dataFolder, NAME);
  await writeFile(`${path}.new`, `${atMs}\n`, { mode: 0o644 });
  await rename(`${path}.new`, path);
}

/** When that was, UTC milliseconds; 0 = never, or the mark cannot be read. */
export async function readBackupMark(dataFolder: string): Promise<number> {
  const text = await readFile(join(dataFolder, NAME), 'utf8').catch(() => '');
  const atMs = Number(text);
  return Number.isSafeInteger(atMs) && atMs > 0 ? atMs : 0;
}
