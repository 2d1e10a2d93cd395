// When committed batches go to the event log: some together, soon after their commit, in order.
// It does not know where the log lies. Fed by the sequencer and by recovery.
import type { CommittedWords } from '../batch.ts';
import { WriterFenced, type Clock } from '../ports.ts';
import type { EventLog } from './event-log.ts';

const GATHER_MS = 500;
const ROW_WORDS = 256 * 1024;
const RETRY_MS = 200;
/** So many words may wait, 128 MiB: more of them would fill the memory of the process. */
const WAITING_WORDS_MAX = 16 * 1024 * 1024;

/** What a log writer needs. */
export interface LogWriterOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  /** How long batches are gathered; half a second when not given. */
  readonly gatherMs?: number;
  /** Told after rows were added. */
  readonly logged: (sequence: number) => void;
  /** Told when another writer has taken over. */
  readonly fenced: (error: WriterFenced) => void;
  /** Told when the log has lost its end: what is missing must be made from the journal again. */
  readonly shortened: () => void;
}

/** Writes committed batches behind the back of those who committed them. */
export class LogWriter {
  readonly #options: LogWriterOptions;
  readonly #gatherMs: number;
  #queue: CommittedWords[] = [];
  #queueWords = 0;
  #loggedSequence: number;
  #addedSequence: number;
  #isWriting = false;
  /** Raised by a new beginning: whatever comes back of the one before is passed over. */
  #round = 0;
  #stopWaiting: (() => void) | undefined;
  #waiters: { readonly sequence: number; readonly resolve: () => void }[] = [];

  constructor(options: LogWriterOptions, loggedSequence: number) {
    this.#options = options;
    this.#gatherMs = options.gatherMs ?? GATHER_MS;
    this.#loggedSequence = loggedSequence;
    this.#addedSequence = loggedSequence;
  }

  /** Last sequence in the log. */
  get loggedSequence(): number {
    return this.#loggedSequence;
  }

  /** Whether so much waits that nothing should be added. */
  get isFull(): boolean {
    return this.#queueWords >= WAITING_WORDS_MAX;
  }

  /**
   * Begin again behind what the log really holds: the database may have lost the end of it, which
   * nobody waited for. What is missing is added anew.
   */
  beginAt(loggedSequence: number): void {
    this.#round += 1;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#queue = [];
    this.#queueWords = 0;
    this.#isWriting = false;
    this.#loggedSequence = loggedSequence;
    this.#addedSequence = loggedSequence;
    this.#options.logged(loggedSequence);
  }

  /** Add a batch; one that was added before is passed over. */
  add(batch: CommittedWords): void {
    if (batch.lastSequence <= this.#addedSequence) return;
    this.#addedSequence = batch.lastSequence;
    this.#queue.push(batch);
    this.#queueWords += batch.words.length;
    if (this.#isWriting) return;
    if (this.#queueWords >= ROW_WORDS) this.#write();
    else this.#stopWaiting ??= this.#options.clock.wakeAfter(this.#gatherMs, () => this.#write());
  }

  /** Write at once and wait until the log has this sequence. */
  waitFor(sequence: number): Promise<void> {
    if (sequence <= this.#loggedSequence) return Promise.resolve();
    if (!this.#isWriting) this.#write();
    return new Promise((resolve) => this.#waiters.push({ sequence, resolve }));
  }

  /** Wait until there is room for more, for those who add faster than a commit would. */
  async makeRoom(): Promise<void> {
    if (this.#queueWords > 8 * ROW_WORDS) await this.waitFor(this.#queue[0].lastSequence);
  }

  #write(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    if (this.#queue.length === 0 || this.#isWriting) return;
    this.#isWriting = true;
    let count = 0;
    for (let words = 0; count < this.#queue.length && words < ROW_WORDS; count += 1) {
      words += this.#queue[count].words.length;
    }
    this.#writeRow(this.#queue.slice(0, count));
  }

  #writeRow(batches: readonly CommittedWords[]): void {
    const { log, clock, fenced, logged } = this.#options;
    const round = this.#round;
    log.append(batches).then(
      () => {
        if (round !== this.#round) return;
        this.#queue.splice(0, batches.length);
        for (const batch of batches) this.#queueWords -= batch.words.length;
        this.#loggedSequence = batches[batches.length - 1].lastSequence;
        this.#isWriting = false;
        logged(this.#loggedSequence);
        this.#wakeWaiters();
        if (this.#queueWords >= ROW_WORDS || this.#waiters.length > 0) this.#write();
        else if (this.#queue.length > 0) {
          this.#stopWaiting ??= clock.wakeAfter(this.#gatherMs, () => this.#write());
        }
      },
      (error: unknown) => {
        if (round !== this.#round) return;
        if (error instanceof WriterFenced) return fenced(error);
        // The row may be there although its answer was lost: ask before it is written again.
        clock.wakeAfter(RETRY_MS, () => this.#retry(batches, round));
      },
    );
  }

  #retry(batches: readonly CommittedWords[], round: number): void {
    if (round !== this.#round) return;
    this.#options.log.open().then(
      (loggedSequence) => {
        if (round !== this.#round) return;
        if (loggedSequence < this.#loggedSequence) return this.#options.shortened();
        // A row that was on its way before a new beginning may come late, and hold some of these.
        const there = batches.filter(({ lastSequence }) => lastSequence <= loggedSequence);
        if (there.length === 0) return this.#writeRow(batches);
        this.#queue.splice(0, there.length);
        for (const batch of there) this.#queueWords -= batch.words.length;
        this.#loggedSequence = loggedSequence;
        this.#isWriting = false;
        this.#options.logged(loggedSequence);
        this.#wakeWaiters();
        this.#write();
      },
      () => void this.#options.clock.wakeAfter(RETRY_MS, () => this.#retry(batches, round)),
    );
  }

  #wakeWaiters(): void {
    const done = this.#waiters.filter((waiter) => waiter.sequence <= this.#loggedSequence);
    this.#waiters = this.#waiters.filter((waiter) => waiter.sequence > this.#loggedSequence);
    for (const waiter of done) waiter.resolve();
  }
}
