// The growing candle of each interval of one market, and the one before it. It is fed with trades
// and, at a start, with stored minutes and hours. Read by the candle channel and to finish a candle
// query.
import type { CandleInterval } from '@isobath/wire';
import {
  addTrade,
  type Bucket,
  type CountedTrade,
  emptyBucket,
  mergeBucket,
} from '../../base/market/index.ts';
import { findOpen, intervals } from './spans.ts';

/** Intervals that can have begun before the last day. */
const LONG_INTERVALS = ['3d', '1w', '1M'] as const;

/** Candles of this moment. */
export interface CandleClock {
  add(trade: CountedTrade): void;
  /** Put back a stored minute of the last day, older first, after all older hours. */
  restore(minute: Bucket): void;
  /** Put back a stored hour from before that day, older first; only long candles need it. */
  restoreOlder(hour: Bucket): void;
  /** The growing candle and the one before, oldest first; fewer when there were no trades. */
  read(interval: CandleInterval): Bucket[];
}

/** Make an empty clock. */
export function createCandleClock(): CandleClock {
  const pairs = new Map<CandleInterval, Bucket[]>(intervals.map((one) => [one, []]));

  function merge(interval: CandleInterval, part: Bucket, atMs: number): void {
    const openMs = findOpen(interval, atMs);
    const pair = pairs.get(interval) as Bucket[];
    const last = pair.at(-1);
    if (last !== undefined && last.openMs === openMs) {
      mergeBucket(last, part);
      return;
    }
    pair.push({ ...part, openMs });
    if (pair.length > 2) pair.shift();
  }

  return {
    add(trade) {
      for (const interval of intervals) {
        const openMs = findOpen(interval, trade.atMs);
        const pair = pairs.get(interval) as Bucket[];
        let last = pair.at(-1);
        if (last === undefined || last.openMs !== openMs) {
          last = emptyBucket(openMs, trade.priceTicks);
          pair.push(last);
          if (pair.length > 2) pair.shift();
        }
        addTrade(last, trade);
      }
    },
    restore(minute) {
      for (const interval of intervals) {
        if (interval !== '1s') merge(interval, minute, minute.openMs);
      }
    },
    restoreOlder(hour) {
      for (const interval of LONG_INTERVALS) merge(interval, hour, hour.openMs);
    },
    read: (interval) => pairs.get(interval) as Bucket[],
  };
}
