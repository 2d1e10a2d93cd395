import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const custodyMigrations = listMigrations('custody', import.meta.url, [
  '0001-custody',
  '0003-deposits',
  '0004-sender',
]);
