/** The door of the room of listen keys. */
export { createListenKeys, type ListenKeyOwner, type ListenKeys } from './listen-keys.ts';
