// The growing candle of each interval of one market, and the one before it: in UTC, and where they
// begin elsewhere, of the zone eight hours ahead. It is fed with trades and, at a start, with
// stored minutes and hours. Read by the candle channels and to finish a candle query.
import type { CandleInterval } from '@isobath/wire';
import {
  addTrade,
  type Bucket,
  type CountedTrade,
  emptyBucket,
  mergeBucket,
} from '../../base/market/index.ts';
import { east, intervals, utc, type Zone } from './spans.ts';

/** Intervals that can have begun before the last day. */
const LONG_INTERVALS: readonly CandleInterval[] = ['3d', '1w', '1M'];
/** Intervals whose candles begin at other moments eight hours ahead. */
const EAST_INTERVALS: readonly CandleInterval[] = ['6h', '12h', '1d', ...LONG_INTERVALS];

/** Candles of this moment. */
export interface CandleClock {
  add(trade: CountedTrade): void;
  /** Put back a stored minute of the last day, older first, after all older hours. */
  restore(minute: Bucket): void;
  /** Put back a stored hour from before that day, older first; only long candles need it. */
  restoreOlder(hour: Bucket): void;
  /** The growing candle and the one before, oldest first; fewer when there were no trades. */
  read(interval: CandleInterval, zone?: Zone): Bucket[];
}

/** The candles of one interval that are kept. */
interface Kept {
  readonly interval: CandleInterval;
  readonly zone: Zone;
  readonly pair: Bucket[];
}

function keep(kept: readonly CandleInterval[], zone: Zone): Map<CandleInterval, Kept> {
  return new Map(kept.map((interval) => [interval, { interval, zone, pair: [] }]));
}

function push(pair: Bucket[], bucket: Bucket): void {
  pair.push(bucket);
  if (pair.length > 2) pair.shift();
}

function merge({ interval, zone, pair }: Kept, part: Bucket): void {
  const openMs = zone.findOpen(interval, part.openMs);
  const last = pair.at(-1);
  if (last?.openMs === openMs) mergeBucket(last, part);
  else push(pair, { ...part, openMs });
}

/** Make an empty clock. */
export function createCandleClock(): CandleClock {
  const ofUtc = keep(intervals, utc);
  const ofEast = keep(EAST_INTERVALS, east);
  const all = [...ofUtc.values(), ...ofEast.values()];

  return {
    add(trade) {
      for (const { interval, zone, pair } of all) {
        const openMs = zone.findOpen(interval, trade.atMs);
        let last = pair.at(-1);
        if (last?.openMs !== openMs) {
          last = emptyBucket(openMs, trade.priceTicks);
          push(pair, last);
        }
        addTrade(last, trade);
      }
    },
    restore(minute) {
      for (const kept of all) if (kept.interval !== '1s') merge(kept, minute);
    },
    restoreOlder(hour) {
      for (const kept of all) if (LONG_INTERVALS.includes(kept.interval)) merge(kept, hour);
    },
    read(interval, zone = utc) {
      const kept = (zone === east ? ofEast.get(interval) : undefined) ?? ofUtc.get(interval);
      return (kept as Kept).pair;
    },
  };
}
