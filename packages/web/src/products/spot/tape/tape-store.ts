// The newest trades of a market outside React: at most 200, newest first, own ones marked.
// Not here: drawing, and trades of other days (the history lists).
import type { ChannelFrame, PublicTrade } from '@isobath/wire';
import { type Market, readWhole } from '../market/market.ts';

/** One print of the tape. */
export interface Print {
  readonly id: number;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly side: 'buy' | 'sell';
  readonly atMs: number;
}

/** A live tape. */
export interface TapeStore {
  /** Newest first. */
  readonly prints: readonly Print[];
  /** Largest size among them, for bars. */
  readonly largestLots: number;
  readonly isReady: boolean;
  take(frame: ChannelFrame): void;
  /** Mark a trade as one's own; it may arrive before or after the print. */
  markOwn(tradeId: number): void;
  isOwn(tradeId: number): boolean;
  listen(onChange: () => void): () => void;
  clear(): void;
}

const printsMax = 200;
const ownMax = 1000;

/** Make an empty tape. */
export function createTapeStore(market: Pick<Market, 'priceDecimals' | 'lotDecimals'>): TapeStore {
  const listeners = new Set<() => void>();
  const own = new Set<number>();
  const state = { prints: [] as Print[], largestLots: 0, isReady: false };

  const readPrint = (trade: PublicTrade): Print => ({
    id: Number(trade.id),
    priceTicks: readWhole(trade.price, market.priceDecimals),
    sizeLots: readWhole(trade.amount, market.lotDecimals),
    side: trade.side,
    atMs: trade.time,
  });

  function describe(): void {
    for (const listener of listeners) listener();
  }

  return {
    get prints() {
      return state.prints;
    },
    get largestLots() {
      return state.largestLots;
    },
    get isReady() {
      return state.isReady;
    },
    take(frame) {
      const fresh = (frame.data as PublicTrade[]).map(readPrint).reverse();
      const before = frame.type === 'snapshot' ? [] : state.prints;
      state.prints = [...fresh, ...before].slice(0, printsMax);
      state.largestLots = state.prints.reduce((most, print) => Math.max(most, print.sizeLots), 0);
      state.isReady = true;
      describe();
    },
    markOwn(tradeId) {
      if (own.size >= ownMax) own.clear();
      own.add(tradeId);
      describe();
    },
    isOwn: (tradeId) => own.has(tradeId),
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    clear() {
      state.prints = [];
      state.isReady = false;
      describe();
    },
  };
}
