import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room. */
export const siteMigrations = listMigrations('site', import.meta.url, [
  '0001-samples',
  '0002-configuration',
  '0003-service-scripts',
  '0004-official-channels',
  '0005-brand',
  '0006-recommended-markets',
  '0007-popular-markets',
]);
