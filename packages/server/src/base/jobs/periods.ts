// Which period of a job has run: each once, missed ones one after the other, the oldest first, and
// only when all that happened in it stands in the tables. The first one is the period that was over
// when the job was first looked at. Two runners that meet do no harm: a period is one row.

import type { Database } from '../db/index.ts';
import type { JobPeriod, PeriodJob } from './job.ts';

/** What periods are run with. */
export interface PeriodParts<TPlatform> {
  readonly database: Database;
  readonly platform: TPlatform;
  /** Whether all that happened before a time stands in the tables. */
  readonly isSettled: (endsMs: number) => Promise<boolean>;
  readonly readNowMs: () => number;
}

interface StoredPeriod {
  readonly ends_at: Date;
  readonly state: 'open' | 'done';
  readonly cursor: string;
}

async function readLast(
  database: Database,
  job: string,
  state: StoredPeriod['state'],
): Promise<StoredPeriod | undefined> {
  const [last] = await database.query<StoredPeriod>(
    `SELECT ends_at, state, cursor FROM job_periods WHERE job = $1 AND state = $2
     ORDER BY ends_at DESC LIMIT 1`,
    [job, state],
  );
  return last;
}

/** Run every period that is over and has not run; ends early when the tables are behind. */
export async function runPeriods<TPlatform>(
  { name, periodMs, load }: PeriodJob<TPlatform>,
  { database, platform, isSettled, readNowMs }: PeriodParts<TPlatform>,
): Promise<void> {
  for (;;) {
    const done = await readLast(database, name, 'done');
    const nowMs = readNowMs();
    const newestMs = Math.floor(nowMs / periodMs) * periodMs;
    const open = await readLast(database, name, 'open');
    const endsMs =
      open?.ends_at.getTime() ??
      (done === undefined ? newestMs : done.ends_at.getTime() + periodMs);
    if (endsMs > newestMs || !(await isSettled(endsMs))) return;
    const key = [name, new Date(endsMs)];
    await database.execute(
      `INSERT INTO job_periods (job, ends_at, state, opened_at) VALUES ($1, $2, 'open', $3)
       ON CONFLICT DO NOTHING`,
      [...key, new Date(nowMs)],
    );
    const period: JobPeriod = {
      startsMs: endsMs - periodMs,
      endsMs,
      cursor: open?.cursor ?? '',
      async advance(session, cursor) {
        await session.execute(
          'UPDATE job_periods SET cursor = $3 WHERE job = $1 AND ends_at = $2',
          [...key, cursor],
        );
      },
    };
    await (await load())(platform, period);
    await database.execute(
      `UPDATE job_periods SET state = 'done', done_at = $3
       WHERE job = $1 AND ends_at = $2 AND state = 'open'`,
      [...key, new Date(readNowMs())],
    );
  }
}

/** The newest period of a job, and whether it was run to its end. */
export interface ShownPeriod {
  readonly job: string;
  readonly endsAt: string;
  readonly state: 'open' | 'done';
}

/** The newest period of each job. */
export function readPeriods(database: Database): Promise<ShownPeriod[]> {
  return database.query<ShownPeriod>(
    `SELECT DISTINCT ON (job) job, state,
       to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "endsAt"
     FROM job_periods ORDER BY job, job_periods.ends_at DESC`,
  );
}
