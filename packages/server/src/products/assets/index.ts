/** The asset room's door. */
export { type AssetsParts, createAssetsRoutes, type UnitBalance } from './routes.ts';
