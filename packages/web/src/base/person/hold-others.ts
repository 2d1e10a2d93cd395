// When a person leaves, what the page has asked comes to its end first, and what it would ask later
// waits: the end of the session would refuse it for no fault. Called by log-out.ts.
import type { Route } from '@isobath/wire';
import { holdCalls } from '../calls.ts';

/**
 * Hold every call but one; done when those under way have ended, or after `waitMs`.
 *
 * @returns what lets them go.
 */
export async function holdOthers(but: Route, waitMs: number): Promise<() => void> {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ended = Promise.allSettled(holdCalls({ but, until }));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, waitMs))]);
  return () => {
    holdCalls(null);
    release();
  };
}
