// How many mails of a kind one address gets. What anybody can ask for is never refused for a day:
// who asks waits, longer with each mail it got, and whoever asks from somewhere new waits a minute
// since the last one, however many a stranger asked for before. What nobody waits for has a plain
// count of a day.
import type { Session, SqlValue } from '../db/index.ts';

/** What a mail is for, and how many of the kind one address gets. */
export type MailLimit = DayLimit | SlowingLimit;

/** So many in a day; what is above is not written. */
interface DayLimit {
  readonly kind: string;
  readonly dayCountMax: number;
}

/** So many in a day without a wait, then each after a longer one: a minute, two, up to an hour. */
interface SlowingLimit {
  readonly kind: string;
  /** Network of a stranger who asked for it; absent = the reader themselves. */
  readonly requestedBy?: string;
  /** Of this asker. */
  readonly freeCount: number;
  /** Of all strangers together; absent = not counted. Above it a stranger waits after each mail. */
  readonly freeCountOfAll?: number;
}

const DAY_MS = 86_400_000;
/** More than are ever sent. */
const COUNT_MAX = 1_000_000;

/** Doubles with each mail: 6 doublings are more than an hour. */
const growing = (count: string) =>
  `least(interval '1 hour', interval '1 minute' * 2 ^ least(${count}, 6))`;
const OWN = 'FILTER (WHERE asked_by = $3)';
const STRANGERS = "FILTER (WHERE asked_by <> '')";

/** When the next is written; null = now. Its values are those of `valuesOf`, $1 to $7. */
export const WHEN_FREE = `SELECT greatest(
    CASE WHEN count(*) ${OWN} >= $4::int8 THEN
      CASE WHEN $6::boolean THEN max(created_at) ${OWN} + ${growing(`count(*) ${OWN} - $4::int8`)}
        ELSE 'infinity' END END,
    CASE WHEN $3 <> '' AND count(*) ${STRANGERS} >= $5::int8 THEN
      max(created_at) ${STRANGERS} + ${growing(`count(*) ${OWN}`)} END)
  FROM mails WHERE recipient = $1 AND kind = $2 AND created_at > $7`;

/** The values of the statement above. */
export function valuesOf(to: string, limit: MailLimit, nowMs: number): SqlValue[] {
  const since = new Date(nowMs - DAY_MS);
  if ('dayCountMax' in limit) {
    return [to, limit.kind, '', limit.dayCountMax, COUNT_MAX, false, since];
  }
  const { kind, requestedBy = '', freeCount, freeCountOfAll = COUNT_MAX } = limit;
  return [to, kind, requestedBy, freeCount, freeCountOfAll, true, since];
}

/** How long an address gets none, milliseconds; 0 = it gets one. */
export async function readWaitOf(
  session: Pick<Session, 'query'>,
  { to, limit, nowMs }: { to: string; limit: MailLimit; nowMs: number },
): Promise<number> {
  const [row] = await session.query<{ at_ms: string | null }>(
    `SELECT (extract(epoch FROM at) * 1000)::text AS at_ms FROM (${WHEN_FREE}) AS free (at)`,
    valuesOf(to, limit, nowMs),
  );
  return Math.max(0, Math.ceil(Number(row?.at_ms ?? 0)) - nowMs);
}
