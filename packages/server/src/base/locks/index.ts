import { listMigrations } from '../db/index.ts';

/** The locks room's door. */
export { type Lock, type LockRoom, type Locks, openLocks } from './locks.ts';

/** Tables of this room. */
export const lockMigrations = listMigrations('locks', import.meta.url, ['0001-locks']);
