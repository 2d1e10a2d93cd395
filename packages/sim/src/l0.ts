// Level L0: whole runs of the engine against the model. Not here: the single comparison
// (comparison.ts), the command line (run.ts). Called by run.ts and the tests.
import { Comparison, type Fault } from './comparison.ts';
import type { Coverage } from './coverage.ts';
import type { Subject } from './subject.ts';
import { drawPlan, type Plan, Sender, type Sent } from './workload.ts';

/** A run that found something: what, where, and everything sent until then. */
export interface Failure {
  readonly fault: Fault;
  readonly plan: Plan;
  /** How many numbers of the plan were used, the last one included. */
  readonly stepsCount: number;
  readonly sent: readonly Sent[];
}

/** How runs are made. */
export interface Judging {
  readonly createSubject: () => Subject;
  readonly dumpEvery: number;
  readonly coverage?: Coverage;
}

/** Run a plan to its end or to the first difference. */
export function runPlan(plan: Plan, judging: Judging): Failure | null {
  const comparison = new Comparison(judging.createSubject(), judging.dumpEvery);
  const sender = new Sender(plan, comparison.model);
  const sent: Sent[] = [];
  let stepsCount = 0;
  for (const step of plan.steps) {
    stepsCount += 1;
    for (const one of sender.read(step)) {
      sent.push(one);
      const { events, fault } = comparison.feedPlain(one);
      judging.coverage?.count(events, comparison.model.orders, one.command);
      if (fault !== null) return { fault, plan, stepsCount, sent };
    }
  }
  const fault = comparison.compareAll();
  if (fault !== null) return { fault, plan, stepsCount, sent };
  comparison.end();
  return null;
}

/** Commands of one run before the next seed's turn. */
export const stepsPerRun = 3_000;

/** One seed in so many has its whole state compared after each command, at ten times the cost. */
const closeEvery = 64;

/** As a run is made in which everything is compared after each command. */
export function lookClosely(judging: Judging): Judging {
  return { ...judging, dumpEvery: 1 };
}

/** How many seeds are run. */
export interface SeedsRequest {
  readonly seed: number;
  readonly commandsCount: number;
}

/** Run as many seeds as it takes for `commandsCount` commands; the first failure ends it. */
export function runSeeds(
  it: SeedsRequest,
  judging: Judging & { readonly coverage: Coverage },
): { readonly failure: Failure | null; readonly seedsCount: number } {
  let seedsCount = 0;
  while (judging.coverage.commandsCount < it.commandsCount) {
    const left = it.commandsCount - judging.coverage.commandsCount;
    const seed = (it.seed + seedsCount) >>> 0;
    const plan = drawPlan(seed, Math.min(left, stepsPerRun));
    seedsCount += 1;
    const failure = runPlan(plan, seed % closeEvery === 0 ? lookClosely(judging) : judging);
    if (failure !== null) return { failure, seedsCount };
  }
  return { failure: null, seedsCount };
}
