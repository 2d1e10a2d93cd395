/** The key room's door. */
export { createKeyRoutes, makeKey } from './routes.ts';
