// What deposits and withdrawals over chains bring.
// Listed in modules.ts.
import {
  CHAIN_CHECKS_JOB,
  DEPOSIT_MOVE,
  DEPOSIT_ROLLBACK,
  withdrawalEnds,
} from '../../base/custody/index.ts';
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable, silentTable } from '../../base/modules/index.ts';

/** The module of money in and out. */
export const capitalModule = defineModule({
  name: 'capital',
  migrations: listMigrations('capital', import.meta.url, [
    '0001-capital',
    '0002-proofs-of-base',
    '0003-claims',
    '0004-claim-reasons',
    '0005-no-verified',
  ]),
  personTables: [
    publishedTable(
      'withdraw_addresses',
      'saved_id network_id asset_id address memo remark saved_at_ms',
      true,
    ),
    publishedTable('withdraw_address_settings', 'owner_id is_allowlist_only off_from_ms', true),
    silentTable('withdraw_day_uses', false),
    publishedTable(
      'deposit_claims',
      'claim_id network_id tx_hash why status paid_tx_hash asked_at_ms decided_at_ms',
      true,
    ),
  ],
  jobs: [
    {
      name: CHAIN_CHECKS_JOB,
      cron: '* * * * *',
      load: async () => (await import('./checks/jobs.ts')).askProviders,
    },
    {
      name: 'capital.read-check',
      load: async () => (await import('./checks/jobs.ts')).readMoneyCheck,
    },
  ],
  consumers: [
    {
      name: DEPOSIT_MOVE,
      load: async () => (await import('../../base/custody/index.ts')).finishDepositMove,
    },
    {
      name: DEPOSIT_ROLLBACK,
      load: async () => (await import('../../base/custody/index.ts')).finishDepositRollback,
    },
    ...withdrawalEnds,
  ],
  operatorCommands: async () => (await import('./operator/commands.ts')).networkCommands,
  start: async () => (await import('./start.ts')).startCapital,
});
