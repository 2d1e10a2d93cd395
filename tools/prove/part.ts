// One part: its steps one after the other, each written down when it has ended, so that a part can
// be stopped and goes on; then its result. Called by command.ts.
// What is written down belongs to the sources it speaks of: with others the part starts anew.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OtherSources, Progress } from '../../packages/sim/src/progress.ts';
import { proveFolder } from './parts.ts';
import { makeResult, type PartResult, type StepResult, writeResult } from './result.ts';
import { isTried, readCommitted, type Sources } from './sources.ts';
import { listArguments, runStep, type Step, type StepEnd, type Stopping } from './step.ts';

/** A step in the state of a part: one that was stopped has its seconds so far. */
interface KeptStep extends StepResult {
  readonly isEnded: boolean;
  /** How often it was red on the same sources before. */
  readonly redRunsBefore: number;
}

interface PartState {
  readonly steps: KeptStep[];
  /** As it was written, once all steps had ended. */
  result?: PartResult;
}

/** What all parts of a run have in common. */
export interface ProveRun {
  readonly root: string;
  /** Undefined: uncommitted sources are tried, and nothing is kept or written. */
  readonly sources: Sources | undefined;
  readonly isAgain: boolean;
  readonly stopping: Stopping;
  readonly report: (line: string) => void;
}

/** How a part ended; without `result` it was stopped. */
export interface PartEnd {
  readonly part: string;
  readonly result?: PartResult;
}

/** The sources were changed while a step ran: of what it speaks cannot be said. */
export class SourcesChanged extends Error {}

/** The state of a part. */
export function openState(run: Pick<ProveRun, 'root' | 'sources'>, part: string) {
  const { root, sources } = run;
  const path = sources === undefined ? '' : join(root, proveFolder, `${part}.state.json`);
  return new Progress<PartState>(path, sources?.trees ?? '');
}

/** What was done on the same sources; "other" where the state speaks of others. */
export function readState(progress: Progress<PartState>): PartState | 'other' | undefined {
  try {
    return progress.read();
  } catch (error) {
    if (error instanceof OtherSources) return 'other';
    throw error;
  }
}

/** Steps of a part that need not be run again. */
export function listGreen(state: PartState | 'other' | undefined): string[] {
  if (state === undefined || state === 'other') return [];
  return state.steps.filter(({ isEnded, isGreen }) => isEnded && isGreen).map(({ name }) => name);
}

function forgetProgress(root: string, steps: readonly Step[]): void {
  for (const { progressFile } of steps) {
    if (progressFile !== undefined) rmSync(join(root, progressFile), { force: true });
  }
}

/** The state to go on with; a new one where there is none of the same sources. */
function beginState(
  run: ProveRun,
  it: { part: string; steps: readonly Step[]; progress: Progress<PartState> },
): PartState {
  const { root, sources, isAgain, report } = run;
  const { part, steps, progress } = it;
  const found = readState(progress);
  if (found === 'other') report(`${part}: other sources than last time, starts anew`);
  if (found !== undefined && found !== 'other' && !isAgain) return found;
  if (sources !== undefined) forgetProgress(root, steps);
  const state: PartState = { steps: [] };
  progress.keep(state);
  return state;
}

function checkSources({ root, sources }: ProveRun): void {
  if (sources === undefined) return;
  const now = readCommitted(root);
  if (now?.trees === sources.trees && !now.changes.some(isTried)) return;
  throw new SourcesChanged('the sources changed while it ran: its last step is not kept');
}

/** @returns undefined when it was stopped. */
async function runTimed(
  run: ProveRun,
  step: Step,
): Promise<{ seconds: number; end: StepEnd | undefined }> {
  const { root, sources, stopping } = run;
  const startedMs = Date.now();
  const end = await runStep(step, { root, isKept: sources !== undefined, stopping });
  return { seconds: Math.round((Date.now() - startedMs) / 1_000), end };
}

function describeCommand(step: Step): string {
  const words = listArguments(step, true).map((word) => (word === '' ? "''" : word));
  return ['node', ...words].join(' ');
}

/** What is kept of a step that ended or was stopped. */
function makeKept(
  step: Step,
  it: { before: KeptStep | undefined; seconds: number; end: StepEnd | undefined },
): KeptStep {
  const { before, end } = it;
  const wasRed = before?.isEnded === true && !before.isGreen;
  const redRunsBefore = (before?.redRunsBefore ?? 0) + (wasRed ? 1 : 0);
  const reported = redRunsBefore === 0 ? {} : { redRunsBefore };
  return {
    name: step.name,
    command: describeCommand(step),
    seconds: (wasRed ? 0 : (before?.seconds ?? 0)) + it.seconds,
    isGreen: end?.isGreen ?? false,
    figures: end === undefined ? {} : { ...end.figures, ...reported },
    isEnded: end !== undefined,
    redRunsBefore,
  };
}

/** Without what only the state needs. */
function makeStepResult({ name, command, seconds, isGreen, figures }: KeptStep): StepResult {
  return { name, command, seconds, isGreen, figures };
}

/** Run what is left. @returns whether all of it ended. */
async function runSteps(
  run: ProveRun,
  it: { part: string; steps: readonly Step[]; state: PartState; keep: () => void },
): Promise<boolean> {
  const { part, steps, state, keep } = it;
  const green = new Set(listGreen(state));
  for (const step of steps.filter(({ name }) => !green.has(name))) {
    if (run.stopping.signal !== undefined) return false;
    const at = state.steps.findIndex(({ name }) => name === step.name);
    const before = state.steps[at];
    if (before?.isEnded === true && run.sources !== undefined) forgetProgress(run.root, [step]);
    run.report(`${part}: ${step.name}`);
    const { seconds, end } = await runTimed(run, step);
    checkSources(run);
    const kept = makeKept(step, { before, seconds, end });
    if (at < 0) state.steps.push(kept);
    else state.steps[at] = kept;
    keep();
    if (end === undefined) return false;
    const word = end.isGreen ? 'green' : 'RED';
    run.report(`${part}: ${step.name}: ${word}, ${kept.seconds} s ${JSON.stringify(kept.figures)}`);
  }
  return true;
}

/** Run a part, or what is left of it, and write its result when all steps have ended. */
export async function runPart(
  run: ProveRun,
  part: string,
  steps: readonly Step[],
): Promise<PartEnd> {
  const { root, sources, report } = run;
  if (steps.length === 0) throw new Error(`${part} has no step`);
  const progress = openState(run, part);
  const state = beginState(run, { part, steps, progress });
  if (state.result?.isGreen === true) {
    report(`${part}: green on these sources already; --again runs it anew`);
    writeResult(root, state.result);
    return { part, result: state.result };
  }
  const green = listGreen(state);
  if (green.length > 0)
    report(`${part}: goes on, ${green.length} of ${steps.length} steps are done`);
  const keep = () => progress.keep(state);
  if (!(await runSteps(run, { part, steps, state, keep }))) return { part };
  const commit = sources?.commit ?? '';
  const ended = steps.flatMap(({ name }) => state.steps.filter((kept) => kept.name === name));
  const result = makeResult(root, { part, commit, steps: ended.map(makeStepResult) });
  if (sources !== undefined) {
    writeResult(root, result);
    state.result = result;
    keep();
  }
  return { part, result };
}
