// One step of a part: a program with the pinned Node, run to its end or until it is told to stop.
// Not here: which steps there are (parts.ts) and what is kept of them (part.ts).

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './result.ts';

/** What is to be run, and how its answer is read. */
export interface Step {
  readonly name: string;
  /** Arguments of the pinned Node, run in the root of the repository. */
  readonly args: readonly string[];
  /** The file of its own in which it writes down what it did, given to it as `--progress FILE`. */
  readonly progressFile?: string;
  /** The file in which it leaves its document, instead of the last line of its output. */
  readonly reportFile?: string;
  /** Exit codes with which it has done its work; only 0 where there are none. */
  readonly doneCodes?: readonly number[];
  /** @throws Error when the document lacks what it must say. */
  readonly read: (document: unknown) => Figures;
  /** Whether the work is done; otherwise it is run again with the same progress file. */
  readonly isWhole?: (figures: Figures) => boolean;
}

/** How a run of a step ended. */
export interface StepEnd {
  readonly isGreen: boolean;
  readonly figures: Figures;
}

/** Ends what runs now. A second signal changes nothing. */
export class Stopping {
  signal: NodeJS.Signals | undefined;
  #child: ChildProcess | undefined;

  /** Remember whose process group is to be ended; one that comes too late is ended at once. */
  watch(child: ChildProcess | undefined): void {
    this.#child = child;
    if (this.signal !== undefined) this.#end();
  }

  /** The step and all that it started get SIGTERM, and SIGKILL when they take too long. */
  stop(signal: NodeJS.Signals): void {
    if (this.signal !== undefined) return;
    this.signal = signal;
    this.#end();
  }

  #end(): void {
    const child = this.#child;
    if (child === undefined) return;
    killGroup(child, 'SIGTERM');
    setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS).unref();
  }
}

/** An orderly end of a whole product under load takes some seconds. */
const GRACE_MS = 30_000;
/** Until what was killed is gone. */
const KILLED_MS = 5_000;

/** @returns whether anything of it was still there. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

/** What the step started stops on its own and may take longer: the next run must not meet it. */
async function waitForGroup(child: ChildProcess): Promise<void> {
  const giveUpMs = Date.now() + GRACE_MS + KILLED_MS;
  while (killGroup(child, 0) && Date.now() < giveUpMs) await sleep(50);
}

/** All arguments of a step; without its progress nothing that others started is gone on with. */
export function listArguments(step: Step, isKept: boolean): string[] {
  if (step.progressFile === undefined) return [...step.args];
  return [...step.args, '--progress', isKept ? step.progressFile : ''];
}

interface Ended {
  readonly code: number;
  readonly lastLine: string;
}

/** Its own output is shown as our errors are: ours ends with one document. */
async function runChild(root: string, args: readonly string[], stopping: Stopping): Promise<Ended> {
  const bin = join(root, 'node_modules/.bin');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  stopping.watch(child);
  let rest = '';
  let lastLine = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.trim() !== '')) {
      if (lastLine !== '' && !lastLine.startsWith('{')) process.stderr.write(`${lastLine}\n`);
      lastLine = line;
    }
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? -1));
  });
  if (stopping.signal !== undefined) await waitForGroup(child);
  stopping.watch(undefined);
  return { code, lastLine: rest.trim() === '' ? lastLine : rest };
}

function readEnd(root: string, step: Step, { code, lastLine }: Ended): StepEnd {
  const { reportFile, doneCodes = [0] } = step;
  try {
    const text = reportFile === undefined ? lastLine : readFileSync(join(root, reportFile), 'utf8');
    const figures = step.read(JSON.parse(text));
    const isGreen = doneCodes.includes(code);
    return { isGreen, figures: isGreen ? figures : { ...figures, exitCode: code } };
  } catch (error) {
    const trouble = `no report: ${(error as Error).message.slice(0, 200)}`;
    return { isGreen: false, figures: { exitCode: code, trouble: trouble.replaceAll(root, '.') } };
  }
}

/** Run a step until its work is done; undefined when it was told to stop before. */
export async function runStep(
  step: Step,
  it: { root: string; isKept: boolean; stopping: Stopping },
): Promise<StepEnd | undefined> {
  const { root, isKept, stopping } = it;
  if (step.reportFile !== undefined) {
    mkdirSync(join(root, dirname(step.reportFile)), { recursive: true });
  }
  for (;;) {
    if (step.reportFile !== undefined) rmSync(join(root, step.reportFile), { force: true });
    const ended = await runChild(root, listArguments(step, isKept), stopping);
    if (stopping.signal !== undefined) return undefined;
    const end = readEnd(root, step, ended);
    if (!end.isGreen || (step.isWhole?.(end.figures) ?? true)) return end;
  }
}
