// Candle questions: stored ones summed to the interval, empty ones filled, the growing one from
// memory, and before the first real trade the simulated history that the sandbox offers.
// It stores nothing.
import type { CandleInterval, CandleRow } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import type { Bucket, Market } from '../../base/market/index.ts';
import { type MarketLive, readBucket } from './live.ts';
import { showCandle } from './show.ts';
import { chooseStoredSpan, findOpen, moveOpen } from './spans.ts';

/** A range of candles; times in UTC milliseconds, both ends inside. */
export interface CandleWish {
  readonly interval: CandleInterval;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
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
  readonly readNowMs: () => number;
  readonly readSimulated: ReadSimulated | undefined;
}

type StoredRow = Parameters<typeof readBucket>[0];

function sumTo(interval: CandleInterval, rows: readonly StoredRow[]): Map<number, Bucket> {
  const candles = new Map<number, Bucket>();
  for (const row of rows) {
    const part = readBucket(row);
    const openMs = findOpen(interval, part.openMs);
    const candle = candles.get(openMs);
    if (candle === undefined) {
      candles.set(openMs, { ...part, openMs });
      continue;
    }
    candle.highTicks = Math.max(candle.highTicks, part.highTicks);
    candle.lowTicks = Math.min(candle.lowTicks, part.lowTicks);
    candle.closeTicks = part.closeTicks;
    candle.baseLots += part.baseLots;
    candle.quoteUnits += part.quoteUnits;
    candle.tradesCount += part.tradesCount;
  }
  return candles;
}

function fillEmpty(openMs: number, closeTicks: number): Bucket {
  return {
    openMs,
    openTicks: closeTicks,
    highTicks: closeTicks,
    lowTicks: closeTicks,
    closeTicks,
    baseLots: 0,
    quoteUnits: 0n,
    tradesCount: 0,
  };
}

/** Make the question. */
export function createCandleQuery(parts: CandleParts) {
  const { database, live } = parts;

  async function readFirstTradeMs(market: Market): Promise<number> {
    const rows = await database.query<{ first: number | null }>(
      {
        name: 'first-candle',
        text: `SELECT min(open_ms) AS first FROM candles WHERE instrument_id = $1 AND span_s = 60`,
      },
      [market.instrumentId],
    );
    return Number(rows[0]?.first ?? Number.MAX_SAFE_INTEGER);
  }

  async function readStored(
    market: Market,
    wish: { interval: CandleInterval; fromMs: number; endMs: number },
  ): Promise<Map<number, Bucket>> {
    const rows = await database.query<StoredRow>(
      {
        name: 'candles-between',
        text: `SELECT * FROM candles WHERE instrument_id = $1 AND span_s = $2
               AND open_ms >= $3 AND open_ms < $4 ORDER BY open_ms`,
      },
      [market.instrumentId, chooseStoredSpan(wish.interval), wish.fromMs, wish.endMs],
    );
    const candles = sumTo(wish.interval, rows);
    // Rows are written a moment late: what grows now is known better here.
    for (const bucket of live.read(market.instrumentId).candles.read(wish.interval)) {
      if (bucket.openMs >= wish.fromMs && bucket.openMs < wish.endMs) {
        candles.set(bucket.openMs, bucket);
      }
    }
    return candles;
  }

  async function readCloseBefore(market: Market, openMs: number): Promise<number> {
    const rows = await database.query<{ close_ticks: number }>(
      `SELECT close_ticks FROM candles WHERE instrument_id = $1 AND span_s = 60 AND open_ms < $2
       ORDER BY open_ms DESC LIMIT 1`,
      [market.instrumentId, openMs],
    );
    return Number(rows[0]?.close_ticks ?? 0);
  }

  return async function readCandles(market: Market, wish: CandleWish): Promise<CandleRow[]> {
    const { interval, limit } = wish;
    const nowMs = parts.readNowMs();
    const lastOpenMs = findOpen(interval, Math.min(wish.toMs ?? nowMs, nowMs));
    const earliestMs = moveOpen(interval, lastOpenMs, 1 - limit);
    const askedMs = wish.fromMs === undefined ? earliestMs : findOpen(interval, wish.fromMs);
    const fromMs = Math.max(askedMs, earliestMs, 0);
    const endMs = moveOpen(interval, lastOpenMs, 1);
    const stored = await readStored(market, { interval, fromMs, endMs });
    const firstMs = findOpen(interval, Math.min(await readFirstTradeMs(market), nowMs));
    let close = stored.has(fromMs) ? 0 : await readCloseBefore(market, fromMs);
    const rows: CandleRow[] = [];
    for (let openMs = fromMs; openMs <= lastOpenMs; openMs = moveOpen(interval, openMs, 1)) {
      const bucket = stored.get(openMs);
      if (bucket !== undefined) {
        close = bucket.closeTicks;
        rows.push(showCandle(market, bucket));
      } else if (openMs < firstMs && parts.readSimulated !== undefined) {
        const simulated = parts.readSimulated(market, openMs, moveOpen(interval, openMs, 1));
        rows.push(showCandle(market, simulated, true));
      } else if (close > 0) {
        rows.push(showCandle(market, fillEmpty(openMs, close)));
      }
    }
    return rows;
  };
}

/** The candle question. */
export type ReadCandles = ReturnType<typeof createCandleQuery>;
