// The queue of jobs: how it is made, how a job is asked for, what stands in it. Its tables are
// graphile-worker's, in a schema of their own that belongs to the jobs role: row security keeps
// everybody else out, so asking goes through one function that runs with that role's rights.
// Not who runs jobs (runner.ts). Made by the launcher, asked by every process.

import {
  type Database,
  type DatabaseAddress,
  makeRole,
  openDriverPool,
  type Session,
} from '../db/index.ts';
import type { JobPayload } from './job.ts';

/** Schema of the queue. */
export const QUEUE_SCHEMA = 'jobs';

/** The release of graphile-worker whose tables these are, and the number of what is ours beside. */
export const QUEUE_VERSION = '0.18.0 2';

/** The library looks for this table first; made ahead, the role needs no right to make a schema. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS ${QUEUE_SCHEMA}.migrations (
  id int PRIMARY KEY, ts timestamptz NOT NULL DEFAULT now(),
  breaking boolean NOT NULL DEFAULT false)`;

const ENQUEUE = `CREATE OR REPLACE FUNCTION ${QUEUE_SCHEMA}.enqueue(
    job text, payload json, job_key text, keeps boolean) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = ${QUEUE_SCHEMA}, pg_temp AS $$
    SELECT ${QUEUE_SCHEMA}.add_job(job, payload, job_key => job_key,
      job_key_mode => CASE WHEN keeps THEN 'unsafe_dedupe' ELSE 'replace' END);
  $$`;

/** What an operator does with a job that was given up; a job that is being done stays as it is. */
const OF_OPERATORS = `
  CREATE OR REPLACE FUNCTION ${QUEUE_SCHEMA}.retry(job_id int8) RETURNS SETOF int8
  LANGUAGE sql SECURITY DEFINER SET search_path = ${QUEUE_SCHEMA}, pg_temp AS $$
    SELECT id FROM ${QUEUE_SCHEMA}.reschedule_jobs(ARRAY[job_id], run_at => now(), attempts => 0);
  $$;
  CREATE OR REPLACE FUNCTION ${QUEUE_SCHEMA}.remove(job_id int8) RETURNS SETOF int8
  LANGUAGE sql SECURITY DEFINER SET search_path = ${QUEUE_SCHEMA}, pg_temp AS $$
    SELECT id FROM ${QUEUE_SCHEMA}.complete_jobs(ARRAY[job_id]);
  $$`;

/**
 * Make the role of the queue and its tables, or bring them up to this release.
 *
 * @param owner - opened as owner.
 * @errors Refusal 78 when the owner may not make a role.
 */
export async function installQueue(owner: Database, address: DatabaseAddress): Promise<void> {
  const { jobs, app } = address.roles;
  await makeRole(owner, address, 'jobs');
  const [{ version }] = await owner.query<{ version: string | null }>(
    `SELECT obj_description(to_regnamespace('${QUEUE_SCHEMA}'), 'pg_namespace') AS version`,
  );
  if (version === QUEUE_VERSION) return;
  const [names] = await owner.query<{ jobs: string; app: string }>(
    'SELECT quote_ident($1) AS jobs, quote_ident($2) AS app',
    [jobs.name, app.name],
  );
  await owner.execute(
    `GRANT ${names.jobs} TO CURRENT_USER;
     CREATE SCHEMA IF NOT EXISTS ${QUEUE_SCHEMA} AUTHORIZATION ${names.jobs}`,
  );
  const pool = openDriverPool({
    address,
    role: 'jobs',
    applicationName: 'isobath start',
    sessionsMax: 1,
  });
  try {
    await pool.query(MIGRATIONS_TABLE);
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA });
    // The mark comes last: whatever ends in between begins anew.
    await pool.query(
      `${ENQUEUE};
       ${OF_OPERATORS};
       REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} FROM PUBLIC;
       GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${names.app};
       GRANT EXECUTE ON FUNCTION ${QUEUE_SCHEMA}.enqueue, ${QUEUE_SCHEMA}.retry,
         ${QUEUE_SCHEMA}.remove TO ${names.app};
       GRANT SELECT ON ${QUEUE_SCHEMA}.jobs TO ${names.app};
       COMMENT ON SCHEMA ${QUEUE_SCHEMA} IS '${QUEUE_VERSION}'`,
    );
  } finally {
    await pool.end();
  }
}

/** A job that is asked for. */
export interface JobRequest {
  readonly job: string;
  readonly payload: JobPayload;
  /** One job of a key waits: a later request takes the place of an earlier one. */
  readonly key?: string;
  /** With a key: the earlier one stays, and nothing is added. */
  readonly isKept?: boolean;
}

/** Ask for a job in the transaction of what makes it necessary. */
export type EnqueueJob = (session: Session, request: JobRequest) => Promise<void>;

/** Ask for a job: it is in the queue when the session's transaction commits, else not. */
export const enqueueJob: EnqueueJob = async (session, { job, payload, key, isKept = false }) => {
  await session.query(`SELECT ${QUEUE_SCHEMA}.enqueue($1, $2, $3, $4)`, [
    job,
    JSON.stringify(payload),
    key ?? null,
    isKept,
  ]);
};

/** A job that waits, is being done, or is given up. */
export interface StoredJob {
  readonly jobId: string;
  readonly job: string;
  readonly state: 'waiting' | 'running' | 'failing' | 'given_up';
  readonly attempts: number;
  readonly nextTryAt: string;
  readonly error: string;
}

const STATE = `CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts
  THEN 'given_up' WHEN last_error IS NOT NULL THEN 'failing' ELSE 'waiting' END`;

/** Jobs in the queue, those that fail first. */
export function readJobs(session: Session, limit: number): Promise<StoredJob[]> {
  return session.query<StoredJob>(
    `SELECT id::text AS "jobId", task_identifier AS job, ${STATE} AS state, attempts::int,
       to_char(run_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "nextTryAt",
       coalesce(split_part(last_error, E'\\n', 1), '') AS error
     FROM ${QUEUE_SCHEMA}.jobs ORDER BY (last_error IS NULL), run_at, id LIMIT $1`,
    [limit],
  );
}

/**
 * Let a job be tried again from the beginning, at once, or take it away.
 *
 * @returns false when there is none of that number, or it is being done.
 */
export async function changeJob(
  session: Session,
  change: 'retry' | 'remove',
  jobId: number,
): Promise<boolean> {
  const changed = await session.query(`SELECT ${QUEUE_SCHEMA}.${change}($1)`, [jobId]);
  return changed.length > 0;
}

/** How many jobs stand in each state, and for how long the oldest has been due, seconds. */
export interface QueueState {
  readonly counts: Readonly<Partial<Record<StoredJob['state'], number>>>;
  readonly oldestDueAgeSeconds: number;
}

/** Look at the queue. */
export async function readQueueState(session: Session): Promise<QueueState> {
  const rows = await session.query<{ state: StoredJob['state']; count: number; age: number }>(
    `SELECT ${STATE} AS state, count(*)::int AS count,
       coalesce(extract(epoch FROM now() - min(run_at)), 0)::int AS age
     FROM ${QUEUE_SCHEMA}.jobs GROUP BY 1`,
  );
  const due = rows.filter(({ state }) => state !== 'given_up');
  return {
    counts: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    oldestDueAgeSeconds: Math.max(0, ...due.map(({ age }) => age)),
  };
}
