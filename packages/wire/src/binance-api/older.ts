// The market data that older clients ask for below /api/v1: the same calls under another path.
import { defineRoute } from '../route.ts';
import { apiMarketRoutes } from './market.ts';

/** The same calls under older paths. */
export const apiOlderRoutes = {
  olderPing: defineRoute({ ...apiMarketRoutes.ping, path: '/api/v1/ping' }),
  olderTime: defineRoute({ ...apiMarketRoutes.time, path: '/api/v1/time' }),
  olderExchangeInfo: defineRoute({ ...apiMarketRoutes.exchangeInfo, path: '/api/v1/exchangeInfo' }),
  olderDepth: defineRoute({ ...apiMarketRoutes.depth, path: '/api/v1/depth' }),
  olderKlines: defineRoute({ ...apiMarketRoutes.klines, path: '/api/v1/klines' }),
  olderTicker24hr: defineRoute({ ...apiMarketRoutes.ticker24hr, path: '/api/v1/ticker/24hr' }),
} as const;
