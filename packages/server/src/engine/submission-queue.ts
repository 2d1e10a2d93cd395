// Commands that wait for a place in a batch, in order of arrival, never more than a bound. It
// refuses nobody by itself. Used by sequencer.ts.
import type { Submission } from './batch.ts';
import type { SubmitTrouble } from './ports.ts';

const COUNT_MAX = 16_384;

/** A bounded line of submissions. */
export class SubmissionQueue {
  #waiting: Submission[] = [];
  #taken = 0;

  /** Submissions in line. */
  get count(): number {
    return this.#waiting.length - this.#taken;
  }

  /** Whether one more would be too many. */
  get isFull(): boolean {
    return this.count >= COUNT_MAX;
  }

  /** Stand at the end of the line. */
  push(submission: Submission): void {
    this.#waiting.push(submission);
  }

  /** The first in line, undefined when nobody waits. */
  take(): Submission | undefined {
    const submission = this.#waiting[this.#taken];
    this.#taken += 1;
    if (this.#taken >= this.#waiting.length) {
      this.#waiting = [];
      this.#taken = 0;
    }
    return submission;
  }

  /** Send everybody away. */
  refuse(trouble: SubmitTrouble): void {
    const waiting = this.#waiting.slice(this.#taken);
    this.#waiting = [];
    this.#taken = 0;
    for (const submission of waiting) submission.refused(trouble);
  }
}
