// What a step of `npm run check` is, and how a step runs a program.
// Not here: what any step looks for.
// Used by every file of this folder and by tools/check.ts.

import { spawn } from 'node:child_process';

/** One thing that is wrong: where, which rule, and what to do about it in one sentence. */
export interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/** What a step answers: its findings, and a note for its line when there is something to tell. */
export interface StepResult {
  readonly findings: readonly Finding[];
  readonly note?: string;
}

/** One step of the check; `root` is the folder of the workspaces. */
export interface Step {
  readonly name: string;
  run(root: string): Promise<StepResult>;
}

/** What a program left behind: its exit code (-1 when it was killed) and all it printed. */
export interface ProgramResult {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/**
 * Run a program of node_modules with the Node that runs us and collect what it prints.
 *
 * @param root - the folder it runs in.
 * @param script - path of its script, relative to `node_modules`.
 * @param parameters - the rest of its command line.
 */
export function runProgram(
  root: string,
  script: string,
  parameters: readonly string[],
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`node_modules/${script}`, ...parameters], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    const errors: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    child.on('error', reject);
    child.on('close', (exitCode) => {
      resolve({ exitCode: exitCode ?? -1, output: output.join(''), errors: errors.join('') });
    });
  });
}

/** Turn each line that a program printed into a finding of `rule`; empty lines are dropped. */
export function findingsOfLines(rule: string, text: string): Finding[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((message) => ({ rule, message }));
}
