/** The asset room's door. */
export { createAssetDialect } from './dialect/index.ts';
export { createReceipts } from './receipts.ts';
export { createAssetsRoutes } from './routes.ts';
export type { UnitBalance } from './unit-balance.ts';
