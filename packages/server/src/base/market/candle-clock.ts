// The growing candle of each interval of one market, and the one before it: in UTC, and where they
// begin elsewhere, of the zone eight hours ahead. It is fed with trades and, at a start, with
// stored minutes and hours. What lies before the first trade is kept apart from them, so that it is
// added just once. Read by the candle channels and to finish a candle query.
import type { CandleInterval } from '@isobath/wire';
import type { Past } from './past.ts';
import { addTrade, type Bucket, type CountedTrade, emptyBucket, mergeBucket } from './rolling.ts';
import { chooseStoredSpan, east, intervals, utc, type Zone } from './spans.ts';

/** Intervals whose candles begin at other moments eight hours ahead. */
const EAST_INTERVALS: readonly CandleInterval[] = ['6h', '12h', '1d', '3d', '1w', '1M'];

/** Candles of this moment. */
export interface CandleClock {
  /** @param sequence - step that made the trade. */
  add(trade: CountedTrade, sequence: number): void;
  /** Put back a stored minute of the last day, older first, after all older hours. */
  restore(minute: Bucket): void;
  /** Put back a stored hour from before that day, older first; candles of hours need it. */
  restoreOlder(hour: Bucket): void;
  /** What was before the first trade. */
  setPast(past: Past): void;
  /**
   * The growing candle and the one before, oldest first, with what lies in them before the first
   * trade; fewer when there were no trades.
   */
  read(interval: CandleInterval, zone?: Zone): Bucket[];
  /** The same, of trades alone. */
  readTraded(interval: CandleInterval): readonly Bucket[];
  /** Step of the newest trade that is older than these two; 0 when the tables have all those. */
  readOlderSequence(interval: CandleInterval): number;
}

/** The candles of one interval that are kept. */
interface Kept {
  readonly interval: CandleInterval;
  readonly zone: Zone;
  readonly pair: Bucket[];
  /** Step of the newest trade of each of them. */
  readonly sequences: number[];
  olderSequence: number;
  /** What lies before the first trade, by the candle's beginning; drawn when somebody asks. */
  readonly drawn: Map<number, Bucket | undefined>;
}

function keep(kept: readonly CandleInterval[], zone: Zone): Map<CandleInterval, Kept> {
  return new Map(
    kept.map((interval) => [
      interval,
      { interval, zone, pair: [], sequences: [], olderSequence: 0, drawn: new Map() },
    ]),
  );
}

function push(kept: Kept, bucket: Bucket): void {
  kept.pair.push(bucket);
  kept.sequences.push(0);
  if (kept.pair.length <= 2) return;
  kept.pair.shift();
  kept.olderSequence = kept.sequences.shift() as number;
}

function merge(kept: Kept, part: Bucket): void {
  const { interval, zone, pair } = kept;
  const openMs = zone.findOpen(interval, part.openMs);
  const last = pair.at(-1);
  if (last?.openMs === openMs) mergeBucket(last, part);
  else push(kept, { ...part, openMs });
}

/** Two parts of one candle, the earlier one first. */
export function joinBuckets(earlier: Bucket | undefined, later: Bucket): Bucket {
  if (earlier === undefined) return later;
  const joined = { ...earlier, openMs: later.openMs };
  mergeBucket(joined, later);
  return joined;
}

/** The candles that are kept, from their beginning. */
function addPast(kept: Kept, past: Past): Bucket[] {
  const { interval, zone, pair, drawn } = kept;
  const [oldest, ...rest] = pair;
  if (oldest === undefined || oldest.openMs > past.endMs) return pair;
  const draw = (openMs: number, endMs: number) => {
    if (!drawn.has(openMs)) drawn.set(openMs, past.read(openMs, endMs));
    return drawn.get(openMs);
  };
  const first = joinBuckets(draw(oldest.openMs, past.endMs), oldest);
  if (rest.length > 0) return [first, ...rest];
  const beforeMs = zone.moveOpen(interval, oldest.openMs, -1);
  const before = draw(beforeMs, oldest.openMs);
  return before === undefined ? [first] : [{ ...before, openMs: beforeMs }, first];
}

/**
 * Put buckets of memory over stored ones: rows are written a moment late, and may be the newer ones
 * when they were read later.
 */
export function overlayBuckets(stored: Map<number, Bucket>, kept: readonly Bucket[]): void {
  for (const bucket of kept) {
    const known = stored.get(bucket.openMs);
    if (known === undefined || known.tradesCount <= bucket.tradesCount) {
      stored.set(bucket.openMs, bucket);
    }
  }
}

/** Make an empty clock. */
export function createCandleClock(): CandleClock {
  const ofUtc = keep(intervals, utc);
  const ofEast = keep(EAST_INTERVALS, east);
  const all = [...ofUtc.values(), ...ofEast.values()];
  let past: Past | undefined;

  return {
    add(trade, sequence) {
      for (const kept of all) {
        const openMs = kept.zone.findOpen(kept.interval, trade.atMs);
        let last = kept.pair.at(-1);
        if (last?.openMs !== openMs) {
          last = emptyBucket(openMs, trade.priceTicks);
          push(kept, last);
        }
        addTrade(last, trade);
        kept.sequences[kept.sequences.length - 1] = sequence;
      }
    },
    restore(minute) {
      for (const kept of all) if (kept.interval !== '1s') merge(kept, minute);
    },
    restoreOlder(hour) {
      for (const kept of all) {
        if (chooseStoredSpan(kept.interval, kept.zone) === 3_600) merge(kept, hour);
      }
    },
    setPast(given) {
      past = given;
    },
    read(interval, zone = utc) {
      const found = (zone === east ? ofEast.get(interval) : undefined) ?? ofUtc.get(interval);
      const kept = found as Kept;
      return past === undefined ? kept.pair : addPast(kept, past);
    },
    readTraded: (interval) => (ofUtc.get(interval) as Kept).pair,
    readOlderSequence: (interval) => (ofUtc.get(interval) as Kept).olderSequence,
  };
}
