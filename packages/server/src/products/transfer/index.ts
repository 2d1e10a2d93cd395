import { listMigrations } from '../../base/db/index.ts';

/** The transfer room's door. */
export { createTransferProjection } from './projection.ts';
export { createTransferRoutes } from './routes.ts';
export { createTransferRulesTable } from './rules-table.ts';

/** Tables of this room. */
export const transferMigrations = listMigrations('transfer', import.meta.url, [
  '0001-transfers',
  '0002-day-uses',
  '0003-pair-rules',
]);
