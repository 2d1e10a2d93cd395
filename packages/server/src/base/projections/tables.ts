import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const projectionMigrations = listMigrations('projections', import.meta.url, [
  '0001-projections',
]);
