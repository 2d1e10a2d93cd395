// Jobs of questions about money, put together from what jobs stand on. Called by the jobs process.
import type { JobPayload } from '../../../base/jobs/index.ts';
import type { JobPlatform } from '../../../base/modules/index.ts';
import { connectMoneyChecks, readProviderAccess } from '../../../base/providers/index.ts';
import { createVault } from '../../../base/vault/index.ts';
import { createMoneyChecks, type MoneyChecks } from './asking.ts';

function makeChecks({ database, seal, settings, readNowMs, report }: JobPlatform): MoneyChecks {
  return createMoneyChecks({
    database,
    vault: createVault(database, seal, readNowMs),
    async readProvider(kind) {
      const access = await readProviderAccess(settings, kind);
      return access && connectMoneyChecks(access);
    },
    readNowMs,
    report,
  });
}

/** Ask what is new, read back what is due. */
export const askProviders = (platform: JobPlatform): Promise<void> => makeChecks(platform).run();

/** Read one back. */
export const readMoneyCheck = (platform: JobPlatform, { reference }: JobPayload): Promise<void> =>
  makeChecks(platform).readBack(String(reference));
