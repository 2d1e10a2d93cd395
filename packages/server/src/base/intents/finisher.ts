// Tells products how their intents ended, each once: in the transaction that marks the intent as
// finished, with its row locked. The event log writes the end into the outbox in the transaction
// that holds the events, so whatever dies in between is made up for by the next look.
// Used by the writer of intents for those who wait, and by the projector for all others.

import type { Database, Session } from '../db/index.ts';

/** How an intent ended. */
export interface EndedIntent {
  readonly intentId: number;
  readonly subject: string;
  readonly isDone: boolean;
  /** The core's reject number, 0 = done, or no command at all. */
  readonly code: number;
  /** 0 for what was no command. */
  readonly sequence: number;
}

/** Writes what the end means for the product's row, in the transaction that is called once. */
export type FinishIntent = (session: Session, ended: EndedIntent) => Promise<void>;

/** Who is told of the end of intents. */
export interface IntentConsumer {
  /** Stands in the rows: never reused for another one. */
  readonly name: string;
  /** Loads the code with the first end. */
  readonly load: () => Promise<FinishIntent>;
}

/** What the finisher stands on. */
export interface FinisherParts {
  readonly database: Database;
  readonly consumers: readonly IntentConsumer[];
}

/** Finishes intents. */
export interface Finisher {
  /** Finish an intent that has ended. @returns its end, undefined while it has none. */
  finishOne(intentId: number): Promise<EndedIntent | undefined>;
  /** Finish all that have ended. @returns those that threw, and what. */
  finishAll(without: readonly number[]): Promise<readonly FailedFinish[]>;
}

/** A finish that threw. */
export interface FailedFinish {
  readonly intentId: number;
  readonly error: unknown;
}

interface Row {
  readonly consumer: string;
  readonly subject: string;
  readonly is_finished: boolean;
  readonly state: 'done' | 'rejected' | 'malformed';
  readonly code: number | null;
  readonly sequence: number | null;
}

const ENDED = "outbox.state IN ('done', 'rejected', 'malformed')";
const LOOK_ROWS = 200;

/** Make the finisher. */
export function createFinisher({ database, consumers }: FinisherParts): Finisher {
  const byName = new Map(consumers.map((consumer) => [consumer.name, consumer]));

  function finishOne(intentId: number): Promise<EndedIntent | undefined> {
    return database.transaction(async (session) => {
      const [row] = await session.query<Row>(
        `SELECT own.consumer, own.subject, own.is_finished, outbox.state, outbox.code,
           outbox.sequence
         FROM intents AS own JOIN command_outbox AS outbox USING (intent_id)
         WHERE intent_id = $1 AND ${ENDED} FOR UPDATE OF own`,
        [intentId],
      );
      if (row === undefined) return undefined;
      const ended: EndedIntent = {
        intentId,
        subject: row.subject,
        isDone: row.state === 'done',
        code: row.code ?? 0,
        sequence: row.sequence ?? 0,
      };
      if (row.is_finished) return ended;
      const consumer = byName.get(row.consumer);
      if (consumer === undefined) throw new Error(`no consumer ${row.consumer} for an intent`);
      await (await consumer.load())(session, ended);
      await session.execute('UPDATE intents SET is_finished = true WHERE intent_id = $1', [
        intentId,
      ]);
      return ended;
    });
  }

  async function finishAll(without: readonly number[]): Promise<FailedFinish[]> {
    const failed: FailedFinish[] = [];
    for (;;) {
      const passed = [...without, ...failed.map(({ intentId }) => intentId)];
      const rows = await database.query<{ intent_id: number }>(
        `SELECT intent_id FROM intents AS own JOIN command_outbox AS outbox USING (intent_id)
         WHERE NOT own.is_finished AND ${ENDED} AND intent_id <> ALL ($1::int8[])
         ORDER BY intent_id LIMIT ${LOOK_ROWS}`,
        [passed],
      );
      for (const { intent_id: intentId } of rows) {
        // One that cannot be finished does not hold up those behind it.
        await finishOne(intentId).catch((error: unknown) => failed.push({ intentId, error }));
      }
      if (rows.length < LOOK_ROWS) return failed;
    }
  }
  return { finishOne, finishAll };
}

const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 60_000;

/** Finish all intents from now on. @returns ends it, when the look under way is over. */
export function runFinisher(
  finisher: Finisher,
  report: (error: unknown) => void,
): () => Promise<void> {
  /** When what threw is tried again. */
  const retryAtMs = new Map<number, number>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    const nowMs = performance.now();
    for (const [intentId, atMs] of retryAtMs) if (atMs <= nowMs) retryAtMs.delete(intentId);
    const failed = await finisher.finishAll([...retryAtMs.keys()]);
    for (const { intentId, error } of failed) {
      retryAtMs.set(intentId, nowMs + RETRY_MS);
      report(error);
    }
  }
  let looking: Promise<void>;
  function lookOn(): void {
    looking = look()
      .catch(report)
      .then(() => {
        if (!isStopped) timer = setTimeout(lookOn, LOOK_EVERY_MS);
      });
  }
  lookOn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}
