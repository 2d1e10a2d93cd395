/** The service room's door. */
export { createDeskRoutes } from './desk-routes.ts';
export { listTalksOf } from './of-person.ts';
export { createServiceRoutes } from './routes.ts';
export { createTalks } from './talks.ts';
