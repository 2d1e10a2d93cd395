// The event log as a table: what the journal's commands did, bound to it by the event hashes. It
// can be filled again from the journal, so it is written without waiting for the disk. It decides
// nothing about when (log-writer.ts). Read by the publisher, projections' rebuilds and audits.
import type { Database, OwnSession } from '../../base/db/index.ts';
import type { CommittedWords, IntentResult } from '../batch.ts';
import { WriterFenced } from '../ports.ts';
import { hashBytes } from '../journal/chain.ts';
import { packHere, type PackWords } from './packer.ts';
import { expandWords, type PackedWords } from './words-codec.ts';

/** One row of the event log. */
export interface LoggedWords {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly coreTimeMs: number;
  /** Its words; they are unpacked when they are asked for. */
  readonly words: Float64Array;
  /** Its words as they are kept, for those who let somebody else unpack them. */
  readonly packed?: PackedWords;
  /** SHA-256 over the event hashes of the journal rows held. */
  readonly eventHash: Uint8Array;
}

/** What the event log gives to those who only read. */
export interface EventLogReader {
  /** Rows from the one that holds `sequence` on, in order, at most `limit`. */
  read(sequence: number, limit: number): Promise<readonly LoggedWords[]>;
}

/** Where committed words are kept for good. */
export interface EventLog extends EventLogReader {
  /** Begin to write as the journal's writer; answers the last sequence held, 0 = none. */
  open(): Promise<number>;
  /**
   * Add committed batches that follow what is held, and end their intents, or nothing.
   *
   * @errors WriterFenced when another writer took the journal over; any other when the outcome is
   *   unknown or the log does not end right before them.
   */
  append(batches: readonly CommittedWords[]): Promise<void>;
  /** The last sequence held, 0 = none; asks without taking part in writing. */
  readEnd(): Promise<number>;
  /** Sequences of intents that were taken and are not ended yet. */
  readTakenIntents(): Promise<readonly number[]>;
}

/** How to open an event log. */
export interface PostgresEventLogOptions {
  readonly database: Database;
  readonly engineId: number;
  /** The journal's writer; another one in the head means that this one is shut out. */
  readonly writer: string;
  /** How rows are packed, if not on this thread. */
  readonly pack?: PackWords;
}

interface TableRow {
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly core_time_ms: number;
  readonly words_count: number;
  readonly events: Buffer;
  readonly event_hash: Buffer;
}

const lockKind = 'isobath event log';

const selectEnd = `SELECT last_sequence FROM event_log WHERE engine_id = $1
         ORDER BY first_sequence DESC LIMIT 1`;

/** The event log in PostgreSQL. */
export class PostgresEventLog implements EventLog {
  readonly #options: PostgresEventLogOptions;
  readonly #pack: PackWords;
  #session: OwnSession | undefined;

  constructor(options: PostgresEventLogOptions) {
    this.#options = options;
    this.#pack = options.pack ?? packHere;
  }

