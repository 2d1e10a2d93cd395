// A socket that is a file in a folder, for the owner of the folder alone. It knows nothing of what
// is said over it. Used by the operator's socket and by the engine's.
import { chmodSync, closeSync, constants, openSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';

/**
 * Have a server listen there; a socket left by a killed process is replaced.
 *
 * @returns a function that removes the file, once the server is closed.
 */
export async function listenInFolder(
  server: Server,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<() => void> {
  // Named through an open folder: socket names must stay short, data folders need not.
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  const path = join('/proc/self/fd', String(opened), name);
  rmSync(path, { force: true });
  await listen(server, path);
  return () => {
    rmSync(path, { force: true });
    closeSync(opened);
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The file is made by bind: its mode must be right from the first instant.
    const before = process.umask(0o177);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve();
    });
    process.umask(before);
  });
}
