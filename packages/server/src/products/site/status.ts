// The state of the parts now and over ninety days, from one sample a minute. Nothing is shown for
// the time before the installation; minutes that nobody measured are told as such, and samples
// that the database could not take are kept until it can.
import type { Database } from '../../base/db/index.ts';
import type { PartState, Probe } from '../../base/modules/index.ts';
import { type Incident, listDays, type DayOfPart, type DayRow, mergeRuns } from './days.ts';

/** The state as it is told. */
export interface StatusNow {
  since: number;
  parts: { name: string; state: PartState; days: DayOfPart[] }[];
  incidents: Incident[];
}

/** The whole state. */
export interface StatusReader {
  /** Take a sample of every part; called once a minute. */
  sample(): Promise<void>;
  read(): Promise<StatusNow>;
}

interface Sample {
  readonly at: Date;
  readonly part: string;
  readonly isGood: boolean;
}

const DAYS = 90;
const MINUTE_MS = 60_000;
/** Samples come once a minute: nobody misses anything by an answer of half of one. */
const FRESH_MS = 30_000;
/** Kept while the database is away: a week of six parts. */
const HELD_MAX = 60_480;
const INCIDENTS_SHOWN = 30;

/** Make the reader. */
export function createStatus(
  database: Pick<Database, 'query' | 'execute'>,
  probes: readonly Probe[],
  readNowMs = Date.now,
): StatusReader {
  let held: Sample[] = [];

  async function look(probe: Probe): Promise<PartState> {
    try {
      return await probe.read();
    } catch {
      return 'down';
    }
  }

  async function readNow(): Promise<StatusNow> {
    const rows = await database.query<DayRow>(
      `SELECT part, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
              count(*) FILTER (WHERE is_good)::int AS good, count(*)::int AS samples,
              (extract(epoch FROM min(at)) * 1000)::float8 AS "firstMs"
       FROM status_samples WHERE at > now() - interval '${DAYS} days'
       GROUP BY part, day ORDER BY day`,
    );
    const [first] = await database.query<{ since: Date | null }>(
      'SELECT min(at) AS since FROM status_samples',
    );
    const nowMs = readNowMs();
    const parts = await Promise.all(
      probes.map(async (probe) => ({
        name: probe.name,
        state: await look(probe),
        days: listDays(
          rows.filter((row) => row.part === probe.name),
          nowMs,
        ),
      })),
    );
    const incidents = await readIncidents();
    return { since: first?.since?.getTime() ?? nowMs, parts, incidents };
  }

  /** Runs of bad minutes, and times without any sample. */
  async function readIncidents(): Promise<Incident[]> {
    const bad = await database.query<{ part: string; at: Date }>(
      `SELECT part, at FROM status_samples
       WHERE NOT is_good AND at > now() - interval '${DAYS} days' ORDER BY part, at`,
    );
    const gaps = await database.query<{ from: Date; to: Date }>(
      `SELECT before AS "from", at AS "to" FROM (
         SELECT at, lag(at) OVER (ORDER BY at) AS before
         FROM (SELECT DISTINCT at FROM status_samples
               WHERE at > now() - interval '${DAYS} days') AS minutes
       ) AS pairs WHERE at - before > interval '3 minutes' ORDER BY at`,
    );
    const runs = mergeRuns(bad.map(({ part, at }) => ({ part, atMs: at.getTime() })));
    const silent = gaps.map(({ from, to }) => ({
      part: '',
      from: from.getTime() + MINUTE_MS,
      to: to.getTime(),
    }));
    const all = [...runs, ...silent].toSorted((one, other) => other.from - one.from);
    return all.slice(0, INCIDENTS_SHOWN);
  }

  let known: { readonly atMs: number; readonly answer: Promise<StatusNow> } | undefined;
  return {
    async sample() {
      const at = new Date(Math.floor(readNowMs() / MINUTE_MS) * MINUTE_MS);
      for (const probe of probes) {
        held.push({ at, part: probe.name, isGood: (await look(probe)) === 'ok' });
      }
      held = held.slice(-HELD_MAX);
      const taken = held;
      await database.execute(
        `INSERT INTO status_samples (at, part, is_good)
         SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::boolean[])
         ON CONFLICT (part, at)
         DO UPDATE SET is_good = status_samples.is_good AND excluded.is_good`,
        [
          taken.map((sample) => sample.at),
          taken.map(({ part }) => part),
          taken.map(({ isGood }) => isGood),
        ],
      );
      held = held.slice(taken.length);
      if (at.getUTCMinutes() !== 0) return;
      await database.execute(
        `DELETE FROM status_samples WHERE at < now() - interval '${DAYS + 1} days'`,
      );
    },
    read() {
      const nowMs = performance.now();
      if (known !== undefined && nowMs - known.atMs < FRESH_MS) return known.answer;
      const answer = readNow();
      known = { atMs: nowMs, answer };
      // A failed look is nobody's answer but of those who asked for it.
      answer.catch(() => {
        if (known?.answer === answer) known = undefined;
      });
      return answer;
    },
  };
}
