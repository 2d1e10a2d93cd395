// Times as people read them: countdowns, ages, dates in their own zone with UTC beside it.
// Not a clock: now always comes from the caller, which knows the server's time.

/**
 * A countdown as "00:12:10", or "3d 04:05:06" when a word for days is given and days are left.
 *
 * @param leftMs - may be negative: a countdown that has run out shows zero.
 */
export function formatCountdown(leftMs: number, dayMark = 'd'): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const days = Math.floor(seconds / 86400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
  return days > 0 ? `${days}${dayMark} ${clock}` : clock;
}

const ageSteps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** A short wait as "12:10", with hours only when there are some: "01:00:00". */
export function formatWait(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  if (seconds >= 3600) return formatCountdown(seconds * 1000);
  return [Math.floor(seconds / 60), seconds % 60]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}

/** How long ago, or how long until, in the language's own words: "5 min. ago". */
export function formatAge(options: { atMs: number; nowMs: number; locale: string }): string {
  const seconds = Math.round((options.atMs - options.nowMs) / 1000);
  const size = Math.abs(seconds);
  const [unit, length] = ageSteps.find(([, step]) => size >= step) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(options.locale, { style: 'short', numeric: 'auto' });
  return format.format(Math.trunc(seconds / length), unit);
}

/** Which part of a moment to show. */
export type TimeForm = 'date' | 'time' | 'seconds' | 'full';

const timeForms: Readonly<Record<TimeForm, Intl.DateTimeFormatOptions>> = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  full: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment in a zone.
 *
 * @param options - timeZone: IANA name, left out the machine's own.
 */
export function formatMoment(
  atMs: number,
  options: { locale: string; form: TimeForm; timeZone?: string | undefined },
): string {
  const key = `${options.locale}|${options.form}|${options.timeZone ?? ''}`;
  let format = formats.get(key);
  if (!format) {
    const zone = options.timeZone === undefined ? {} : { timeZone: options.timeZone };
    format = new Intl.DateTimeFormat(options.locale, { ...timeForms[options.form], ...zone });
    formats.set(key, format);
  }
  return format.format(atMs);
}

/** A moment in UTC, always "2026-11-21 10:15:04 UTC": the hover text of every local time. */
export function formatUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
