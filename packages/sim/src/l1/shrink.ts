// Makes a failing run small: takes actions out of its plan as long as the same check still fails.
// Called by main.ts.
import type { L1Plan } from './plan.ts';
import { type L1Result, runL1Plan } from './run-seed.ts';

/** Most runs that shrinking may take. */
const RUNS_MAX = 2_000;

/** The smallest plan found that fails the same check, with its result. */
export async function shrinkPlan(failure: L1Result): Promise<L1Result> {
  const check = failure.violation?.check;
  let best = failure;
  let runsLeft = RUNS_MAX;
  const tryOut = async (plan: L1Plan): Promise<boolean> => {
    runsLeft -= 1;
    // A run writes into its actions what it drew for them: another one must not read that.
    const actions = plan.actions.map((action) => ({ ...action }));
    const result = await runL1Plan({ ...plan, actions });
    if (result.violation?.check !== check) return false;
    best = result;
    return true;
  };
  // What came behind the end cannot have brought it about.
  const before = failure.plan.actions.filter(({ atMs }) => atMs <= failure.endedMs);
  await tryOut({ ...failure.plan, actions: before });
  let size = Math.max(1, best.plan.actions.length >> 1);
  for (;;) {
    let isSmaller = false;
    for (let at = 0; at < best.plan.actions.length && runsLeft > 0; ) {
      const { actions } = best.plan;
      const rest = [...actions.slice(0, at), ...actions.slice(at + size)];
      if (await tryOut({ ...best.plan, actions: rest })) isSmaller = true;
      else at += size;
    }
    if (runsLeft <= 0 || (size === 1 && !isSmaller)) return best;
    size = Math.max(1, size >> 1);
  }
}
