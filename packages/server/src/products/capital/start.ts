// Puts deposits together with what they stand on. Called through module.ts by the edge's process.
import { createStatementCheck } from '../../base/custody/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { readProviderAccess } from '../../base/providers/index.ts';
import { createVault } from '../../base/vault/index.ts';
import { createDepositAddresses } from './addresses.ts';
import { createCapitalBinance } from './binance-api/index.ts';
import { createMoneyHearing } from './checks/hear.ts';
import { createClaimRoutes, createClaimWorks } from './claims/routes.ts';
import { createDepositReader, createDepositRecordRoutes } from './deposits/records.ts';
import { createBookRoutes } from './book/routes.ts';
import { createWithdrawWorks, startApprovalRule } from './desk/approvals.ts';
import { createColdDesk } from './desk/cold.ts';
import { createColdWorks } from './desk/cold-works.ts';
import { describeWorks } from './desk/subjects.ts';
import { createNamingRoutes, createNamingWorks } from './desk/namings.ts';
import { createWalletDesk } from './desk/wallets.ts';
import { createWholeDesk } from './desk/whole.ts';
import { createWithdrawDesk } from './desk/withdrawals.ts';
import { createDepositDesk } from './deposits/desk.ts';
import { createDepositWorks } from './deposits/works.ts';
import { createOfficerDesk } from './officers/desk.ts';
import { createCustodyHandlers } from './officers/tool.ts';
import { createNetworkHandlers } from './operator/networks.ts';
import { createRewardReader } from './rewards.ts';
import { createCapitalRoutes } from './routes.ts';
import { createDeclarationDesk } from './travel/routes.ts';
import { createWithdrawalReader, createWithdrawalSearch } from './withdrawals/records.ts';
import { createWithdrawRoutes } from './withdrawals/routes.ts';
import { submitWithdrawal } from './withdrawals/submit.ts';

/** Make the calls. */
export function startCapital(platform: Platform): RunningModule {
  const { database, markets, settings, readNowMs } = platform;
  const { accounts, audit, intents, office, people } = platform;
  const vault = createVault(database, people.seal, readNowMs);
  const withdrawing = { ...platform, vault };
  const checkStatement = createStatementCheck(settings.dataFolder);
  const addresses = createDepositAddresses({ database, checkStatement, readNowMs });
  const readDeposits = createDepositReader({ database, markets });
  return {
    handlers: [
      ...createCapitalRoutes({ database, addresses }),
      ...createBookRoutes(platform),
      ...createDepositRecordRoutes(readDeposits, {
        withdrawals: createWithdrawalReader(platform),
        rewards: createRewardReader({ database, markets }),
      }),
      ...createWithdrawRoutes(withdrawing),
      ...createCapitalBinance({
        ...platform,
        addresses,
        readDeposits,
        searchWithdrawals: createWithdrawalSearch(platform),
        submit: (call) => submitWithdrawal(withdrawing, call),
      }),
      ...createDepositDesk({ ...platform, approvals: () => office.approvals }),
      ...createWholeDesk(platform),
      ...createWalletDesk(platform),
      ...createColdDesk({ database, markets, approvals: () => office.approvals, readNowMs }),
      ...createWithdrawDesk(platform),
      ...createDeclarationDesk({ database, audit, vault }),
      createMoneyHearing({
        database,
        enqueue: platform.enqueue,
        readAccess: (kind) => readProviderAccess(settings, kind),
        readNowMs,
      }),
      ...createNamingRoutes({ database, approvals: () => office.approvals, readNowMs }),
      ...createOfficerDesk({
        database,
        audit,
        settings,
        readNowMs,
        readName: platform.configuration.readBrandName,
      }),
      ...createClaimRoutes({ database, approvals: () => office.approvals, readNowMs }),
    ],
    operatorHandlers: {
      ...createCustodyHandlers({ database, settings, readNowMs }),
      ...createNetworkHandlers(platform),
    },
    approvalWorks: describeWorks(
      {
        ...createDepositWorks({ audit, accounts, intents, readNowMs }),
        ...createWithdrawWorks(platform),
        ...createClaimWorks({ audit, readNowMs }),
        ...createNamingWorks({ audit, readNowMs }),
        ...createColdWorks({ audit, markets }),
      },
      platform,
    ),
    stop: startApprovalRule({ ...platform, approvals: () => office.approvals }),
  };
}
