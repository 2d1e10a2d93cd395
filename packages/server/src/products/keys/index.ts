/** The key room's door. */
export { createKeyRoutes, type KeyParts, makeKey } from './routes.ts';
