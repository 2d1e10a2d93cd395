import { listMigrations } from '../db/index.ts';

/** The mail room's door. */
export { createMail, type Mail } from './mail.ts';
export { createSmtp } from './smtp.ts';

/** Tables of this room. */
export const mailMigrations = listMigrations('mail', import.meta.url, [
  '0001-mails',
  '0002-attempts',
]);
