// The files that processes write their output to: put aside when they are long, at a start and
// while everything runs. It reads no line. Called by the launcher and by offline commands.

import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A log may be so long; with the one put aside a process keeps twice as much. */
export const LOG_BYTES_MAX = 8 * 1024 * 1024;

const LOOK_EVERY_MS = 30_000;
const COPY_BYTES = 1024 * 1024;

const logsFolder = (dataFolder: string) => join(dataFolder, 'logs');

/** File that a process's output goes to; a long one is put aside first, one generation is kept. */
export function prepareLog(dataFolder: string, role: string): string {
  const path = join(logsFolder(dataFolder), `${role}.log`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.size > LOG_BYTES_MAX) renameSync(path, `${path}.1`);
  return path;
}

/**
 * Put a log aside that a process is writing to: it keeps its open file, which is copied and then
 * emptied. Whoever writes must append. What is written while the last bytes are copied is copied
 * too; only a line of the very instant of emptying can be lost.
 */
export function putAside(path: string): void {
  const from = openSync(path, 'r+');
  const to = openSync(`${path}.1`, 'w', 0o600);
  try {
    const bytes = Buffer.alloc(COPY_BYTES);
    for (let at = 0; ; ) {
      const count = readSync(from, bytes, 0, bytes.length, at);
      if (count === 0) break;
      writeSync(to, bytes, 0, count);
      at += count;
    }
    ftruncateSync(from, 0);
  } finally {
    closeSync(from);
    closeSync(to);
  }
}

/** Put long logs aside now. */
export function shortenLogs(dataFolder: string, bytesMax = LOG_BYTES_MAX): void {
  for (const name of readdirSync(logsFolder(dataFolder))) {
    const path = join(logsFolder(dataFolder), name);
    if (name.endsWith('.log') && statSync(path).size > bytesMax) putAside(path);
  }
}

/**
 * Keep the logs short from now on.
 *
 * @param notice - told when a log could not be put aside.
 * @returns stop.
 */
export function keepLogsShort(dataFolder: string, notice: (text: string) => void): () => void {
  const timer = setInterval(() => {
    try {
      shortenLogs(dataFolder);
    } catch (error) {
      notice(`a log was not put aside: ${(error as Error).message}`);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
