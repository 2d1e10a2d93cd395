// What proofs of reserves bring: a proof each day, its tables, and calls to check it.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable } from '../../base/modules/index.ts';

/** The module of proofs of reserves. */
export const solvencyModule = defineModule({
  name: 'solvency',
  migrations: listMigrations('solvency', import.meta.url, ['0001-proofs']),
  personTables: [publishedTable('liability_leaves', 'proof_id asset_id place', true)],
  jobs: [
    {
      name: 'solvency.day',
      periodMs: 86_400_000,
      load: async () => (await import('./prove.ts')).proveDay,
    },
    { name: 'solvency.now', load: async () => (await import('./prove.ts')).proveNow },
  ],
  operatorCommands: async () => (await import('./commands.ts')).solvencyCommands,
  start: async () => (await import('./start.ts')).startSolvency,
});
