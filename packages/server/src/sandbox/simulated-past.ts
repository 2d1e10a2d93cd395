// Prices and volumes from before a market's first trade: drawn from the walk, marked as simulated
// wherever they appear. Everything is a sum of short segments, so that a candle of any length is
// the sum of its parts, to the unit. Nothing is stored; whole days are kept for a while.
import {
  type Bucket,
  type Drawn,
  emptyBucket,
  type Market,
  mergeBucket,
} from '../base/market/index.ts';
import { majors } from './listing.ts';
import type { Settings } from '../base/config/index.ts';
import { isWalk, WALK_SEED } from './reference.ts';
import { createWalk } from './walk.ts';

const SECOND_MS = 1_000;
/** Between these points the price goes straight from one to the next. */
const SEGMENT_MS = 20 * SECOND_MS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS = 24;
const DAY_MS = HOURS * HOUR_MS;
/** No market is older. */
const BEGIN_MS = Date.UTC(2024, 0, 1);
/** What the simulated traders turn over in a minute, in USDT: the volume goes on as it was. */
const MAJOR_MINUTE_USDT = 12_000;
const MINOR_MINUTE_USDT = 160;
const DAYS_KEPT = 3_000;

/** A steady number in 0..1 from a time and a market. */
function hashShare(instrumentId: number, atMs: number): number {
  const state = Math.imul(instrumentId * 2_654_435_761 + Math.floor(atMs / 1_000), 0x45d9f3b);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}

/** Around one: how lively a time is beside others, by its minute, quarter of an hour and hours. */
function readLiveliness(instrumentId: number, atMs: number): number {
  const share = (lengthMs: number, count = 0) =>
    hashShare(instrumentId, atMs - (atMs % lengthMs) + count * lengthMs);
  const part = (atMs % HOUR_MS) / HOUR_MS;
  const hours = share(HOUR_MS) * (1 - part) + share(HOUR_MS, 1) * part;
  return (0.5 + hours) * (0.6 + 0.8 * share(15 * MINUTE_MS)) * (0.4 + 1.2 * share(MINUTE_MS));
}

/** A sum that grows; of an hour its money stays far below 2^53. */
interface HourSum extends Omit<Bucket, 'quoteUnits' | 'takerBuyQuoteUnits'> {
  quoteTickLots: number;
  takerBuyTickLots: number;
}

