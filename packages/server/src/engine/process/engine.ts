// Puts the writer together: shuts out every other one, brings the state back, and opens. It knows
// no table, no socket and no process: those are handed in. Called by process.ts and simulations.
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { CommittedWords, StepWords, Submission } from '../batch.ts';
import type { Core } from '../core-port.ts';
import { Gate } from '../gate.ts';
import type { ChainKey } from '../journal/chain.ts';
import { checkMarkHash, checkMarkLength, Marker, type MarkStore } from '../journal/mark-file.ts';
import { PickUp } from '../journal/outbox.ts';
import type { EventLog } from '../log/event-log.ts';
import { LogWriter } from '../log/log-writer.ts';
import { Snapshotter } from '../log/snapshotter.ts';
import type { SnapshotStore } from '../log/snapshots.ts';
import type { OperatorMode } from '../operator-mode.ts';
import { beginEra } from '../own-commands.ts';
import {
  SubmitRefusal,
  type Clock,
  type Disk,
  type EngineClock,
  type EngineMode,
  type EngineStatus,
  type Journal,
  type JournalHead,
  type Outbox,
} from '../ports.ts';
import { Publisher } from '../publisher.ts';
import { recover, type Recovered } from '../recovery.ts';
import { Sequencer } from '../sequencer.ts';

/** What a writer stands on. */
export interface EngineParts {
  readonly core: Core;
  readonly rulesVersion: number;
  readonly journal: Journal;
  readonly chain: { readonly key: ChainKey; readonly engineId: number };
  readonly log: EventLog;
  readonly snapshots: SnapshotStore;
  readonly mark: MarkStore;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly disk: Disk;
  /** Progress of the start. */
  readonly report: (text: string) => void;
  readonly warn: (text: string) => void;
  /** The writer cannot go on: the process must end. */
  readonly fatal: (refusal: Refusal) => void;
  readonly snapshotIntervalCount?: number;
  /** How long the event log gathers batches. */
  readonly logGatherMs?: number;
  /** What the operator last said, before this process was. */
  readonly operatorMode?: OperatorMode;
}

/** What may be asked of the core. */
export type ReadableCore = Pick<Core, 'readBalances' | 'readTotal'>;

/** A writer at work. */
export interface RunningEngine {
  readonly publisher: Publisher;
  readonly recovered: Recovered;
  readStatus(): EngineStatus;
  readClock(): EngineClock;
  submit(submission: Submission): void;
  /** An intent was committed to the outbox. */
  nudge(): void;
  setMode(mode: EngineMode, reason: string): void;
  /**
   * Read the core's memory, which is ahead of the journal; told when all that is in it is durable.
   *
   * @param read - is run at once, and again when what it saw was never committed.
   * @errors when the writer has stopped.
   */
  readCommitted<TResult>(read: (core: ReadableCore, sequence: number) => TResult): Promise<TResult>;
  /** State hash and the sequence it belongs to. */
  hashState(): Promise<{ sequence: number; hash: string }>;
  makeSnapshot(): Promise<void>;
  /**
   * Halt, and keep the state for a release with other rules to go on from.
   *
   * @returns the last sequence of the era and its logical state hash.
   */
  closeEra(): Promise<{ sequence: number; hash: string }>;
  /** Commit what was taken, then rest. */
  stop(): Promise<void>;
}

/**
 * Start a writer.
 *
 * @errors Refusal 65 for a journal that is not as it was, 76 for one of other rules.
 */
export async function startEngine(parts: EngineParts): Promise<RunningEngine> {
  return new Engine(parts).start();
}

/** How often a writer asks whether it still is one, and whether its log is whole. */
const LOOK_MS = 5_000;
/** A writer that is busy with something else is asked again to mend the event log. */
const MEND_RETRY_MS = 200;

function takenOver(cause?: unknown): Refusal {
  return new Refusal(EXIT.inUse, 'Another writer has taken over the journal.', cause);
}

