// Commands that wait for a place in a batch, in order of arrival, never more than a bound. It
// refuses nobody by itself. Used by sequencer.ts.
import type { Submission } from './batch.ts';
import type { Core } from './core-port.ts';
import type { SubmitTrouble } from './ports.ts';

/** Places; a power of two, so that a mask finds one. */
const PLACES = 16_384;
const MASK = PLACES - 1;
/** So many in front are told to the core together. */
const PREFETCH_COUNT = 64;

/** What looks ahead. */
export type AheadCore = Pick<Core, 'note' | 'wantsNotes' | 'fetch'>;

/** A bounded line of submissions. What was taken out of it is forgotten at once. */
export class SubmissionQueue {
  readonly #places = Array.from<Submission | undefined>({ length: PLACES }).fill(undefined);
  #pushedCount = 0;
  #takenCount = 0;
  /** How far the core was told what comes. */
  #notedCount = 0;

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

  /** The first in line, undefined when nobody waits; the core is told who comes next. */
  take(core: AheadCore): Submission | undefined {
    if (this.#takenCount >= this.#notedCount) this.#lookAhead(core);
    return this.#takeFirst();
  }

  #takeFirst(): Submission | undefined {
    if (this.#takenCount === this.#pushedCount) return undefined;
    const place = this.#takenCount & MASK;
    const submission = this.#places[place];
    this.#places[place] = undefined;
    this.#takenCount += 1;
    return submission;
  }

  /** Let the core fetch what those in front will touch, where more than one waits. */
  #lookAhead(core: AheadCore): void {
    if (this.count <= 1 || !core.wantsNotes()) return;
    const end = this.#takenCount + Math.min(this.count, PREFETCH_COUNT);
    for (let place = this.#takenCount; place < end; place += 1) {
      const submission = this.#places[place & MASK];
      if (submission !== undefined) core.note(submission.bytes, submission);
    }
    core.fetch();
    this.#notedCount = end;
  }

  /** Send everybody away who stands in line now. */
  refuse(trouble: SubmitTrouble): void {
    for (let left = this.count; left > 0; left -= 1) this.#takeFirst()?.refused(trouble);
  }
}
