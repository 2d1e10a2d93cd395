import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const lockMigrations = listMigrations('locks', import.meta.url, [
  '0001-locks',
  '0002-freezes',
]);
