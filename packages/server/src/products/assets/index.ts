/** The asset room's door. */
export { createAssetsRoutes } from './routes.ts';
