// Which reference price the sandbox follows: the seeded walk, a file of candles played back, or
// another venue. It quotes nothing (liquidity.ts) and asks nobody itself (venue/).
// Called by sandbox-process.ts.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { coinRows } from './listing.ts';
import type { LiveReference, ReferencePrice } from './liquidity.ts';
import { openCcxtVenue } from './venue/ccxt-venue.ts';
import { followVenue } from './venue/venue-reference.ts';
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

/** A source by its name, and the prices it gives. */
export interface ChosenReference extends LiveReference {
  /** Such as `walk` or `ccxt:binance`. */
  readonly source: string;
}

const FIRST_PRICES_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** A source that is always there. */
function alwaysLive(source: string, price: ReferencePrice): ChosenReference {
  return { source, read: price.read, readState: () => 'live', close: async () => {} };
}

async function openReplay(file: string, speedText: string | undefined): Promise<ReferencePrice> {
  const points = await readCandles(file);
  if (points.length < 2) throw new Error(`${file} has no candles`);
  const speed = Number(speedText ?? 1) || 1;
  return createReplay({ points, base: 'BTC', speed, startedAtMs: Date.now() });
}

async function openVenue(
  { source, url }: ReferenceWish,
  report: (error: unknown) => void,
): Promise<ChosenReference> {
  const venue = await openCcxtVenue(source.slice('ccxt:'.length), url);
  const coins = coinRows.map((row) => row[1]);
  const live = followVenue({ venue, coins, readNowMs: Date.now, report });
  const untilMs = Date.now() + FIRST_PRICES_WITHIN_MS;
  // A venue that is away does not hold up the start: its markets stand empty until it is back.
  while (live.readState(Date.now()) !== 'live' && Date.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { source, ...live };
}

/** Which source is wished for, as the settings say it. */
export interface ReferenceWish {
  /** `walk` or `ccxt:VENUE`. */
  readonly source: string;
  /** Asked in place of the venue's own address, "" for its own. */
  readonly url: string;
}

/**
 * The reference of this start: another venue if one is named, else `ISOBATH_REPLAY` (a file of BTC
 * candles) with `ISOBATH_REPLAY_SPEED`, else the walk.
 *
 * @param report - told when a venue fails.
 * @errors Refusal 78 when the venue cannot be used.
 */
export async function createReference(
  wish: ReferenceWish,
  environment: Readonly<Record<string, string | undefined>>,
  report: (error: unknown) => void,
): Promise<ChosenReference> {
  if (wish.source !== 'walk') return openVenue(wish, report);
  const { ISOBATH_REPLAY: file = '', ISOBATH_REPLAY_SPEED: speed } = environment;
  if (file === '') return alwaysLive('walk', createWalk(WALK_SEED));
  return alwaysLive('replay', await openReplay(file, speed));
}
