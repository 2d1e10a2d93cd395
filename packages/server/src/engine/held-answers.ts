// Questions about the core's memory that are answered only when everything they saw is committed.
// Held by sequencer.ts, which says when that is.

/** One who asked, and what must be durable before they are told. */
interface Held {
  readonly sequence: number;
  readonly publish: (isDurable: boolean) => void;
  readonly fail: (error: Error) => void;
}

/** Answers that wait for commits, in order of sequence. */
export class HeldAnswers {
  #held: Held[] = [];

  /**
   * Wait for the commit of a sequence, which never falls from one call to the next.
   *
   * @returns false when it was dropped instead: what was read with it never happened.
   * @errors when the writer stops.
   */
  wait(sequence: number): Promise<boolean> {
    return new Promise((publish, fail) => this.#held.push({ sequence, publish, fail }));
  }

  /** A memory that is being built again says nothing yet. */
  waitForRebuild(): Promise<boolean> {
    return this.wait(Number.POSITIVE_INFINITY);
  }

  /** All up to this sequence is durable. */
  meet(durableSequence: number): void {
    while (this.#held.length > 0 && this.#held[0].sequence <= durableSequence) {
      this.#held.shift()?.publish(true);
    }
  }

  /** The memory was built again: who still waits must ask it anew. */
  drop(): void {
    for (const { publish } of this.#held.splice(0)) publish(false);
  }

  /** The writer rests for good. */
  fail(): void {
    const error = new Error('The engine has stopped.');
    for (const { fail } of this.#held.splice(0)) fail(error);
  }
}
