// Lets work that nobody waits for stand behind work that somebody does: where processors are short
// the kernel gives such threads a smaller share. Linux only. It starts and ends nothing.
// Called by the projector, by threads of the engine's process, and for their database sessions.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** A third of the share it would have: enough to go on when the others never rest. */
const STEPS_BACK = 5;
/** The kernel hears wishes for groups ten times a second from all of us together. */
const GROUP_RETRY_MS = 150;
const GROUP_TRIES_MAX = 20;

/** Put the thread that calls behind others. */
export function yieldThread(): void {
  // Number 0 is the thread that calls, not its process.
  yieldTo(0);
}

/** Put all threads of this process behind others, those of Node's own as well. */
export function yieldProcess(): void {
  for (const thread of readdirSync('/proc/self/task')) yieldTo(Number(thread));
}

/**
 * Put a process of the database server that works for us behind others; one that is on another
 * machine, or not ours to change, stays as it is.
 */
export function yieldDatabaseProcess(pid: number): void {
  if (!isDatabaseProcess(pid)) return;
  yieldTo(pid);
  yieldGroup(pid, GROUP_TRIES_MAX);
}

function isDatabaseProcess(pid: number): boolean {
  return /^postgres: .*\[local\]/.test(readText(`/proc/${pid}/cmdline`));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Many kernels share processors among groups first, one for each session of processes, and let
 * niceness count within a group only. Each process of the database server is such a group.
 */
function yieldGroup(pid: number, triesLeft: number): void {
  const path = `/proc/${pid}/autogroup`;
  // No such file, or no such line: this kernel has no groups.
  const niceness = / nice (-?\d+)/.exec(readText(path))?.[1];
  if (niceness === undefined || triesLeft === 0 || !isDatabaseProcess(pid)) return;
  const wanted = Math.min(Number(niceness) + STEPS_BACK, constants.priority.PRIORITY_LOW);
  try {
    writeFileSync(path, String(wanted));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    setTimeout(() => yieldGroup(pid, triesLeft - 1), GROUP_RETRY_MS).unref();
  }
}

function yieldTo(id: number): void {
  try {
    setPriority(id, Math.min(getPriority(id) + STEPS_BACK, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended meanwhile or belongs to somebody else: only speed depends on it.
  }
}
