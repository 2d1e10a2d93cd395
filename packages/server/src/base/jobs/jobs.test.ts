// Jobs over a real queue: what is asked for and not, what is tried again, whose locks are freed,
// which periods run.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { openDatabase, sqlState } from '../db/index.ts';
import { startTestDatabase, type TestDatabase } from '../db/testing.ts';
import {
  createJobHandlers,
  enqueueJob,
  installQueue,
  type Job,
  type JobPeriod,
  readJobs,
  runJobs,
} from './index.ts';
import { QUEUE_VERSION } from './queue.ts';
import { runPeriods } from './periods.ts';
import { jobMigrations } from './tables.ts';

let db: TestDatabase;
let reported: unknown[];

beforeAll(async () => {
  db = await startTestDatabase({ migrations: jobMigrations });
  await installQueue(db.owner, db.address);
});
afterAll(() => db.stop());
beforeEach(async () => {
  reported = [];
  await db.owner.execute('DELETE FROM jobs._private_jobs; DELETE FROM job_periods');
});

const run = (jobs: readonly Job<string>[]) =>
  runJobs({
    address: db.address,
    database: db.app,
    jobs,
    platform: 'platform',
    isSettled: async () => true,
    readNowMs: Date.now,
    report: (error) => void reported.push(error),
  });
const ask = (job: string, number: number, key?: string) =>
  db.app.transaction((session) =>
    enqueueJob(session, { job, payload: { number }, ...(key === undefined ? {} : { key }) }),
  );

test('the tables are of the installed release, and making them again is nothing', async () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  expect(QUEUE_VERSION.split(' ')[0]).toBe(dependencies['graphile-worker']);
  await installQueue(db.owner, db.address);
});

test('a job asked for in a transaction that is taken back is not there', async () => {
  const asking = db.app.transaction(async (session) => {
    await enqueueJob(session, { job: 'test.note', payload: {} });
    throw new Error('no');
  });
  await expect(asking).rejects.toThrow('no');
  expect(await readJobs(db.app, 9)).toEqual([]);
});

test('the role of the queue sees no other table, the app role changes no job', async () => {
  const jobs = openDatabase({ address: db.address, role: 'jobs', applicationName: 'tests' });
  expect(await jobs.query('SELECT 1 FROM job_periods').catch(sqlState)).toBe('42501');
  expect(await jobs.execute('CREATE TABLE public.more (n int)').catch(sqlState)).toBe('42501');
  await jobs.close();
  await ask('test.note', 1);
  expect(await db.app.execute('DELETE FROM jobs._private_jobs').catch(sqlState)).toBe('42501');
  const asked = db.app.query("SELECT jobs.add_job('test.note')").catch(sqlState);
  expect(await asked).toBe('42501');
});

test('jobs run with what they were asked for, one of a key once', async () => {
  const done: [string, unknown][] = [];
  await ask('test.note', 1);
  await ask('test.note', 2, 'one');
  await ask('test.note', 3, 'one');
  await db.app.transaction((session) =>
    enqueueJob(session, { job: 'test.note', payload: { number: 4 }, key: 'one', isKept: true }),
  );
  const load = async () => async (platform: string, payload: unknown) => {
    done.push([platform, payload]);
  };
  const running = await run([{ name: 'test.note', load }]);
  await ask('test.note', 5);
  await waitFor('three', () => done.length === 3);
  await running.stop();
  const numbers = done.map(([, payload]) => (payload as { number: number }).number);
  expect(numbers.toSorted()).toEqual([1, 3, 5]);
  expect(done[0]?.[0]).toBe('platform');
  expect(reported).toEqual([]);
});

test('a job that throws is told, shown and tried again later', async () => {
  let runsCount = 0;
  await ask('test.fail', 1);
  const load = async () => async () => {
    runsCount += 1;
    if (runsCount === 1) throw new Error('the mail server is away');
  };
  const running = await run([{ name: 'test.fail', load }]);
  await waitFor('the failure', async () => {
    const [job] = await readJobs(db.app, 1);
    return job?.state === 'failing';
  });
  const [job] = await readJobs(db.app, 1);
  expect(job).toMatchObject({ job: 'test.fail', attempts: 1, error: 'the mail server is away' });
  const shown = await createJobHandlers(db.app)['jobs.list']?.({});
  expect(shown).toMatchObject({
    counts: { failing: 1 },
    jobs: [{ job: 'test.fail' }],
    periods: [],
  });
  expect(String(reported[0])).toContain('the mail server is away');
  await db.owner.execute('UPDATE jobs._private_jobs SET run_at = now()');
  await waitFor('the second run', () => runsCount === 2);
  await waitFor('an empty queue', async () => (await readJobs(db.app, 1)).length === 0);
  await running.stop();
});

