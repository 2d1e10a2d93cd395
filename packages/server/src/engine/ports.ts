// What the one writer needs from the world, and what it gives to everybody else, as interfaces.
// Nothing here does anything: PostgreSQL, sockets and clocks stand behind these in files of their
// own, so that a simulated world can take their place. Used by every file of this room.
import type { Command, CoreEvent } from '@isobath/core';
import type { CommittedStep } from '../base/product/product.ts';

/**
 * What became of a command. It exists only after its commit, so it cannot be lost any more.
 * `code` 0 = applied, otherwise a number of core's `rejects` with its `facts`.
 */
export interface Outcome {
  readonly sequence: number;
  readonly atMs: number;
  readonly code: number;
  readonly facts: readonly number[];
  /** Every event of this command, `CommandApplied` first. */
  readonly events: readonly CoreEvent[];
  readonly durable: true;
}

/** Why a command was not taken, or (outcome_unknown) why nobody here can say. */
export type SubmitTrouble =
  | 'halted'
  | 'cancel_only'
  | 'disk_full'
  | 'recovering'
  | 'too_busy'
  | 'not_connected'
  | 'malformed'
  | 'outcome_unknown';

/**
 * A command without a sequence. `code` is 10009 (nothing happened, nothing will), 10001 (the
 * command cannot be read) or 10010 (it may have happened: send it again under the same key).
 */
export class SubmitRefusal extends Error {
  override readonly name = 'SubmitRefusal';
  readonly code: 10001 | 10009 | 10010;
  readonly trouble: SubmitTrouble;

  constructor(trouble: SubmitTrouble) {
    super(`The command was not taken: ${trouble}`);
    this.trouble = trouble;
    this.code = trouble === 'outcome_unknown' ? 10010 : trouble === 'malformed' ? 10001 : 10009;
  }
}

/** The one way to change anything. */
export interface Submit {
  /**
   * Send a command and wait until it is durable.
   *
   * @errors SubmitRefusal when it got no sequence, or when the outcome is unknown (10010).
   */
  submit(command: Command): Promise<Outcome>;
}

/** Committed steps in order of sequence, without a gap. */
export interface CommittedBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly steps: readonly CommittedStep[];
}

/** Ends a subscription; nothing is delivered after it. */
export type Unsubscribe = () => void;

/** What a reader of the bus gives. */
export interface BusReader {
  /** First sequence wanted; 1 for everything. */
  readonly fromSequence: number;
  /**
   * Takes one batch. A promise holds back the next batch until it resolves; a reader that is slow
   * falls behind and is served from the event log, nothing is dropped.
   */
  read(batch: CommittedBatch): void | Promise<void>;
  /**
   * Told when the reader threw or the log no longer has what it wants; the subscription is over.
   */
  failed?(error: unknown): void;
}

/** Everything that was committed, from any sequence on and then live, exactly once each. */
export interface Bus {
  subscribe(reader: BusReader): Unsubscribe;
}

/** The time outside, and a way to be woken. */
export interface Clock {
  /** Wall clock, UTC milliseconds, whole. */
  nowMs(): number;
  /** Milliseconds since some start; never jumps, counts through a suspended machine. */
  steadyMs(): number;
  /** Call back once after so many milliseconds; the answer takes it back. */
  wakeAfter(delayMs: number, wake: () => void): () => void;
  /** Call back once after the input that has already arrived. */
  soon(run: () => void): void;
}

/** One row of the journal: the commands of one commit. */
export interface JournalBatch {
  readonly era: number;
  readonly codecVersion: number;
  readonly firstSequence: number;
  readonly count: number;
  /** Core time of the first command; the others are written relative to it. */
  readonly coreTimeMs: number;
  /** Commands as `batch-codec.ts` writes them. */
  readonly commands: Uint8Array;
  /** SHA-256 of the event bytes of all its commands. */
  readonly eventHash: Uint8Array;
}

/** A row as it was read back. */
export interface JournalRow extends JournalBatch {
  /** Keyed hash of the row before. */
  readonly previousHash: Uint8Array;
  /** Keyed hash of this row, which covers all other fields. */
  readonly rowHash: Uint8Array;
}

/** Where the journal ends. */
export interface JournalHead {
  readonly lastSequence: number;
  /** Hash of the last row; 32 zero bytes before the first. */
  readonly lastHash: Uint8Array;
}

/** Marks one intent of the outbox as taken, in the commit that takes it. */
export interface IntentMark {
  readonly intentId: string;
  readonly sequence: number;
}

/** Another writer has raised the epoch: this one must never write again. */
export class WriterFenced extends Error {
  override readonly name = 'WriterFenced';
}

/** The append was refused as a whole for certain: nothing of it is in the journal. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

/** The durable list of commands, with one writer at a time. */
export interface Journal {
  /**
   * Become the only writer: waits for an append under way, whoever sent it, and shuts out every
   * other writer. Called at the start and after any doubt, before the end is read back.
   *
   * @errors WriterFenced when somebody else became the writer since this one did.
   */
  raiseEpoch(): Promise<JournalHead>;
  /**
   * Write one row after the head it knows, or nothing.
   *
   * @returns the new head; then the row is durable.
   * @errors WriterFenced, AppendRefused; with any other error the outcome is unknown.
   */
  append(batch: JournalBatch, marks: readonly IntentMark[]): Promise<JournalHead>;
  /** Whether nobody else has become the writer since this one did. */
  isWriter(): Promise<boolean>;
  /** Rows from the one that holds `sequence` on, in order. Checks nothing but their shape. */
  readFrom(sequence: number): AsyncIterable<JournalRow>;
}

/** An intent of a product to move money, committed together with the product's own row. */
export interface Intent {
  readonly intentId: string;
  /** The encoded command. */
  readonly command: Uint8Array;
}

/** Intents that wait for the writer. */
export interface Outbox {
  /** Waiting intents, oldest first, without those named. */
  readWaiting(limit: number, without: readonly string[]): Promise<readonly Intent[]>;
  /** Refuse for good an intent whose command cannot be read. */
  refuseMalformed(intentId: string): Promise<void>;
}

/** Free room where the truth is kept. */
export interface Disk {
  freeBytes(): Promise<number>;
}

/** How late the writer is, and what it had until then. */
export interface EngineClock {
  /** Last sequence applied in memory. */
  readonly sequence: number;
  /** Core time now: no later sequence has an earlier time. */
  readonly timeMs: number;
}

/** What the writer takes now: everything, cancels only, nothing. */
export type EngineMode = 'normal' | 'cancel-only' | 'halted';

/** What an operator or a readiness probe sees. */
export interface EngineStatus {
  readonly mode: EngineMode;
  /** Empty in normal mode, else the reason: operator, clock, disk, recovering. */
  readonly reason: string;
  /** Last sequence applied in memory. */
  readonly lastSequence: number;
  /** Last sequence that is durable. */
  readonly durableSequence: number;
  /** Last sequence in the event log. */
  readonly loggedSequence: number;
  /** Core time of the last command. */
  readonly coreTimeMs: number;
}
