import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const priceMigrations = listMigrations('prices', import.meta.url, ['0001-prices']);