test('a job that was given up is tried again or taken away by its number', async () => {
  const handlers = createJobHandlers(db.app);
  let runsCount = 0;
  await ask('test.note', 1);
  await ask('test.note', 2);
  await db.owner.execute('UPDATE jobs._private_jobs SET attempts = max_attempts');
  const load = async () => async () => void (runsCount += 1);
  const [first, second] = await readJobs(db.app, 9);
  expect([first?.state, second?.state]).toEqual(['given_up', 'given_up']);
  await handlers['jobs.remove']?.({ jobId: Number(first?.jobId) });
  await expect(handlers['jobs.retry']?.({ jobId: Number(first?.jobId) })).rejects.toThrow('waits');
  await handlers['jobs.retry']?.({ jobId: Number(second?.jobId) });
  const running = await run([{ name: 'test.note', load }]);
  await waitFor('an empty queue', async () => (await readJobs(db.app, 1)).length === 0);
  await running.stop();
  expect(runsCount).toBe(1);
});

test('what a killed runner had taken is done by the next one at once', async () => {
  let runsCount = 0;
  await ask('test.note', 1);
  await db.owner.execute(
    "UPDATE jobs._private_jobs SET locked_at = now(), locked_by = 'killed', attempts = 1",
  );
  const load = async () => async () => void (runsCount += 1);
  const running = await run([{ name: 'test.note', load }]);
  await waitFor('the run', () => runsCount === 1);
  await running.stop();
});

test('a second runner waits until the first is gone', async () => {
  const first = await run([]);
  let isSecondThere = false;
  const second = run([]).then((running) => {
    isSecondThere = true;
    return running;
  });
  await waitFor('the second to wait', async () => {
    const rows = await db.owner.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    return rows.length === 1;
  });
  expect(isSecondThere).toBe(false);
  await first.stop();
  await (await second).stop();
});

const DAY_MS = 86_400_000;

test('missed periods run oldest first, each once, and go on where they were left', async () => {
  const ran: string[] = [];
  let nowMs = 10 * DAY_MS + 5;
  let settledMs = 0;
  let failsAt = 0;
  const job = {
    name: 'test.daily',
    periodMs: DAY_MS,
    load: async () => async (_: string, period: JobPeriod) => {
      ran.push(`${period.endsMs / DAY_MS}${period.cursor}`);
      await db.app.transaction((session) => period.advance(session, ' half'));
      if (period.endsMs / DAY_MS === failsAt) throw new Error('killed');
    },
  };
  const look = () =>
    runPeriods(job, {
      database: db.app,
      platform: '',
      isSettled: async (endsMs) => endsMs <= settledMs,
      readNowMs: () => nowMs,
    });
  await look();
  expect(ran).toEqual([]);
  settledMs = 13 * DAY_MS;
  await look();
  await look();
  expect(ran).toEqual(['10']);
  nowMs = 14 * DAY_MS + 5;
  failsAt = 12;
  await expect(look()).rejects.toThrow('killed');
  expect(ran).toEqual(['10', '11', '12']);
  failsAt = 0;
  await look();
  expect(ran).toEqual(['10', '11', '12', '12 half', '13']);
  settledMs = 20 * DAY_MS;
  await Promise.all([look(), look()]);
  expect(new Set(ran.slice(5))).toEqual(new Set(['14']));
  const rows = await db.app.query("SELECT FROM job_periods WHERE state = 'done'");
  expect(rows).toHaveLength(5);
  const shown = await createJobHandlers(db.app)['jobs.list']?.({});
  expect(shown).toMatchObject({
    periods: [{ job: 'test.daily', state: 'done', endsAt: '1970-01-15T00:00:00Z' }],
  });
});
