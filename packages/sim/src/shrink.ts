// Makes a failing run small: takes numbers out of its plan as long as the same check still fails.
// Not here: running (l0.ts). Called by run.ts.
import { type Failure, type Judging, runPlan } from './l0.ts';

/** Most re-runs that shrinking may take. */
const rerunsMax = 2_000;

class Shrinking {
  best: Failure;
  private rerunsLeft = rerunsMax;
  private readonly check: string;
  private readonly judging: Judging;

  constructor(failure: Failure, judging: Judging) {
    this.best = failure;
    this.judging = judging;
    this.check = failure.fault.check;
  }

  isOver(): boolean {
    return this.rerunsLeft === 0;
  }

  /** Keep these steps when they still fail the same check. */
  tryOut(steps: readonly number[]): boolean {
    if (this.isOver()) return false;
    this.rerunsLeft -= 1;
    const found = runPlan({ ...this.best.plan, steps }, this.judging);
    if (found === null || found.fault.check !== this.check) return false;
    this.best = { ...found, plan: { ...found.plan, steps: steps.slice(0, found.stepsCount) } };
    return true;
  }

  /** Take out every chunk of a size that is not needed; true when one was not. */
  takeOut(size: number): boolean {
    let isSmaller = false;
    for (let at = 0; at < this.best.plan.steps.length && !this.isOver(); ) {
      const { steps } = this.best.plan;
      if (this.tryOut([...steps.slice(0, at), ...steps.slice(at + size)])) isSmaller = true;
      else at += size;
    }
    return isSmaller;
  }
}

/**
 * Shrink a failure by taking out ever smaller chunks of its steps (delta debugging), in at most
 * 2 000 runs.
 *
 * @returns the smallest failure found with the same check.
 */
export function shrinkFailure(failure: Failure, judging: Judging): Failure {
  const shrinking = new Shrinking(failure, judging);
  shrinking.tryOut(failure.plan.steps.slice(0, failure.stepsCount));
  let size = Math.max(1, Math.floor(shrinking.best.plan.steps.length / 2));
  for (;;) {
    const isSmaller = shrinking.takeOut(size);
    if (shrinking.isOver() || (size === 1 && !isSmaller)) return shrinking.best;
    size = Math.max(1, Math.floor(size / 2));
  }
}
