// What transfers between one's own accounts bring.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable } from '../../base/modules/index.ts';

/** The module of transfers. */
export const transferModule = defineModule({
  name: 'transfer',
  migrations: listMigrations('transfer', import.meta.url, [
    '0001-transfers',
    '0002-day-uses',
    '0003-pair-rules',
  ]),
  personTables: [
    publishedTable(
      'account_transfers',
      'transfer_id asset_id amount_units source_type target_type at_ms',
      false,
    ),
  ],
  orderProjection: async ({ accounts }) =>
    (await import('./projection.ts')).createTransferProjection(accounts),
  referenceTables: async (markets) => [
    (await import('./rules-table.ts')).createTransferRulesTable(markets),
  ],
  start: async () => (await import('./start.ts')).startTransfers,
});
