import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const notificationMigrations = listMigrations('notices', import.meta.url, ['0001-notices']);
