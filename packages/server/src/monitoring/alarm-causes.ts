// When a halt and late tables are worth a mail. Pure judgements of what was seen; it asks nobody.
// Called by alarm-modules.ts.
import type { EngineStatus } from '../engine/index.ts';

/** The engine's own word after `close-era`, which only an operator runs. */
const ERA_CLOSED = 'era closed';
/** As in deploy/monitoring/rules.yaml: the slowest projection writes once a minute. */
const LATE_MS = 120_000;

/**
 * Whether trading stands still without an operator's wish.
 *
 * @param status - undefined while no engine answers.
 * @param said - the operator's last word.
 * @returns undefined where they stopped it themselves: they know, and what was wrong before is not
 * over.
 */
export function judgeEngine(
  status: Pick<EngineStatus, 'mode' | 'reason'> | undefined,
  said: Pick<EngineStatus, 'mode' | 'reason'>,
): boolean | undefined {
  if (status === undefined) return true;
  const { mode, reason } = status;
  if (mode === 'normal') return false;
  const isWished = reason === ERA_CLOSED || (said.mode === mode && said.reason === reason);
  return isWished ? undefined : true;
}

/** How far journal and tables are. */
export interface Progress {
  readonly durableSequence: number;
  /** Of the slowest projection. */
  readonly projectedSequence: number;
  readonly nowMs: number;
}

/**
 * Make what says whether tables are late: a step that was durable a good while ago is not in all of
 * them. How many steps wait says nothing: books are written once a minute, however many came.
 */
export function createLagJudge(): (progress: Progress) => boolean {
  /** What was durable when, oldest first. */
  const seen: { readonly durableSequence: number; readonly atMs: number }[] = [];
  return ({ durableSequence, projectedSequence, nowMs }) => {
    seen.push({ durableSequence, atMs: nowMs });
    // The newest that is old enough says it; what is older than that says nothing more.
    const isOld = (at: number) => nowMs - (seen[at]?.atMs ?? nowMs) >= LATE_MS;
    while (isOld(1)) seen.shift();
    return isOld(0) && projectedSequence < (seen[0]?.durableSequence ?? 0);
  };
}
