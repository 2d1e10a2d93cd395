// The simulated reference price: a correlated random walk that is a pure function of seed and time,
// so that history before the first trade and the quotes of today come from one curve. Not money: it
// only suggests.
import { coinRows } from './listing.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Lattice periods of the noise, longest first. Shorter ones would only make quotes flicker. */
const PERIODS_MS = [
  64 * DAY_MS,
  16 * DAY_MS,
  4 * DAY_MS,
  DAY_MS,
  360 * MINUTE_MS,
  90 * MINUTE_MS,
  22 * MINUTE_MS,
  5 * MINUTE_MS,
  MINUTE_MS,
  12_000,
] as const;

/** A value in -1..1 from numbers, the same everywhere. */
function hashUnit(seed: number, lane: number, place: number): number {
  let state = (seed ^ Math.imul(lane + 1, 0x9e3779b1) ^ Math.imul(place, 0x85ebca6b)) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d);
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** A value at a time. */
type Curve = (atMs: number) => number;

const REACHES = PERIODS_MS.map((period) => Math.min(3, Math.sqrt(period / DAY_MS)));

/**
 * Sum of smooth noise, hashed values on a lattice with eased steps between, whose swings grow with
 * the root of their period, as a walk's do. The steps that were asked for last are kept: whoever
 * draws a day asks thousands of times for the same.
 */
function createDrift(seed: number, dailyVolatility: number): Curve {
  const places = new Float64Array(PERIODS_MS.length).fill(Number.NaN);
  const lefts = new Float64Array(PERIODS_MS.length);
  const rises = new Float64Array(PERIODS_MS.length);
  return (atMs) => {
    let sum = 0;
    for (let lane = 0; lane < PERIODS_MS.length; lane += 1) {
      const steps = atMs / PERIODS_MS[lane];
      const place = Math.floor(steps);
      if (place !== places[lane]) {
        places[lane] = place;
        lefts[lane] = hashUnit(seed, lane, place);
        rises[lane] = hashUnit(seed, lane, place + 1) - lefts[lane];
      }
      const part = steps - place;
      const noise = lefts[lane] + rises[lane] * (part * part * (3 - 2 * part));
      sum += noise * dailyVolatility * REACHES[lane];
    }
    return sum;
  };
}

/** Coins that hold a price of one. */
const STABLE: ReadonlySet<string> = new Set(['USDT', 'USDC']);

/** Leveraged tokens follow so many times the day's move of another coin. */
const LEVERED: Readonly<Record<string, readonly [coin: string, times: number]>> = {
  BTC3L: ['BTC', 3],
  BTC3S: ['BTC', -3],
  ETH3L: ['ETH', 3],
};

/** Day on which leveraged tokens are worth what the listing says: 2026-01-01. */
const FIRST_DAY = Math.floor(Date.UTC(2026, 0, 1) / DAY_MS);
/** A token keeps at least this share of its worth in a day, whatever its coin does. */
const DAY_FACTOR_MIN = 0.02;

const starts = new Map(coinRows.map((row) => [row[1], row]));

/** Reference prices of one seed. */
export interface Walk {
  /** Price of one base in quote at a time. */
  read(base: string, quote: string, atMs: number): number;
}

/** Prices that take the place of the walk's where they are known. */
export interface PlayedPrices {
  /** What a coin is worth in USDT, undefined when nothing is known of it. */
  readUsd(coin: string, nowMs: number): number | undefined;
  /** How far everything has moved since `startedAtMs`: the logarithm of a factor. */
  readMove(nowMs: number): number;
  readonly startedAtMs: number;
}

/** Make the walk of a seed, round played prices if there are any. */
export function createWalk(seed: number, played?: PlayedPrices): Walk {
  /** Worths at the beginnings of days by token: kept, not state; they follow from the seed. */
  const dayStarts = new Map<string, Map<number, number>>();
  const readStable = createDrift(seed ^ 0x51ab, 0.0004);
  const readMarket = createDrift(seed, 0.011);
  const owns = new Map<string, Curve>();

  const isLarge = (coin: string) => coin === 'BTC' || coin === 'ETH';

  /** What a coin does apart from all others. */
  function findOwn(coin: string): Curve {
    let own = owns.get(coin);
    if (own === undefined) {
      const id = starts.get(coin)?.[0] ?? 0;
      own = createDrift(seed + id * 7_919, isLarge(coin) ? 0.006 : 0.016);
      owns.set(coin, own);
    }
    return own;
  }

  function readLog(coin: string, atMs: number): number {
    if (coin === 'USDT') return 0;
    const known = played?.readUsd(coin, atMs);
    if (known !== undefined) return Math.log(known / (starts.get(coin)?.[4] ?? 1));
    if (STABLE.has(coin)) return readStable(atMs) * 0.5;
    const market = played?.readMove(atMs) ?? readMarket(atMs);
    return market * (isLarge(coin) ? 1 : 1.25) + findOwn(coin)(atMs);
  }

  /** What a token is worth at `atMs` for one at the beginning of that day, or of what is played. */
  function readDayFactor(token: string, startMs: number, atMs: number): number {
    const [coin, times] = LEVERED[token];
    const move = Math.exp(readLog(coin, atMs) - readLog(coin, startMs)) - 1;
    return Math.max(DAY_FACTOR_MIN, 1 + times * move);
  }

  /** Worth at the beginning of a day, for one on the first day: the product of the days between. */
  function readDayStart(token: string, day: number): number {
    let known = dayStarts.get(token);
    if (known === undefined) dayStarts.set(token, (known = new Map([[FIRST_DAY, 1]])));
    const step = day < FIRST_DAY ? -1 : 1;
    let at = day;
    while (!known.has(at)) at -= step;
    let worth = known.get(at) as number;
    for (; at !== day; at += step) {
      const first = Math.min(at, at + step) * DAY_MS;
      worth *= readDayFactor(token, first, first + DAY_MS) ** step;
      known.set(at + step, worth);
    }
    return worth;
  }

  function readUsd(coin: string, atMs: number): number {
    const listed = starts.get(coin)?.[4] ?? 1;
    if (LEVERED[coin] !== undefined) {
      // Days that are played are no days of ours: a product of them would mean nothing.
      if (played !== undefined) return listed * readDayFactor(coin, played.startedAtMs, atMs);
      const day = Math.floor(atMs / DAY_MS);
      const worth = readDayStart(coin, day) * readDayFactor(coin, day * DAY_MS, atMs);
      return listed * worth;
    }
    return listed * Math.exp(readLog(coin, atMs));
  }

  return { read: (base, quote, atMs) => readUsd(base, atMs) / readUsd(quote, atMs) };
}
