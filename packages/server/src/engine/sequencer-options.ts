// What the sequencer is made of (sequencer.ts).
import type { Refusal } from '../base/process/exit.ts';
import type { CommittedWords } from './batch.ts';
import type { Core } from './core-port.ts';
import type { Gate } from './gate.ts';
import type { Clock, Journal, JournalHead } from './ports.ts';

/** What the sequencer stands on. */
export interface SequencerOptions {
  readonly core: Core;
  readonly journal: Journal;
  readonly gate: Gate;
  readonly clock: Clock;
  /** Number of the rules in force; stands in every row. */
  readonly era: number;
  /** Where the core and the journal stand. */
  readonly at: { readonly sequence: number; readonly coreTimeMs: number };
  /** Committed words, in order: for log, readers and mark. */
  readonly committed: (batch: CommittedWords, head: JournalHead) => void;
  /** Whether what waits for the log has become too much: nothing is applied until `wake`. */
  readonly isLogFull: () => boolean;
  /** Bring the core to this head again from what is kept. */
  readonly rebuild: (head: JournalHead) => Promise<{ readonly coreTimeMs: number }>;
  /** Take intents of the outbox up again: everything that was on its way has been dropped. */
  readonly intentsDropped: () => void;
  /** The process must end. */
  readonly fatal: (refusal: Refusal) => void;
  readonly warn: (text: string) => void;
}
