import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room. */
export const contentMigrations = listMigrations('content', import.meta.url, [
  '0001-content',
  '0002-votes-and-categories',
  '0003-votes-by-network',
]);
