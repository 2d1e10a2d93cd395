// Puts deposits together with what they stand on. Called through module.ts by the edge's process.
import { createStatementCheck } from '../../base/custody/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createDepositAddresses } from './addresses.ts';
import { createCapitalRoutes } from './routes.ts';

/** Make the calls. */
export function startCapital({ database, settings, readNowMs }: Platform): RunningModule {
  const checkStatement = createStatementCheck(settings.dataFolder);
  const addresses = createDepositAddresses({ database, checkStatement, readNowMs });
  return { handlers: createCapitalRoutes({ database, addresses }) };
}
