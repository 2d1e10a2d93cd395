// Everything live of one market: book, tape, ticker, auction, state. One room at a time; leaving it
// closes its channels, so that no old price is ever shown under a new name. A further chart follows
// candles alone.
// Not here: own orders and money (own-store.ts).
import type { Live } from '@isobath/sdk';
import type { AuctionData, StatusData, TickerRow } from '@isobath/wire';
import { createValue, type Value } from '../../../base/value.ts';
import { type BookStore, createBookStore } from '../book/book-store.ts';
import { type Market, readWhole } from '../market/market.ts';
import { createTapeStore, type TapeStore } from '../tape/tape-store.ts';

/** Candles of a market, as a chart follows them. */
export interface CandleSource {
  readonly market: Market;
  /** Listen to candles; @returns stop. */
  listenCandles(interval: string, onRows: (rows: unknown) => void): () => void;
}

/** Follow nothing of a market but its candles. */
export const openCandles = (market: Market, live: Live): CandleSource => ({
  market,
  listenCandles: (interval, onRows) =>
    live.subscribe(`candle:${market.symbol}:${interval}`, (frame) => onRows(frame.data)),
});

/** A market's live data. */
export interface MarketRoom extends CandleSource {
  readonly book: BookStore;
  readonly tape: TapeStore;
  readonly ticker: Value<TickerRow | null>;
  readonly auction: Value<AuctionData | null>;
  readonly state: Value<string>;
  /** Last trade's price in ticks, 0 before any. */
  readonly last: Value<number>;
  close(): void;
}

/**
 * Open a market's room.
 *
 * @param first - the ticker that the page brought along, or null.
 */
export function openMarketRoom(market: Market, live: Live, first: TickerRow | null): MarketRoom {
  const book = createBookStore(market);
  const tape = createTapeStore(market);
  const ticker = createValue(first);
  const auction = createValue<AuctionData | null>(null);
  const state = createValue<string>(market.info.state);
  const last = createValue(first === null ? 0 : readWhole(first.last, market.priceDecimals));
  const stops: (() => void)[] = [];

  let stopBook = () => {};
  const openBook = () => {
    stopBook();
    stopBook = live.subscribe(`book:${market.symbol}`, (frame) => {
      // A wrong checksum means a level is wrong somewhere: begin with a new snapshot.
      if (!book.take(frame)) queueMicrotask(openBook);
    });
  };
  openBook();
  stops.push(() => stopBook());
  stops.push(
    live.subscribe(`trades:${market.symbol}`, (frame) => {
      tape.take(frame);
      const newest = tape.prints[0];
      if (newest !== undefined) last.set(newest.priceTicks);
    }),
    live.subscribe(`ticker:${market.symbol}`, (frame) => ticker.set(frame.data as TickerRow)),
    live.subscribe(`auction:${market.symbol}`, (frame) => {
      const data = frame.data as AuctionData | null;
      auction.set(data);
      if (data !== null) state.set(data.state);
    }),
    live.subscribe('status', (frame) => {
      const { markets } = frame.data as StatusData;
      state.set(markets[market.symbol] ?? 'TRADING');
    }),
  );

  return {
    ...openCandles(market, live),
    book,
    tape,
    ticker,
    auction,
    state,
    last,
    close() {
      for (const stop of stops) stop();
      book.clear();
      tape.clear();
    },
  };
}
