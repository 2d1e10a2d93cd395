// The files that processes write their output to: put aside when they are long or a day is over,
// and removed after a while; at a start and while everything runs. It reads no line, and adds some
// of the launcher's own. Called by the launcher and by offline commands.

import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { LogSettings } from '../base/config/index.ts';
import { formatLine } from '../base/log/index.ts';

/** How long logs may be, and how much of what was put aside stays. */
export type LogLimits = Pick<LogSettings, 'bytesMax' | 'filesCountMax' | 'daysMax'>;

const LOOK_EVERY_MS = 30_000;
const COPY_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;
const ASIDE = /^(.+\.log)\.(\d+)$/;

const logsFolder = (dataFolder: string) => join(dataFolder, 'logs');
const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

/** File that a process's output goes to; one that is long or of another day is put aside first. */
export function prepareLog(dataFolder: string, role: string, limits: LogLimits): string {
  const path = join(logsFolder(dataFolder), `${role}.log`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.size === 0) return path;
  const isOld = dayOf(found.mtimeMs) !== dayOf(Date.now());
  if (found.size > limits.bytesMax || isOld) {
    makeRoom(path, limits.filesCountMax);
    renameSync(path, `${path}.1`);
  }
  return path;
}

/** Give every file that was put aside the next number; the last one goes. */
function makeRoom(path: string, filesCountMax: number): void {
  rmSync(`${path}.${filesCountMax}`, { force: true });
  for (let number = filesCountMax - 1; number >= 1; number -= 1) {
    const found = statSync(`${path}.${number}`, { throwIfNoEntry: false });
    if (found !== undefined) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  }
}

/**
 * Put a log aside that a process is writing to: it keeps its open file, which is copied and then
 * emptied. Whoever writes must append. What is written while the last bytes are copied is copied
 * too; only a line of the very instant of emptying can be lost.
 */
function putAside(path: string, filesCountMax: number): void {
  makeRoom(path, filesCountMax);
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

/** What to do at a look. */
interface Look extends LogLimits {
  /** A day is over: whatever has lines is put aside. */
  readonly isNewDay?: boolean;
}

/** Put long logs aside now, and remove what was put aside too long ago or is one too many. */
export function shortenLogs(dataFolder: string, look: Look): void {
  const folder = logsFolder(dataFolder);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.log')) continue;
    const { size } = statSync(path);
    const isDue = look.isNewDay === true && size > 0;
    if (isDue || size > look.bytesMax) putAside(path, look.filesCountMax);
  }
  for (const name of readdirSync(folder)) {
    const number = Number(ASIDE.exec(name)?.[2] ?? 0);
    if (number === 0) continue;
    const path = join(folder, name);
    const isOver = Date.now() - statSync(path).mtimeMs > look.daysMax * DAY_MS;
    if (isOver || number > look.filesCountMax) rmSync(path, { force: true });
  }
}

/**
 * Keep the logs short from now on.
 *
 * @param notice - told when a log could not be put aside.
 * @returns stop.
 */
export function keepLogsShort(
  dataFolder: string,
  limits: LogLimits,
  notice: (text: string) => void,
): () => void {
  let day = dayOf(Date.now());
  const timer = setInterval(() => {
    const today = dayOf(Date.now());
    try {
      shortenLogs(dataFolder, { ...limits, isNewDay: today !== day });
      day = today;
    } catch (error) {
      notice(`a log was not put aside: ${(error as Error).message}`);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Add a line of the launcher's to its own log; a disk that is full loses it. */
export function writeLauncherLine(dataFolder: string, level: 'info' | 'warn', text: string): void {
  const path = join(logsFolder(dataFolder), 'launcher.log');
  try {
    appendFileSync(path, formatLine(level, text, { process: 'launcher' }), { mode: 0o600 });
  } catch {
    // It stands on the terminal all the same.
  }
}
