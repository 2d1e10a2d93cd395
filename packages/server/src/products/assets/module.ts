// What the assets product brings: balances and values over time.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule } from '../../base/modules/index.ts';

/** The module of assets. */
export const assetsModule = defineModule({
  name: 'assets',
  migrations: listMigrations('assets', import.meta.url, [
    '0001-balance-points',
    '0002-cost-points',
  ]),
  orderProjection: async (directories) =>
    (await import('./receipts.ts')).createReceipts(directories),
  start: async () => (await import('./start.ts')).startAssets,
});
