// What the account product brings: signing in, photos and VIP levels of people.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable, silentTable } from '../../base/modules/index.ts';

/** The module of the account product. */
export const accountModule = defineModule({
  name: 'account',
  migrations: listMigrations('account', import.meta.url, ['0001-photos', '0002-vip']),
  personTables: [
    silentTable('photos', true),
    publishedTable(
      'vip_standings',
      'owner_id level is_by_hand volume_usdt decided_at held_until',
      true,
    ),
    publishedTable('vip_volumes', 'day volume_usdt', true),
  ],
  jobs: [
    {
      name: 'account.vip-levels',
      periodMs: 86_400_000,
      load: async () => (await import('./vip/job.ts')).countVipLevels,
    },
    {
      name: 'account.vip-carry-out',
      load: async () => (await import('./vip/job.ts')).carryOutVipLevel,
    },
  ],
  referenceTables: async () => [(await import('./vip/levels.ts')).vipLevelsTable],
  operatorCommands: async () => (await import('./operator/commands.ts')).accountCommands,
  start: async () => (await import('./start.ts')).startAccount,
});
