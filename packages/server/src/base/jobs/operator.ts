// What the operator's tool is told of jobs. Registered by the edge's process.

import type { Database } from '../db/index.ts';
import type { OperatorHandlers } from '../operator/index.ts';
import { readPeriods } from './periods.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import { changeJob, readJobs, readQueueState } from './queue.ts';

const JOBS_SHOWN = 100;

/** Make the handlers. */
export function createJobHandlers(database: Database): OperatorHandlers {
  const change = async (what: 'retry' | 'remove', jobId: number) => {
    if (await changeJob(database, what, jobId)) return { jobId };
    throw new Refusal(EXIT.failed, `No job ${jobId} waits: it is being done, or there is none.`);
  };
  return {
    'jobs.list': async () => ({
      ...(await readQueueState(database)),
      jobs: await readJobs(database, JOBS_SHOWN),
      periods: await readPeriods(database),
    }),
    'jobs.retry': ({ jobId }) => change('retry', jobId),
    'jobs.remove': ({ jobId }) => change('remove', jobId),
  };
}
