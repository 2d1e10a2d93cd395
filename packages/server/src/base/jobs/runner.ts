// Runs jobs: one runner an installation, several jobs at once, one of a name at a time when it runs
// by the clock. A job that throws is tried again later and later; one whose process was killed is
// freed by the next runner, which begins only when the earlier one's session is gone.
// Started by the jobs process.

import {
  type Database,
  type DatabaseAddress,
  openDatabase,
  openDriverPool,
  type OwnSession,
} from '../db/index.ts';
import type { Job } from './job.ts';
import { runPeriods } from './periods.ts';
import { QUEUE_SCHEMA } from './queue.ts';

/** What the runner stands on. */
export interface JobRunnerOptions<TPlatform> {
  readonly address: DatabaseAddress;
  /** Opened as app: what jobs work with. */
  readonly database: Database;
  readonly jobs: readonly Job<TPlatform>[];
  readonly platform: TPlatform;
  /** Whether all that happened before a time stands in the tables. */
  readonly isSettled: (endsMs: number) => Promise<boolean>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

/** Running jobs. */
export interface RunningJobs {
  /** Ends when jobs are run no more. */
  readonly ended: Promise<unknown>;
  /** Take no further job, and wait for those that are being done. */
  stop(): Promise<void>;
}

const JOBS_AT_ONCE = 4;
const EVERY_MINUTE = '* * * * *';

/** Wait until no other runner is there, and free what a killed one had taken. */
async function takeOver(session: OwnSession): Promise<void> {
  await session.query('SELECT pg_advisory_lock(hashtext($1))', ['isobath jobs']);
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await session.execute(
      `UPDATE ${QUEUE_SCHEMA}.${table} SET locked_at = NULL, locked_by = NULL
       WHERE locked_at IS NOT NULL`,
    );
  }
}

function listTasks<TPlatform>(options: JobRunnerOptions<TPlatform>) {
  const { jobs, platform } = options;
  return Object.fromEntries(
    jobs.map((job) => {
      if ('periodMs' in job) return [job.name, () => runPeriods(job, options)];
      return [job.name, async (payload: unknown) => (await job.load())(platform, payload as never)];
    }),
  );
}

/** Run jobs until `stop`. */
export async function runJobs<TPlatform>(
  options: JobRunnerOptions<TPlatform>,
): Promise<RunningJobs> {
  const { address, jobs, report } = options;
  const { Logger, parseCronItems, run } = await import('graphile-worker');
  const place = { address, role: 'jobs', applicationName: 'isobath jobs' } as const;
  const own = openDatabase({ ...place, sessionsMax: 1 });
  const session = await own.openSession();
  const pool = openDriverPool({ ...place, sessionsMax: JOBS_AT_ONCE });
  const close = async () => {
    await pool.end();
    await session.close();
    await own.close();
  };
  try {
    await takeOver(session);
    const runner = await run({
      pgPool: pool,
      schema: QUEUE_SCHEMA,
      concurrency: JOBS_AT_ONCE,
      noHandleSignals: true,
      useNodeTime: true,
      taskList: listTasks(options),
      parsedCronItems: parseCronItems(
        jobs.flatMap((job) => {
          if (!('cron' in job) && !('periodMs' in job)) return [];
          const match = 'cron' in job ? job.cron : EVERY_MINUTE;
          // One of them waits, and one runs.
          return { task: job.name, match, options: { jobKey: job.name, queueName: job.name } };
        }),
      ),
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') report(new Error(message));
      }),
    });
    return {
      ended: Promise.race([runner.promise, session.ended]),
      stop: async () => {
        await runner.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
