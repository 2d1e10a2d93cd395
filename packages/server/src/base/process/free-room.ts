// How much room is left where data is kept. It decides nothing. Asked by the engine, which stops
// taking commands in time, and by the edge, which tells operators.
import { statfs } from 'node:fs/promises';

/** Below this the engine takes nothing, and the exchange is not ready. */
export const DISK_FULL_BYTES = 64 * 1024 * 1024;

/**
 * Room left for us on the file systems of these folders: the least counts.
 *
 * @param folders - the first must be there; another that is not, as the folder of a database that
 *   is elsewhere, has none to tell.
 * @errors of the system, when a folder cannot be asked.
 */
export async function readFreeBytes(folders: readonly string[]): Promise<number> {
  const [first, ...others] = folders;
  let least = await askFree(first as string);
  for (const folder of others) {
    const free = await askFree(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return least;
      throw error;
    });
    least = Math.min(least, free);
  }
  return least;
}

async function askFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
