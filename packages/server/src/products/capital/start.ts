// Puts deposits together with what they stand on. Called through module.ts by the edge's process.
import { createStatementCheck } from '../../base/custody/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createDepositAddresses } from './addresses.ts';
import { createCapitalBinance } from './binance-api/index.ts';
import { createDepositReader, createDepositRecordRoutes } from './deposits/records.ts';
import { createBookRoutes } from './book/routes.ts';
import { createWithdrawWorks, startApprovalRule } from './desk/approvals.ts';
import { createWithdrawDesk } from './desk/withdrawals.ts';
import { createDepositDesk } from './deposits/desk.ts';
import { createDepositWorks } from './deposits/works.ts';
import { createCapitalRoutes } from './routes.ts';
import { createWithdrawalReader } from './withdrawals/records.ts';
import { createWithdrawRoutes } from './withdrawals/routes.ts';

/** Make the calls. */
export function startCapital(platform: Platform): RunningModule {
  const { database, markets, settings, readNowMs } = platform;
  const { accounts, audit, intents, office } = platform;
  const checkStatement = createStatementCheck(settings.dataFolder);
  const addresses = createDepositAddresses({ database, checkStatement, readNowMs });
  const readDeposits = createDepositReader({ database, markets });
  const { readUnits } = platform;
  return {
    handlers: [
      ...createCapitalRoutes({ database, addresses }),
      ...createBookRoutes(platform),
      ...createDepositRecordRoutes(readDeposits, createWithdrawalReader(platform)),
      ...createWithdrawRoutes(platform),
      ...createCapitalBinance({ database, markets, addresses, readUnits, readDeposits }),
      ...createDepositDesk({ database, audit, approvals: () => office.approvals, readNowMs }),
      ...createWithdrawDesk(platform),
    ],
    approvalWorks: {
      ...createDepositWorks({ audit, accounts, intents, readNowMs }),
      ...createWithdrawWorks(platform),
    },
    stop: startApprovalRule({ ...platform, approvals: () => office.approvals }),
  };
}
