// The result of a part, as docs/results/PART.json has it, and how it is written.
// Called by part.ts; read again by oldest.mjs and by the generator of the tables of promises.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { readResult, resultPath } from './oldest.mjs';

/** What one step gave: names and values, without depth. */
export type Figures = Readonly<Record<string, number | string | boolean>>;

/** One step of a part, as it ended. */
export interface StepResult {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly command: string;
  readonly seconds: number;
  readonly isGreen: boolean;
  readonly figures: Figures;
}

/** A commit and the time of its run (ISO, UTC). */
export interface Green {
  readonly commit: string;
  readonly date: string;
}

/** One part, as it ended. */
export interface PartResult extends Green {
  readonly part: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memoryGib: number;
    readonly node: string;
  };
  readonly seconds: number;
  readonly isGreen: boolean;
  /** The run before this one that was green; only where this one is red. */
  readonly lastGreen?: Green;
  readonly steps: readonly StepResult[];
}

function describeMachine(): PartResult['machine'] {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    node: process.version,
  };
}

function findLastGreen(root: string, part: string): Green | undefined {
  const before = readResult(root, part);
  if (before === undefined) return undefined;
  const { isGreen, commit, date, lastGreen } = before;
  return isGreen ? { commit, date } : lastGreen;
}

/** What all steps of a part came to, on this machine and now. */
export function makeResult(
  root: string,
  it: { part: string; commit: string; steps: readonly StepResult[] },
): PartResult {
  const { part, commit, steps } = it;
  const isGreen = steps.every((step) => step.isGreen);
  const lastGreen = isGreen ? undefined : findLastGreen(root, part);
  return {
    part,
    commit,
    date: new Date().toISOString(),
    machine: describeMachine(),
    seconds: steps.reduce((sum, { seconds }) => sum + seconds, 0),
    isGreen,
    ...(lastGreen === undefined ? {} : { lastGreen }),
    steps,
  };
}

/** Write the result where it is committed. */
export function writeResult(root: string, result: PartResult): void {
  const path = join(root, resultPath(result.part));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`);
}
