/** The market-data room's door. */
export { type CandleQuery, createCandleQuery } from './candles.ts';
export { createMarketDialect } from './dialect/index.ts';
export { createMarketFeed } from './feed.ts';
export { createMarketLive, type MarketLive } from './live.ts';
export { createMarketPageRoutes } from './pages.ts';
export { readCoinPicture, setCoinPicture } from './pictures/pictures.ts';
export { createMarketRoutes } from './routes.ts';
export { createMarketStreams } from './streams/streams.ts';
export { createUdfRoutes } from './udf/udf.ts';
