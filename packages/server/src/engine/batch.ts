// The commands of one commit and their events, while it is filled and until it is committed.
// It decides nothing. Filled by sequencer.ts, handed to journal, event log and publisher.
import { CommandKind, Source, type Command } from '@isobath/core';
import { BatchWriter, CODEC_VERSION } from './journal/batch-codec.ts';
import { hashBytes } from './journal/chain.ts';
import type { EventRun } from './core-port.ts';
import type { IntentMark, JournalBatch, SubmitTrouble } from './ports.ts';
import { WordsMemory, type WordsRun } from './words-memory.ts';

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
  /** Where the command lies as the codec wrote it: it is read when its turn comes. */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
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
/** With so many words of events a commit takes no more commands, whose events come whole. */
const BATCH_WORDS_MAX = 4 * 1024 * 1024;

/** Words of `CommandApplied` that hold core time and the reject's number; the head is word 0. */
const AT_WORD = 2;
const CODE_WORD = 5;

/** A command that the core has done: its bytes, and who sent it if somebody did. */
interface AppliedCommand {
  readonly bytes: Uint8Array;
  readonly submission: Submission | undefined;
}

/** Memory that batches are filled into, one after the other. */
export class BatchMemory {
  readonly words = new WordsMemory();
  readonly #bytes: Uint8Array[] = [];

  /** Memory for a batch's commands, undefined when none is kept. */
  takeBytes(): Uint8Array | undefined {
    return this.#bytes.pop();
  }

  /** Take the memory of commands back: their row is in the journal. */
  giveBytesBack(bytes: Uint8Array): void {
    if (this.#bytes.length < 2) this.#bytes.push(bytes);
  }
}

/** A batch that is being filled. */
export class OpenBatch {
  readonly firstSequence: number;
  readonly marks: IntentMark[] = [];
  readonly commands: BatchWriter;
  /** Gives the memory of a closed batch's words back, when nobody reads them any more. */
  release: () => void = () => {};
  readonly #submissions: (Submission | undefined)[] = [];
  /** Where the words of each command end, counted from the batch's first. */
  readonly #ends: number[] = [];
  readonly #memory: WordsMemory;
  #run: WordsRun;
  #wordsCount = 0;

  /** @param memory - where it is filled into; one batch at a time is open there. */
  constructor(firstSequence: number, memory: BatchMemory) {
    this.firstSequence = firstSequence;
    this.commands = new BatchWriter(memory.takeBytes());
    this.#memory = memory.words;
    this.#run = memory.words.open();
  }

  /** Commands in it. */
  get count(): number {
    return this.#ends.length;
  }

  /** Whether it holds as much as one commit may. */
  get isFull(): boolean {
    const isLong = this.count >= BATCH_COUNT_MAX || this.commands.length >= BATCH_BYTES_MAX;
    return isLong || this.#wordsCount >= BATCH_WORDS_MAX;
  }

  /** Sequence of its last command. */
  get lastSequence(): number {
    return this.firstSequence + this.#ends.length - 1;
  }

  /** Words of all its events. */
  get words(): Float64Array {
    const { words, from } = this.#run;
    return words.subarray(from, from + this.#wordsCount);
  }

  /** Word `at` of the events of the command at a place. */
  readWord(place: number, at: number): number {
    return this.#run.words[this.#findStart(place) + at];
  }

  /** The words of the events of the command at a place. */
  readWords(place: number): Float64Array {
    return this.#run.words.subarray(this.#findStart(place), this.#run.from + this.#ends[place]);
  }

  #findStart(place: number): number {
    return this.#run.from + (place === 0 ? 0 : this.#ends[place - 1]);
  }

  /** Nothing more is added. */
  close(): void {
    this.release = this.#memory.close(this.#run, this.#wordsCount);
  }

  /** Add a command that was applied at a time; its bytes and the words of its events are copied. */
  add(atMs: number, events: EventRun, from: AppliedCommand): void {
    const { count } = events;
    if (this.#run.from + this.#wordsCount + count > this.#run.limit) this.#grow(count);
    // Word by word: few words are copied so in less time than it takes to make a view of them.
    const source = events.words;
    const target = this.#run.words;
    const start = this.#run.from + this.#wordsCount;
    for (let at = 0; at < count; at += 1) target[start + at] = source[at];
    this.#wordsCount += count;
    const { submission } = from;
    this.commands.add(atMs, from.bytes, submission);
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

  #grow(count: number): void {
    this.#run = this.#memory.enlarge(this.#run, this.#wordsCount, this.#wordsCount + count);
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
