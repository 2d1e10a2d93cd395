// What the back office brings: customers' accounts and money without a chain.
// Listed in modules.ts.
import { defineModule, publishedTable, silentTable } from '../../base/modules/index.ts';
import { customerMigrations } from './accounts/tables.ts';
import { operatorGiftConsumer } from './money/gift-end.ts';
import { moneyMigrations } from './money/tables.ts';

/** The module of the back office. */
export const officeModule = defineModule({
  name: 'office',
  migrations: [...moneyMigrations, ...customerMigrations],
  personTables: [
    publishedTable('account_notes', 'note_id text at_ms', true),
    publishedTable('money_lines', 'approval_id line asset_id units state sequence', false),
    // But for what the erasing itself rests on it goes too (person-erasure.ts).
    silentTable('account_evidence', false),
  ],
  consumers: [operatorGiftConsumer],
  referenceTables: async () => [(await import('./accounts/retention.ts')).retentionTable],
  operatorCommands: async () => (await import('./operator/commands.ts')).officeCommands,
  start: async () => (await import('./start.ts')).startOffice,
});
