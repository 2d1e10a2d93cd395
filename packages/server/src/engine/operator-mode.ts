// The operator's word on trading, kept in the database: a halt ends when an operator ends it, not
// when a process does. It decides nothing of its own (gate.ts does). Used by process.ts.
import type { Database } from '../base/db/index.ts';
import type { EngineMode } from './ports.ts';
import { ENGINE_ID } from './tables.ts';

/** What the operator last said. */
export interface OperatorMode {
  readonly mode: EngineMode;
  /** Shown to everybody who asks why; "" for normal. */
  readonly reason: string;
  /** Rises by one with every word of theirs: whoever speaks of a halt can say which. */
  readonly number: number;
}

/** The stricter the higher. */
const STRICTNESS: Readonly<Record<EngineMode, number>> = {
  normal: 0,
  'cancel-only': 1,
  halted: 2,
};

/** Read what was last said; normal when nothing ever was. */
export async function readOperatorMode(
  database: Database,
  engineId: number,
): Promise<OperatorMode> {
  const [row] = await database.query<OperatorMode>(
    'SELECT mode, reason, number FROM engine_modes WHERE engine_id = $1',
    [engineId],
  );
  return row ?? { mode: 'normal', reason: '', number: 0 };
}

/** The same of the installation's own engine, for whoever stands outside of it. */
export const readLastWord = (database: Database): Promise<OperatorMode> =>
  readOperatorMode(database, ENGINE_ID);

/** Sets the mode of a running engine so that the next one starts in it. */
export class OperatorModeKeeper {
  readonly #write: (said: OperatorMode) => Promise<unknown>;
  readonly #apply: (mode: EngineMode, reason: string) => void;
  #now: EngineMode;
  #number: number;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: {
    readonly database: Database;
    readonly engineId: number;
    /** With which the engine started. */
    readonly last: OperatorMode;
    readonly apply: (mode: EngineMode, reason: string) => void;
  }) {
    const { database, engineId } = options;
    this.#now = options.last.mode;
    this.#number = options.last.number;
    this.#apply = options.apply;
    this.#write = ({ mode, reason, number }) =>
      database.execute(
        `INSERT INTO engine_modes (engine_id, mode, reason, number) VALUES ($1, $2, $3, $4)
         ON CONFLICT (engine_id) DO UPDATE SET mode = excluded.mode, reason = excluded.reason,
           number = excluded.number, set_at = now()`,
        [engineId, mode, reason, number],
      );
  }

  /** Of the operator's last word. */
  get number(): number {
    return this.#number;
  }

  /**
   * Set the mode; resolves when it is durable. A stricter one counts at once, whatever becomes of
   * its row; a looser one only when its row is written, and not at all when another was asked for
   * meanwhile.
   *
   * @errors of the database: the mode may not outlive this process.
   */
  async set(mode: EngineMode, reason: string): Promise<void> {
    const number = (this.#number += 1);
    const isLooser = STRICTNESS[mode] < STRICTNESS[this.#now];
    if (!isLooser) this.#take(mode, reason);
    const written = this.#writing.then(() => this.#write({ mode, reason, number }));
    this.#writing = written.catch(() => {});
    await written;
    if (isLooser && number === this.#number) this.#take(mode, reason);
  }

  #take(mode: EngineMode, reason: string): void {
    this.#now = mode;
    this.#apply(mode, reason);
  }
}
