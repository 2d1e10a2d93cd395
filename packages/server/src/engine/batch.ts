// The commands of one commit and their events, while it is filled and until it is committed.
// It decides nothing. Filled by sequencer.ts, handed to journal, event log and publisher.
import { CommandKind, Source, type Command } from '@isobath/core';
import { BatchWriter, CODEC_VERSION } from './journal/batch-codec.ts';
import { hashBytes } from './journal/chain.ts';
import type { EventRun } from './core-port.ts';
import type { IntentMark, JournalBatch, SubmitTrouble } from './ports.ts';

/** What a committed command did, in words as the core wrote them. */
export interface StepWords {
  readonly sequence: number;
  readonly atMs: number;
  /** The core's reject number, 0 = applied. */
  readonly code: number;
  readonly words: Float64Array;
}

/** A command on its way, and whom to tell. Exactly one of the two calls is made, once. */
export interface Submission {
  /** The command as the codec wrote it: it is read when its turn comes. */
  readonly bytes: Uint8Array;
  /** Intent of the outbox it comes from, or "". */
  readonly intentId: string;
  committed(step: StepWords): void;
  refused(trouble: SubmitTrouble): void;
}

/** Committed commands in a row with the words of their events. */
export interface CommittedWords {
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Core time of the first command. */
  readonly coreTimeMs: number;
  readonly words: Float64Array;
  /** SHA-256 of the words' bytes, as in the journal. */
  readonly eventHash: Uint8Array;
  /** Sequences that came from the outbox, with their codes. */
  readonly intents: readonly IntentResult[];
  /** Give the memory of the words back: nobody reads them any more. */
  readonly release?: () => void;
}

/** How an intent of the outbox ended. */
export interface IntentResult {
  readonly sequence: number;
  readonly code: number;
}

/** One command of a batch. Its words are cut out of the batch's when they are asked for. */
class Step implements StepWords {
  readonly #batch: OpenBatch;
  readonly #place: number;

  constructor(batch: OpenBatch, place: number) {
    this.#batch = batch;
    this.#place = place;
  }

  get sequence(): number {
    return this.#batch.firstSequence + this.#place;
  }

  get atMs(): number {
    return this.#batch.readWord(this.#place, AT_WORD);
  }

  get code(): number {
    return this.#batch.readWord(this.#place, CODE_WORD);
  }

  get words(): Float64Array {
    return this.#batch.readWords(this.#place);
  }
}

/** Commands and bytes that one commit holds at most. */
const BATCH_COUNT_MAX = 2_048;
const BATCH_BYTES_MAX = 512 * 1024;
const WORDS_MIN = 1_024;
/** Memory for fewer words is cheaper made anew than kept. */
const KEPT_WORDS_MIN = 16 * 1_024;
const KEPT_COUNT_MAX = 16;

/** Memory of large batches, used again: new memory is cleared by the system and collected by us. */
export class WordsMemory {
  readonly #kept: Float64Array[] = [];
  readonly #bytes: Uint8Array[] = [];

  /** Memory for so many words and perhaps more; what stands in it means nothing. */
  take(wordsCount: number): Float64Array {
    const length = 2 ** Math.ceil(Math.log2(wordsCount));
    const place = this.#kept.findIndex((words) => words.length === length);
    if (place < 0) return new Float64Array(length);
    return this.#kept.splice(place, 1)[0] as Float64Array;
  }

  /** Memory for a batch's commands, undefined when none is kept. */
  takeBytes(): Uint8Array | undefined {
    return this.#bytes.pop();
  }

