/** The market-data room's door. */
export { createCandleQuery } from './candles.ts';
export { createMarketBinance } from './binance-api/index.ts';
export { createMarketFeed } from './feed.ts';
export { createMarketPageRoutes } from './pages.ts';
export { readCoinPicture, setCoinPicture } from './pictures/pictures.ts';
export { createMarketRoutes } from './routes.ts';
export { createUdfRoutes } from './udf/udf.ts';
