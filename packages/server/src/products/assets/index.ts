import { listMigrations } from '../../base/db/index.ts';

/** The asset room's door. */
export { createReceipts } from './receipts.ts';
export { createAssetsRoutes } from './routes.ts';
export type { UnitBalance } from './unit-balance.ts';

/** Tables of this room. */
export const assetMigrations = listMigrations('assets', import.meta.url, [
  '0001-balance-points',
  '0002-cost-points',
]);
