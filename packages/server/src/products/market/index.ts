/** The market-data room's door. */
export { createCandleQuery, type ReadSimulated } from './candles.ts';
export { createMarketFeed, type MarketFeed } from './feed.ts';
export { createMarketLive, type MarketLive } from './live.ts';
export { createMarketRoutes } from './routes.ts';
export { showTicker } from './show.ts';
