// Reference prices of another venue, asked for again and again. What was not told is not known: no
// price is made up, an old one is called late, then there is none. It knows no library and no
// protocol (ccxt-venue.ts). Made by reference.ts.
import type { LiveReference, ReferenceState } from '../liquidity.ts';

/** A venue whose prices can be asked for. */
export interface Venue {
  /** Prices in USDT of those of these coins that trade there now. @throws when it is away. */
  readPrices(coins: readonly string[]): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

/** What a reference is made of. */
export interface VenueReferenceParts {
  readonly venue: Venue;
  readonly coins: readonly string[];
  readonly readNowMs: () => number;
  /** Told when the venue fails, once until it is back. */
  readonly report: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
const LATE_AFTER_MS = 6_000;
const AWAY_AFTER_MS = 20_000;
const DOLLAR = 'USDT';

/** Begin to ask. */
export function followVenue(parts: VenueReferenceParts): LiveReference {
  const { venue, readNowMs } = parts;
  let prices: ReadonlyMap<string, number> = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<void> {
    try {
      prices = await venue.readPrices(parts.coins);
      readAtMs = readNowMs();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isClosed) parts.report(error);
      isFailing = true;
    }
    if (!isClosed) timer = setTimeout(() => (asking = ask()), parts.everyMs ?? EVERY_MS);
  }

  function readState(nowMs: number): ReferenceState {
    const ageMs = nowMs - readAtMs;
    if (ageMs > AWAY_AFTER_MS) return 'away';
    return ageMs > LATE_AFTER_MS ? 'late' : 'live';
  }

  const readUsd = (coin: string) => (coin === DOLLAR ? 1 : prices.get(coin));
  let asking = ask();
  return {
    readState,
    read(base, quote, nowMs) {
      if (readState(nowMs) === 'away') return undefined;
      const [baseUsd, quoteUsd] = [readUsd(base), readUsd(quote)];
      return baseUsd === undefined || quoteUsd === undefined ? undefined : baseUsd / quoteUsd;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await venue.close();
      await asking;
    },
  };
}
