// Candle questions: stored ones summed to the interval, empty ones filled, the growing one from
// memory, and before the first real trade the simulated history that the sandbox offers.
// It stores nothing.
import type { CandleInterval, CandleRow } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import { type Bucket, emptyBucket, type Market, mergeBucket } from '../../base/market/index.ts';
import type { StoredSteps } from '../../base/projections/index.ts';
import { overlayBuckets } from './candle-clock.ts';
import { type MarketLive, readBucket } from './live.ts';
import { showCandle } from './show.ts';
import { chooseStoredSpan, storedSpans, utc, type Zone } from './spans.ts';

/**
 * A range of candles; times in UTC milliseconds, both ends inside. Without an end the limit counts
 * from the beginning that was asked for, else back from the newest. A beginning before the first
 * candle that there is means that candle.
 */
export interface CandleWish {
  readonly interval: CandleInterval;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
  /**
   * The limit counts from the beginning though there is an end, and a candle that began before the
   * beginning is not among them.
   */
  readonly isOldest?: boolean;
  /** Whose days, weeks and months; absent: those of UTC. */
  readonly zone?: Zone;
}

/**
 * Prices before the first real trade, a pure function of time; undefined outside the sandbox.
 * @returns the simulated candle that starts then.
 */
export type ReadSimulated = (market: Market, openMs: number, endMs: number) => Bucket;

/** What questions stand on. */
export interface CandleParts {
  readonly database: Session;
  readonly live: MarketLive;
  /** Trades and candles that are in the tables. */
  readonly storedTrades: StoredSteps;
  readonly readNowMs: () => number;
  readonly readSimulated: ReadSimulated | undefined;
}

type StoredRow = Parameters<typeof readBucket>[0];

/** Candles of an interval from shorter ones that follow each other. */
function sumTo(interval: CandleInterval, zone: Zone, pieces: Iterable<Bucket>): Bucket[] {
  const candles: Bucket[] = [];
  for (const part of pieces) {
    const openMs = zone.findOpen(interval, part.openMs);
    const candle = candles.at(-1);
    if (candle?.openMs === openMs) mergeBucket(candle, part);
    else candles.push({ ...part, openMs });
  }
  return candles;
}

/** The first and the last candle that a question is about. */
function findRange(
  { interval, fromMs, toMs, limit, isOldest = false, zone = utc }: CandleWish,
  { nowMs, earliestMs }: { nowMs: number; earliestMs: number },
): { fromMs: number; lastOpenMs: number } {
  const { findOpen, moveOpen } = zone;
  if (fromMs === undefined) {
    const lastOpenMs = findOpen(interval, Math.min(toMs ?? nowMs, nowMs));
    const firstOpenMs = moveOpen(interval, lastOpenMs, 1 - limit);
    return { fromMs: Math.max(firstOpenMs, earliestMs), lastOpenMs };
  }
  const openMs = findOpen(interval, fromMs);
  const isCut = isOldest && openMs < fromMs;
  const beginMs = Math.max(isCut ? moveOpen(interval, openMs, 1) : openMs, earliestMs);
  const countedMs = moveOpen(interval, beginMs, limit - 1);
  const endMs = isOldest ? Math.min(toMs ?? countedMs, countedMs) : (toMs ?? countedMs);
  const lastOpenMs = findOpen(interval, Math.min(endMs, nowMs));
  return { fromMs: Math.max(beginMs, moveOpen(interval, lastOpenMs, 1 - limit)), lastOpenMs };
}

/** A candle, and whether it was drawn before the first real trade. */
export interface AskedCandle {
  readonly bucket: Bucket;
  readonly isSimulated: boolean;
}

