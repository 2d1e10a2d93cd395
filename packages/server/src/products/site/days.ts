// What samples of a minute each say of days and incidents. Pure; dates are those of UTC.

/** Samples of a part on a day. */
export interface DayRow {
  readonly part: string;
  readonly day: string;
  readonly good: number;
  readonly samples: number;
  readonly firstMs: number;
}

/** A day of a part as it is told. */
export interface DayOfPart {
  day: string;
  /** Of the minutes that were measured. */
  goodPpm: number;
  samples: number;
  /** Minutes of that day that nobody measured. */
  missed: number;
}

/** A time in which a part was not well, or, without a part, in which nobody measured. */
export interface Incident {
  part: string;
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Samples come by a timer, which now and then leaves a minute out. */
const SLACK_MINUTES = 3;

/**
 * Every day from a part's first sample until today.
 *
 * @param rows - of one part, in order of days.
 */
export function listDays(rows: readonly DayRow[], nowMs: number): DayOfPart[] {
  const first = rows[0];
  if (first === undefined) return [];
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days: DayOfPart[] = [];
  for (let startMs = Date.parse(first.day); startMs <= nowMs; startMs += DAY_MS) {
    const day = new Date(startMs).toISOString().slice(0, 10);
    const { good, samples } = byDay.get(day) ?? { good: 0, samples: 0 };
    const beginMs = Math.max(startMs, first.firstMs);
    const wanted = Math.floor((Math.min(startMs + DAY_MS, nowMs) - beginMs) / MINUTE_MS);
    const missed = wanted - samples;
    days.push({
      day,
      goodPpm: samples === 0 ? 0 : Math.floor((good * 1_000_000) / samples),
      samples,
      missed: missed > SLACK_MINUTES ? missed : 0,
    });
  }
  return days;
}

/**
 * Bad minutes that follow each other are one incident.
 *
 * @param minutes - in order of part and time.
 */
export function mergeRuns(minutes: readonly { part: string; atMs: number }[]): Incident[] {
  const runs: Incident[] = [];
  for (const { part, atMs } of minutes) {
    const last = runs.at(-1);
    if (last !== undefined && last.part === part && atMs - last.to <= SLACK_MINUTES * MINUTE_MS) {
      last.to = atMs + MINUTE_MS;
    } else runs.push({ part, from: atMs, to: atMs + MINUTE_MS });
  }
  return runs;
}
