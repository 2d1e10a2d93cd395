// When a snapshot is due, and in which order it is made: state copied between two commits, then the
// event log up to there, then the rows. It does not know how they are kept (snapshots.ts).
import type { Core } from '../core-port.ts';
import type { JournalHead } from '../ports.ts';
import type { Sequencer } from '../sequencer.ts';
import type { LogWriter } from './log-writer.ts';
import type { Snapshot, SnapshotStore } from './snapshots.ts';

/** Commands after which a snapshot is made; replaying as many takes about two seconds. */
const INTERVAL_COUNT = 400_000;
/** With fewer commands than this a stop makes none: they are replayed in no time. */
const AT_STOP_COUNT = 20_000;
/** The logical hash of a larger state would hold up the writer for too long. */
const HASHED_BYTES_MAX = 8 * 1024 * 1024;

/** What a snapshotter needs. */
export interface SnapshotterOptions {
  readonly core: Core;
  readonly sequencer: Pick<Sequencer, 'pauseFor' | 'status'>;
  readonly store: SnapshotStore;
  readonly log: Pick<LogWriter, 'waitFor'>;
  readonly era: number;
  /** Where the journal ends now. */
  readonly readHead: () => JournalHead;
  readonly warn: (text: string) => void;
  /** Commands between two snapshots, if not the usual number. */
  readonly intervalCount?: number;
}

/** Makes snapshots now and then. */
export class Snapshotter {
  readonly #options: SnapshotterOptions;
  #lastSequence: number;
  #making: Promise<void> | undefined;

  constructor(options: SnapshotterOptions, lastSequence: number) {
    this.#options = options;
    this.#lastSequence = lastSequence;
  }

  /** Told after each commit. */
  look(durableSequence: number): void {
    const interval = this.#options.intervalCount ?? INTERVAL_COUNT;
    if (durableSequence - this.#lastSequence >= interval && this.#making === undefined) {
      void this.make();
    }
  }

  /** Make one now; one under way is waited for instead. */
  make(): Promise<void> {
    this.#making ??= this.#make(false)
      .then(() => {})
      .catch((error: unknown) => {
        this.#options.warn(`No snapshot could be made: ${(error as Error).message}`);
      })
      .finally(() => (this.#making = undefined));
    return this.#making;
  }

  /**
   * Make the one that the next rules begin with.
   *
   * @returns its sequence and logical state hash.
   * @errors when it could not be kept.
   */
  async makeLastOfEra(): Promise<{ sequence: number; hash: string }> {
    await this.#making;
    const { sequence, stateHash = '' } = await this.#make(true);
    return { sequence, hash: stateHash };
  }

  /** Before a stop: make one if the next start would be slow without. */
  async finish(): Promise<void> {
    await this.#making;
    const { durableSequence } = this.#options.sequencer.status;
    if (durableSequence - this.#lastSequence >= AT_STOP_COUNT) await this.make();
  }

  async #make(opensEra: boolean): Promise<Snapshot> {
    const { core, sequencer, store, log, era, readHead } = this.#options;
    const before = this.#lastSequence;
    this.#lastSequence = sequencer.status.durableSequence;
    try {
      const snapshot = await sequencer.pauseFor(() => {
        const chunks = core.saveSnapshot();
        const bytesCount = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        const head = readHead();
        return {
          sequence: head.lastSequence,
          era,
          opensEra,
          coreTimeMs: sequencer.status.coreTimeMs,
          chainHash: head.lastHash,
          stateHash: opensEra || bytesCount <= HASHED_BYTES_MAX ? core.hashState() : undefined,
          chunks,
        };
      });
      // Whoever starts from it can fill the event log only with what comes behind it.
      await log.waitFor(snapshot.sequence);
      await store.save(snapshot);
      this.#lastSequence = snapshot.sequence;
      return snapshot;
    } catch (error) {
      this.#lastSequence = before;
      throw error;
    }
  }
}
