import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const auditMigrations = listMigrations('audit', import.meta.url, ['0001-audit']);
