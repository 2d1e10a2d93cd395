/** The transfer room's door. */
export { createTransferProjection } from './projection.ts';
export { createTransferRoutes } from './routes.ts';
export { createTransferRulesTable } from './rules-table.ts';
