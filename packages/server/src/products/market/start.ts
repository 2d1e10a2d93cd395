// Puts market pages together: their calls, the public channels and the streams of the trading API,
// which tell what changed a few times a second. Called through module.ts by the edge's process, and
// by the simulation.
import { createBinanceSymbols, defaultAddressLimits } from '../../base/binance-api/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createStoredSteps } from '../../base/projections/index.ts';
import { createCatchUp, withCatchUp } from './binance-api/catch-up.ts';
import { createMarketBinance } from './binance-api/index.ts';
import { createCandleQuery } from './candles.ts';
import { createMarketFeed } from './feed.ts';
import { createMarketPageRoutes } from './pages.ts';
import { createMarketRoutes } from './routes.ts';
import { createMarketStreams } from './streams/streams.ts';
import { createUdfRoutes } from './udf/udf.ts';

/** What market pages stand on. */
export type MarketPlatform = Pick<
  Platform,
  | 'database'
  | 'markets'
  | 'live'
  | 'steps'
  | 'hub'
  | 'streamHub'
  | 'fanOut'
  | 'orderCounts'
  | 'mark'
  | 'modeChanged'
  | 'readMode'
  | 'readDurable'
  | 'readNowMs'
> & {
  readonly configuration: Pick<
    Platform['configuration'],
    'readRecommendedMarkets' | 'readPopularMarkets'
  >;
};

const FLUSH_EVERY_MS = 50;

/** Make the calls and the channels, and tell what changes from then on. */
export function startMarket(platform: MarketPlatform): RunningModule {
  const { database, markets, live, hub, fanOut, configuration, readMode, readNowMs } = platform;
  const storedTrades = createStoredSteps(database, 'candles');
  const candles = createCandleQuery({ database, live, storedTrades, readNowMs });
  const feed = createMarketFeed({ hub, markets, live, readMode, readNowMs });
  const streams = createMarketStreams({ hub: platform.streamHub, markets, live, readNowMs });
  const endListening = platform.modeChanged.listen(feed.publishStatus);
  const timer = setInterval(() => {
    // What is told later tells of more at once; nothing is lost.
    if (fanOut.isBehind()) return;
    const taken = live.takeChanges();
    feed.flush(taken);
    streams.flush(taken);
  }, FLUSH_EVERY_MS);
  timer.unref();
  const binance = createMarketBinance({
    database,
    markets,
    symbols: createBinanceSymbols(markets),
    live,
    storedTrades,
    candles,
    orderCounts: platform.orderCounts,
    limits: defaultAddressLimits,
    readMode,
    readNowMs,
  });
  return {
    handlers: [
      ...createMarketRoutes({
        markets,
        live,
        readCandles: candles.readCandles,
        readRecommended: configuration.readRecommendedMarkets,
        readNowMs,
      }),
      ...createMarketPageRoutes({
        database,
        markets,
        live,
        readNowMs,
        mark: platform.mark,
        readPopular: configuration.readPopularMarkets,
      }),
      ...createUdfRoutes({ markets, live, candles, readNowMs }),
      ...withCatchUp(binance, createCatchUp(platform)),
    ],
    stop: () => {
      endListening();
      clearInterval(timer);
    },
  };
}
