// Hands committed words to readers, each from the sequence it wants on: from memory while it keeps
// up, from the event log when it has fallen behind. Nobody is sent what they have no room for.
// It opens no socket. Fed by the sequencer after each commit, read through socket-server.ts.
import type { EventLogReader, LoggedWords } from './log/event-log.ts';
import { findSteps, type PackedWords } from './log/words-codec.ts';

/** Words kept in memory for readers that are a little behind. */
const RECENT_WORDS_MAX = 1024 * 1024;
const LOGGED_ROWS = 4;

/** Committed words as a reader gets them. */
export interface PublishedWords {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly words: Float64Array;
  /** Give the memory of the words back; called once, when no reader can get them any more. */
  readonly release?: () => void;
}

/** A row of the event log, whose words nobody has unpacked. */
export interface PublishedRow {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly packed: PackedWords;
}

/** Who reads. */
export interface WordsReader {
  readonly fromSequence: number;
  /** Take a batch, whose words are read before this returns; false = no more until `resume`. */
  take(batch: PublishedWords): boolean;
  /**
   * Take a row of the log likewise, which may begin before what is wanted. Who has no such function
   * gets its words.
   */
  takeRow?(row: PublishedRow): boolean;
  /** Told when the event log does not have what the reader wants; nothing follows. */
  failed(error: unknown): void;
}

/** A reader's hold on its subscription. */
export interface WordsSubscription {
  resume(): void;
  stop(): void;
}

interface Subscriber {
  readonly reader: WordsReader;
  /** Next sequence it has not got. */
  next: number;
  isBlocked: boolean;
  isLoading: boolean;
  isStopped: boolean;
}

/** The one place where committed words leave the writer. */
export class Publisher {
  readonly #log: EventLogReader;
  readonly #lost: () => void;
  readonly #subscribers = new Set<Subscriber>();
  #recent: PublishedWords[] = [];
  #recentWords = 0;
  #lastSequence: number;
  #loggedSequence: number;
  #lastLook: { readonly sequence: number; readonly rows: Promise<readonly LoggedWords[]> };

  /**
   * @param from - the ends of journal and event log.
   * @param lost - told when the log no longer has what it had: a database that fell may lose its
   *   end. Readers wait until `markLogged` says that it is there again.
   */
  constructor(
    log: EventLogReader,
    from: { lastSequence: number; loggedSequence: number },
    lost: () => void,
  ) {
    this.#log = log;
    this.#lost = lost;
    this.#lastSequence = from.lastSequence;
    this.#loggedSequence = from.loggedSequence;
    this.#lastLook = { sequence: 0, rows: Promise.resolve([]) };
  }

  /** Make a committed batch known; batches follow each other without a gap. */
  publish(batch: PublishedWords): void {
    if (batch.lastSequence <= this.#lastSequence) return;
    this.#recent.push(batch);
    this.#recentWords += batch.words.length;
    this.#lastSequence = batch.lastSequence;
    for (const subscriber of this.#subscribers) this.#advance(subscriber);
    this.#forget();
  }

  /** The event log has everything up to here: memory needs it no more. */
  markLogged(sequence: number): void {
    this.#loggedSequence = sequence;
    this.#forget();
    for (const subscriber of this.#subscribers) this.#advance(subscriber);
  }

  /** Follow from a sequence on. */
  subscribe(reader: WordsReader): WordsSubscription {
    const subscriber: Subscriber = {
      reader,
      next: Math.max(1, reader.fromSequence),
      isBlocked: false,
      isLoading: false,
      isStopped: false,
    };
    this.#subscribers.add(subscriber);
    this.#advance(subscriber);
    return {
      resume: () => {
        subscriber.isBlocked = false;
        this.#advance(subscriber);
      },
      stop: () => this.#stop(subscriber),
    };
  }

  #forget(): void {
    let count = 0;
    for (const batch of this.#recent) {
      const isLogged = batch.lastSequence <= this.#loggedSequence;
      if (this.#recentWords <= RECENT_WORDS_MAX || !isLogged) break;
      this.#recentWords -= batch.words.length;
      count += 1;
    }
    if (count === 0) return;
    const forgotten = this.#recent.slice(0, count);
    this.#recent = this.#recent.slice(count);
    for (const batch of forgotten) batch.release?.();
  }

  #stop(subscriber: Subscriber): void {
    subscriber.isStopped = true;
    this.#subscribers.delete(subscriber);
  }

  #advance(subscriber: Subscriber): void {
    while (!subscriber.isStopped && !subscriber.isBlocked && !subscriber.isLoading) {
      if (subscriber.next > this.#lastSequence) return;
      const batch = this.#findRecent(subscriber.next);
      if (batch !== undefined) this.#give(subscriber, batch);
      else if (subscriber.next <= this.#loggedSequence) this.#load(subscriber);
      // Between the two only while the end of the log is being written: markLogged comes back.
      else return;
    }
  }

  #findRecent(sequence: number): PublishedWords | undefined {
    const recent = this.#recent;
    if (recent.length === 0 || recent[0].firstSequence > sequence) return undefined;
    let low = 0;
    let high = recent.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (recent[middle].firstSequence <= sequence) low = middle;
      else high = middle - 1;
    }
    return recent[low];
  }

  #give(subscriber: Subscriber, batch: PublishedWords): void {
    const part = cutBefore(batch, subscriber.next);
    subscriber.next = batch.lastSequence + 1;
    if (!subscriber.reader.take(part)) subscriber.isBlocked = true;
  }

