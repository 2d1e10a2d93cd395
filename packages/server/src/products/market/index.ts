/** The market-data room's door. */
export { createCandleQuery, type ReadSimulated } from './candles.ts';
export { createMarketFeed } from './feed.ts';
export { createMarketLive } from './live.ts';
export { createMarketRoutes } from './routes.ts';
