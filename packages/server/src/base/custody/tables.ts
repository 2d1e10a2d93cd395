import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const custodyMigrations = listMigrations('custody', import.meta.url, [
  '0001-custody',
  '0003-deposits',
  '0004-sender',
  '0005-house-addresses',
  '0006-sweeps',
  '0007-officers',
  '0008-gains',
  '0009-named-transactions',
  '0010-declarations',
  '0011-checks',
]);
