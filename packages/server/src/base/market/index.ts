/** The market room's door: coins, markets, and the pieces of their live data. */
export { createBookProjection } from './book-projection.ts';
export { createPublicBook, groupLevels, type Level, type PublicBook } from './book.ts';
export { createCandleProjection } from './candle-projection.ts';
export { calculateChecksum } from './checksum.ts';
export { joinBuckets, overlayBuckets } from './candle-clock.ts';
export { loadClosingTicks } from './closing.ts';
export {
  createMarketLive,
  type LiveMarket,
  type LiveTrade,
  type MarketChanges,
  type MarketLive,
  readBucket,
} from './live.ts';
export type { Drawn, Past } from './past.ts';
export {
  type Coin,
  createMarketRegistry,
  loadNames,
  type Market,
  type MarketRegistry,
  nameMarketState,
  readMarketState,
  SELF_TRADE_WORDS,
  showMarket,
} from './registry.ts';
export {
  type Bucket,
  emptyBucket,
  formatChange,
  mergeBucket,
  formatPercent,
} from './rolling.ts';
export {
  chooseStoredSpan,
  east,
  findOpen,
  intervals,
  makeZone,
  moveOpen,
  storedSpans,
  utc,
  type Zone,
} from './spans.ts';
export { createValuer, holdPrices, type Valuer } from './value.ts';
