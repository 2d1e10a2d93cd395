import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room. */
export const assetMigrations = listMigrations('assets', import.meta.url, [
  '0001-balance-points',
  '0002-cost-points',
]);
