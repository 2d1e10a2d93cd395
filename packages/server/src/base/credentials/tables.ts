import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const credentialMigrations = listMigrations('credentials', import.meta.url, [
  '0001-users',
  '0002-profile',
  '0003-joining',
  '0004-browsers',
  '0005-security-changes',
]);
