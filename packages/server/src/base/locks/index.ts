/** The locks room's door. */
export { type Lock, type LockRoom, type Locks, openLocks } from './locks.ts';