  /** The reader unpacks what it has not been fast enough for: the writer has better to do. */
  #giveRow(subscriber: Subscriber, row: LoggedWords): void {
    const { reader } = subscriber;
    const { firstSequence, lastSequence, packed } = row;
    if (reader.takeRow === undefined || packed === undefined) return this.#give(subscriber, row);
    subscriber.next = lastSequence + 1;
    if (!reader.takeRow({ firstSequence, lastSequence, packed })) subscriber.isBlocked = true;
  }

  #load(subscriber: Subscriber): void {
    subscriber.isLoading = true;
    this.#look(subscriber.next).then(
      (rows) => {
        subscriber.isLoading = false;
        if (subscriber.isStopped) return;
        const [first] = rows;
        const end = rows.at(-1)?.lastSequence ?? 0;
        if (end < subscriber.next && this.#meetLoss(subscriber.next)) return;
        if (!first || first.firstSequence > subscriber.next) {
          return this.#fail(subscriber, new Error(`sequence ${subscriber.next} is not kept`));
        }
        for (const row of rows) {
          if (subscriber.isStopped || subscriber.isBlocked) break;
          if (row.lastSequence >= subscriber.next) this.#giveRow(subscriber, row);
        }
        this.#advance(subscriber);
      },
      (error: unknown) => this.#fail(subscriber, error),
    );
  }

  /** Rows from a sequence on; followers of one process come one after the other and share them. */
  #look(sequence: number): Promise<readonly LoggedWords[]> {
    const { sequence: lastSequence, rows } = this.#lastLook;
    if (sequence === lastSequence) return rows;
    const look = { sequence, rows: this.#log.read(sequence, LOGGED_ROWS) };
    this.#lastLook = look;
    // What was not there may be there when somebody asks again.
    const forget = () => {
      if (this.#lastLook === look) this.#lastLook = { sequence: 0, rows: Promise.resolve([]) };
    };
    look.rows.then((found) => {
      if ((found.at(-1)?.lastSequence ?? 0) < sequence) forget();
    }, forget);
    return look.rows;
  }

  /** The log ends before a sequence that it had. @returns whether it will have it again. */
  #meetLoss(sequence: number): boolean {
    if (sequence > this.#lastSequence) return false;
    // A second reader finds the same loss: it waits for the same mending.
    if (sequence <= this.#loggedSequence) {
      this.#loggedSequence = sequence - 1;
      this.#lost();
    }
    return true;
  }

  #fail(subscriber: Subscriber, error: unknown): void {
    if (subscriber.isStopped) return;
    this.#stop(subscriber);
    subscriber.reader.failed(error);
  }
}

function cutBefore(batch: PublishedWords, sequence: number): PublishedWords {
  if (sequence <= batch.firstSequence) return batch;
  const step = findSteps(batch.words).find((place) => place.sequence === sequence);
  if (step === undefined) throw new RangeError(`sequence ${sequence} is not in its batch`);
  return {
    firstSequence: sequence,
    lastSequence: batch.lastSequence,
    words: batch.words.subarray(step.from),
  };
}
