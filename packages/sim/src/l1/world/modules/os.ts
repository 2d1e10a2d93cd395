import { theWorld } from '../world.ts';

/** Seconds since the simulated machine began; it is never suspended. */
export function uptime(): number {
  return theWorld().scheduler.nowMs / 1000;
}
