import { listMigrations } from '../db/index.ts';

/** Tables of this room; they stand on people's. */
export const identityMigrations = listMigrations('identity', import.meta.url, ['0001-identity']);
