// A program that lives and ends with a child of the launcher, joined with it by a pipe that is
// descriptor 3 of both. It is none of our servers: it has no channel to the launcher, no cache for
// its code, and of the environment what its plan says.
// Used by child-process.ts, for the signer beside custody.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { openLog } from '../base/process/open-log.ts';

/** What to start beside a child. */
export interface CompanionPlan {
  /** One word; names its log and its line in the list of processes. */
  readonly role: string;
  /** Words behind `node`. */
  readonly parameters: readonly string[];
  /** All that its environment has; asked at each start. */
  readonly readEnvironment: () => Readonly<Record<string, string>>;
}

interface CompanionWatch {
  readonly logFile: string;
  readonly onStart: (pid: number) => void;
  readonly onEnd: () => void;
}

/** A companion that runs. */
interface Companion {
  readonly child: ChildProcess;
  /** The child's end of the pipe, to be handed on and then closed here. */
  readonly pipe: Socket;
}

const PIPE = 3;
/** One whose partner is gone ends by itself; it may write what it has begun. */
const END_WITHIN_MS = 2_000;

/** Start a companion. @throws when its pipe cannot be made. */
export function startCompanion(plan: CompanionPlan, watch: CompanionWatch): Companion {
  const log = openLog(watch.logFile);
  const child = spawn(
    process.execPath,
    [`--title=isobath-${plan.role}`, '--no-warnings', ...plan.parameters],
    { env: plan.readEnvironment(), stdio: ['ignore', log, log, 'pipe'] },
  );
  if (log !== 'ignore') closeSync(log);
  if (child.pid !== undefined) watch.onStart(child.pid);
  void waitForEnd(child).then(watch.onEnd);
  const pipe = child.stdio[PIPE] as Socket | undefined;
  if (pipe === undefined) throw new Error(`${plan.role} has no pipe`);
  // Nothing is read here: it speaks to the child alone.
  pipe.pause();
  return { child, pipe };
}

/** Resolves when a process has ended, or when it never began. */
export function waitForEnd(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** Resolves when all have ended: after the first one the others have a little time. */
export async function endTogether(children: readonly ChildProcess[]): Promise<void> {
  const ends = children.map(waitForEnd);
  await Promise.race(ends);
  const timer = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, END_WITHIN_MS);
  await Promise.all(ends);
  clearTimeout(timer);
}
