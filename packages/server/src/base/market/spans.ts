// Candle spans: where a candle begins, in UTC or in a zone beside it; weeks from Monday, calendar
// months.
import type { CandleInterval } from '@isobath/wire';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday: the first Monday is four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Fixed lengths in milliseconds; months have none. */
const LENGTHS_MS: Readonly<Record<Exclude<CandleInterval, '1M'>, number>> = {
  '1s': SECOND_MS,
  '1m': 60 * SECOND_MS,
  '3m': 180 * SECOND_MS,
  '5m': 300 * SECOND_MS,
  '15m': 900 * SECOND_MS,
  '30m': 1_800 * SECOND_MS,
  '1h': 3_600 * SECOND_MS,
  '2h': 7_200 * SECOND_MS,
  '4h': 14_400 * SECOND_MS,
  '6h': 21_600 * SECOND_MS,
  '8h': 28_800 * SECOND_MS,
  '12h': 43_200 * SECOND_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Every interval, shortest first. */
export const intervals = [...Object.keys(LENGTHS_MS), '1M'] as CandleInterval[];

/** Start of the candle that holds a time. */
export function findOpen(interval: CandleInterval, atMs: number): number {
  if (interval === '1M') {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const lengthMs = LENGTHS_MS[interval];
  const shiftMs = interval === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((atMs - shiftMs) / lengthMs) * lengthMs + shiftMs;
}

/** Start of the candle `count` places after (or before) the one that starts then. */
export function moveOpen(interval: CandleInterval, openMs: number, count: number): number {
  if (interval === '1M') {
    const date = new Date(openMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1);
  }
  return openMs + count * LENGTHS_MS[interval];
}

/** Where candles begin for people of one time zone. */
export interface Zone {
  /** How far the zone is ahead of UTC. */
  readonly aheadMs: number;
  /** Start of the candle that holds a time. */
  findOpen(interval: CandleInterval, atMs: number): number;
  /** Start of the candle `count` places after (or before) the one that starts then. */
  moveOpen(interval: CandleInterval, openMs: number, count: number): number;
}

/** Make a zone. */
export function makeZone(aheadMs: number): Zone {
  return {
    aheadMs,
    findOpen: (interval, atMs) => findOpen(interval, atMs + aheadMs) - aheadMs,
    moveOpen: (interval, openMs, count) => moveOpen(interval, openMs + aheadMs, count) - aheadMs,
  };
}

/** The zone of UTC. */
export const utc = makeZone(0);

/** The zone eight hours ahead, the other one whose candles grow while they are watched. */
export const east = makeZone(8 * LENGTHS_MS['1h']);

/** Spans that are stored, by their length in seconds. */
export const storedSpans = { 1: '1s', 60: '1m', 3_600: '1h' } as const;
/** Length of a stored span in seconds. */
type StoredSpan = keyof typeof storedSpans;

/** Which stored span (seconds) an interval is summed from. */
export function chooseStoredSpan(interval: CandleInterval, { aheadMs }: Zone): StoredSpan {
  if (interval === '1s') return 1;
  const isLong = interval === '1M' || LENGTHS_MS[interval] >= LENGTHS_MS['1h'];
  return isLong && aheadMs % LENGTHS_MS['1h'] === 0 ? 3_600 : 60;
}
