// What the operator's tool is told of jobs. Registered by the edge's process.

import type { Database } from '../db/index.ts';
import type { OperatorHandlers } from '../operator/index.ts';
import { readPeriods } from './periods.ts';
import { readJobs, readQueueState } from './queue.ts';

const JOBS_SHOWN = 100;

/** Make the handlers. */
export function createJobHandlers(database: Database): OperatorHandlers {
  return {
    'jobs.list': async () => ({
      ...(await readQueueState(database)),
      jobs: await readJobs(database, JOBS_SHOWN),
      periods: await readPeriods(database),
    }),
  };
}
