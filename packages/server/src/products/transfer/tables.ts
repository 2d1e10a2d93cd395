import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room. */
export const transferMigrations = listMigrations('transfer', import.meta.url, [
  '0001-transfers',
  '0002-day-uses',
  '0003-pair-rules',
]);
