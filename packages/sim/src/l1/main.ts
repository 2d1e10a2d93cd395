// Level L1: whole seeds one after the other, or one kept run. The outside is replaced before
// anything of the engine is loaded, so nothing here may import it directly. Called by ../run.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { report } from '../comparison.ts';
import { reviveAmounts } from '../trace.ts';
import { replaceOutside } from './hooks.ts';
import { readMissing } from './coverage.ts';
import type { L1Plan } from './plan.ts';
import type { L1Result } from './run-seed.ts';

/** A kept run of this level. */
export interface L1Trace extends L1Plan {
  readonly level: 'L1';
  readonly rule: string;
  readonly check: string;
  readonly detail: string;
}

/** Commands of one run before the next seed's turn. */
const COMMANDS_PER_RUN = 2_000;
/** One seed of so many is run twice and must come out the same. */
const TWICE_EVERY = 40;

/** Load the simulated world. */
async function load() {
  replaceOutside();
  const readRealMs = performance.now.bind(performance);
  const { replaceTime } = await import('./world/globals.ts');
  const { drawL1Plan } = await import('./plan.ts');
  const { runL1Plan } = await import('./run-seed.ts');
  const { shrinkPlan } = await import('./shrink.ts');
  replaceTime();
  // Refusals are many here, and nobody reads where they came from.
  Error.stackTraceLimit = 2;
  return { drawL1Plan, runL1Plan, shrinkPlan, readRealMs };
}

let loaded: ReturnType<typeof load> | undefined;

/** The simulated world: a program enters it once, however much it runs there. */
function enter(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

/** What many seeds came to. */
export interface L1Report {
  readonly level: 'L1';
  readonly seed: number;
  readonly seedsCount: number;
  readonly commandsCount: number;
  readonly commandsPerSecond: number;
  readonly commandsPerCoreSecond: number;
  readonly check: string | null;
  readonly detail: string;
  readonly complaints: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** The failing run, made small. */
  readonly failure: L1Result | undefined;
}

/** How seeds are run. */
export interface L1Request {
  readonly seed: number;
  readonly commandsCount: number;
  /** Whether a failing run is made small; it takes its time. */
  readonly isShrinking: boolean;
  /** Whether nothing is said of a failure but the answer. */
  readonly isQuiet?: boolean;
  /** Processor time of this program after which no further seed is begun. */
  readonly limitCoreMs?: number;
}

/** Run as many seeds as it takes; the first violation ends it. */
export async function runL1(request: L1Request): Promise<L1Report> {
  const world = await enter();
  const startedMs = world.readRealMs();
  const counts: Record<string, number> = {};
  let commandsCount = 0;
  let seedsCount = 0;
  let failure: L1Result | undefined;
  const usedBefore = process.cpuUsage();
  const readCoreMs = () => {
    const { user, system } = process.cpuUsage(usedBefore);
    return (user + system) / 1_000;
  };
  const isOver = () => readCoreMs() >= (request.limitCoreMs ?? Infinity);
  while (commandsCount < request.commandsCount && failure === undefined && !isOver()) {
    const plan = world.drawL1Plan((request.seed + seedsCount) >>> 0, COMMANDS_PER_RUN);
    const first = await world.runL1Plan(plan);
    seedsCount += 1;
    commandsCount += first.commandsCount;
    for (const [name, count] of first.counts) counts[name] = (counts[name] ?? 0) + count;
    if (first.violation !== undefined) failure = first;
    else if (seedsCount % TWICE_EVERY === 1) failure = await runAgain(world, plan, first);
  }
  if (failure !== undefined && !request.isQuiet) {
    const { seed, actions } = failure.plan;
    process.stderr.write(`seed ${seed}, ${actions.length} actions: ${report(failure.violation)}\n`);
  }
  const seconds = (world.readRealMs() - startedMs) / 1000;
  const coreSeconds = readCoreMs() / 1_000;
  const small = failure && request.isShrinking ? await world.shrinkPlan(failure) : failure;
  return {
    level: 'L1',
    seed: request.seed,
    seedsCount,
    commandsCount,
    commandsPerSecond: Math.round(commandsCount / seconds),
    commandsPerCoreSecond: Math.round(commandsCount / coreSeconds),
    check: failure?.violation?.check ?? null,
    detail: small?.violation?.detail ?? '',
    complaints: failure === undefined ? readMissing(counts, commandsCount) : [],
    counts,
    failure: small,
  };
}

/** The same seed must come out the same, event by event. */
async function runAgain(
  world: Awaited<ReturnType<typeof load>>,
  plan: L1Plan,
  first: L1Result,
): Promise<L1Result | undefined> {
  const again = await world.runL1Plan({ ...plan, actions: plan.actions.map(forgetCommand) });
  if (again.traceHash === first.traceHash) return undefined;
  const detail = `trace ${first.traceHash} and then ${again.traceHash}`;
  return { ...again, violation: { check: 'determinism', detail } };
}

function forgetCommand(action: L1Plan['actions'][number]): L1Plan['actions'][number] {
  const { atMs, kind, draw } = action;
  return { atMs, kind, draw };
}

/** Keep a failing run; one action a line. */
export function writeL1Trace(path: string, failure: L1Result): void {
  const { seed, snapshotIntervalCount, actions, setup } = failure.plan;
  const { hasAudience = false, hasPrices = false } = failure.plan;
  const { check = '', detail = '' } = failure.violation ?? {};
  const found = { level: 'L1', rule: 'to be told', check, detail };
  const head = { ...found, seed, snapshotIntervalCount, hasAudience, hasPrices };
  const lines = actions.map((action) => report(action)).join(',\n');
  const begin = `${report(head).slice(0, -1)},"setup":${report(setup)}`;
  writeFileSync(path, `${begin},"actions":[\n${lines}\n]}\n`);
}

/** Run a kept run again. */
export async function replayL1(path: string): Promise<L1Result> {
  const trace = JSON.parse(readFileSync(path, 'utf8'), reviveAmounts) as L1Trace;
  const world = await enter();
  return world.runL1Plan(trace);
}
