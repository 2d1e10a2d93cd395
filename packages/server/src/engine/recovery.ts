// From what is kept back to the state: newest sound snapshot, then every journal row behind it,
// each checked against its chain and against the events it makes. It writes nothing to the journal.
// Called at the start, after any doubt about a commit, and (from the first row) by audits.
import { EXIT, Refusal } from '../base/process/exit.ts';
import { bytesOf, type CommittedWords } from './batch.ts';
import type { Core, EventRun } from './core-port.ts';
import { BatchReader, CODEC_VERSION } from './journal/batch-codec.ts';
import { hashBytes, hashRow, isSameHash, ZERO_HASH, type ChainKey } from './journal/chain.ts';
import type { Snapshot, SnapshotStore } from './log/snapshots.ts';
import { findSteps } from './log/words-codec.ts';
import type { Journal, JournalHead, JournalRow } from './ports.ts';

/** The journal is not what was written; a start is refused. */
export class JournalDamaged extends Refusal {
  readonly sequence: number;
  readonly what: string;

  constructor(sequence: number, what: string) {
    super(
      EXIT.journalDamaged,
      `The journal is damaged at sequence ${sequence}: ${what}. Restore a backup, ` +
        'or look closer with: npm run isobath -- verify',
    );
    this.sequence = sequence;
    this.what = what;
  }
}

/** Where a replay stands. */
export interface ReplayPoint {
  readonly sequence: number;
  /** Rules of the last command, 0 before the first. */
  readonly era: number;
  readonly coreTimeMs: number;
  /** Hash of the last row. */
  readonly chainHash: Uint8Array;
}

/** The state before the first command. */
export const genesis: ReplayPoint = {
  sequence: 0,
  era: 0,
  coreTimeMs: 0,
  chainHash: ZERO_HASH,
};

/** Applies journal rows to a core and checks each. */
export class Replay {
  readonly #core: Core;
  /** Core time of the last command done. */
  coreTimeMs = 0;
  #words = new Float64Array(64 * 1024);

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Do the commands of a row.
   *
   * @returns the words of its events; they are overwritten by the next row.
   * @errors JournalDamaged when the bytes are no commands or do other things than they did.
   */
  apply(row: JournalRow): Float64Array {
    const reader = new BatchReader(row);
    let wordsCount = 0;
    for (let sequence = row.firstSequence; this.#goTo(reader, sequence); sequence += 1) {
      const { words, count } = this.#applyOne(sequence, reader);
      this.coreTimeMs = reader.atMs;
      if (wordsCount + count > this.#words.length) {
        const grown = new Float64Array((wordsCount + count) * 2);
        grown.set(this.#words.subarray(0, wordsCount));
        this.#words = grown;
      }
      const target = this.#words;
      for (let at = 0; at < count; at += 1) target[wordsCount + at] = words[at];
      wordsCount += count;
    }
    const words = this.#words.subarray(0, wordsCount);
    if (isSameHash(hashBytes(bytesOf(words)), row.eventHash)) return words;
    throw new JournalDamaged(row.firstSequence, 'its replay has other events than it had');
  }

  #goTo(reader: BatchReader, sequence: number): boolean {
    try {
      return reader.next();
    } catch (error) {
      throw new JournalDamaged(sequence, (error as Error).message);
    }
  }

  #applyOne(sequence: number, reader: BatchReader): EventRun {
    try {
      const command = this.#core.decode(reader.bytes, reader);
      return this.#core.apply(command, sequence, reader.atMs);
    } catch (error) {
      throw new JournalDamaged(sequence, `it cannot be replayed (${(error as Error).message})`);
    }
  }
}

/**
 * Check that a row follows what was before it and bears the right hashes.
 *
 * @errors JournalDamaged naming the sequence.
 */
export function checkRow(
  row: JournalRow,
  before: Pick<ReplayPoint, 'sequence' | 'chainHash'>,
  chain: { readonly key: ChainKey; readonly engineId: number },
): void {
  const expected = before.sequence + 1;
  if (row.firstSequence > expected) throw new JournalDamaged(expected, 'a row is missing');
  if (row.firstSequence < expected) {
    throw new JournalDamaged(row.firstSequence, 'a row is there twice');
  }
  if (!isSameHash(row.rowHash, hashRow(chain.key, chain.engineId, row))) {
    throw new JournalDamaged(row.firstSequence, 'the row or its hash was changed');
  }
  if (!isSameHash(row.previousHash, before.chainHash)) {
    throw new JournalDamaged(row.firstSequence, 'it does not follow the row before it');
  }
}