/** @returns what a market never had, by the walk of a seed. */
function createSimulatedPast(seed: number): (market: Market) => Drawn {
  const walk = createWalk(seed);
  /** Hours of days, the longest kept first; not state: they follow from the seed. */
  const kept = new Map<string, readonly Bucket[]>();

  function readTicks(market: Market, atMs: number): number {
    const price = walk.read(market.base.shortName, market.quote.shortName, atMs);
    return Math.max(1, Math.round(price * 10 ** market.priceDecimals));
  }

  /** Lots of an average segment in an hour. */
  function readSegmentLots(market: Market, hourMs: number): number {
    const { base, lotDecimals, symbol } = market;
    const minuteUsdt = majors.has(symbol) ? MAJOR_MINUTE_USDT : MINOR_MINUTE_USDT;
    const usdt = walk.read(base.shortName, 'USDT', hourMs);
    return ((minuteUsdt * SEGMENT_MS) / MINUTE_MS / usdt) * 10 ** lotDecimals;
  }

  /** What lies between two times of one hour. */
  function drawInHour(market: Market, fromMs: number, toMs: number): Bucket {
    const averageLots = readSegmentLots(market, fromMs - (fromMs % HOUR_MS));
    let segmentMs = fromMs - (fromMs % SEGMENT_MS);
    let leftTicks = readTicks(market, segmentMs);
    let sum: HourSum | undefined;
    for (; segmentMs < toMs; segmentMs += SEGMENT_MS) {
      const rightTicks = readTicks(market, segmentMs + SEGMENT_MS);
      const lots = Math.floor(averageLots * readLiveliness(market.instrumentId, segmentMs));
      const segment = { segmentMs, leftTicks, rightTicks, lots };
      sum = addSegment(sum, segment, { fromMs: Math.max(fromMs, segmentMs), toMs });
      leftTicks = rightTicks;
    }
    const { quoteTickLots, takerBuyTickLots, ...rest } = sum as HourSum;
    return {
      ...rest,
      quoteUnits: BigInt(quoteTickLots) * market.unitsPerTickLot,
      takerBuyQuoteUnits: BigInt(takerBuyTickLots) * market.unitsPerTickLot,
    };
  }

  function readDay(market: Market, dayMs: number): readonly Bucket[] {
    const { instrumentId, priceDecimals, lotDecimals } = market;
    const key = `${instrumentId} ${priceDecimals} ${lotDecimals} ${dayMs}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const hours = Array.from({ length: HOURS }, (_unused, hour) =>
      drawInHour(market, dayMs + hour * HOUR_MS, dayMs + (hour + 1) * HOUR_MS),
    );
    kept.set(key, hours);
    if (kept.size > DAYS_KEPT) kept.delete(kept.keys().next().value as string);
    return hours;
  }

  /** What is left of the hour of a time, at most up to another. */
  function readHour(market: Market, fromMs: number, toMs: number): Bucket {
    const endMs = fromMs - (fromMs % HOUR_MS) + HOUR_MS;
    const isWhole = fromMs % HOUR_MS === 0 && toMs >= endMs;
    if (!isWhole) return drawInHour(market, fromMs, Math.min(toMs, endMs));
    return readDay(market, fromMs - (fromMs % DAY_MS))[(fromMs % DAY_MS) / HOUR_MS];
  }

  return (market) => ({
    beginMs: BEGIN_MS,
    read(fromMs, toMs) {
      let sum: Bucket | undefined;
      for (let atMs = fromMs; atMs < toMs; atMs += HOUR_MS - (atMs % HOUR_MS)) {
        const hour = readHour(market, atMs, toMs);
        if (sum === undefined) sum = { ...hour };
        else mergeBucket(sum, hour);
      }
      return sum as Bucket;
    },
  });
}

/**
 * How an installation draws the time before its first trades; undefined where it has none. Only the
 * traders of the walk go on from such a past: without them a market begins with its first trade.
 */
export function createDrawPast(
  settings: Pick<Settings, 'sandbox' | 'reference'>,
): ((market: Market) => Drawn) | undefined {
  const isContinued = settings.sandbox.liquidity && isWalk(settings.reference);
  return isContinued ? createSimulatedPast(WALK_SEED) : undefined;
}

/** Prices and lots between two points of the walk. */
interface Segment {
  readonly segmentMs: number;
  readonly leftTicks: number;
  readonly rightTicks: number;
  readonly lots: number;
}

/** Add the part of a segment that lies between two times. */
function addSegment(
  sum: HourSum | undefined,
  { segmentMs, leftTicks, rightTicks, lots }: Segment,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): HourSum {
  const ticksAt = (share: number) => leftTicks + Math.round((rightTicks - leftTicks) * share);
  const begin = (fromMs - segmentMs) / SEGMENT_MS;
  const end = Math.min(1, (toMs - segmentMs) / SEGMENT_MS);
  const [openTicks, closeTicks] = [ticksAt(begin), ticksAt(end)];
  const lotsAt = (share: number) => Math.floor(lots * share);
  const boughtAt = (share: number) => Math.floor((lots * share) / 2);
  const baseLots = lotsAt(end) - lotsAt(begin);
  const takerBuyLots = boughtAt(end) - boughtAt(begin);
  const into: HourSum = sum ?? {
    ...emptyBucket(fromMs, openTicks),
    isSimulated: true,
    quoteTickLots: 0,
    takerBuyTickLots: 0,
  };
  into.highTicks = Math.max(into.highTicks, openTicks, closeTicks);
  into.lowTicks = Math.min(into.lowTicks, openTicks, closeTicks);
  into.closeTicks = closeTicks;
  into.baseLots += baseLots;
  into.takerBuyLots += takerBuyLots;
  // One price for the whole segment, so that its parts are worth what it is.
  into.quoteTickLots += baseLots * rightTicks;
  into.takerBuyTickLots += takerBuyLots * rightTicks;
  return into;
}
