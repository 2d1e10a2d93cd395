import { listMigrations } from '../../base/db/index.ts';

/** Tables of this room. */
export const inboxMigrations = listMigrations('inbox', import.meta.url, [
  '0001-alerts',
  '0002-newbie-tasks',
  '0003-by-mail',
]);
