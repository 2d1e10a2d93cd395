import { listMigrations } from '../base/db/index.ts';

/** The tables of this room, in the order they are made. */
export const engineMigrations = listMigrations('engine', import.meta.url, ['0001-journal']);
