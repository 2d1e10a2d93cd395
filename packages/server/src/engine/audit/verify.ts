// Proves the journal to whoever doubts it: chain, head, replay of everything with its event hashes,
// event log, snapshots, prices from their components, and that no unit of any asset came from
// nowhere. It changes nothing, goes on after a finding where it can, and names the sequence of
// each. Called by the operator's tool.
import { pointBehind, type SealedManifest, snapshotOf } from '../archive/manifest.ts';
import { hashRow, isSameHash } from '../journal/chain.ts';
import { viewJournal, type StoredHead } from '../journal/postgres-journal.ts';
import { PostgresSnapshots } from '../log/snapshots.ts';
import type { JournalRow } from '../ports.ts';
import { genesis, JournalDamaged, Replay, type ReplayPoint } from '../recovery.ts';
import { type ArchivedCheck, checkArchived, type CheckFiles } from './check-archived.ts';
import { checkSnapshots, listSnapshots, type SnapshotMark } from './check-snapshots.ts';
import { LogChecker } from './log-checker.ts';
import { PriceChecker } from './price-checker.ts';
import type { AuditFinding, AuditSource } from './source.ts';

/** The whole answer of a verification. */
export interface VerifyReport {
  /** Whether there is no finding; warnings are allowed. */
  readonly isSound: boolean;
  /** Last sequence that lies in archived parts only, 0 = none; their manifests are proven. */
  readonly archivedSequence: number;
  /** Rows of the journal that were proven in files of the archive. */
  readonly archiveRowsCount: number;
  readonly lastSequence: number;
  readonly rowsCount: number;
  /** Last sequence whose command was replayed. */
  readonly replayedSequence: number;
  /** Logical state hash there. */
  readonly stateHash: string;
  /** Sum of all balances of each asset, as text; "0" or a finding. */
  readonly assets: readonly { readonly assetId: number; readonly difference: string }[];
  readonly findings: readonly AuditFinding[];
  /** What cannot cost anything, such as a broken snapshot. */
  readonly warnings: readonly string[];
}

/**
 * Verify everything that is kept.
 *
 * @param checkFiles - proves the files of archived parts as well.
 */
export async function verifyJournal(
  source: AuditSource,
  checkFiles?: CheckFiles,
): Promise<VerifyReport> {
  const archived = await checkArchived(source, checkFiles);
  return viewJournal(source, 1, (head, rows) => new Verification(source, head).run(rows, archived));
}

class Verification {
  readonly #source: AuditSource;
  readonly #head: StoredHead | undefined;
  readonly #replay: Replay;
  readonly #findings: AuditFinding[] = [];
  readonly #warnings: string[] = [];
  readonly #log: LogChecker;
  readonly #prices: PriceChecker;
  #snapshots: SnapshotMark[] = [];
  #at: ReplayPoint = genesis;
  #rowsCount = 0;
  #replayedSequence = 0;
  #isReplaying = true;

  constructor(source: AuditSource, head: StoredHead | undefined) {
    this.#source = source;
    this.#head = head;
    this.#replay = new Replay(source.core);
    this.#log = new LogChecker(source.database, source.engineId);
    this.#prices = new PriceChecker(source.database, source.core, Date.now());
  }

  async run(rows: AsyncIterable<JournalRow>, archived: ArchivedCheck): Promise<VerifyReport> {
    const { core, database, engineId } = this.#source;
    this.#snapshots = await listSnapshots(database, engineId);
    const { last } = archived;
    if (last !== undefined) await this.#beginBehind(last);
    this.#findings.push(...archived.findings);
    for await (const row of rows) await this.#checkRow(row);
    this.#checkHead();
    this.#findings.push(...(await this.#log.finish(this.#at.sequence)));
    this.#findings.push(...(await this.#prices.finish()));
    const broken = await checkSnapshots(this.#source);
    for (const sequence of broken) this.#warn(`the snapshot at sequence ${sequence} is broken`);
    const assets = core.readTotals().map(({ assetId, totalUnits }) => {
      if (totalUnits !== 0n) {
        this.#find('ledger', this.#replayedSequence, `asset ${assetId} is off by ${totalUnits}`);
      }
      return { assetId, difference: totalUnits.toString() };
    });
    return {
      isSound: this.#findings.length === 0,
      archivedSequence: last?.lastSequence ?? 0,
      archiveRowsCount: archived.rowsCount,
      lastSequence: this.#at.sequence,
      rowsCount: this.#rowsCount,
      replayedSequence: this.#replayedSequence,
      stateHash: core.hashState(),
      assets,
      findings: this.#findings,
      warnings: this.#warnings,
    };
  }

  /** What came before was archived: the state behind it must be the one of the last manifest. */
  async #beginBehind(last: SealedManifest): Promise<void> {
    const { core, rulesVersion } = this.#source;
    this.#at = pointBehind(last);
    this.#replayedSequence = last.lastSequence;
    this.#log.skipTo(last.logLastSequence + 1);
    core.loadSnapshot(undefined);
    // A state of other rules is not for this core: the replay begins where the era opens.
    if (last.era !== rulesVersion) return;
    const store = new PostgresSnapshots(this.#source);
    const sequence = snapshotOf(last);
    const snapshot = await store.loadNewest(sequence, () => {});
    if (snapshot?.sequence !== sequence) {
      return this.#find('replay', sequence, 'the state behind the archived parts is missing');
    }
    core.loadSnapshot(snapshot.chunks);
    if (core.hashState() === last.stateHash) return;
    this.#find('replay', sequence, 'the state behind the archived parts is another one');
  }

  #find(part: AuditFinding['part'], sequence: number, what: string): void {
    this.#findings.push({ sequence, part, what });
    // What comes behind damage in the journal would be replayed on a state that never was.
    if (part === 'journal' || part === 'replay') this.#isReplaying = false;
  }

