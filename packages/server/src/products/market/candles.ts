// Candle questions: stored ones summed to the interval, empty ones filled, the growing one from
// memory, and before the first real trade the simulated past that the sandbox has. A candle across
// that border is both its parts. It stores nothing.
import { setImmediate as pause } from 'node:timers/promises';
import type { CandleInterval, CandleRow } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import {
  type Bucket,
  emptyBucket,
  type Market,
  mergeBucket,
  type Past,
  joinBuckets,
  overlayBuckets,
  type MarketLive,
  readBucket,
  chooseStoredSpan,
  storedSpans,
  utc,
  type Zone,
} from '../../base/market/index.ts';
import type { StoredSteps } from '../../base/projections/index.ts';
import { showCandle } from './show.ts';

/**
 * A range of candles; times in UTC milliseconds, both ends inside. Without an end the limit counts
 * from the beginning that was asked for, else back from the newest. A beginning before the first
 * candle that there is means that candle.
 */
export interface CandleRequest {
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

/** What questions stand on. */
export interface CandleParts {
  readonly database: Session;
  readonly live: MarketLive;
  /** Trades and candles that are in the tables. */
  readonly storedTrades: StoredSteps;
  readonly readNowMs: () => number;
}

/** So much of a past is drawn at a stretch: others wait meanwhile. */
const DRAWN_AT_ONCE_MS = 30 * 86_400_000;

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
  { interval, fromMs, toMs, limit, isOldest = false, zone = utc }: CandleRequest,
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

/** Candles that follow each other: the first one's start, and the last one's. */
interface Row {
  readonly interval: CandleInterval;
  readonly zone: Zone;
  readonly fromMs: number;
  readonly lastOpenMs: number;
}

/** What of a row of candles lies before the first trade, by the candle's start. */
async function drawPast(past: Past, row: Row): Promise<Map<number, Bucket>> {
  const drawn = new Map<number, Bucket>();
  let drawnMs = 0;
  for (let openMs = row.fromMs; openMs <= row.lastOpenMs && openMs < past.endMs; ) {
    const endMs = row.zone.moveOpen(row.interval, openMs, 1);
    const part = past.read(openMs, endMs);
    if (part !== undefined) drawn.set(openMs, { ...part, openMs });
    drawnMs += endMs - openMs;
    if (drawnMs >= DRAWN_AT_ONCE_MS) {
      drawnMs = 0;
      await pause();
    }
    openMs = endMs;
  }
  return drawn;
}

const MINUTE_MS = 60_000;

/** The price that a past ends with. */
const readLast = (past: Past) => past.read(past.endMs - 1_000, past.endMs)?.closeTicks ?? 0;

/** Make the question. */
export function createCandleQuery(parts: CandleParts) {
  const { database, live } = parts;

  /** Stored pieces of trades between two times, the newest of them from memory. */
  async function readPieces(
    market: Market,
    { span, fromMs, endMs }: { span: keyof typeof storedSpans; fromMs: number; endMs: number },
  ): Promise<Iterable<Bucket>> {
    const { candles } = live.read(market.instrumentId);
    const growing = candles.readTraded(storedSpans[span]).map((bucket) => ({ ...bucket }));
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
    return pieces.values();
  }

  async function readStored(
    market: Market,
    { interval, zone, fromMs, lastOpenMs }: Row,
  ): Promise<Map<number, Bucket>> {
    const span = chooseStoredSpan(interval, zone);
    const endMs = zone.moveOpen(interval, lastOpenMs, 1);
    const pieces = await readPieces(market, { span, fromMs, endMs });
    return new Map(sumTo(interval, zone, pieces).map((bucket) => [bucket.openMs, bucket]));
  }

  async function readCloseBefore(market: Market, beforeMs: number): Promise<number> {
    const { candles } = live.read(market.instrumentId);
    const openMs = Math.floor(beforeMs / MINUTE_MS) * MINUTE_MS;
    // Within a minute its own candle may hold later trades: the seconds tell.
    if (openMs < beforeMs) {
      const seconds = await readPieces(market, { span: 1, fromMs: openMs, endMs: beforeMs });
      const last = [...seconds].at(-1);
      if (last !== undefined) return last.closeTicks;
    }
    const kept = candles.readTraded('1m').findLast((bucket) => bucket.openMs < openMs);
    if (kept !== undefined) return kept.closeTicks;
    await parts.storedTrades.waitFor(candles.readOlderSequence('1m'));
    const rows = await database.query<{ close_ticks: number }>(
      `SELECT close_ticks FROM candles WHERE instrument_id = $1 AND span_s = 60 AND open_ms < $2
       ORDER BY open_ms DESC LIMIT 1`,
      [market.instrumentId, openMs],
    );
    return Number(rows[0]?.close_ticks ?? 0);
  }

  async function readBuckets(market: Market, request: CandleRequest): Promise<Bucket[]> {
    const { interval, zone = utc } = request;
    const nowMs = parts.readNowMs();
    if (request.fromMs !== undefined && request.fromMs > nowMs) return [];
    const { firstMs } = live.read(market.instrumentId);
    const past = live.readPast(market.instrumentId, nowMs);
    const earliestMs = zone.findOpen(interval, past?.beginMs ?? firstMs ?? nowMs);
    const row: Row = { interval, zone, ...findRange(request, { nowMs, earliestMs }) };
    const drawn = past === undefined ? new Map<number, Bucket>() : await drawPast(past, row);
    const stored = await readStored(market, row);
    // The first trade came meanwhile: the past has another end.
    if (firstMs !== live.read(market.instrumentId).firstMs) return readBuckets(market, request);
    let close = stored.has(row.fromMs) ? 0 : await readCloseBefore(market, row.fromMs);
    // Between the end of the past and the first trade lie the seconds of a minute.
    const pastClose = past !== undefined && firstMs !== undefined ? readLast(past) : 0;
    const rows: Bucket[] = [];
    for (let at = row.fromMs; at <= row.lastOpenMs; at = zone.moveOpen(interval, at, 1)) {
      const [before, known] = [drawn.get(at), stored.get(at)];
      if (known !== undefined) {
        close = known.closeTicks;
        rows.push(joinBuckets(before, known));
      } else if (before !== undefined) rows.push(before);
      else if (close || pastClose) rows.push(emptyBucket(at, close || pastClose));
    }
    return rows;
  }

  return {
    /** Candles in the core's numbers, oldest first. */
    readBuckets,
    /** Candles as our own wire writes them. */
    async readCandles(market: Market, request: CandleRequest): Promise<CandleRow[]> {
      const rows = await readBuckets(market, request);
      return rows.map((bucket) => showCandle(market, bucket));
    },
    /** Everything since a minute; undefined when that is nothing. @errors behind */
    async readSince(market: Market, fromMs: number): Promise<Bucket | undefined> {
      const span = { span: 60, fromMs, endMs: Number.MAX_SAFE_INTEGER } as const;
      const [first, ...rest] = await readPieces(market, span);
      const before = live.read(market.instrumentId).past?.read(fromMs, span.endMs);
      if (first === undefined) return undefined;
      const sum = joinBuckets(before, first);
      for (const part of rest) mergeBucket(sum, part);
      return sum;
    },
  };
}

/** The candle questions. */
export type CandleQuery = ReturnType<typeof createCandleQuery>;
/** Candles as our own wire writes them. */
export type ReadCandles = CandleQuery['readCandles'];
