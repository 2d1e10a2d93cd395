// Candles of files played back as reference prices: rows read and checked, and what coins are
// worth while they play. What no file speaks of follows from the walk (walk.ts), which moves with
// the first file. Called by reference.ts.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { coinRows } from './listing.ts';
import type { PlayedPrices } from './walk.ts';

/** One played candle: close price at a time. */
interface Point {
  readonly atMs: number;
  readonly close: number;
}

/** The candles of one pair. */
export interface PlayedFile {
  readonly base: string;
  readonly quote: string;
  readonly points: readonly Point[];
}

const TIME_CELL = 0;
const CLOSE_CELL = 4;
const SECONDS_DIGITS = 10;
const quotes = ['USDT', 'USDC', 'BTC', 'ETH'];
const coins: ReadonlySet<string> = new Set(coinRows.map((row) => row[1]));

/** @returns the pair a file's name begins with, as in BTCUSDC_1m.csv; BTC in USDT without one. */
export function readPair(file: string): { base: string; quote: string } {
  const [name] = /^[A-Z0-9]*/.exec(basename(file).toUpperCase()) ?? [''];
  for (const quote of quotes) {
    const base = name.slice(0, -quote.length);
    if (name.endsWith(quote) && coins.has(base)) return { base, quote };
  }
  return { base: 'BTC', quote: 'USDT' };
}

/** Seconds or milliseconds since 1970, or a date in words: UTC unless it says otherwise. */
function parseTime(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * (text.length <= SECONDS_DIGITS ? 1_000 : 1);
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  return Date.parse(`${text.replace(' ', 'T')}${isZoned ? '' : 'Z'}`);
}

/**
 * Read candles: rows of `time,open,high,low,close,volume`; a line of names may stand above them.
 *
 * @param file - whose rows they are, for the refusal.
 * @errors Refusal 78 with the line that is none, or when there are not two.
 */
export function parseCandles(text: string, file: string): Point[] {
  const points: Point[] = [];
  for (const [index, line] of text.trim().split(/\r?\n/).entries()) {
    const cells = line.split(',');
    if (index === 0 && !/^\d/.test(line)) continue;
    const atMs = parseTime(cells[TIME_CELL].trim());
    const close = Number(cells[CLOSE_CELL]?.trim() || NaN);
    const isLater = points.length === 0 || atMs > points[points.length - 1].atMs;
    if (!isLater || !(close > 0) || !Number.isFinite(close)) {
      const what = 'no later candle of time,open,high,low,close,volume';
      throw new Refusal(EXIT.configuration, `${file}, line ${index + 1}: ${what}.`);
    }
    points.push({ atMs, close });
  }
  if (points.length < 2)
    throw new Refusal(EXIT.configuration, `${file} has fewer than two candles.`);
  return points;
}

/**
 * Read a file of candles, plain or gzip; its name says the pair.
 *
 * @errors Refusal 78 when it cannot be read.
 */
export async function readCandles(file: string): Promise<PlayedFile> {
  try {
    const bytes = await readFile(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return { ...readPair(file), points: parseCandles(text, file) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(EXIT.configuration, `The candles cannot be read: ${why}.`, error);
  }
}

/** Price between two candles, straight. */
function readAt(points: readonly Point[], atMs: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (points[middle].atMs <= atMs) low = middle;
    else high = middle;
  }
  const [left, right] = [points[low], points[high]];
  const part = Math.min(1, Math.max(0, (atMs - left.atMs) / (right.atMs - left.atMs)));
  return left.close + (right.close - left.close) * part;
}

/**
 * Play files side by side, over and over.
 *
 * @param files - one at least; the first one's pair moves everything that no file speaks of.
 * @param options.speed - played milliseconds in one of ours.
 * @param options.startedAtMs - when the first candle of the first file is played.
 */
export function createReplay(
  files: readonly PlayedFile[],
  options: { readonly speed: number; readonly startedAtMs: number },
): PlayedPrices {
  const { speed, startedAtMs } = options;
  const [first] = files;
  const firstMs = first.points[0].atMs;
  const lengthMs = first.points[first.points.length - 1].atMs - firstMs;

  function readPlayedMs(nowMs: number): number {
    const playedMs = ((nowMs - startedAtMs) * speed) % lengthMs;
    return firstMs + (playedMs < 0 ? playedMs + lengthMs : playedMs);
  }

  /** What coins are worth in USDT: one pair gives one side when the other is known. */
  function readWorths(atMs: number): Map<string, number> {
    const worths = new Map([['USDT', 1]]);
    for (const { base, quote, points } of files) {
      const price = readAt(points, atMs);
      const [ofBase, ofQuote] = [worths.get(base), worths.get(quote)];
      if (ofBase === undefined) worths.set(base, price * (ofQuote ?? 1));
      else if (ofQuote === undefined) worths.set(quote, ofBase / price);
    }
    return worths;
  }

  return {
    startedAtMs,
    readUsd: (coin, nowMs) => readWorths(readPlayedMs(nowMs)).get(coin),
    readMove: (nowMs) =>
      Math.log(readAt(first.points, readPlayedMs(nowMs)) / first.points[0].close),
  };
}