  /** Take the memory of commands back: their row is in the journal. */
  giveBytesBack(bytes: Uint8Array): void {
    if (this.#bytes.length < 2) this.#bytes.push(bytes);
  }

  /** Take memory back; only when nobody reads it any more. */
  giveBack(words: Float64Array): void {
    if (words.length < KEPT_WORDS_MIN || this.#kept.length >= KEPT_COUNT_MAX) return;
    this.#kept.push(words);
  }
}

/** Words of `CommandApplied` that hold core time and the reject's number; the head is word 0. */
const AT_WORD = 2;
const CODE_WORD = 5;

/** A command that the core has done: its bytes, and who sent it if somebody did. */
interface AppliedCommand {
  readonly bytes: Uint8Array;
  readonly submission: Submission | undefined;
}

/** A batch that is being filled. */
export class OpenBatch {
  readonly firstSequence: number;
  readonly marks: IntentMark[] = [];
  readonly commands: BatchWriter;
  readonly #submissions: (Submission | undefined)[] = [];
  /** Where the words of each command end. */
  readonly #ends: number[] = [];
  #words: Float64Array;
  #wordsCount = 0;

  /**
   * @param like - a batch of about the same size; there is room for more than it has.
   * @param memory - where memory for words is taken from.
   */
  constructor(firstSequence: number, like?: OpenBatch, memory?: WordsMemory) {
    this.firstSequence = firstSequence;
    this.commands = new BatchWriter(memory?.takeBytes());
    const wordsExpected = (like?.words.length ?? 0) + WORDS_MIN;
    this.#words = memory?.take(wordsExpected) ?? new Float64Array(WORDS_MIN);
  }

  /** The memory its words lie in. */
  get memory(): Float64Array {
    return this.#words;
  }

  /** Commands in it. */
  get count(): number {
    return this.#ends.length;
  }

  /** Whether it holds as much as one commit may. */
  get isFull(): boolean {
    return this.count >= BATCH_COUNT_MAX || this.commands.length >= BATCH_BYTES_MAX;
  }

  /** Sequence of its last command. */
  get lastSequence(): number {
    return this.firstSequence + this.#ends.length - 1;
  }

  /** Words of all its events. */
  get words(): Float64Array {
    return this.#words.subarray(0, this.#wordsCount);
  }

  /** Word `at` of the events of the command at a place. */
  readWord(place: number, at: number): number {
    return this.#words[(place === 0 ? 0 : this.#ends[place - 1]) + at];
  }

  /** The words of the events of the command at a place. */
  readWords(place: number): Float64Array {
    return this.#words.subarray(place === 0 ? 0 : this.#ends[place - 1], this.#ends[place]);
  }

  /** Add a command that was applied at a time; its bytes and the words of its events are copied. */
  add(atMs: number, events: EventRun, from: AppliedCommand): void {
    const { count } = events;
    const start = this.#wordsCount;
    if (start + count > this.#words.length) this.#grow(start + count);
    // Word by word: few words are copied so in less time than it takes to make a view of them.
    const source = events.words;
    const target = this.#words;
    for (let at = 0; at < count; at += 1) target[start + at] = source[at];
    this.#wordsCount = start + count;
    this.commands.add(atMs, from.bytes);
    const { submission } = from;
    const sequence = this.firstSequence + this.#ends.length;
    this.#ends.push(this.#wordsCount);
    this.#submissions.push(submission);
    if (submission?.intentId) this.marks.push({ intentId: submission.intentId, sequence });
  }

  /** The batch as a row of the journal; nothing is added to it afterwards. */
  makeRow(era: number): JournalBatch {
    return {
      era,
      codecVersion: CODEC_VERSION,
      firstSequence: this.firstSequence,
      count: this.count,
      coreTimeMs: this.commands.coreTimeMs,
      commands: this.commands.finish(),
      eventHash: hashBytes(bytesOf(this.words)),
    };
  }

  /** Tell everybody who waits that it is durable. */
  answer(): void {
    const submissions = this.#submissions;
    for (let place = 0; place < submissions.length; place += 1) {
      submissions[place]?.committed(new Step(this, place));
    }
  }

  /** Tell everybody who waits that it did not come to pass, or that nobody knows. */
  refuse(trouble: SubmitTrouble): void {
    for (const submission of this.#submissions) submission?.refused(trouble);
  }

  /** How the intents in it ended. */
  readIntents(): IntentResult[] {
    return this.marks.map(({ sequence }) => {
      return { sequence, code: this.readWord(sequence - this.firstSequence, CODE_WORD) };
    });
  }

  #grow(wordsCount: number): void {
    let length = this.#words.length * 2;
    while (length < wordsCount) length *= 2;
    const grown = new Float64Array(length);
    grown.set(this.words);
    this.#words = grown;
  }
}

/** A commit that may have happened. */
export interface Doubt {
  readonly batch: OpenBatch;
  readonly eventHash: Uint8Array;
  readonly error: unknown;
}

/** The bytes of some words, without copying. */
export function bytesOf(words: Float64Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/** Whether nobody minds when this command waits a little so that others share its commit. */
export function mayLinger({ kind, source }: Command): boolean {
  return source === Source.sandbox && kind >= CommandKind.placeOrder;
}
