// Events of committed steps as followers of one process need them. Used by client.ts.
import type { CoreEvent } from '@isobath/core';
import { PassingMap } from '../base/process/passing-map.ts';
import type { CommittedBatch } from './ports.ts';

const READ_EVENTS_COUNT_MAX = 4_096;
/** Steps of batches that are kept for those who follow a little behind. */
const KEPT_STEPS_MAX = 16_384;

/** A batch and how many followers have not come to it. */
interface KeptBatch {
  readonly batch: CommittedBatch;
  leftCount: number;
}

/**
 * Events of outcomes, kept until the followed batch that brings them again comes: it comes a moment
 * later, and reading events costs more than both ways together.
 */
export class ReadEvents {
  readonly #bySequence = new PassingMap<number, readonly CoreEvent[]>();
  /** Up to here a follower has read; 0 = nobody follows. */
  #followedTo = 0;
  /** Batches by the sequence after which they are complete; nobody changes what is in them. */
  readonly #batches = new PassingMap<number, KeptBatch>();
  #stepsCount = 0;
  /** How many follow at the same time. */
  followersCount = 0;

  /**
   * A batch that another follower has read already. The last of them takes it out: what is kept
   * longer is moved by the collector again and again.
   */
  findBatch(firstSequence: number, lastSequence: number): CommittedBatch | undefined {
    const kept = this.#batches.get(lastSequence);
    if (kept?.batch.firstSequence !== firstSequence) return undefined;
    kept.leftCount -= 1;
    if (kept.leftCount === 0) this.#drop(kept.batch);
    return kept.batch;
  }

  /** Keep a batch for the other followers: they come to it a moment later. */
  keepBatch(batch: CommittedBatch): void {
    if (this.followersCount <= 1 || this.#batches.has(batch.lastSequence)) return;
    this.#batches.set(batch.lastSequence, { batch, leftCount: this.followersCount - 1 });
    this.#stepsCount += batch.steps.length;
    for (const { batch: oldest } of this.#batches.readNow().values()) {
      if (this.#stepsCount <= KEPT_STEPS_MAX) break;
      this.#drop(oldest);
    }
  }

  #drop({ lastSequence, steps }: CommittedBatch): void {
    this.#batches.delete(lastSequence);
    this.#stepsCount -= steps.length;
  }

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
