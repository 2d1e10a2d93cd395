import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const definitionMigrations = listMigrations('definitions', import.meta.url, [
  '0001-definitions',
]);
