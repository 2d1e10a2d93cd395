import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import { listDays, mergeRuns } from './days.ts';
import type { PartState } from '../../base/modules/index.ts';
import { createStatus } from './status.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(() => database.owner.execute('TRUNCATE status_samples'));

/** A server whose clock and parts the test moves. */
function openServer() {
  const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;
  const server = { nowMs, engine: 'ok' as PartState, isDatabaseAway: false };
  const status = createStatus(
    {
      query: (...words) => database.app.query(...words),
      execute: (...words) =>
        server.isDatabaseAway ? Promise.reject(new Error('away')) : database.app.execute(...words),
    },
    [
      { name: 'engine', read: () => server.engine },
      {
        name: 'database',
        read: () => {
          if (server.isDatabaseAway) throw new Error('away');
          return 'ok';
        },
      },
    ],
    () => server.nowMs,
  );
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await status.sample().catch(() => {});
      server.nowMs += MINUTE_MS;
    }
  };
  return { server, status, pass };
}

test('before the first sample nothing is told of any day', async () => {
  const { server, status } = openServer();
  const published = await status.read();
  expect(published).toMatchObject({ since: server.nowMs, incidents: [] });
  expect(published.parts.map(({ name, state, days }) => [name, state, days])).toEqual([
    ['engine', 'ok', []],
    ['database', 'ok', []],
  ]);
});

test('what the database could not take is told once it is back', async () => {
  const { server, status, pass } = openServer();
  const beganMs = server.nowMs;
  await pass(10);
  server.isDatabaseAway = true;
  await pass(5);
  server.isDatabaseAway = false;
  await pass(5);
  const { parts, incidents, since } = await status.read();
  expect(since).toBe(beganMs);
  const [engine, stored] = parts.map(({ days }) => days);
  const sum = (days: { samples: number; missed: number }[] = []) =>
    days.reduce((total, { samples, missed }) => total + samples + missed, 0);
  expect([sum(engine), sum(stored)]).toEqual([20, 20]);
  expect(engine?.every(({ goodPpm }) => goodPpm === 1_000_000)).toBe(true);
  expect(stored?.some(({ goodPpm }) => goodPpm < 1_000_000)).toBe(true);
  expect(incidents).toEqual([
    { part: 'database', from: beganMs + 10 * MINUTE_MS, to: beganMs + 15 * MINUTE_MS },
  ]);
});

test('a time in which nobody measured is told as such, and a bad one as an incident', async () => {
  const { server, status, pass } = openServer();
  const beganMs = server.nowMs;
  await pass(5);
  server.nowMs += 20 * MINUTE_MS;
  server.engine = 'degraded';
  await pass(2);
  server.engine = 'ok';
  await pass(3);
  expect((await status.read()).incidents).toEqual([
    { part: 'engine', from: beganMs + 25 * MINUTE_MS, to: beganMs + 27 * MINUTE_MS },
    { part: '', from: beganMs + 5 * MINUTE_MS, to: beganMs + 25 * MINUTE_MS },
  ]);
});

test('every day since the first sample has its row, with what was missed on it', () => {
  const startMs = Date.UTC(2026, 0, 1);
  const row = { part: 'engine', firstMs: startMs + DAY_MS / 2 };
  const rows = [
    { ...row, day: '2026-01-01', good: 710, samples: 720 },
    { ...row, day: '2026-01-03', good: 60, samples: 60, firstMs: startMs + 2 * DAY_MS },
  ];
  expect(listDays(rows, startMs + 2 * DAY_MS + 61 * MINUTE_MS)).toEqual([
    { day: '2026-01-01', goodPpm: 986_111, samples: 720, missed: 0 },
    { day: '2026-01-02', goodPpm: 0, samples: 0, missed: 1_440 },
    { day: '2026-01-03', goodPpm: 1_000_000, samples: 60, missed: 0 },
  ]);
  expect(listDays([], startMs)).toEqual([]);
});

test('bad minutes of one part that follow each other are one incident', () => {
  const of = (part: string, minutes: number[]) =>
    minutes.map((minute) => ({ part, atMs: minute * MINUTE_MS }));
  const runs = mergeRuns([...of('engine', [1, 2, 4, 20]), ...of('history', [21])]);
  expect(runs.map(({ part, from, to }) => [part, from / MINUTE_MS, to / MINUTE_MS])).toEqual([
    ['engine', 1, 5],
    ['engine', 20, 21],
    ['history', 21, 22],
  ]);
});
