// What products began and what will not, or not by itself, come to an end: for metrics and the
// alarm. Called by the edge's process and by alarm-modules.ts.
import type { Database } from '../base/db/index.ts';
import { countLateIntents } from '../base/intents/index.ts';
import { readQueueState } from '../base/jobs/index.ts';
import { readFailedSettlements } from '../base/settlements/index.ts';

/** How many there are of each kind. */
export interface GivenUp {
  /** Jobs that are not tried any more. */
  readonly jobs: number;
  /** Intents without an end, or whose product was not told, ten minutes after they were written. */
  readonly intents: number;
  /** Lines of settlements whose account is short. */
  readonly settlements_short: number;
  /** Lines of settlements that the engine never takes, refused in the last day. */
  readonly settlements_refused: number;
}

/** Count them. */
export async function readGivenUp(database: Database): Promise<GivenUp> {
  const { counts } = await readQueueState(database);
  const { short, refused } = await readFailedSettlements(database);
  return {
    jobs: counts.given_up ?? 0,
    intents: await countLateIntents(database),
    settlements_short: short,
    settlements_refused: refused,
  };
}
