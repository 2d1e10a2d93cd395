import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room. */
export const serviceMigrations = listMigrations('service', import.meta.url, [
  '0001-desk',
  '0002-queue',
]);
