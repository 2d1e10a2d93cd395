// Lets work that nobody waits for stand behind work that somebody does: where processors are short
// the kernel gives such threads a smaller share. Linux only. It starts and ends nothing.
// Called by the projector, by threads of the engine's process, and for their database sessions.
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** A third of the share it would have: enough to go on when the others never rest. */
const STEPS_BACK = 5;

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
  if (/^postgres: .*\[local\]/.test(readTitle(pid))) yieldTo(pid);
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function yieldTo(id: number): void {
  try {
    setPriority(id, Math.min(getPriority(id) + STEPS_BACK, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended meanwhile or belongs to somebody else: only speed depends on it.
  }
}
