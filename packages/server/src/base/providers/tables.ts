import { listMigrations } from '../db/index.ts';

/** Tables of what providers tell. */
export const providerMigrations = listMigrations('providers', import.meta.url, [
  '0001-provider-events',
]);
