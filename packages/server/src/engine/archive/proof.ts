// The proof of rows that are about to leave the database: their chain, the event log against the
// event hashes of the journal, and a replay from the state before them to a snapshot that the
// engine made behind them. It reads what was written, never what it was written from.
// Used by write.ts and by audits.
import { bytesOf } from '../batch.ts';
import { hashBytes, isSameHash } from '../journal/chain.ts';
import type { LoggedWords } from '../log/event-log.ts';
import { PostgresSnapshots, type Snapshot } from '../log/snapshots.ts';
import { findSteps } from '../log/words-codec.ts';
import type { JournalRow } from '../ports.ts';
import type { AuditSource } from '../audit/source.ts';
import { checkRow, JournalDamaged, Replay, type ReplayPoint } from '../recovery.ts';

/** Where a proof begins. */
export interface ProofStart {
  readonly point: ReplayPoint;
  /** First step whose row of the event log is proven. */
  readonly logSequence: number;
  /** Whether the core holds the state of that point. */
  readonly isLoaded: boolean;
}

/** State behind a row. */
export interface ProvenState {
  readonly point: ReplayPoint;
  /** "" where nothing is replayed. */
  readonly stateHash: string;
  readonly chunks: readonly Uint8Array[];
  /** First step that was replayed since the last state, 0 = none. */
  readonly replayedFrom: number;
}

/** What a row of the journal must have done. */
interface Done {
  readonly row: Pick<JournalRow, 'firstSequence' | 'count' | 'coreTimeMs' | 'eventHash'>;
  readonly lastSequence: number;
}

/** Follows rows and proves them. */
export class PartProof {
  readonly #source: AuditSource;
  readonly #replay: Replay;
  readonly #log: AsyncIterator<LoggedWords>;
  #at: ReplayPoint;
  #isReplaying: boolean;
  #replayedFrom = 0;
  #nextLogged: number;
  #logged: LoggedWords | undefined;
  #isLogRead = false;
  #done: Done[] = [];

  /** @param log - every row of the event log that is to be proven, in order. */
  constructor(source: AuditSource, start: ProofStart, log: AsyncIterator<LoggedWords>) {
    this.#source = source;
    this.#replay = new Replay(source.core);
    this.#log = log;
    this.#at = start.point;
    this.#isReplaying = start.isLoaded;
    this.#nextLogged = start.logSequence;
  }

  get sequence(): number {
    return this.#at.sequence;
  }

