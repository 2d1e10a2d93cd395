// Intents of products to move money: rows that were committed together with the product's own, and
// wait for the writer. The journal marks them in the commit that takes them, the event log ends
// them. A product says a word when it has committed one; the engine's look now and then finds those
// whose product ended before it could (process/engine.ts).
import type { Database } from '../../base/db/index.ts';
import type { Submission } from '../batch.ts';
import type { Core } from '../core-port.ts';
import type { Clock, Intent, Outbox } from '../ports.ts';

const READ_COUNT = 500;
const BUSY_MS = 500;

/** The outbox in PostgreSQL. */
export class PostgresOutbox implements Outbox {
  readonly #database: Database;
  readonly #engineId: number;

  constructor(database: Database, engineId: number) {
    this.#database = database;
    this.#engineId = engineId;
  }

  async readWaiting(limit: number, without: readonly string[]): Promise<readonly Intent[]> {
    const rows = await this.#database.query<{ intent_id: number; command: Buffer }>(
      `SELECT intent_id, command FROM command_outbox
       WHERE engine_id = $1 AND state = 'waiting' AND intent_id <> ALL ($3::int8[])
       ORDER BY intent_id LIMIT $2`,
      [this.#engineId, limit, without],
    );
    return rows.map((row) => ({ intentId: String(row.intent_id), command: row.command }));
  }

  async refuseMalformed(intentId: string): Promise<void> {
    await this.#database.execute(
      "UPDATE command_outbox SET state = 'malformed' WHERE intent_id = $1 AND state = 'waiting'",
      [intentId],
    );
  }
}

/** What the pick-up needs. */
export interface PickUpOptions {
  readonly outbox: Outbox;
  readonly core: Pick<Core, 'decode'>;
  readonly clock: Clock;
  readonly submit: (submission: Submission) => void;
  readonly warn: (text: string) => void;
}

/** Brings waiting intents to the sequencer. */
export class PickUp {
  readonly #options: PickUpOptions;
  readonly #onTheWay = new Set<string>();
  #isReading = false;
  #isAskedAgain = false;
  #isSentBack = false;

  constructor(options: PickUpOptions) {
    this.#options = options;
  }

  /** Somebody has committed an intent, or what kept intents back is over. */
  nudge(): void {
    this.#isAskedAgain = true;
    this.#isSentBack = false;
    if (!this.#isReading) void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const { outbox, clock, warn } = this.#options;
    this.#isReading = true;
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        const intents = await outbox.readWaiting(READ_COUNT, [...this.#onTheWay]);
        for (const intent of intents) await this.#bring(intent);
        // What was sent back would be read again without a pause; a nudge follows when it may come.
        if (intents.length === READ_COUNT && !this.#isSentBack) this.#isAskedAgain = true;
      }
    } catch (error) {
      warn(`The outbox cannot be read: ${(error as Error).message}`);
      clock.wakeAfter(BUSY_MS, () => this.nudge());
    } finally {
      this.#isReading = false;
    }
  }

  async #bring({ intentId, command }: Intent): Promise<void> {
    const { core, outbox, clock, submit, warn } = this.#options;
    try {
      core.decode(command);
    } catch (error) {
      warn(`The intent ${intentId} is no command: ${(error as Error).message}`);
      return outbox.refuseMalformed(intentId);
    }
    this.#onTheWay.add(intentId);
    submit({
      bytes: command,
      from: 0,
      to: command.length,
      intentId,
      committed: () => void this.#onTheWay.delete(intentId),
      refused: (trouble) => {
        this.#onTheWay.delete(intentId);
        this.#isSentBack = true;
        // Every other trouble ends with a nudge of its own.
        if (trouble === 'too_busy') clock.wakeAfter(BUSY_MS, () => this.nudge());
      },
    });
  }
}
