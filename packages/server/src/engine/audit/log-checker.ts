// Compares the event log with what a replay makes, row by row. It reads nothing of the journal
// itself. Used by verify.ts.
import type { Database } from '../../base/db/index.ts';
import { bytesOf } from '../batch.ts';
import { hashBytes, isSameHash } from '../journal/chain.ts';
import { readEventLog, type LoggedWords } from '../log/event-log.ts';
import type { JournalRow } from '../ports.ts';
import type { AuditFinding } from './source.ts';

const PAGE_ROWS = 16;

/** Follows the event log beside a replay. */
export class LogChecker {
  readonly #database: Database;
  readonly #engineId: number;
  #page: readonly LoggedWords[] = [];
  #nextInPage = 0;
  #nextSequence = 1;
  #words: Uint8Array[] = [];
  #hashes: Uint8Array[] = [];
  #isAtEnd = false;

  constructor(database: Database, engineId: number) {
    this.#database = database;
    this.#engineId = engineId;
  }

  /** Leave out what was logged before this sequence. */
  skipTo(sequence: number): void {
    this.#nextSequence = sequence;
    this.#page = [];
  }

  /** Take a replayed journal row; gives what is wrong with the log row that ends with it. */
  async add(row: JournalRow, words: Float64Array): Promise<AuditFinding[]> {
    if (row.firstSequence + row.count <= this.#nextSequence) return [];
    const logged = await this.#readRow();
    if (logged === undefined) return [];
    if (this.#hashes.length === 0 && logged.firstSequence !== row.firstSequence) {
      this.#isAtEnd = true;
      return [
        {
          sequence: row.firstSequence,
          part: 'event_log',
          what: `the log goes on with ${logged.firstSequence}`,
        },
      ];
    }
    this.#hashes.push(row.eventHash);
    this.#words.push(bytesOf(words).slice());
    const lastSequence = row.firstSequence + row.count - 1;
    if (lastSequence < logged.lastSequence) return [];
    const isSound =
      lastSequence === logged.lastSequence &&
      isSameHash(hashBytes(Buffer.concat(this.#hashes)), logged.eventHash) &&
      Buffer.compare(Buffer.concat(this.#words), bytesOf(logged.words)) === 0;
    this.#hashes = [];
    this.#words = [];
    this.#nextInPage += 1;
    this.#nextSequence = logged.lastSequence + 1;
    if (isSound) return [];
    const what = `the log of sequences ${logged.firstSequence} to ${logged.lastSequence} differs`;
    return [{ sequence: logged.firstSequence, part: 'event_log', what }];
  }

  /** After the last row: the log must not know more than the journal. */
  async finish(lastSequence: number): Promise<AuditFinding[]> {
    if (this.#isAtEnd) return [];
    const rows = await this.#database.query<{ last_sequence: number }>(
      `SELECT last_sequence FROM event_log WHERE engine_id = $1
       ORDER BY first_sequence DESC LIMIT 1`,
      [this.#engineId],
    );
    const logged = rows[0]?.last_sequence ?? 0;
    // A writer at work has logged what it committed after this audit began.
    const head = await this.#database.query<{ last_sequence: number }>(
      'SELECT last_sequence FROM journal_heads WHERE engine_id = $1',
      [this.#engineId],
    );
    if (logged <= Math.max(lastSequence, head[0]?.last_sequence ?? 0)) return [];
    const what = `the log goes on to ${logged}, the journal ends before`;
    return [{ sequence: lastSequence + 1, part: 'event_log', what }];
  }

  async #readRow(): Promise<LoggedWords | undefined> {
    if (this.#isAtEnd) return undefined;
    if (this.#nextInPage >= this.#page.length) {
      try {
        const from = { sequence: this.#nextSequence, limit: PAGE_ROWS };
        const rows = await readEventLog(this.#database, this.#engineId, from);
        this.#page = rows.filter((row) => row.lastSequence >= this.#nextSequence);
      } catch {
        this.#page = [];
      }
      this.#nextInPage = 0;
      this.#isAtEnd = this.#page.length === 0;
    }
    return this.#page[this.#nextInPage];
  }
}
