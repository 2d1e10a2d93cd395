import { listMigrations } from '../db/index.ts';

/** The definition room's door. */
export { createDefinitionsProjection, loadDefinitions } from './definitions.ts';

/** Tables of this room. */
export const definitionMigrations = listMigrations('definitions', import.meta.url, [
  '0001-definitions',
]);
