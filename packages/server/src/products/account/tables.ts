import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room; they stand on people's. */
export const accountMigrations = listMigrations('account', import.meta.url, [
  '0001-photos',
  '0002-vip',
]);
