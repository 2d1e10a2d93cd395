// Jobs of checks, put together from what jobs stand on. Called by the jobs process.
import type { JobPayload } from '../../../base/jobs/index.ts';
import type { JobPlatform } from '../../../base/modules/index.ts';
import { connectChecks, readProviderAccess } from '../../../base/providers/index.ts';
import { readSealedForm } from '../applications.ts';
import { createVault } from '../../../base/vault/index.ts';
import { type Checks, createChecks } from './checks.ts';

function makeChecks({ database, seal, settings, readNowMs, report }: JobPlatform): Checks {
  const vault = createVault(database, seal, readNowMs);
  return createChecks({
    database,
    readForm: (recordId) => readSealedForm(database, vault, recordId),
    async readProvider() {
      const access = await readProviderAccess(settings, 'identity');
      return access && connectChecks(access);
    },
    readNowMs,
    report,
  });
}

/** Ask for new checks, read back those that are due. */
export const runChecks = (platform: JobPlatform): Promise<void> => makeChecks(platform).run();

/** Read one check back. */
export const readCheck = (platform: JobPlatform, { reference }: JobPayload): Promise<void> =>
  makeChecks(platform).readBack(String(reference));
