import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const marketMigrations = listMigrations('market', import.meta.url, [
  '0001-names',
  '0002-candles',
  '0003-taker-volume',
  '0004-coin-pictures',
  '0005-listing',
]);