/** Make the question. */
export function createCandleQuery(parts: CandleParts) {
  const { database, live } = parts;

  /** Minute of the first trade, in the tables or in memory alone. */
  async function readFirstTradeMs(market: Market): Promise<number> {
    const [kept] = live.read(market.instrumentId).candles.read('1m');
    const rows = await database.query<{ first: number | null }>(
      {
        name: 'first-candle',
        text: `SELECT min(open_ms) AS first FROM candles WHERE instrument_id = $1 AND span_s = 60`,
      },
      [market.instrumentId],
    );
    return Math.min(...[rows[0]?.first, kept?.openMs].map((ms) => ms ?? Number.MAX_SAFE_INTEGER));
  }

  async function readStored(
    market: Market,
    wish: { interval: CandleInterval; zone: Zone; fromMs: number; endMs: number },
  ): Promise<Map<number, Bucket>> {
    const { interval, zone, fromMs, endMs } = wish;
    const span = chooseStoredSpan(interval, zone);
    const { candles } = live.read(market.instrumentId);
    const growing = candles.read(storedSpans[span]).map((bucket) => ({ ...bucket }));
    await parts.storedTrades.waitFor(candles.readOlderSequence(storedSpans[span]));
    const rows = await database.query<StoredRow>(
      {
        name: 'candles-between',
        text: `SELECT * FROM candles WHERE instrument_id = $1 AND span_s = $2
               AND open_ms >= $3 AND open_ms < $4 ORDER BY open_ms`,
      },
      [market.instrumentId, span, fromMs, endMs],
    );
    const pieces = new Map(rows.map(readBucket).map((bucket) => [bucket.openMs, bucket]));
    const isInside = ({ openMs }: Bucket) => openMs >= fromMs && openMs < endMs;
    overlayBuckets(pieces, growing.filter(isInside));
    return new Map(sumTo(interval, zone, pieces.values()).map((bucket) => [bucket.openMs, bucket]));
  }

  async function readCloseBefore(market: Market, openMs: number): Promise<number> {
    const { candles } = live.read(market.instrumentId);
    const kept = candles.read('1m').findLast((bucket) => bucket.openMs < openMs);
    if (kept !== undefined) return kept.closeTicks;
    await parts.storedTrades.waitFor(candles.readOlderSequence('1m'));
    const rows = await database.query<{ close_ticks: number }>(
      `SELECT close_ticks FROM candles WHERE instrument_id = $1 AND span_s = 60 AND open_ms < $2
       ORDER BY open_ms DESC LIMIT 1`,
      [market.instrumentId, openMs],
    );
    return Number(rows[0]?.close_ticks ?? 0);
  }

  async function readBuckets(market: Market, wish: CandleWish): Promise<AskedCandle[]> {
    const { interval, zone = utc } = wish;
    const { findOpen, moveOpen } = zone;
    const nowMs = parts.readNowMs();
    if (wish.fromMs !== undefined && wish.fromMs > nowMs) return [];
    const firstMs = findOpen(interval, Math.min(await readFirstTradeMs(market), nowMs));
    const earliestMs = parts.readSimulated === undefined ? firstMs : 0;
    const { fromMs, lastOpenMs } = findRange(wish, { nowMs, earliestMs });
    const endMs = moveOpen(interval, lastOpenMs, 1);
    const stored = await readStored(market, { interval, zone, fromMs, endMs });
    let close = stored.has(fromMs) ? 0 : await readCloseBefore(market, fromMs);
    const rows: AskedCandle[] = [];
    for (let openMs = fromMs; openMs <= lastOpenMs; openMs = moveOpen(interval, openMs, 1)) {
      const known = stored.get(openMs);
      if (known !== undefined) {
        close = known.closeTicks;
        rows.push({ bucket: known, isSimulated: false });
      } else if (openMs < firstMs && parts.readSimulated !== undefined) {
        const bucket = parts.readSimulated(market, openMs, moveOpen(interval, openMs, 1));
        rows.push({ bucket, isSimulated: true });
      } else if (close > 0) {
        rows.push({ bucket: emptyBucket(openMs, close), isSimulated: false });
      }
    }
    return rows;
  }

  return {
    /** Candles in the core's numbers, oldest first. */
    readBuckets,
    /** Candles as our own wire writes them. */
    async readCandles(market: Market, wish: CandleWish): Promise<CandleRow[]> {
      const rows = await readBuckets(market, wish);
      return rows.map(({ bucket, isSimulated }) => showCandle(market, bucket, isSimulated));
    },
  };
}

/** The candle questions. */
export type CandleQuery = ReturnType<typeof createCandleQuery>;
/** Candles as our own wire writes them. */
export type ReadCandles = CandleQuery['readCandles'];
