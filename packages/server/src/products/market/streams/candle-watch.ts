// Follows one candle stream: what grows, what has just closed, what was told last. It stores no
// candle. Kept by streams.ts.
import { type Bucket, emptyBucket, type LiveMarket } from '../../../base/market/index.ts';
import type { PublishedCandle } from './messages.ts';
import type { WatchedCandles } from './names.ts';

/** A candle is told as closed this long after its end: its last trades may still be on the way. */
const GRACE_MS = 100;
/** How often a growing candle is told. */
const EVERY_MS = 2_000;
const SECONDS_EVERY_MS = 1_000;

/** One stream of candles. */
export interface CandleWatch {
  /** The growing candle now, undefined before the first trade of the market. */
  readNow(live: LiveMarket, nowMs: number): PublishedCandle | undefined;
  /** What is due to be told. */
  take(live: LiveMarket, nowMs: number): PublishedCandle[];
}

function readBucket(live: LiveMarket, { interval, zone }: WatchedCandles, openMs: number): Bucket {
  const pair = live.candles.read(interval, zone);
  const known = pair.find((bucket) => bucket.openMs === openMs);
  if (known !== undefined) return known;
  const before = pair.filter((bucket) => bucket.openMs < openMs).at(-1);
  return emptyBucket(openMs, before?.closeTicks ?? live.lastTicks);
}

function publish(live: LiveMarket, watched: WatchedCandles, openMs: number): PublishedCandle {
  const { interval, zone } = watched;
  const later = live.candles.read(interval, zone).filter((bucket) => bucket.openMs > openMs);
  const laterCount = later.reduce((sum, bucket) => sum + bucket.tradesCount, 0);
  return {
    bucket: readBucket(live, watched, openMs),
    interval,
    nextOpenMs: zone.moveOpen(interval, openMs, 1),
    lastTradeId: (live.trades.at(-1)?.tradeId ?? -1) - laterCount,
    isClosed: false,
  };
}

/** Start to follow. */
export function createCandleWatch(watched: WatchedCandles, startMs: number): CandleWatch {
  const { interval, zone } = watched;
  const everyMs = interval === '1s' ? SECONDS_EVERY_MS : EVERY_MS;
  let openMs = zone.findOpen(interval, startMs - GRACE_MS);
  let publishedCount = 0;
  let publishedAtMs = startMs;
  return {
    readNow(live, nowMs) {
      if (live.lastTicks === 0) return undefined;
      return publish(live, watched, zone.findOpen(interval, nowMs - GRACE_MS));
    },
    take(live, nowMs) {
      const published: PublishedCandle[] = [];
      const nowOpenMs = zone.findOpen(interval, nowMs - GRACE_MS);
      if (live.lastTicks === 0) {
        openMs = nowOpenMs;
        return published;
      }
      const hasClosed = nowOpenMs > openMs;
      if (hasClosed) published.push({ ...publish(live, watched, openMs), isClosed: true });
      openMs = nowOpenMs;
      const growing = publish(live, watched, openMs);
      const isNews =
        growing.bucket.tradesCount !== publishedCount && nowMs - publishedAtMs >= everyMs;
      if (!hasClosed && !isNews) return published;
      publishedCount = growing.bucket.tradesCount;
      publishedAtMs = nowMs;
      return [...published, growing];
    },
  };
}
