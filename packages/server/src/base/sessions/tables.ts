import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const sessionMigrations = listMigrations('sessions', import.meta.url, ['0001-sessions']);
