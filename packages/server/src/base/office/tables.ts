import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const officeMigrations = listMigrations('office', import.meta.url, [
  '0001-operators',
  '0002-fresh-factor',
]);
