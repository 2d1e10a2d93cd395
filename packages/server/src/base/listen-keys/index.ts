import { listMigrations } from '../db/index.ts';

/** The door of the room of listen keys. */
export { createListenKeys, type ListenKeyOwner, type ListenKeys } from './listen-keys.ts';

/** Tables of this room. */
export const listenKeyMigrations = listMigrations('listen-keys', import.meta.url, [
  '0001-listen-keys',
]);
