// Follows committed steps of the engine from where tables were read, and reads them anew after any
// failure. It knows no step by what it did. Used by edge-modules.ts.
import type { Database, Session } from '../base/db/index.ts';
import type { CommittedStep } from '../base/product/index.ts';
import type { Bus } from '../engine/index.ts';

const AGAIN_AFTER_MS = 500;

/** One that follows events, from the step after the one its tables were read at. */
export interface Reader {
  readonly after: number;
  readonly apply: (step: CommittedStep) => void;
}

/** What a follower stands on. */
export interface FollowerOptions {
  readonly database: Database;
  readonly engine: Bus;
  /** Reads all tables as of one instant. */
  readonly load: (session: Session) => Promise<readonly Reader[]>;
  readonly report: (error: unknown) => void;
  /**
   * Called when everything has seen a batch, with the time of its last step that did anything; what
   * comes behind it is no earlier.
   */
  readonly noteFollowed: (sequence: number, atMs: number) => void;
  /** Called when tables were read anew while people listened. */
  readonly miss: () => void;
}

/** Keeps the rooms up with the engine; after any failure everything is read anew. */
export class Follower {
  /** The last step that the rooms have seen. */
  sequence = 0;
  readonly #options: FollowerOptions;
  #unsubscribe = () => {};
  #isClosed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** @param miss - called between the reading of the tables and the first step behind it. */
  async open(miss = () => {}): Promise<void> {
    const { database, engine, load, report, noteFollowed } = this.#options;
    const readers = await database.transaction(async (session) => {
      await session.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return load(session);
    });
    if (this.#isClosed) return;
    miss();
    // Definitions may come twice; the others must have each step once.
    const fromSequence = 1 + Math.min(...readers.slice(1).map((reader) => reader.after));
    this.sequence = Math.max(this.sequence, fromSequence - 1);
    this.#unsubscribe = engine.subscribe({
      fromSequence,
      read: ({ lastSequence, steps }) => {
        for (const step of steps) {
          for (const reader of readers) if (step.sequence > reader.after) reader.apply(step);
          this.sequence = step.sequence;
        }
        noteFollowed(lastSequence, steps.at(-1)?.atMs ?? 0);
      },
      failed: (error) => {
        report(error);
        void this.#openAgain();
      },
    });
  }

  async #openAgain(): Promise<void> {
    while (!this.#isClosed) {
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_AFTER_MS);
      });
      try {
        // What the tables have by now is told to nobody: who listens begins anew.
        return await this.open(this.#options.miss);
      } catch (error) {
        this.#options.report(error);
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }
}
