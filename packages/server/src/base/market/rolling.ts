// Twenty-four rolling hours of one market: minute buckets in a ring, so that the oldest minute
// leaves as the newest comes. Amounts are exact; nothing is a float. Kept by live.ts.
import { Side } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';

/**
 * Trades of one minute (or of the whole window); prices in ticks, volume in lots and quote units.
 */
export interface Bucket {
  /** Start of the minute, UTC milliseconds; 0 = empty. */
  openMs: number;
  openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  baseLots: number;
  quoteUnits: bigint;
  /** The part of the volume that buyers took. */
  takerBuyLots: number;
  takerBuyQuoteUnits: bigint;
  /** Real trades alone: what is simulated has none. */
  tradesCount: number;
  /** Part of it was drawn, not traded: it is from before the first trade. */
  isSimulated: boolean;
}

/** One trade as the window counts it. */
export interface CountedTrade {
  readonly atMs: number;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly quoteUnits: bigint;
  readonly takerSide: Side;
}

const MINUTE_MS = 60_000;
const MINUTES = 1_440;

/** A market's last 24 hours. */
export interface RollingDay {
  add(trade: CountedTrade): void;
  /** Put back a minute, stored or from before the first trade. */
  restore(bucket: Bucket): void;
  /** Everything of the last minutes (24 hours of them), undefined when nothing was traded. */
  read(nowMs: number, minutesCount?: number): Bucket | undefined;
  /** Last price before these 24 hours, 0 when none is known. */
  readBefore(nowMs: number): number;
  /** Put back a longer candle from before the minutes: its last price counts. */
  restoreBefore(bucket: Pick<Bucket, 'openMs' | 'closeTicks'>): void;
}

/** A bucket without trades, all its prices the same. */
export function emptyBucket(openMs: number, priceTicks: number): Bucket {
  return {
    openMs,
    openTicks: priceTicks,
    highTicks: priceTicks,
    lowTicks: priceTicks,
    closeTicks: priceTicks,
    baseLots: 0,
    quoteUnits: 0n,
    takerBuyLots: 0,
    takerBuyQuoteUnits: 0n,
    tradesCount: 0,
    isSimulated: false,
  };
}

/** Add a later part to a bucket. */
export function mergeBucket(target: Bucket, part: Bucket): void {
  target.highTicks = Math.max(target.highTicks, part.highTicks);
  target.lowTicks = Math.min(target.lowTicks, part.lowTicks);
  target.closeTicks = part.closeTicks;
  target.baseLots += part.baseLots;
  target.quoteUnits += part.quoteUnits;
  target.takerBuyLots += part.takerBuyLots;
  target.takerBuyQuoteUnits += part.takerBuyQuoteUnits;
  target.tradesCount += part.tradesCount;
  target.isSimulated ||= part.isSimulated;
}

/** Add a trade to a bucket. */
export function addTrade(bucket: Bucket, trade: Omit<CountedTrade, 'atMs'>): void {
  bucket.highTicks = Math.max(bucket.highTicks, trade.priceTicks);
  bucket.lowTicks = Math.min(bucket.lowTicks, trade.priceTicks);
  bucket.closeTicks = trade.priceTicks;
  bucket.baseLots += trade.sizeLots;
  bucket.quoteUnits += trade.quoteUnits;
  bucket.tradesCount += 1;
  if (trade.takerSide !== Side.buy) return;
  bucket.takerBuyLots += trade.sizeLots;
  bucket.takerBuyQuoteUnits += trade.quoteUnits;
}

/** Make an empty window. */
export function createRollingDay(): RollingDay {
  const ring: (Bucket | undefined)[] = Array.from({ length: MINUTES });
  /** The newest minute that has no place in the ring. */
  let left: Pick<Bucket, 'openMs' | 'closeTicks'> | undefined;

  /** The day without the growing minute: asked for far more often than it changes. */
  let closed: { readonly minute: number; readonly sum: Bucket | undefined } | undefined;

  function leave(bucket: Pick<Bucket, 'openMs' | 'closeTicks'>): void {
    if (left === undefined || left.openMs <= bucket.openMs) left = bucket;
  }

  function place(bucket: Bucket): void {
    closed = undefined;
    const at = (bucket.openMs / MINUTE_MS) % MINUTES;
    const there = ring[at];
    if (there !== undefined && there.openMs > bucket.openMs) {
      leave(bucket);
      return;
    }
    if (there !== undefined) leave(there);
    ring[at] = bucket;
  }

  /** Minutes from one to another, both inside, that began after a time and not after another. */
  function sumUp(
    minutes: { readonly first: number; readonly last: number },
    { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
  ): Bucket | undefined {
    let sum: Bucket | undefined;
    for (let minute = minutes.first; minute <= minutes.last; minute += 1) {
      const bucket = ring[minute % MINUTES];
      if (bucket === undefined || bucket.openMs <= sinceMs || bucket.openMs > nowMs) continue;
      sum ??= emptyBucket(bucket.openMs, bucket.openTicks);
      mergeBucket(sum, bucket);
    }
    return sum;
  }

  return {
    add(trade) {
      const openMs = Math.floor(trade.atMs / MINUTE_MS) * MINUTE_MS;
      if (closed !== undefined && openMs < closed.minute * MINUTE_MS) closed = undefined;
      let bucket = ring[(openMs / MINUTE_MS) % MINUTES];
      if (bucket === undefined || bucket.openMs !== openMs) {
        bucket = emptyBucket(openMs, trade.priceTicks);
        place(bucket);
      }
      addTrade(bucket, trade);
    },
    restore: place,
    restoreBefore: leave,
    readBefore(nowMs) {
      const sinceMs = nowMs - MINUTES * MINUTE_MS;
      let newest = left;
      for (const bucket of ring) {
        if (bucket === undefined || bucket.openMs > sinceMs) continue;
        if (newest === undefined || bucket.openMs > newest.openMs) newest = bucket;
      }
      return newest?.closeTicks ?? 0;
    },
    read(nowMs, minutesCount = MINUTES) {
      const last = Math.floor(nowMs / MINUTE_MS);
      const first = last - minutesCount + 1;
      const times = { sinceMs: nowMs - minutesCount * MINUTE_MS, nowMs };
      if (minutesCount !== MINUTES) return sumUp({ first, last }, times);
      if (closed?.minute !== last) {
        closed = { minute: last, sum: sumUp({ first, last: last - 1 }, times) };
      }
      const growing = sumUp({ first: last, last }, times);
      if (closed.sum === undefined) return growing;
      const sum = { ...closed.sum };
      if (growing !== undefined) mergeBucket(sum, growing);
      return sum;
    },
  };
}

/**
 * Change in per cent as text ("-1.23"), rounded to nearest, halves away from zero; never "-0.00".
 *
 * @param openTicks - above 0.
 */
export function formatChange(openTicks: number, lastTicks: number, decimals = 2): string {
  return formatPercent(BigInt(lastTicks) - BigInt(openTicks), BigInt(openTicks), decimals);
}

/** A part in per cent of a whole above 0, rounded likewise. */
export function formatPercent(part: bigint, whole: bigint, decimals: number): string {
  const scaled = part * 10n ** BigInt(decimals + 2);
  const isNegative = scaled < 0n;
  const steps = ((isNegative ? -scaled : scaled) * 2n + whole) / (2n * whole);
  return formatDecimal(isNegative ? -steps : steps, decimals);
}
