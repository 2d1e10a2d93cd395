import { listMigrations } from '../db/index.ts';

/** Tables of the periods of jobs. */
export const jobMigrations = listMigrations('jobs', import.meta.url, ['0001-periods']);