  async open(): Promise<number> {
    await this.close();
    const { database, engineId } = this.#options;
    // Its rows are written behind the commits: it is the last who needs the processor.
    const session = await database.openSession({ isBackground: true });
    // Losing its end costs nothing: recovery writes it again from the journal.
    await session.execute('SET synchronous_commit = off');
    this.#session = session;
    const [, , rows] = await Promise.all([
      session.execute('BEGIN'),
      session.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [lockKind, engineId]),
      session.query<{ last_sequence: number }>(selectEnd, [engineId]),
      session.execute('COMMIT'),
    ]);
    return rows[0]?.last_sequence ?? 0;
  }

  async append(batches: readonly CommittedWords[]): Promise<void> {
    if (this.#session === undefined) await this.open();
    const session = this.#session as OwnSession;
    const { engineId, writer } = this.#options;
    const parts = batches.map((batch) => batch.words);
    const wordsCount = parts.reduce((sum, part) => sum + part.length, 0);
    const events = await this.#pack(parts, wordsCount);
    const first = batches[0];
    const last = batches[batches.length - 1];
    const hashes = Buffer.concat(batches.map((batch) => batch.eventHash));
    // Sent together; a successor reads the end of the log under the same lock, after it took over.
    const [, , count] = await this.#settle([
      session.execute('BEGIN'),
      session.execute('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [lockKind, engineId]),
      session.execute(
        {
          name: 'event-log-append',
          text: `INSERT INTO event_log (engine_id, first_sequence, last_sequence, core_time_ms,
              words_count, events, event_hash)
            SELECT engine_id, $2, $3, $4, $5, $6, $7 FROM journal_heads
            WHERE engine_id = $1 AND writer = $8 AND $2::int8 - 1 = coalesce((
              SELECT last_sequence FROM event_log WHERE engine_id = $1
              ORDER BY first_sequence DESC LIMIT 1), $2::int8 - 1)`,
        },
        [
          engineId,
          first.firstSequence,
          last.lastSequence,
          first.coreTimeMs,
          wordsCount,
          events,
          Buffer.from(hashBytes(hashes)),
          writer,
        ],
      ),
      ...this.#endIntents(
        session,
        batches.flatMap((batch) => batch.intents),
      ),
      session.execute('COMMIT'),
    ]);
    if (count === 0) await this.#explainNothing(first.firstSequence);
  }

  /** Nothing was added: somebody else writes, or the log ends elsewhere. */
  async #explainNothing(sequence: number): Promise<never> {
    const { database, engineId, writer } = this.#options;
    const heads = await database.query<{ writer: string }>(
      'SELECT writer FROM journal_heads WHERE engine_id = $1',
      [engineId],
    );
    if (heads[0]?.writer !== writer) {
      throw new WriterFenced('Another writer has taken over the event log.');
    }
    throw new Error(`The event log does not end before sequence ${sequence}.`);
  }

  async read(sequence: number, limit: number): Promise<readonly LoggedWords[]> {
    return readEventLog(this.#options.database, this.#options.engineId, { sequence, limit });
  }

  async readEnd(): Promise<number> {
    const { database, engineId } = this.#options;
    const rows = await database.query<{ last_sequence: number }>(selectEnd, [engineId]);
    return rows[0]?.last_sequence ?? 0;
  }

  async readTakenIntents(): Promise<readonly number[]> {
    const rows = await this.#options.database.query<{ sequence: number }>(
      "SELECT sequence FROM command_outbox WHERE engine_id = $1 AND state = 'taken'",
      [this.#options.engineId],
    );
    return rows.map((row) => row.sequence);
  }

  /** Give up the session. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close().catch(() => {});
  }

  #endIntents(session: OwnSession, intents: readonly IntentResult[]): Promise<number>[] {
    if (intents.length === 0) return [];
    return [
      session.execute(
        `UPDATE command_outbox intents SET code = results.code,
           state = CASE WHEN results.code = 0 THEN 'done' ELSE 'rejected' END
         FROM unnest($2::int8[], $3::int4[]) AS results (sequence, code)
         WHERE intents.engine_id = $1 AND intents.state = 'taken'
           AND intents.sequence = results.sequence`,
        [
          this.#options.engineId,
          intents.map((intent) => intent.sequence),
          intents.map((intent) => intent.code),
        ],
      ),
    ];
  }

  /** Wait for all; after a failure the session is given up, its state is unknown. */
  async #settle(statements: readonly Promise<number>[]): Promise<number[]> {
    const results = await Promise.allSettled(statements);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) {
      return results.map((result) => (result.status === 'fulfilled' ? result.value : 0));
    }
    await this.close();
    throw failed.reason;
  }
}

/** Rows of the event log from the one that holds a sequence on; for processes that only read. */
export async function readEventLog(
  database: Pick<Database, 'query'>,
  engineId: number,
  from: { readonly sequence: number; readonly limit: number },
): Promise<readonly LoggedWords[]> {
  const rows = await database.query<TableRow>(
    `SELECT first_sequence, last_sequence, core_time_ms, words_count, events, event_hash
     FROM event_log WHERE engine_id = $1 AND first_sequence >= coalesce(
       (SELECT max(first_sequence) FROM event_log WHERE engine_id = $1 AND first_sequence <= $2), 0)
     ORDER BY first_sequence LIMIT $3`,
    [engineId, from.sequence, from.limit],
  );
  return rows.map((row) => ({
    firstSequence: row.first_sequence,
    lastSequence: row.last_sequence,
    coreTimeMs: row.core_time_ms,
    get words() {
      return expandWords(row.events, row.words_count);
    },
    packed: { bytes: row.events, wordsCount: row.words_count },
    eventHash: row.event_hash,
  }));
}

/** The row of the event log that holds a sequence, as it is kept; undefined when none does. */
export async function readLoggedRow(
  database: Pick<Database, 'query'>,
  engineId: number,
  sequence: number,
): Promise<PackedWords | undefined> {
  const rows = await database.query<Pick<TableRow, 'last_sequence' | 'words_count' | 'events'>>(
    `SELECT last_sequence, words_count, events FROM event_log
     WHERE engine_id = $1 AND first_sequence <= $2 ORDER BY first_sequence DESC LIMIT 1`,
    [engineId, sequence],
  );
  const [row] = rows;
  if (row === undefined || row.last_sequence < sequence) return undefined;
  return { bytes: row.events, wordsCount: row.words_count };
}
