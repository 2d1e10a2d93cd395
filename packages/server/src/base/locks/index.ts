/** The locks room's door. */
export { type Freezes, openFreezes } from './freezes.ts';
export { createFreezing, type Freezing } from './freezing.ts';
export { type Lock, type LockStore, type Locks, openLocks } from './locks.ts';
