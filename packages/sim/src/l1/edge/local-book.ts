// A book as a reader of the socket keeps it, by the rules of its channel: a snapshot replaces all,
// a diff sets sizes and must follow the number before it, a size of 0 removes a level. Each state
// is compared with the journal's at the same number. Used by listener.ts.
import { crc32 } from 'node:zlib';
import type { ChannelFrame } from './frames.ts';
import { changeFingerprint, type TrueMarket } from './truth.ts';

type TextLevel = readonly [price: string, size: string];

interface BookData {
  readonly asks: readonly TextLevel[];
  readonly bids: readonly TextLevel[];
  readonly checksum?: number;
}

const CHECKED_LEVELS = 10;

/** Text to a whole number of the smallest steps. */
export function readSteps(text: string, decimals: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.padEnd(decimals, '0'));
}

/** One reader's book of one market. */
export class LocalBook {
  readonly #market: TrueMarket;
  #levels = new Map<string, number>();
  #fingerprint = 0;

  constructor(market: TrueMarket) {
    this.#market = market;
  }

  /** Take a frame that is next. @returns what is wrong, "" when nothing is. */
  take(frame: ChannelFrame): string {
    const { asks, bids, checksum } = frame.data as BookData;
    if (frame.type === 'snapshot') {
      this.#levels = new Map();
      this.#fingerprint = 0;
    }
    for (const [side, levels] of [bids, asks].entries()) {
      for (const [price, size] of levels) this.#set(side, price, size);
    }
    const expected = this.#market.book.fingerprints[frame.last];
    if (expected === undefined) return `book at ${frame.last}, which is not committed`;
    if (expected !== this.#fingerprint)
      return `book at ${frame.last} is another than the journal's`;
    if (checksum !== undefined && checksum !== this.#calculateChecksum()) {
      return `checksum at ${frame.last} is not that of the book`;
    }
    return '';
  }

  /** Level by level, where the journal ends. */
  isWhole(): boolean {
    const { levels } = this.#market.book;
    if (levels.size !== this.#levels.size) return false;
    return [...levels].every(([level, lots]) => this.#levels.get(level) === lots);
  }

  #set(side: number, price: string, size: string): void {
    const { priceDecimals, lotDecimals } = this.#market;
    const level = `${side} ${readSteps(price, priceDecimals)}`;
    const lots = { before: this.#levels.get(level) ?? 0, after: readSteps(size, lotDecimals) };
    this.#fingerprint = changeFingerprint(this.#fingerprint, level, lots);
    if (lots.after > 0) this.#levels.set(level, lots.after);
    else this.#levels.delete(level);
  }

  /** Over the best ten asks, then bids: price and size without point and leading zeros. */
  #calculateChecksum(): number {
    const sides = [1, 0].map((wanted) => {
      const own = [...this.#levels].map(([level, lots]) => {
        const [side = 0, ticks = 0] = level.split(' ').map(Number);
        return { side, ticks, lots };
      });
      const rising = wanted === 1 ? 1 : -1;
      return own
        .filter(({ side }) => side === wanted)
        .sort((one, other) => (one.ticks - other.ticks) * rising)
        .slice(0, CHECKED_LEVELS);
    });
    return crc32(sides.flatMap((side) => side.map((it) => `${it.ticks}${it.lots}`)).join(''));
  }
}
