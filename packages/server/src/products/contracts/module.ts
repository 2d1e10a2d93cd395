// What contracts bring: their prices and rates as tables.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule } from '../../base/modules/index.ts';

/** The module of contracts. */
export const contractsModule = defineModule({
  name: 'contracts',
  migrations: listMigrations('contracts', import.meta.url, ['0001-prices']),
  projection: async () => (await import('./projection.ts')).createContractProjection(),
});
