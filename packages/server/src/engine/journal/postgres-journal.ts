// The journal as tables of PostgreSQL: one row a commit, written by whoever holds the epoch.
// It does not decide what is written or when (sequencer.ts) nor whether a chain is sound
// (recovery.ts, audit/). Called by the engine process and by the operator's tool.
import type { Database, OwnSession, SqlValue, Statement } from '../../base/db/index.ts';
import { sqlState } from '../../base/db/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import {
  AppendRefused,
  WriterFenced,
  type IntentMark,
  type Journal,
  type JournalBatch,
  type JournalHead,
  type JournalRow,
} from '../ports.ts';
import { hashRow, isSameHash, sealHead, ZERO_HASH, type ChainKey } from './chain.ts';

/** Sequences of one partition, as `make_engine_partitions` makes them. */
const PARTITION_SPAN = 10_000_000;
const FETCH_BYTES = 4 * 1024 * 1024;

const moveHead = `UPDATE journal_heads SET last_sequence = $9, last_hash = $10, mac = $11
  WHERE engine_id = $1 AND epoch = $12 AND writer = $13 AND last_sequence = $14
    AND last_hash = $15 RETURNING engine_id`;

const appendRow: Statement = {
  name: 'journal-append',
  text: `WITH moved AS (${moveHead})
    INSERT INTO journal (engine_id, first_sequence, count, era, codec_version, core_time_ms,
      commands, event_hash, row_hash, previous_hash)
    SELECT engine_id, $2, $3, $4, $5, $6, $7, $8, $10, $15 FROM moved`,
};

// A mark that does not find its intent waiting makes the whole statement fail by a division.
const appendRowWithMarks: Statement = {
  name: 'journal-append-marks',
  text: `WITH moved AS (${moveHead}), marked AS (
      UPDATE command_outbox intents SET state = 'taken', sequence = marks.sequence
      FROM unnest($16::int8[], $17::int8[]) AS marks (intent_id, sequence), moved
      WHERE intents.intent_id = marks.intent_id AND intents.state = 'waiting'
      RETURNING 1)
    INSERT INTO journal (engine_id, first_sequence, count, era, codec_version, core_time_ms,
      commands, event_hash, row_hash, previous_hash)
    SELECT engine_id, $2, $3, $4, $5,
      $6::int8 / (CASE WHEN (SELECT count(*) FROM marked) = cardinality($16::int8[])
        THEN 1 ELSE 0 END), $7, $8, $10, $15
    FROM moved`,
};

/** How to open a journal. */
export interface PostgresJournalOptions {
  readonly database: Database;
  /** For what is written; one whose statements fail when they are not answered in time. */
  readonly writing?: Database;
  readonly engineId: number;
  readonly key: ChainKey;
  /** A name no other process has ever had. */
  readonly writer: string;
}

interface HeadRow {
  readonly epoch: number;
  readonly writer: string;
  readonly last_sequence: number;
  readonly last_hash: Buffer;
  readonly mac: Buffer;
}

/** The head row as the database has it, undefined before the first writer. */
export interface StoredHead extends JournalHead {
  readonly epoch: number;
  readonly writer: string;
  /** Whether its seal is the one this key makes. */
  readonly isSealed: boolean;
}

/** Read where the journal ends without becoming its writer. */
export async function readHead(
  database: Pick<Database, 'query'>,
  engineId: number,
  key: ChainKey,
): Promise<StoredHead | undefined> {
  const rows = await database.query<HeadRow>(
    'SELECT epoch, writer, last_sequence, last_hash, mac FROM journal_heads WHERE engine_id = $1',
    [engineId],
  );
  return rows.length === 0 ? undefined : openHead(rows[0], engineId, key);
}

function openHead(row: HeadRow, engineId: number, key: ChainKey): StoredHead {
  const head = {
    epoch: row.epoch,
    writer: row.writer,
    lastSequence: row.last_sequence,
    lastHash: row.last_hash,
  };
  return { ...head, isSealed: isSameHash(row.mac, sealHead(key, engineId, head)) };
}

/** The journal in PostgreSQL. */
export class PostgresJournal implements Journal {
  readonly #options: PostgresJournalOptions;
  #session: OwnSession | undefined;
  /** The session ended while nothing was under way in it. */
  #isLost = false;
  #isClosed = false;
  #epoch = 0;
  #head: JournalHead = { lastSequence: 0, lastHash: ZERO_HASH };
  #partitionsThrough = 0;

