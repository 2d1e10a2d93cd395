import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const mailMigrations = listMigrations('mail', import.meta.url, [
  '0001-mails',
  '0002-attempts',
  '0003-sealed',
  '0004-owner',
  '0005-jobs',
]);
