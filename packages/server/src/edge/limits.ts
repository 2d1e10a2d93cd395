// How often one caller may call. Buckets that fill steadily, one per caller and class; of too many
// those are forgotten that were not asked for for longest, which are full by then. It is a guard
// against floods, not a rule of money: it lives in memory and knows no product.
import type { RateClass } from '@isobath/wire';
import { Recent } from './recent.ts';

/** Calls that may come at once, and how many more each second. */
export interface Bucket {
  readonly burst: number;
  readonly perSecond: number;
}

/** Limits by class; `none` is not counted in one. */
export type LimitTable = Readonly<Record<Exclude<RateClass, 'none'>, Bucket>> & {
  /** Requests of one network, whatever they are; absent = `requestsLimit`. */
  readonly all?: Bucket;
};

/**
 * Requests of one network, whatever they ask for: a house of people who open pages, a program that
 * trades as fast as it may. Programs of this machine are not counted.
 */
export const requestsLimit: Bucket = { burst: 6_000, perSecond: 500 };

/** Defaults: generous to people and bots, not to floods. */
export const defaultLimits: LimitTable = {
  read: { burst: 300, perSecond: 40 },
  market: { burst: 400, perSecond: 80 },
  order: { burst: 1_000, perSecond: 300 },
  write: { burst: 60, perSecond: 2 },
  credential: { burst: 60, perSecond: 1 },
  // Pictures that are decoded and made anew, two seconds of a processor each: a tenth of one.
  upload: { burst: 20, perSecond: 0.05 },
};

interface Level {
  tokens: number;
  atMs: number;
}

const CALLERS_COUNT_MAX = 200_000;

/** What is counted of a call. */
export interface CountedCall {
  readonly rate: RateClass;
  readonly weight?: number;
}

/** Counts calls. */
export interface Limits {
  /**
   * @param call.weight - how many calls it counts as; absent = 1. More than may come at once counts
   *   as just so many.
   * @returns 0 when the call may go on, else after how many milliseconds to try again.
   */
  take(caller: string, call: CountedCall, nowMs: number): number;
  /** Give back what was taken for a call that turned out to be free. */
  giveBack(caller: string, call: CountedCall): void;
}

/** Make an empty counter. */
export function createLimits(table: LimitTable = defaultLimits): Limits {
  const levels = new Recent<Level>(CALLERS_COUNT_MAX);
  return {
    take(caller, { rate, weight = 1 }, nowMs) {
      if (rate === 'none') return 0;
      const { burst, perSecond } = table[rate];
      const key = `${rate} ${caller}`;
      let level = levels.get(key);
      if (level === undefined) {
        level = { tokens: burst, atMs: nowMs };
        levels.set(key, level);
      }
      const passedMs = Math.max(0, nowMs - level.atMs);
      level.tokens = Math.min(burst, level.tokens + (passedMs * perSecond) / 1_000);
      level.atMs = nowMs;
      const cost = Math.min(weight, burst);
      if (level.tokens < cost) return Math.ceil(((cost - level.tokens) * 1_000) / perSecond);
      level.tokens -= cost;
      return 0;
    },
    giveBack(caller, { rate, weight = 1 }) {
      const level = levels.get(`${rate} ${caller}`);
      if (rate === 'none' || level === undefined) return;
      level.tokens = Math.min(table[rate].burst, level.tokens + weight);
    },
  };
}
