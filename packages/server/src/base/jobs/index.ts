/** Public API of jobs: what one is, how it is asked for, who runs it. */
export type { CronJob, Job, JobPayload, JobPeriod, RequestedJob } from './job.ts';
export { createJobHandlers } from './operator.ts';
export {
  type EnqueueJob,
  enqueueJob,
  installQueue,
  readJobs,
  readQueueState,
} from './queue.ts';
export { runJobs } from './runner.ts';
