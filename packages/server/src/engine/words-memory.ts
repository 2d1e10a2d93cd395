// Memory for the words of batches, used over and over in a ring: new memory is cleared by the
// system, and what is given up makes the collector look at everything. It reads no word.
// Used by batch.ts, whose batches are opened, closed and given back in order.

const RING_WORDS_MIN = 8 * 1_024;
const RING_WORDS_MAX = 8 * 1_024 * 1_024;

/** Where a batch's words lie: from `from` on, up to `limit` at most. */
export interface WordsRun {
  readonly words: Float64Array;
  readonly from: number;
  readonly limit: number;
}

interface ClosedRun {
  readonly from: number;
  isReleased: boolean;
}

/** A ring of words: one run is open, the closed ones before it are read by somebody. */
export class WordsMemory {
  #ring = new Float64Array(RING_WORDS_MIN);
  /** Where the next run begins. */
  #next = 0;
  /** Closed runs that are not all given back, oldest first. */
  #closed: ClosedRun[] = [];

  /** Begin a run behind the last closed one; what was never closed is forgotten. */
  open(): WordsRun {
    if (this.#closed.length === 0) this.#next = 0;
    const isWrapped = this.#closed.length > 0 && this.#closed[0].from >= this.#next;
    const limit = isWrapped ? this.#closed[0].from : this.#ring.length;
    return { words: this.#ring, from: this.#next, limit };
  }

  /** Room for more words than the open run has; the first `used` of them are copied there. */
  enlarge(run: WordsRun, used: number, wanted: number): WordsRun {
    const larger = this.#findRoom(run, wanted);
    larger.words.set(run.words.subarray(run.from, run.from + used), larger.from);
    return larger;
  }

  /**
   * End the open run.
   *
   * @returns a function that gives its memory back, to be called when nobody reads it any more.
   */
  close(run: WordsRun, used: number): () => void {
    if (run.words !== this.#ring) return () => {};
    const closed: ClosedRun = { from: run.from, isReleased: false };
    this.#closed.push(closed);
    this.#next = run.from + used;
    const ring = this.#ring;
    return () => {
      closed.isReleased = true;
      if (ring === this.#ring) this.#forget();
    };
  }

  #forget(): void {
    let count = 0;
    while (count < this.#closed.length && this.#closed[count].isReleased) count += 1;
    if (count > 0) this.#closed.splice(0, count);
  }

  #findRoom({ words, from }: WordsRun, wanted: number): WordsRun {
    const isInRing = words === this.#ring;
    // At the end of the ring: its beginning may be free again.
    const isAtStart = from === 0 || (this.#closed.length > 0 && this.#closed[0].from >= from);
    const limit = this.#closed.length === 0 ? words.length : this.#closed[0].from;
    if (isInRing && !isAtStart && limit >= wanted) return { words, from: 0, limit };
    let length = this.#ring.length * 2;
    while (length < wanted * 2) length *= 2;
    if (!isInRing || length > RING_WORDS_MAX) {
      const own = new Float64Array(wanted * 2);
      return { words: own, from: 0, limit: own.length };
    }
    this.#ring = new Float64Array(length);
    this.#next = 0;
    this.#closed = [];
    return { words: this.#ring, from: 0, limit: length };
  }
}