  constructor(options: PostgresJournalOptions) {
    this.#options = options;
  }

  async raiseEpoch(): Promise<JournalHead> {
    const { engineId, key, writer } = this.#options;
    const database = this.#options.writing ?? this.#options.database;
    this.#dropSession();
    const zero = { epoch: 0, writer: '', lastSequence: 0, lastHash: ZERO_HASH };
    const head = await database.transaction(async (session) => {
      await session.execute(
        `INSERT INTO journal_heads (engine_id, epoch, writer, last_sequence, last_hash, mac)
         VALUES ($1, 0, '', 0, $2, $3) ON CONFLICT DO NOTHING`,
        [engineId, Buffer.from(ZERO_HASH), Buffer.from(sealHead(key, engineId, zero))],
      );
      // Waits for an append under way; whatever comes later finds another epoch and inserts
      // nothing.
      const rows = await session.query<HeadRow>(
        `SELECT epoch, writer, last_sequence, last_hash, mac FROM journal_heads
         WHERE engine_id = $1 FOR UPDATE`,
        [engineId],
      );
      const found = openHead(rows[0], engineId, key);
      if (!found.isSealed) throw new HeadBroken(found.lastSequence);
      if (this.#epoch > 0 && found.writer !== writer) {
        throw new WriterFenced('Another writer has taken over the journal.');
      }
      const raised = { ...found, epoch: found.epoch + 1, writer };
      await session.execute(
        'UPDATE journal_heads SET epoch = $2, writer = $3, mac = $4 WHERE engine_id = $1',
        [engineId, raised.epoch, writer, Buffer.from(sealHead(key, engineId, raised))],
      );
      return raised;
    });
    this.#epoch = head.epoch;
    this.#head = { lastSequence: head.lastSequence, lastHash: head.lastHash };
    await this.#preparePartitions(head.lastSequence);
    await this.#openSession();
    return this.#head;
  }

