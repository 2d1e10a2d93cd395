/** The asset room's door. */
export { createAssetsRoutes, type UnitBalance } from './routes.ts';
