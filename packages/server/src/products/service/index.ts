import { listMigrations } from '../../base/db/index.ts';

/** The service room's door. */
export { createDeskRoutes } from './desk-routes.ts';
export { listTalksOf } from './of-person.ts';
export { createServiceRoutes } from './routes.ts';
export { createTalks } from './talks.ts';

/** Tables of this room. */
export const serviceMigrations = listMigrations('service', import.meta.url, [
  '0001-desk',
  '0002-queue',
]);
