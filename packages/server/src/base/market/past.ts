// The simulated past of a market: prices from before its first trade, where an installation has
// them. It is the one place that says where the past ends: at the minute of the first trade. Behind
// that only trades count. It draws nothing itself. Kept by live.ts.
import type { Bucket } from './rolling.ts';

const MINUTE_MS = 60_000;

/** Prices that a market never had, a pure function of time; it has no end of its own. */
export interface Drawn {
  /** There is nothing before. */
  readonly beginMs: number;
  /** What lies between two times, whole seconds of them; `fromMs` is before `toMs`. */
  read(fromMs: number, toMs: number): Bucket;
}

/** Drawn prices of markets by number; undefined where a market has none. */
export type ReadDrawn = (instrumentId: number) => Drawn | undefined;

/** The part of a time that lies before the first trade. */
export interface Past {
  readonly beginMs: number;
  /** Start of the minute of the first trade. */
  readonly endMs: number;
  /** @returns undefined where none of it lies between the two. */
  read(fromMs: number, toMs: number): Bucket | undefined;
}

/** What is drawn up to the minute of a time: that of the first trade, or now. */
export function createPast(drawn: Drawn, atMs: number): Past {
  const { beginMs } = drawn;
  const endMs = atMs - (atMs % MINUTE_MS);
  return {
    beginMs,
    endMs,
    read(fromMs, toMs) {
      const [first, last] = [Math.max(fromMs, beginMs), Math.min(toMs, endMs)];
      return first < last ? drawn.read(first, last) : undefined;
    },
  };
}
