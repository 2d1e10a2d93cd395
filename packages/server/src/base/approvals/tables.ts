import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const approvalMigrations = listMigrations('approvals', import.meta.url, [
  '0001-approvals',
  '0002-unknown',
]);
