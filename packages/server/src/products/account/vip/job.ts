// The jobs of VIP levels. Listed in ../module.ts.
import type { JobPayload, JobPeriod } from '../../../base/jobs/index.ts';
import { enqueueJob } from '../../../base/jobs/index.ts';
import type { JobPlatform } from '../../../base/modules/index.ts';
import { countVipDay } from './count.ts';
import { createVipStandings } from './standings.ts';

/** Count a day that is over, and have the engine set what was decided. */
export async function countVipLevels(platform: JobPlatform, { endsMs }: JobPeriod): Promise<void> {
  const accounts = await platform.loadAccounts();
  await countVipDay({ ...platform, accounts }, endsMs);
  await createVipStandings({ ...platform, accounts, enqueue: enqueueJob }).carryOut();
}

/** Have the engine set the level that one person was given. */
export async function carryOutVipLevel(
  platform: JobPlatform,
  { ownerId }: JobPayload,
): Promise<void> {
  const accounts = await platform.loadAccounts();
  await createVipStandings({ ...platform, accounts, enqueue: enqueueJob }).carryOut(
    Number(ownerId),
  );
}
