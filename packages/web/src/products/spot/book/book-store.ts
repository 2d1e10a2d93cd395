// The order book of one market outside React: frames in, both sides and a word to painters out.
// Not here: gaps (the socket mends them) and drawing. One store lives as long as its market's page.
import type { BookData, ChannelFrame } from '@isobath/wire';
import { type Market, readWhole } from '../market/market.ts';
import { calculateChecksum } from './checksum.ts';
import { createLevels, type Levels } from './levels.ts';

/** A live order book. */
export interface BookStore {
  readonly bids: Levels;
  readonly asks: Levels;
  /** Server time of the newest frame; 0 before the first. */
  readonly atMs: number;
  /** Own clock when the newest frame came; 0 before the first. */
  readonly heardAtMs: number;
  /** False until a snapshot has come. */
  readonly isReady: boolean;
  /** Rises with each frame. */
  readonly version: number;
  /**
   * Take a frame of `book:SYMBOL`.
   *
   * @returns false when the checksum says that the book is wrong: ask for a snapshot.
   */
  take(frame: ChannelFrame): boolean;
  /** @returns stop listening. */
  listen(onChange: () => void): () => void;
  clear(): void;
}

/** Make an empty book for a market. */
export function createBookStore(
  market: Pick<Market, 'priceDecimals' | 'lotDecimals'>,
  readNowMs: () => number = () => Date.now(),
): BookStore {
  const bids = createLevels('bid');
  const asks = createLevels('ask');
  const listeners = new Set<() => void>();
  const state = { atMs: 0, heardAtMs: 0, isReady: false, version: 0 };

  function setAll(levels: Levels, rows: readonly (readonly [string, string])[]): void {
    for (const [price, size] of rows) {
      levels.set(readWhole(price, market.priceDecimals), readWhole(size, market.lotDecimals));
    }
  }

  return {
    bids,
    asks,
    get atMs() {
      return state.atMs;
    },
    get heardAtMs() {
      return state.heardAtMs;
    },
    get isReady() {
      return state.isReady;
    },
    get version() {
      return state.version;
    },
    take(frame) {
      const data = frame.data as BookData;
      if (frame.type === 'snapshot') {
        bids.clear();
        asks.clear();
        state.isReady = true;
      }
      setAll(asks, data.asks);
      setAll(bids, data.bids);
      state.atMs = frame.at;
      state.heardAtMs = readNowMs();
      state.version += 1;
      for (const listener of listeners) listener();
      return data.checksum === undefined || data.checksum === calculateChecksum(asks, bids);
    },
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    clear() {
      bids.clear();
      asks.clear();
      Object.assign(state, { atMs: 0, heardAtMs: 0, isReady: false });
      state.version += 1;
      for (const listener of listeners) listener();
    },
  };
}