  async append(batch: JournalBatch, marks: readonly IntentMark[]): Promise<JournalHead> {
    // The database was restarted while nobody sent anything: this batch was not sent either, so
    // nothing is in doubt, and a writer of another epoch is shut out as before.
    if (this.#isLost) await this.#openSession();
    const session = this.#session;
    if (session === undefined) throw new Error('The journal has no session.');
    const { engineId, key, writer } = this.#options;
    const { lastHash, lastSequence } = this.#head;
    const rowHash = hashRow(key, engineId, { ...batch, previousHash: lastHash });
    const next = { lastSequence: batch.firstSequence + batch.count - 1, lastHash: rowHash };
    const seal = sealHead(key, engineId, { ...next, epoch: this.#epoch, writer });
    const values: SqlValue[] = [
      engineId,
      batch.firstSequence,
      batch.count,
      batch.era,
      batch.codecVersion,
      batch.coreTimeMs,
      toBuffer(batch.commands),
      toBuffer(batch.eventHash),
      next.lastSequence,
      toBuffer(rowHash),
      toBuffer(seal),
      this.#epoch,
      writer,
      lastSequence,
      toBuffer(lastHash),
    ];
    if (marks.length > 0) {
      values.push(marks.map((mark) => mark.intentId));
      values.push(marks.map((mark) => mark.sequence));
    }
    const statement = marks.length > 0 ? appendRowWithMarks : appendRow;
    const count = await session.execute(statement, values).catch((error: unknown) => {
      const state = sqlState(error);
      if (state === '22012') throw new AppendRefused('An intent was not waiting any more.');
      throw error;
    });
    if (count !== 1) throw new WriterFenced('The head of the journal is not where it was left.');
    this.#head = next;
    this.#preparePartitionsAhead(next.lastSequence);
    return next;
  }

  async isWriter(): Promise<boolean> {
    const { database, engineId, key, writer } = this.#options;
    const head = await readHead(database, engineId, key);
    return head?.writer === writer;
  }

  readFrom(sequence: number): AsyncGenerator<JournalRow> {
    return readJournal(this.#options.database, this.#options.engineId, sequence);
  }

  /** Give up the session, one that is being opened too; the epoch stays raised. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const session = this.#session;
    this.#session = undefined;
    this.#isLost = false;
    await session?.close();
  }

  async #openSession(): Promise<void> {
    const session = await (this.#options.writing ?? this.#options.database).openSession();
    if (this.#isClosed) {
      await session.close();
      throw new Error('The journal was closed.');
    }
    // Of two that were opened at once nobody would end the first.
    this.#session?.close().catch(() => {});
    this.#session = session;
    this.#isLost = false;
    void session.ended.then(() => {
      if (this.#session === session) this.#isLost = true;
    });
  }

  #dropSession(): void {
    const session = this.#session;
    this.#session = undefined;
    this.#isLost = false;
    // It may be lost or hang in an append: nobody waits for its end.
    session?.close().catch(() => {});
  }

  async #preparePartitions(lastSequence: number): Promise<void> {
    const through = lastSequence + PARTITION_SPAN;
    await this.#options.database.query('SELECT make_engine_partitions($1)', [through]);
    this.#partitionsThrough = (Math.floor(through / PARTITION_SPAN) + 1) * PARTITION_SPAN - 1;
  }

  #preparePartitionsAhead(lastSequence: number): void {
    if (lastSequence + PARTITION_SPAN / 2 < this.#partitionsThrough) return;
    this.#partitionsThrough += PARTITION_SPAN;
    this.#preparePartitions(lastSequence).catch(() => {
      this.#partitionsThrough -= PARTITION_SPAN;
    });
  }
}

/** The head row does not bear the seal of this key. */
class HeadBroken extends Refusal {
  constructor(sequence: number) {
    super(
      EXIT.journalDamaged,
      `The head of the journal at sequence ${sequence} was changed by another hand: restore a ` +
        'backup, or look closer with: npm run isobath -- verify',
    );
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface TableRow {
  readonly first_sequence: number;
  readonly count: number;
  readonly era: number;
  readonly codec_version: number;
  readonly core_time_ms: number;
  readonly commands: Buffer;
  readonly event_hash: Buffer;
  readonly previous_hash: Buffer;
  readonly row_hash: Buffer;
}

/** Rows from the one that holds `sequence` on, in order, as of one moment. */
export async function* readJournal(
  database: Database,
  engineId: number,
  sequence: number,
): AsyncGenerator<JournalRow> {
  const session = await database.openSession();
  try {
    await session.execute('BEGIN READ ONLY');
    yield* readRows(session, engineId, sequence);
  } finally {
    await session.close().catch(() => {});
  }
}

/**
 * Head and all rows from the one that holds `sequence` on, both as of one moment, also while a
 * writer goes on.
 *
 * @param work - must read the rows to their end or throw.
 */
export async function viewJournal<TResult>(
  options: Pick<PostgresJournalOptions, 'database' | 'engineId' | 'key'>,
  sequence: number,
  work: (head: StoredHead | undefined, rows: AsyncGenerator<JournalRow>) => Promise<TResult>,
): Promise<TResult> {
  const { database, engineId, key } = options;
  const session = await database.openSession();
  try {
    await session.execute('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = await readHead(session, engineId, key);
    return await work(head, readRows(session, engineId, sequence));
  } finally {
    await session.close().catch(() => {});
  }
}

async function* readRows(
  session: OwnSession,
  engineId: number,
  sequence: number,
): AsyncGenerator<JournalRow> {
  await session.execute(
    `DECLARE journal_rows NO SCROLL CURSOR FOR
     SELECT first_sequence, count, era, codec_version, core_time_ms, commands, event_hash,
       previous_hash, row_hash
     FROM journal WHERE engine_id = ${engineId} AND first_sequence >= coalesce((
       SELECT max(first_sequence) FROM journal
       WHERE engine_id = ${engineId} AND first_sequence <= ${sequence}), 0)
     ORDER BY first_sequence`,
  );
  // The next rows are on their way while these are looked at.
  let fetched = session.query<TableRow>('FETCH 64 FROM journal_rows');
  for (;;) {
    const rows = await fetched;
    if (rows.length === 0) return;
    fetched = session.query<TableRow>(`FETCH ${chooseFetch(rows)} FROM journal_rows`);
    fetched.catch(() => {});
    for (const row of rows) yield openRow(row);
  }
}

function chooseFetch(rows: readonly TableRow[]): number {
  let bytes = 0;
  for (const row of rows) bytes += row.commands.length + 200;
  return Math.max(16, Math.min(8192, Math.floor((FETCH_BYTES * rows.length) / bytes)));
}

function openRow(row: TableRow): JournalRow {
  return {
    era: row.era,
    codecVersion: row.codec_version,
    firstSequence: row.first_sequence,
    count: row.count,
    coreTimeMs: row.core_time_ms,
    commands: row.commands,
    eventHash: row.event_hash,
    previousHash: row.previous_hash,
    rowHash: row.row_hash,
  };
}
