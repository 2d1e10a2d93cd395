// Stands in for node:fs/promises where the engine keeps its mark: what is written is there, what
// was synced stays there when the machine loses power. Chosen by hooks.ts.
import { theWorld } from '../world.ts';

function later<TResult>(work: () => TResult): Promise<TResult> {
  return new Promise((resolve, reject) => {
    theWorld().scheduler.after(0.05, () => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });
}

interface Handle {
  writeFile(text: string): Promise<void>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Below this much free room nothing can be written. */
const ROOM_BYTES = 4_096;

/** Names in a folder, as they are, are on disk; content that was not synced is not. */
function syncNames(): void {
  const { durable, written, unsynced } = theWorld().files;
  durable.clear();
  for (const [name, text] of written) durable.set(name, unsynced.has(text) ? '' : text);
}

/** Open a file to write, or a folder to sync its names. */
export function open(path: string, flags: string): Promise<Handle> {
  const { files } = theWorld();
  let content = '';
  return later(() => ({
    writeFile: (text: string) =>
      later(() => {
        if (files.freeBytes < ROOM_BYTES) throw new Error('ENOSPC: no space left on device');
        content = text;
        files.unsynced.add(text);
        files.written.set(path, text);
      }),
    datasync: () => later(() => void files.unsynced.delete(content)),
    sync: () => later(() => (flags === 'w' ? undefined : syncNames())),
    close: () => later(() => {}),
  }));
}

/** Read a file. */
export function readFile(path: string): Promise<string> {
  return later(() => theWorld().files.written.get(path) ?? '');
}

/** Give a file another name. */
export function rename(from: string, to: string): Promise<void> {
  return later(() => {
    const { written } = theWorld().files;
    written.set(to, written.get(from) ?? '');
    written.delete(from);
  });
}

/** Write at the end of a file. */
export function appendFile(path: string, text: string): Promise<void> {
  const { written } = theWorld().files;
  return later(() => void written.set(path, (written.get(path) ?? '') + text));
}

/** Free room on the disk. */
export function statfs(): Promise<{ bavail: number; bsize: number }> {
  return later(() => ({ bavail: theWorld().files.freeBytes, bsize: 1 }));
}
