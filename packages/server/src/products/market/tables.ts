import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room: what people choose in the search, their favourites, their charts. */
export const marketPageMigrations = listMigrations('market-pages', import.meta.url, [
  '0001-search-and-favourites',
  '0002-search-choosers',
  '0003-kept-charts',
]);
