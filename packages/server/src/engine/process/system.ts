// The real clock and the real disk behind the ports. Nothing decides here. Used by process.ts only.
import { uptime } from 'node:os';
import { readFreeBytes } from '../../base/process/free-room.ts';
import type { Clock, Disk } from '../ports.ts';

const TIMER_MS_MAX = 3_600_000;
const SUSPECT_MS = 500;

/** Make the clock of this machine. */
export function createSystemClock(): Clock {
  // performance.now() stands still while the machine is suspended, uptime() does not but is slow to
  // ask: it is asked only when the wall clock says that more time has gone by.
  const startMs = uptime() * 1000 - performance.now();
  let suspendedMs = 0;
  let differenceMs = Date.now() - performance.now();
  return {
    nowMs: () => Date.now(),
    steadyMs: () => {
      const runningMs = performance.now();
      const nowDifferenceMs = Date.now() - runningMs;
      if (Math.abs(nowDifferenceMs - differenceMs) > SUSPECT_MS) {
        suspendedMs = Math.max(suspendedMs, Math.floor(uptime() * 1000 - runningMs - startMs));
        differenceMs = nowDifferenceMs;
      }
      return runningMs + suspendedMs;
    },
    wakeAfter: (delayMs, wake) => {
      const timer = setTimeout(wake, Math.min(Math.ceil(delayMs), TIMER_MS_MAX));
      return () => clearTimeout(timer);
    },
    soon: (run) => void setImmediate(run),
  };
}

/** The file systems that these folders lie on: the one with the least room counts. */
export function watchDisk(...folders: readonly string[]): Disk {
  return { freeBytes: () => readFreeBytes(folders) };
}
