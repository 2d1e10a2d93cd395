import { listMigrations } from '../db/index.ts';

/** Tables of settlements. */
export const settlementMigrations = listMigrations('settlements', import.meta.url, [
  '0001-settlements',
]);
