// What the kernel says about other processes: are they alive, are they the ones we started.
// It starts nothing, and ends only what it is told to.
// Called by the launcher, the lock of the data folder, the embedded database.

import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';

/** Identity of a process that survives the reuse of its number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot at which it started (field 22 of /proc/PID/stat). */
  readonly startTicks: string;
  /** The kernel's boot id: start ticks of another boot mean nothing. */
  readonly bootId: string;
}

interface ProcessStat {
  /** File name of the program, at most 15 characters. */
  readonly name: string;
  readonly state: string;
  readonly parentPid: number;
  readonly startTicks: string;
}

/**
 * Read one line of /proc/PID/stat.
 * @returns undefined when there is no such process.
 */
export function readProcessStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name stands in brackets and may hold spaces and brackets itself.
  const end = text.lastIndexOf(')');
  const name = text.slice(text.indexOf('(') + 1, end);
  const fields = text.slice(end + 2).split(' ');
  return { name, state: fields[0], parentPid: Number(fields[1]), startTicks: fields[19] };
}

/** The kernel's identity of this boot. */
export function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/**
 * Identity of a living process.
 * @returns undefined when it is gone or only waits to be reaped.
 */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const stat = readProcessStat(pid);
  if (!stat || stat.state === 'Z' || stat.state === 'X') return undefined;
  return { pid, startTicks: stat.startTicks, bootId: readBootId() };
}

/** Whether exactly this process (not another one with its number) is still alive. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== readBootId()) return false;
  return identifyProcess(identity.pid)?.startTicks === identity.startTicks;
}

/**
 * Processes of one program whose working directory is this folder, by number.
 * Zombies are not listed: they hold nothing.
 */
export function findProcessesIn(folder: string, program: string): number[] {
  const wanted = statSync(folder, { throwIfNoEntry: false });
  if (!wanted) return [];
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    if (readProcessStat(Number(name))?.name !== program) continue;
    try {
      // Links read as text first: following all of them would touch foreign mounts.
      const target = readlinkSync(`/proc/${name}/cwd`);
      if (!target.startsWith('/')) continue;
      const there = statSync(`/proc/${name}/cwd`);
      if (there.dev === wanted.dev && there.ino === wanted.ino) found.push(Number(name));
    } catch {
      // Not ours to look at, or gone meanwhile.
    }
  }
  return found;
}

/**
 * Send a signal; a process that is already gone is not an error.
 * @returns false when there was nobody to signal.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
