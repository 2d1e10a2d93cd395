// Puts asset pages together with what they stand on. Called through module.ts by the edge's
// process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createAssetBinance } from './binance-api/index.ts';
import { createAssetsRoutes } from './routes.ts';

/** Make the calls. */
export function startAssets(platform: Platform): RunningModule {
  const { database, markets, accounts, steps, readLastTicks, readAccountUnits } = platform;
  return {
    handlers: [
      ...createAssetBinance({ accounts, markets, readLastTicks, readAccountUnits }),
      ...createAssetsRoutes({
        database,
        markets,
        accounts,
        readLastTicks,
        readNowMs: platform.readNowMs,
        readBalances: (ownerId) => platform.readUnits(ownerId, 0),
        waitForStored: steps.waitForStored,
        readCurrencyRate: platform.configuration.readCurrencyRate,
        readAccountUnits,
      }),
    ],
  };
}