class Engine {
  readonly #parts: EngineParts;
  readonly #marker: Marker;
  #head: JournalHead;
  #logWriter!: LogWriter;
  #publisher!: Publisher;
  #sequencer!: Sequencer;
  #snapshotter!: Snapshotter;
  #pickUp!: PickUp;
  #gate!: Gate;
  #isStopped = false;
  /** The sequencer applies nothing since so much waits for the log. */
  #isHeldBack = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#marker = new Marker(parts.mark, parts.clock);
    this.#head = { lastSequence: 0, lastHash: new Uint8Array(32) };
  }

  async start(): Promise<RunningEngine> {
    const { journal, mark, log } = this.#parts;
    this.#head = await journal.raiseEpoch();
    const marked = await mark.read();
    checkMarkLength(marked, this.#head);
    const takenIntents = await this.#readTaken();
    await this.#openLog(await log.open());
    const recovered = await this.#recover(this.#head, takenIntents);
    await checkMarkHash(marked, this.#head, (sequence) => this.#findRowEnd(sequence));
    await this.#logWriter.waitFor(this.#head.lastSequence);
    const { lastSequence } = this.#head;
    const ends = { lastSequence, loggedSequence: lastSequence };
    this.#publisher = new Publisher(log, ends, () => this.#mendLog());
    this.#open(recovered);
    await this.#beginEra(recovered);
    // New rules are named even under a halt; nothing else was let in before this.
    this.#obeyOperator();
    this.#marker.set(this.#head);
    this.#pickUp.nudge();
    this.#watch();
    return this.#describe(recovered);
  }

  async #openLog(loggedSequence: number): Promise<void> {
    if (loggedSequence > this.#head.lastSequence) {
      await this.#explain(
        new Refusal(
          EXIT.journalDamaged,
          `The journal ends at sequence ${this.#head.lastSequence} but the event log at ` +
            `${loggedSequence}: the journal was shortened. Restore a backup.`,
        ),
      );
    }
    const { logGatherMs: gatherMs } = this.#parts;
    this.#logWriter = new LogWriter(
      {
        log: this.#parts.log,
        clock: this.#parts.clock,
        ...(gatherMs === undefined ? {} : { gatherMs }),
        logged: (sequence) => this.#meetLogged(sequence),
        fenced: (error) => this.#parts.fatal(new Refusal(EXIT.inUse, error.message, error)),
        shortened: () => this.#sequencer?.rebuild(),
      },
      loggedSequence,
    );
  }

  #open(recovered: Recovered): void {
    const { core, journal, clock, disk, snapshots, outbox, warn, fatal, rulesVersion } =
      this.#parts;
    this.#gate = new Gate({
      clock,
      disk,
      coreTimeMs: recovered.coreTimeMs,
      changed: () => this.#meetModeChange(),
    });
    this.#sequencer = new Sequencer({
      core,
      journal,
      gate: this.#gate,
      clock,
      era: rulesVersion,
      at: recovered,
      committed: (batch, head) => this.#meetCommit(batch, head),
      isLogFull: () => this.#logWriter.isFull,
      rebuild: (head) => this.#rebuild(head),
      intentsDropped: () => this.#pickUp.nudge(),
      fatal,
      warn,
    });
    this.#snapshotter = new Snapshotter(
      {
        core,
        sequencer: this.#sequencer,
        store: snapshots,
        log: this.#logWriter,
        era: rulesVersion,
        readHead: () => this.#head,
        warn,
        ...(this.#parts.snapshotIntervalCount
          ? { intervalCount: this.#parts.snapshotIntervalCount }
          : {}),
      },
      recovered.snapshotSequence,
    );
    this.#pickUp = new PickUp({
      outbox,
      core,
      clock,
      submit: (submission) => this.#sequencer.submit(submission),
      warn,
    });
  }

  #describe(recovered: Recovered): RunningEngine {
    return {
      publisher: this.#publisher,
      recovered,
      readStatus: () => ({
        ...this.#sequencer.status,
        loggedSequence: this.#logWriter.loggedSequence,
      }),
      // Asked between two turns: what is applied later is no earlier.
      readClock: () => ({
        sequence: this.#sequencer.status.lastSequence,
        timeMs: this.#gate.readCoreTime(),
      }),
      submit: (submission) => this.#sequencer.submit(submission),
      nudge: () => this.#pickUp.nudge(),
      setMode: (mode, reason) => this.#gate.setMode(mode, reason),
      readCommitted: (read) =>
        this.#sequencer.readCommitted(() =>
          read(this.#parts.core, this.#sequencer.status.lastSequence),
        ),
      hashState: () =>
        this.#sequencer.pauseFor(() => ({
          sequence: this.#head.lastSequence,
          hash: this.#parts.core.hashState(),
        })),
      makeSnapshot: () => this.#snapshotter.make(),
      closeEra: () => {
        this.#gate.setMode('halted', 'era closed');
        return this.#snapshotter.makeLastOfEra();
      },
      stop: () => this.#stop(),
    };
  }

  /** The log lost its end while nothing was written to it: it is made again from the journal. */
  #mendLog(): void {
    if (this.#isStopped || this.#sequencer.rebuild()) return;
    this.#parts.clock.wakeAfter(MEND_RETRY_MS, () => this.#mendLog());
  }

  #obeyOperator(): void {
    const { mode, reason } = this.#parts.operatorMode ?? { mode: 'normal', reason: '' };
    if (mode !== 'normal') this.#gate.setMode(mode, reason);
  }

  /** What nobody's command would show is looked for now and then. */
  #watch(): void {
    this.#parts.clock.wakeAfter(LOOK_MS, () => {
      if (this.#isStopped) return;
      // A database that is away says nothing of it.
      this.#look().then(
        (mayGoOn) => mayGoOn && this.#watch(),
        () => this.#watch(),
      );
    });
  }

  /**
   * A writer at rest that was shut out would tell its readers old news; a log that lost its end
   * would leave intents open. So would a product that ended before it could say that it had
   * committed one: the commit may come behind the look at a new product's first word.
   */
  async #look(): Promise<boolean> {
    const { journal, log, fatal } = this.#parts;
    const { loggedSequence } = this.#logWriter;
    if (!(await journal.isWriter())) {
      fatal(takenOver());
      return false;
    }
    if ((await log.readEnd()) < loggedSequence) this.#mendLog();
    this.#pickUp.nudge();
    return true;
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    await this.#snapshotter.finish();
    this.#gate.close();
    await this.#sequencer.stop();
    await this.#marker.flush();
    // The next start fills up what is missing, so a database that is away holds up no stop.
    await Promise.race([
      this.#logWriter.waitFor(this.#head.lastSequence),
      new Promise<void>((resolve) => this.#parts.clock.wakeAfter(2_000, resolve)),
    ]);
  }

  async #rebuild(head: JournalHead): Promise<Recovered> {
    // The log's commits are waited for by nobody: a database that fell may have lost some.
    const takenIntents = await this.#readTaken();
    this.#logWriter.beginAt(await this.#parts.log.open());
    return this.#recover(head, takenIntents);
  }

  /**
   * Intents that the log is to end. To be asked before the log's end: a row that lands in between
   * and is lost again with the database is then missed there, or ends them anew.
   */
  async #readTaken(): Promise<ReadonlySet<number>> {
    return new Set(await this.#parts.log.readTakenIntents());
  }

  async #recover(head: JournalHead, takenIntents: ReadonlySet<number>): Promise<Recovered> {
    const { core, journal, chain, snapshots, warn, report } = this.#parts;
    this.#head = head;
    const recovered = await recover({
      core,
      journal,
      snapshots,
      head,
      chain,
      rulesVersion: this.#parts.rulesVersion,
      loggedSequence: this.#logWriter.loggedSequence,
      refill: (batch) => {
        this.#logWriter.add(batch);
        return this.#logWriter.makeRoom();
      },
      takenIntents,
      warn,
      report: (sequence) => report(`replayed to ${sequence} of ${head.lastSequence}`),
    }).catch((error: unknown) => this.#explain(error));
    return recovered;
  }

  /** What another writer does meanwhile looks like damage to one that was shut out. */
  async #explain(error: unknown): Promise<never> {
    const isDamage = error instanceof Refusal && error.exitCode === EXIT.journalDamaged;
    if (isDamage && !(await this.#parts.journal.isWriter())) {
      throw takenOver(error);
    }
    throw error;
  }

  #meetCommit(batch: CommittedWords, head: JournalHead): void {
    this.#head = head;
    this.#publisher.publish(batch);
    this.#logWriter.add(batch);
    this.#isHeldBack ||= this.#logWriter.isFull;
    this.#marker.set(head);
    this.#snapshotter.look(head.lastSequence);
  }

  #meetLogged(sequence: number): void {
    // No reader before the publisher: the log is complete when it is made.
    this.#publisher?.markLogged(sequence);
    if (this.#isHeldBack && !this.#logWriter.isFull) this.#sequencer.wake();
    this.#isHeldBack = this.#logWriter.isFull;
  }

  #meetModeChange(): void {
    const { mode, reason } = this.#gate.mode;
    this.#parts.warn(`The engine's mode is ${mode}${reason ? ` (${reason})` : ''}.`);
    this.#sequencer?.wake();
    if (mode === 'normal') this.#pickUp?.nudge();
  }

  /** The first command of a new journal, and of new rules, names them. */
  async #beginEra(recovered: Recovered): Promise<void> {
    const { core, clock, rulesVersion } = this.#parts;
    if (recovered.era === rulesVersion) return;
    const bytes = core.encode(beginEra(clock.nowMs(), rulesVersion));
    const place = { from: 0, to: bytes.length };
    await new Promise<StepWords>((resolve, reject) => {
      this.#sequencer.submit({
        bytes,
        ...place,
        intentId: '',
        committed: resolve,
        refused: (trouble) => reject(new SubmitRefusal(trouble)),
      });
    });
  }

  async #findRowEnd(sequence: number): Promise<Uint8Array | undefined> {
    for await (const row of this.#parts.journal.readFrom(sequence)) {
      return row.firstSequence + row.count - 1 === sequence ? row.rowHash : undefined;
    }
    return undefined;
  }
}
