/** The asset room's door. */
export { createReceipts } from './receipts.ts';
export { createAssetsRoutes, type UnitBalance } from './routes.ts';
