import { listMigrations } from '../base/db/index.ts';

/** The tables of this room, in the order they are made. */
export const engineMigrations = listMigrations('engine', import.meta.url, [
  '0001-journal',
  '0002-modes',
  '0003-archives',
]);

/** Number of the one engine of an installation, in every row of its. */
export const ENGINE_ID = 1;
