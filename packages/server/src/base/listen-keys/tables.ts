import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const listenKeyMigrations = listMigrations('listen-keys', import.meta.url, [
  '0001-listen-keys',
  '0002-listen-key-seeds',
]);