  /** Prove a row. @errors JournalDamaged naming the first step that is not as it was. */
  async add(row: JournalRow): Promise<void> {
    checkRow(row, this.#at, this.#source);
    const isOurs = row.era === this.#source.rulesVersion;
    if (isOurs && row.era !== this.#at.era && this.#at.sequence > 0) await this.#openEra(row);
    if (!isOurs) this.#isReplaying = false;
    if (this.#isReplaying) {
      this.#replay.apply(row);
      this.#replayedFrom ||= row.firstSequence;
    }
    const lastSequence = row.firstSequence + row.count - 1;
    const coreTimeMs = this.#isReplaying ? this.#replay.coreTimeMs : row.coreTimeMs;
    this.#at = { sequence: lastSequence, era: row.era, coreTimeMs, chainHash: row.rowHash };
    if (this.#isLogRead || lastSequence < this.#nextLogged) return;
    const { firstSequence, count, eventHash } = row;
    this.#done.push({
      row: { firstSequence, count, eventHash, coreTimeMs: row.coreTimeMs },
      lastSequence,
    });
    await this.#followLog();
  }

  /** The state behind the last row, and what was replayed for it. */
  readState(): ProvenState {
    const { core } = this.#source;
    const replayedFrom = this.#replayedFrom;
    this.#replayedFrom = 0;
    const point = this.#at;
    if (!this.#isReplaying) return { point, stateHash: '', chunks: [], replayedFrom };
    return { point, stateHash: core.hashState(), chunks: core.saveSnapshot(), replayedFrom };
  }

  /** Behind the last row: every row of the log is proven. @errors JournalDamaged otherwise. */
  async finishLog(): Promise<void> {
    await this.#followLog();
    if (!this.#isLogRead) throw new JournalDamaged(this.#nextLogged, 'its log is not proven');
  }

  /**
   * Behind the last row: the log is proven to its end, and the state is the snapshot's.
   *
   * @returns hash of the state, "" where it is of older rules.
   * @errors JournalDamaged when it is another one.
   */
  async finish(snapshot: Snapshot): Promise<string> {
    await this.finishLog();
    const { sequence, chainHash } = this.#at;
    if (sequence !== snapshot.sequence || !isSameHash(chainHash, snapshot.chainHash)) {
      throw new JournalDamaged(sequence, 'the snapshot behind it is of another journal');
    }
    if (!this.#isReplaying) return '';
    const { core } = this.#source;
    const replayed = core.hashState();
    core.loadSnapshot(snapshot.chunks);
    const isSame = core.hashState() === replayed;
    if (isSame && (snapshot.stateHash ?? replayed) === replayed) return replayed;
    throw new JournalDamaged(sequence, 'its replay ends in another state than the snapshot');
  }

  /** What came before was done under other rules: go on from the state that was kept then. */
  async #openEra(row: JournalRow): Promise<void> {
    const { sequence } = this.#at;
    const store = new PostgresSnapshots(this.#source);
    const snapshot = await store.loadNewest(sequence, () => {});
    if (snapshot?.sequence !== sequence || !snapshot.opensEra) {
      throw new JournalDamaged(row.firstSequence, 'the state that opens the era is missing');
    }
    this.#source.core.loadSnapshot(snapshot.chunks);
    this.#isReplaying = true;
  }

  /** Prove every row of the log whose steps have all come. */
  async #followLog(): Promise<void> {
    for (;;) {
      this.#logged ??= await this.#readLogged();
      const logged = this.#logged;
      if (logged === undefined || logged.lastSequence > this.#at.sequence) return;
      const count = this.#done.findIndex((done) => done.lastSequence > logged.lastSequence);
      const done = this.#done.splice(0, count < 0 ? this.#done.length : count);
      checkLogged(logged, done);
      this.#nextLogged = logged.lastSequence + 1;
      this.#logged = undefined;
    }
  }

  async #readLogged(): Promise<LoggedWords | undefined> {
    if (this.#isLogRead) return undefined;
    const { value, done } = (await this.#log.next()) as IteratorResult<LoggedWords, undefined>;
    if (done === true) {
      this.#isLogRead = true;
      this.#done = [];
      return undefined;
    }
    if (value.firstSequence === this.#nextLogged) return value;
    throw new JournalDamaged(this.#nextLogged, 'the event log does not go on with it');
  }
}

/** @errors JournalDamaged unless the log's row says just what these rows of the journal did. */
function checkLogged(logged: LoggedWords, done: readonly Done[]): void {
  const { firstSequence } = logged;
  const differs = new JournalDamaged(firstSequence, 'the event log has something else');
  const first = done.at(0)?.row;
  if (first?.firstSequence !== firstSequence || done.at(-1)?.lastSequence !== logged.lastSequence) {
    throw differs;
  }
  if (first.coreTimeMs !== logged.coreTimeMs) throw differs;
  const hashes = Buffer.concat(done.map(({ row }) => row.eventHash));
  if (!isSameHash(hashBytes(hashes), logged.eventHash)) throw differs;
  const { words, steps } = readWords(logged);
  let next = 0;
  for (const { row } of done) {
    const own = steps.slice(next, next + row.count);
    const isWhole =
      own.length === row.count && own.every((step, at) => step.sequence === row.firstSequence + at);
    if (!isWhole) throw differs;
    const bytes = bytesOf(words.subarray(own[0].from, own[own.length - 1].to));
    if (!isSameHash(hashBytes(bytes), row.eventHash)) throw differs;
    next += row.count;
  }
  if (next !== steps.length) throw differs;
}

function readWords(logged: LoggedWords) {
  try {
    const { words } = logged;
    return { words, steps: findSteps(words) };
  } catch (error) {
    throw new JournalDamaged(logged.firstSequence, `its log is no log (${String(error)})`);
  }
}
