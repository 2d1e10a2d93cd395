// Events of committed steps as followers of one process need them. Used by client.ts.
import type { CoreEvent } from '@isobath/core';

const READ_EVENTS_COUNT_MAX = 4_096;

/**
 * Events of outcomes, kept until the followed batch that brings them again comes: it comes a moment
 * later, and reading events costs more than both ways together.
 */
export class ReadEvents {
  readonly #bySequence = new Map<number, readonly CoreEvent[]>();
  /** Up to here a follower has read; 0 = nobody follows. */
  #followedTo = 0;

  keep(sequence: number, events: readonly CoreEvent[]): void {
    if (this.#followedTo === 0 || sequence <= this.#followedTo) return;
    if (this.#bySequence.size >= READ_EVENTS_COUNT_MAX) this.#bySequence.clear();
    this.#bySequence.set(sequence, events);
  }

  /** Events of a step of the batch that is read now. */
  take(sequence: number): readonly CoreEvent[] | undefined {
    const events = this.#bySequence.get(sequence);
    if (events !== undefined) this.#bySequence.delete(sequence);
    return events;
  }

  note(lastSequence: number): void {
    this.#followedTo = Math.max(this.#followedTo, lastSequence);
  }
}