  #warn(text: string): void {
    this.#warnings.push(text);
  }

  async #checkRow(row: JournalRow): Promise<void> {
    this.#rowsCount += 1;
    const head = this.#head;
    const expected = this.#at.sequence + 1;
    const lastSequence = row.firstSequence + row.count - 1;
    if (head?.isSealed === true && row.firstSequence > head.lastSequence) {
      return this.#find('journal', row.firstSequence, 'a row was appended behind the head');
    }
    if (row.firstSequence < expected) {
      return this.#find('journal', row.firstSequence, 'a row is there twice');
    }
    const isGap = row.firstSequence > expected;
    if (isGap) {
      const range = `${expected} to ${row.firstSequence - 1}`;
      this.#find('journal', expected, `the rows of sequences ${range} are missing`);
    }
    this.#checkHashes(row, isGap);
    if (row.era === this.#source.rulesVersion) {
      if (this.#at.era !== row.era && this.#at.sequence > 0) await this.#openEra(row);
      if (this.#isReplaying) await this.#replayRow(row);
    }
    const { era, coreTimeMs, rowHash } = row;
    this.#at = { sequence: lastSequence, era, coreTimeMs, chainHash: rowHash };
  }

  #checkHashes(row: JournalRow, isGap: boolean): void {
    const { key, engineId } = this.#source;
    const range = `sequences ${row.firstSequence} to ${row.firstSequence + row.count - 1}`;
    if (!isSameHash(row.rowHash, hashRow(key, engineId, row))) {
      this.#find('journal', row.firstSequence, `the row of ${range} was changed`);
    } else if (!isGap && !isSameHash(row.previousHash, this.#at.chainHash)) {
      const what = `the row of ${range} does not follow the one before it`;
      // A row whose own hash was changed has been named; the next one is innocent.
      if (!this.#isNamed(this.#at.sequence)) this.#find('journal', row.firstSequence, what);
    }
  }

  /** Whether the row that ends at this sequence has a finding. */
  #isNamed(lastSequence: number): boolean {
    const last = this.#findings.at(-1);
    return last?.part === 'journal' && last.sequence <= lastSequence && !this.#isReplaying;
  }

  /** What came before was done under other rules: go on from the state that was kept then. */
  async #openEra(row: JournalRow): Promise<void> {
    const { sequence } = this.#at;
    const store = new PostgresSnapshots(this.#source);
    const snapshot = await store.loadNewest(sequence, () => {});
    if (snapshot?.sequence !== sequence || !snapshot.opensEra) {
      return this.#find('replay', row.firstSequence, 'the state that opens the era is missing');
    }
    this.#source.core.loadSnapshot(snapshot.chunks);
    this.#log.skipTo(row.firstSequence);
  }

  async #replayRow(row: JournalRow): Promise<void> {
    try {
      const words = this.#replay.apply(row);
      this.#replayedSequence = row.firstSequence + row.count - 1;
      this.#findings.push(...(await this.#log.add(row, words)));
      this.#findings.push(...(await this.#prices.add(row)));
      this.#checkSnapshotHash();
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      this.#find('replay', error.sequence, error.what);
    }
  }

  /** A snapshot that was taken here must have been of this state. */
  #checkSnapshotHash(): void {
    const mark = this.#snapshots.find(({ sequence }) => sequence === this.#replayedSequence);
    if (mark?.stateHash === undefined) return;
    if (mark.stateHash === this.#source.core.hashState()) return;
    this.#warn(`the snapshot at sequence ${mark.sequence} is of another state`);
  }

  #checkHead(): void {
    const head = this.#head;
    const { sequence, chainHash } = this.#at;
    if (head === undefined) {
      if (sequence > 0) this.#find('head', sequence, 'the head is missing');
      return;
    }
    if (!head.isSealed) return this.#find('head', sequence, 'the head was changed');
    if (head.lastSequence > sequence) {
      const range = `${sequence + 1} to ${head.lastSequence}`;
      this.#find('journal', sequence + 1, `the rows of sequences ${range} are missing at the end`);
    } else if (!isSameHash(head.lastHash, chainHash) && !this.#isNamed(sequence)) {
      this.#find('head', sequence, 'the head does not belong to the last row');
    }
  }
}
