/** The locks room's door. */
export { type Freezes, openFreezes } from './freezes.ts';
export { type Lock, type LockStore, type Locks, openLocks } from './locks.ts';
