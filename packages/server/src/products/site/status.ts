// The state of the parts now and over ninety days, from one sample a minute. Nothing is shown for
// the time before the installation or while nobody measured.
import type { Database } from '../../base/db/index.ts';

/** How a part is. */
export type PartState = 'ok' | 'degraded' | 'down';

/** A look at one part. */
export interface Probe {
  readonly name: string;
  readonly read: () => Promise<PartState> | PartState;
}

/** The whole state. */
export interface StatusReader {
  /** Take a sample of every part; called once a minute. */
  sample(): Promise<void>;
  read(): Promise<{
    since: number;
    parts: {
      name: string;
      state: PartState;
      days: { day: string; goodPpm: number; samples: number }[];
    }[];
  }>;
}

const DAYS = 90;
/** Samples come once a minute: nobody misses anything by an answer of half of one. */
const FRESH_MS = 30_000;

interface DayRow {
  part: string;
  day: string;
  good: number;
  samples: number;
}

/** Make the reader. */
export function createStatus(database: Database, probes: readonly Probe[]): StatusReader {
  async function look(probe: Probe): Promise<PartState> {
    try {
      return await probe.read();
    } catch {
      return 'down';
    }
  }

  async function readNow(): ReturnType<StatusReader['read']> {
    const rows = await database.query<DayRow>(
      `SELECT part, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
              count(*) FILTER (WHERE is_good)::int AS good, count(*)::int AS samples
       FROM status_samples WHERE at > now() - interval '${DAYS} days'
       GROUP BY part, day ORDER BY day`,
    );
    const [first] = await database.query<{ since: Date | null }>(
      'SELECT min(at) AS since FROM status_samples',
    );
    const parts = await Promise.all(
      probes.map(async (probe) => ({
        name: probe.name,
        state: await look(probe),
        days: rows
          .filter((row) => row.part === probe.name)
          .map(({ day, good, samples }) => ({
            day,
            goodPpm: Math.floor((good * 1_000_000) / samples),
            samples,
          })),
      })),
    );
    return { since: first?.since?.getTime() ?? Date.now(), parts };
  }

  let known:
    | { readonly atMs: number; readonly answer: ReturnType<StatusReader['read']> }
    | undefined;
  return {
    async sample() {
      const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
      for (const probe of probes) {
        const state = await look(probe);
        await database.execute(
          `INSERT INTO status_samples (at, part, is_good) VALUES ($1, $2, $3)
           ON CONFLICT (part, at) DO UPDATE SET is_good = status_samples.is_good AND $3`,
          [at, probe.name, state === 'ok'],
        );
      }
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
