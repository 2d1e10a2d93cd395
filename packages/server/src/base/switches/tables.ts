import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const switchMigrations = listMigrations('switches', import.meta.url, ['0001-switches']);
