import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const keyMigrations = listMigrations('keys', import.meta.url, ['0001-api-keys']);
