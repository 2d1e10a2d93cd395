/** The market room's door: coins, markets, and the pieces of their live data. */
export { applyLevel, type Books, createBookProjection, loadBooks } from './book-projection.ts';
export { createPublicBook, groupLevels, type Level, type PublicBook } from './book.ts';
export { createCandleProjection } from './candle-projection.ts';
export { calculateChecksum } from './checksum.ts';
export { createPast, type Drawn, type Past, type ReadDrawn } from './past.ts';
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
  addTrade,
  type Bucket,
  type CountedTrade,
  createRollingDay,
  emptyBucket,
  formatChange,
  mergeBucket,
  type RollingDay,
} from './rolling.ts';

export { createValuer, holdPrices, type Valuer } from './value.ts';
