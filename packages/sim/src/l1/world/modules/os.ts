import { theWorld } from '../world.ts';

/** Seconds since the simulated machine began; it is never suspended. */
export function uptime(): number {
  return theWorld().scheduler.nowMs / 1000;
}

/** Everybody runs when it is their turn. */
export const constants = { priority: { PRIORITY_LOW: 19 } };

/** How far back somebody stands. */
export function getPriority(): number {
  return 0;
}

/** Nobody is put back. */
export function setPriority(): void {}
