// Commands that wait for a place in a batch, in order of arrival, never more than a bound. It
// refuses nobody by itself. Used by sequencer.ts.
import type { Submission } from './batch.ts';
import type { SubmitTrouble } from './ports.ts';

/** Places; a power of two, so that a mask finds one. */
const PLACES = 16_384;
const MASK = PLACES - 1;

/** A bounded line of submissions. What was taken out of it is forgotten at once. */
export class SubmissionQueue {
  readonly #places = Array.from<Submission | undefined>({ length: PLACES }).fill(undefined);
  #pushedCount = 0;
  #takenCount = 0;

  /** Submissions in line. */
  get count(): number {
    return this.#pushedCount - this.#takenCount;
  }

  /** Whether one more would be too many. */
  get isFull(): boolean {
    return this.count >= PLACES;
  }

  /** Stand at the end of the line. @errors RangeError when it is full. */
  push(submission: Submission): void {
    if (this.isFull) throw new RangeError('the line is full');
    this.#places[this.#pushedCount & MASK] = submission;
    this.#pushedCount += 1;
  }

  /** The first in line, undefined when nobody waits. */
  take(): Submission | undefined {
    if (this.#takenCount === this.#pushedCount) return undefined;
    const place = this.#takenCount & MASK;
    const submission = this.#places[place];
    this.#places[place] = undefined;
    this.#takenCount += 1;
    return submission;
  }

  /** The one who stands behind so many others, undefined when nobody does. */
  peek(behindCount: number): Submission | undefined {
    if (behindCount >= this.count) return undefined;
    return this.#places[(this.#takenCount + behindCount) & MASK];
  }

  /** Send everybody away who stands in line now. */
  refuse(trouble: SubmitTrouble): void {
    for (let left = this.count; left > 0; left -= 1) this.take()?.refused(trouble);
  }
}
