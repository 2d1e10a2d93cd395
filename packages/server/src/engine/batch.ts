// The commands of one commit and their events, while it is filled and until it is committed.
// It decides nothing. Filled by sequencer.ts, handed to journal, event log and publisher.
import { CommandKind, Source, type Command } from '@isobath/core';
import { BatchWriter } from './journal/batch-codec.ts';
import type { IntentMark, SubmitTrouble } from './ports.ts';

/** What a committed command did, in words as the core wrote them. */
export interface StepWords {
  readonly sequence: number;
  readonly atMs: number;
  readonly words: Float64Array;
}

/** A command on its way, and whom to tell. Exactly one of the two calls is made, once. */
export interface Submission {
  readonly command: Command;
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
}

/** How an intent of the outbox ended. */
export interface IntentResult {
  readonly sequence: number;
  readonly code: number;
}

interface Step {
  readonly sequence: number;
  readonly atMs: number;
  readonly from: number;
  readonly to: number;
  readonly submission: Submission | undefined;
}

const WORDS_MIN = 1_024;
/** Word of `CommandApplied` that holds the reject's number; the head is word 0. */
const CODE_WORD = 5;

/** A batch that is being filled. */
export class OpenBatch {
  readonly firstSequence: number;
  readonly marks: IntentMark[] = [];
  readonly commands = new BatchWriter();
  readonly #steps: Step[] = [];
  #words: Float64Array;
  #wordsCount = 0;

  /** @param wordsExpected - room for so many words of events; it grows when there are more. */
  constructor(firstSequence: number, wordsExpected = 0) {
    this.firstSequence = firstSequence;
    this.#words = new Float64Array(Math.max(WORDS_MIN, wordsExpected));
  }

  /** Commands in it. */
  get count(): number {
    return this.#steps.length;
  }

  /** Sequence of its last command. */
  get lastSequence(): number {
    return this.firstSequence + this.#steps.length - 1;
  }

  /** Words of all its events. */
  get words(): Float64Array {
    return this.#words.subarray(0, this.#wordsCount);
  }

  /** Add a step that was applied; its words are copied. */
  add(atMs: number, words: Float64Array, from: Pick<Step, 'submission'> & { bytes: Uint8Array }) {
    const sequence = this.firstSequence + this.#steps.length;
    const start = this.#wordsCount;
    if (start + words.length > this.#words.length) this.#grow(start + words.length);
    this.#words.set(words, start);
    this.#wordsCount += words.length;
    this.commands.add(atMs, from.bytes);
    const { submission } = from;
    this.#steps.push({ sequence, atMs, from: start, to: this.#wordsCount, submission });
    if (submission?.intentId) this.marks.push({ intentId: submission.intentId, sequence });
  }

  /** Tell everybody who waits that it is durable. */
  answer(): void {
    for (const { sequence, atMs, from, to, submission } of this.#steps) {
      submission?.committed({ sequence, atMs, words: this.#words.subarray(from, to) });
    }
  }

  /** Tell everybody who waits that it did not come to pass, or that nobody knows. */
  refuse(trouble: SubmitTrouble): void {
    for (const { submission } of this.#steps) submission?.refused(trouble);
  }

  /** How the intents in it ended. */
  readIntents(): IntentResult[] {
    return this.#steps
      .filter((step) => step.submission?.intentId)
      .map(({ sequence, from }) => ({ sequence, code: this.#words[from + CODE_WORD] }));
  }

  #grow(wordsCount: number): void {
    const grown = new Float64Array(Math.max(wordsCount, this.#words.length * 2));
    grown.set(this.words);
    this.#words = grown;
  }
}

/** The bytes of some words, without copying. */
export function bytesOf(words: Float64Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/** Whether nobody minds when this command waits a little so that others share its commit. */
export function mayLinger({ kind, source }: Command): boolean {
  return source === Source.sandbox && kind >= CommandKind.placeOrder;
}
