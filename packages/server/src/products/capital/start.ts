// Puts deposits together with what they stand on. Called through module.ts by the edge's process.
import { createStatementCheck } from '../../base/custody/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createDepositAddresses } from './addresses.ts';
import { createDepositRecordRoutes } from './deposits/records.ts';
import { createCapitalRoutes } from './routes.ts';

/** Make the calls. */
export function startCapital(platform: Platform): RunningModule {
  const { database, markets, settings, readNowMs } = platform;
  const checkStatement = createStatementCheck(settings.dataFolder);
  const addresses = createDepositAddresses({ database, checkStatement, readNowMs });
  return {
    handlers: [
      ...createCapitalRoutes({ database, addresses }),
      ...createDepositRecordRoutes({ database, markets }),
    ],
  };
}
