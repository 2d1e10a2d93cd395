// Answers of the dialect with their times in microseconds, for programs that ask for it. Only such
// answers pass here; all others go out as they are. Called by requests.ts and api-socket.ts.
import type { IncomingHttpHeaders } from 'node:http';

const MICROS_PER_MS = 1_000;

/** Every field of an answer that is a time; the rest of the numbers are ids and counts. */
const TIMES: ReadonlySet<string> = new Set([
  'T',
  'authorizedSince',
  'closeTime',
  'connectedSince',
  'openTime',
  'retryAfter',
  'serverTime',
  'time',
  'timestamp',
  'transactTime',
  'transactionTime',
  'updateTime',
  'workingTime',
]);

/** Candles are lists: when they began and ended. */
const CANDLE_FIELDS_COUNT = 12;
const CANDLE_TIMES: readonly number[] = [0, 6];

/** Whether a request over HTTP asks for microseconds; only calls under /api know the wish. */
export function wantsMicroAnswer(headers: IncomingHttpHeaders, path: string): boolean {
  const unit = headers['x-mbx-time-unit'];
  if (unit === undefined || !path.startsWith('/api/')) return false;
  return String(unit).toLowerCase() === 'microsecond';
}

function isTime(name: string, value: unknown): value is number {
  // -1 stands for no time.
  return typeof value === 'number' && value > 0 && TIMES.has(name);
}

/** The same answer, its times in microseconds. */
export function toMicros(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length === CANDLE_FIELDS_COUNT && typeof value[0] === 'number') {
      return value.map((field: unknown, at) =>
        CANDLE_TIMES.includes(at) ? Number(field) * MICROS_PER_MS : field,
      );
    }
    return value.map(toMicros);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isTime(name, field) ? field * MICROS_PER_MS : toMicros(field),
    ]),
  );
}