/** What a recovery needs. */
export interface RecoveryOptions {
  readonly core: Core;
  readonly journal: Pick<Journal, 'readFrom'>;
  readonly snapshots: SnapshotStore;
  readonly head: JournalHead;
  readonly chain: { readonly key: ChainKey; readonly engineId: number };
  /** Rules of this release; rows of others cannot be replayed. */
  readonly rulesVersion: number;
  /** Words of commands behind this sequence go to `refill`. */
  readonly loggedSequence: number;
  readonly refill: (batch: CommittedWords) => void | Promise<void>;
  /** Intents that were taken and not ended. */
  readonly takenIntents: ReadonlySet<number>;
  readonly warn: (text: string) => void;
  /** Told now and then how far it is. */
  readonly report: (sequence: number) => void;
}

/** What a recovery found. */
export interface Recovered extends ReplayPoint {
  /** Sequence of the snapshot it began with, 0 without one. */
  readonly snapshotSequence: number;
}

/**
 * Bring the core to the end of the journal.
 *
 * @errors JournalDamaged (a Refusal 65) naming the first sequence that is not as it was.
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { core, journal, head, chain, report } = options;
  let at = await loadSnapshot(options);
  const snapshotSequence = at.sequence;
  const replay = new Replay(core);
  for await (const row of journal.readFrom(at.sequence + 1)) {
    if (row.firstSequence <= at.sequence && at.sequence === snapshotSequence) continue;
    if (row.firstSequence > head.lastSequence) {
      throw new JournalDamaged(row.firstSequence, 'a row stands behind the head');
    }
    checkRow(row, at, chain);
    checkRules(row, options.rulesVersion);
    const words = replay.apply(row);
    const lastSequence = row.firstSequence + row.count - 1;
    if (lastSequence > options.loggedSequence) {
      await options.refill(makeCommitted(row, words.slice(), options.takenIntents));
    }
    if (Math.floor(lastSequence / 50_000) > Math.floor(at.sequence / 50_000)) report(lastSequence);
    at = {
      sequence: lastSequence,
      era: row.era,
      coreTimeMs: replay.coreTimeMs,
      chainHash: row.rowHash,
    };
  }
  if (at.sequence < head.lastSequence) {
    throw new JournalDamaged(at.sequence + 1, 'the row is missing, the head has it');
  }
  if (at.sequence > head.lastSequence || !isSameHash(at.chainHash, head.lastHash)) {
    throw new JournalDamaged(at.sequence, 'the head does not belong to the last row');
  }
  return { ...at, snapshotSequence };
}

/**
 * Refuse a row that this release cannot replay.
 *
 * @errors Refusal 76.
 */
export function checkRules(row: JournalRow, rulesVersion: number): void {
  if (row.era === rulesVersion && row.codecVersion === CODEC_VERSION) return;
  throw new Refusal(
    EXIT.version,
    `The journal was written under rules ${row.era} (format ${row.codecVersion}) at sequence ` +
      `${row.firstSequence}, this release has rules ${rulesVersion} (format ${CODEC_VERSION}): ` +
      'with the release that wrote it run npm run isobath -- close-era',
  );
}

async function loadSnapshot(options: RecoveryOptions): Promise<ReplayPoint> {
  const { core, snapshots, head, loggedSequence, warn } = options;
  // What the log lost in a crash is replayed into it, so a state beyond its end is no beginning.
  let sequenceMax = Math.min(head.lastSequence, loggedSequence);
  for (;;) {
    const snapshot = await snapshots.loadNewest(sequenceMax, (sequence) =>
      warn(`The snapshot at sequence ${sequence} is broken and was passed over.`),
    );
    core.loadSnapshot(undefined);
    if (snapshot === undefined) return genesis;
    try {
      core.loadSnapshot(snapshot.chunks);
      checkEraEnd(snapshot, options);
      return snapshot;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      warn(`The snapshot at sequence ${snapshot.sequence} cannot be read: ${String(error)}`);
      sequenceMax = snapshot.sequence - 1;
    }
  }
}

/** A state of other rules may be gone on from only if it was kept for that. */
function checkEraEnd(snapshot: Snapshot, { head, rulesVersion }: RecoveryOptions): void {
  const isAtEnd = snapshot.sequence === head.lastSequence;
  if (!isAtEnd || snapshot.era === rulesVersion || snapshot.opensEra) return;
  throw new Refusal(
    EXIT.version,
    `The journal was written under rules ${snapshot.era}, this release has rules ` +
      `${rulesVersion}: with the release that wrote it run npm run isobath -- close-era`,
  );
}

/** A replayed row as it goes to the event log. */
export function makeCommitted(
  row: JournalRow,
  words: Float64Array,
  takenIntents: ReadonlySet<number>,
): CommittedWords {
  return {
    firstSequence: row.firstSequence,
    lastSequence: row.firstSequence + row.count - 1,
    coreTimeMs: row.coreTimeMs,
    words,
    eventHash: row.eventHash,
    intents: takenIntents.size === 0 ? [] : findIntents(words, takenIntents),
  };
}

function findIntents(words: Float64Array, taken: ReadonlySet<number>) {
  return findSteps(words)
    .filter(({ sequence }) => taken.has(sequence))
    .map(({ sequence, code }) => ({ sequence, code }));
}
