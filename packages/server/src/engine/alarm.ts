// One waking at a time by the clock, set anew whenever it should ring at another time.
// It knows no timer of the core. Used by sequencer.ts.
import type { Clock } from './ports.ts';

/** Rings once, at the time it was set to last. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #stopWaiting: (() => void) | undefined;
  #dueMs = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /**
   * Ring when core time `dueMs` has come, at no time when it is Infinity.
   *
   * @param nowMs - asked for core time, and only when the alarm has to be set anew.
   */
  set(dueMs: number, nowMs: () => number): void {
    if (dueMs === this.#dueMs && this.#stopWaiting !== undefined) return;
    // Whoever is asked for the time may set the alarm themselves: they are asked before, not in
    // between.
    const delayMs = dueMs === Number.POSITIVE_INFINITY ? 0 : Math.max(0, dueMs - nowMs());
    this.stop();
    this.#dueMs = dueMs;
    if (dueMs === Number.POSITIVE_INFINITY) return;
    this.#stopWaiting = this.#clock.wakeAfter(delayMs, () => {
      this.#stopWaiting = undefined;
      this.#ring();
    });
  }

  /** Ring no more until it is set again. */
  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }
}
