// Which reference price the sandbox follows: the seeded walk, or a file of candles played back.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { ReferencePrice } from './liquidity.ts';
import { createWalk } from './walk.ts';

/** Seed of the walk: the same curve in every installation. */
export const WALK_SEED = 20_260_101;

/** One played candle: close price at a time. */
interface Point {
  readonly atMs: number;
  readonly close: number;
}

/** Read candles: `open_time,open,high,low,close,volume`, plain or gzip. */
async function readCandles(file: string): Promise<Point[]> {
  const bytes = await readFile(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .filter((cells) => /^\d+/.test(cells[0]))
    .map((cells) => ({ atMs: Number(cells[0]), close: Number(cells[4]) }));
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
  const span = right.atMs - left.atMs;
  const part = span === 0 ? 0 : Math.min(1, Math.max(0, (atMs - left.atMs) / span));
  return left.close + (right.close - left.close) * part;
}

/** Play candles of one pair at a speed; other pairs follow the walk, scaled by the same moves. */
export function createReplay(options: {
  points: readonly Point[];
  base: string;
  speed: number;
  startedAtMs: number;
}): ReferencePrice {
  const walk = createWalk(WALK_SEED);
  const { points, base, speed, startedAtMs } = options;
  const lengthMs = points[points.length - 1].atMs - points[0].atMs;
  return {
    read(coin, quote, nowMs) {
      const playedMs = ((nowMs - startedAtMs) * speed) % lengthMs;
      const played = readAt(points, points[0].atMs + playedMs);
      const usd = (name: string) => (name === base ? played : walk.read(name, 'USDT', nowMs));
      return usd(coin) / usd(quote);
    },
  };
}

/**
 * The reference of this start: `ISOBATH_REPLAY` (a file of BTC candles) with
 * `ISOBATH_REPLAY_SPEED`, else the walk.
 */
export async function createReference(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ReferencePrice> {
  const file = environment.ISOBATH_REPLAY;
  if (file === undefined || file === '') return createWalk(WALK_SEED);
  const points = await readCandles(file);
  if (points.length < 2) throw new Error(`${file} has no candles`);
  const speed = Number(environment.ISOBATH_REPLAY_SPEED ?? 1) || 1;
  return createReplay({ points, base: 'BTC', speed, startedAtMs: Date.now() });
}
