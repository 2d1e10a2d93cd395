// The one writer: gives commands their number and their time, applies them at once, and lets
// answers, readers and logs have them only after their commit. It knows no rule, table or socket.
// Made by process/engine.ts.
import type { Command } from '@isobath/core';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { Alarm } from './alarm.ts';
import { BatchMemory, mayLinger, OpenBatch, type Doubt, type Submission } from './batch.ts';
import { HeldAnswers } from './held-answers.ts';
import { passTime } from './own-commands.ts';
import { WriterFenced, type EngineStatus, type JournalHead, type SubmitTrouble } from './ports.ts';
import { raiseEpoch } from './raise-epoch.ts';
import type { SequencerOptions } from './sequencer-options.ts';
import { SubmissionQueue } from './submission-queue.ts';

/** Commands applied in one turn: then it is looked whether the commit under way is done. */
const TURN_COUNT_MAX = 256;
/** Orders of simulated traders wait so long for company: a commit for each would be waste. */
const LINGER_MS = 25;
const DEFECTS_MAX = 3;
/** Due timers fire at one `time`; more of them in a row mean that the core is broken. */
const TIMES_MAX = 100;

type State = 'running' | 'draining' | 'recovering' | 'stopped';

/** Numbers, applies and commits commands. */
export class Sequencer {
  readonly #options: SequencerOptions;
  #state: State = 'running';
  readonly #queue = new SubmissionQueue();
  #memory = new BatchMemory();
  #filling: OpenBatch;
  #inFlight: OpenBatch | undefined;
  #durableSequence: number;
  #coreTimeMs: number;
  #isPumpSoon = false;
  #stopLingering: (() => void) | undefined;
  #isUrgent = false;
  // A clock that was set back sleeps again: the pump sets the alarm anew.
  readonly #alarm: Alarm;
  readonly #readCoreTime = (): number => this.#options.gate.readCoreTime();
  #defectsCount = 0;
  #isRecovering = false;
  #pauses: (() => void)[] = [];
  readonly #heldAnswers = new HeldAnswers();
  #drained: (() => void) | undefined;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#durableSequence = options.at.sequence;
    this.#coreTimeMs = options.at.coreTimeMs;
    this.#filling = new OpenBatch(options.at.sequence + 1, this.#memory);
    this.#alarm = new Alarm(options.clock, () => this.#pump());
    this.#armTimer();
  }

  /** Where the writer stands; the logged sequence is not its to know. */
  get status(): Omit<EngineStatus, 'loggedSequence'> {
    const { mode, reason } = this.#options.gate.mode;
    const isRunning = this.#state === 'running';
    return {
      mode: isRunning ? mode : 'halted',
      reason: isRunning ? reason : this.#state,
      lastSequence: this.#filling.lastSequence,
      durableSequence: this.#durableSequence,
      coreTimeMs: this.#coreTimeMs,
    };
  }

  /** Take a command, or refuse it at once. */
  submit(submission: Submission): void {
    const trouble = this.#findTrouble();
    if (trouble !== undefined) return submission.refused(trouble);
    this.#queue.push(submission);
    this.#pumpSoon();
  }

  /** The gate's mind or a timer may have changed: look again. */
  wake(): void {
    this.#armTimer();
    this.#pumpSoon();
  }

  /** What is made from the journal was lost: end what is under way, then build it all again. */
  rebuild(): boolean {
    if (this.#state !== 'running') return false;
    this.#dropApplied();
    if (this.#inFlight === undefined) void this.#recover(undefined);
    return true;
  }

  /**
   * Run `work` when nothing is applied that is not committed; nothing is applied meanwhile.
   *
   * @errors when the writer has stopped.
   */
  async pauseFor<TResult>(work: () => TResult): Promise<TResult> {
    if (this.#state === 'stopped') throw new Error('The engine has stopped.');
    await new Promise<void>((resolve) => {
      this.#pauses.push(resolve);
      this.#isUrgent = true;
      this.#pump();
    });
    try {
      return work();
    } finally {
      this.#pauses.shift();
      this.#pumpSoon();
    }
  }

  /**
   * Read the core's memory and tell it when all that is in it is committed: at once, if it is.
   *
   * @errors when the writer has stopped.
   */
  async readCommitted<TResult>(read: () => TResult): Promise<TResult> {
    if (this.#state === 'stopped') throw new Error('The engine has stopped.');
    if (this.#isAtWork()) {
      const result = read();
      const { lastSequence } = this.#filling;
      if (lastSequence <= this.#durableSequence) return result;
      // Whoever waits for what lingers is in a hurry.
      this.#isUrgent ||= this.#filling.count > 0;
      this.#commitNext();
      if (await this.#heldAnswers.wait(lastSequence)) return result;
    } else await this.#heldAnswers.waitForRebuild();
    return this.readCommitted(read);
  }

  /** Take no more, commit what was taken, then rest for good. */
  async stop(): Promise<void> {
    if (this.#state === 'running') {
      this.#state = 'draining';
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
        this.#isUrgent = true;
        this.#pump();
      });
    }
    this.#state = 'stopped';
    this.#queue.refuse('halted');
    this.#heldAnswers.fail();
    this.#alarm.stop();
  }

  /** Why nothing can be taken now; what a command is of itself is seen when its turn comes. */
  #findTrouble(): SubmitTrouble | undefined {
    if (this.#state === 'recovering') return 'recovering';
    if (this.#state !== 'running') return 'halted';
    // A commit that hangs would hold the refusal back until it is this command's turn.
    const halt = this.#options.gate.findHalt();
    if (halt !== undefined) {
      // The disk may have room again: those who are refused make us look.
      this.#options.gate.lookAtDisk();
      return halt;
    }
    return this.#queue.isFull ? 'too_busy' : undefined;
  }

  #pumpSoon(): void {
    if (this.#isPumpSoon) return;
    this.#isPumpSoon = true;
    this.#options.gate.lookAtDisk();
    // What else has arrived by then shares the commit.
    this.#options.clock.soon(() => {
      this.#isPumpSoon = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (!this.#isAtWork()) return;
    this.#commitNext();
    if (this.#pauses.length > 0 || this.#options.isLogFull()) return;
    this.#fill();
    this.#commitNext();
    if (this.#queue.count > 0 && !this.#filling.isFull) this.#pumpSoon();
  }

  #isAtWork(): boolean {
    return this.#state === 'running' || this.#state === 'draining';
  }

  /** A database with nothing to do gets what is applied, however little: nobody waits longer. */
  #commitNext(): void {
    if (this.#inFlight !== undefined || !this.#isAtWork()) return;
    if (this.#filling.count > 0) this.#commitOrLinger();
    else if (this.#pauses.length > 0) this.#pauses[0]();
    else if (this.#queue.count === 0) this.#drained?.();
  }

  /** Apply what waits, until the batch is full or the database may have answered. */
  #fill(): void {
    const { core, gate } = this.#options;
    let atMs = gate.readCoreTime();
    if (!this.#fireTimers(atMs)) return;
    for (let left = TURN_COUNT_MAX; left > 0 && !this.#filling.isFull; left -= 1) {
      const submission = this.#queue.take(core);
      if (submission === undefined) break;
      const command = this.#read(submission);
      if (command === undefined) continue;
      if ((this.#filling.count & 63) === 63) atMs = gate.readCoreTime();
      if (!this.#fireTimers(atMs)) return submission.refused('recovering');
      if (!this.#apply(command, atMs, submission)) return;
      this.#isUrgent ||= !mayLinger(command);
    }
    this.#armTimer();
  }

  /** Journal `time` while a timer is due. Answers false when the core failed. */
  #fireTimers(atMs: number): boolean {
    const { core, gate } = this.#options;
    // Asked before each command: nearly always nothing is due.
    if (core.nextTimerMs() > atMs || gate.mode.mode === 'halted') return true;
    for (let count = 0; core.nextTimerMs() <= atMs; count += 1) {
      const time = passTime(atMs);
      if (count > TIMES_MAX) return this.#meetDefect(time, new Error('its timers do not end'));
      if (!this.#apply(time, atMs, undefined)) return false;
      this.#isUrgent = true;
    }
    return true;
  }

  /** The command that is sent, undefined when it was refused. */
  #read(submission: Submission): Command | undefined {
    const { core, gate } = this.#options;
    let command: Command;
    try {
      command = core.decode(submission.bytes, submission);
    } catch {
      submission.refused('malformed');
      return undefined;
    }
    const trouble = gate.check(command);
    if (trouble === undefined) return command;
    submission.refused(trouble);
    return undefined;
  }

  #apply(command: Command, atMs: number, submission: Submission | undefined): boolean {
    const { core } = this.#options;
    const sequence = this.#filling.lastSequence + 1;
    try {
      const events = core.apply(command, sequence, atMs);
      const bytes = submission?.bytes ?? core.encode(command);
      this.#filling.add(atMs, events, { bytes, submission });
      this.#coreTimeMs = atMs;
      return true;
    } catch (error) {
      submission?.refused('halted');
      return this.#meetDefect(command, error);
    }
  }

  /** The core broke its word: its state is worth nothing, what is committed is. */
  #meetDefect(command: Command, error: unknown): false {
    const { gate, warn } = this.#options;
    warn(`The core failed at a command of kind ${command.kind}: ${describe(error)}`);
    this.#defectsCount += 1;
    if (this.#defectsCount >= DEFECTS_MAX) gate.setMode('halted', 'defect');
    this.#dropApplied();
    // A batch under way ends first, well or badly; then everything is built again.
    if (this.#inFlight === undefined) void this.#recover(undefined);
    return false;
  }

  /** Refuse whatever is not on its way to the journal: it did not happen. */
  #dropApplied(): void {
    this.#state = 'recovering';
    const { firstSequence } = this.#filling;
    this.#filling.refuse('recovering');
    this.#filling = new OpenBatch(firstSequence, this.#memory);
    this.#queue.refuse('recovering');
    this.#drained?.();
  }

  #commitOrLinger(): void {
    if (this.#isUrgent || this.#filling.isFull) return this.#commit();
    this.#stopLingering ??= this.#options.clock.wakeAfter(LINGER_MS, () => {
      this.#stopLingering = undefined;
      this.#isUrgent = true;
      this.#pump();
    });
  }

  #commit(): void {
    this.#stopLingering?.();
    this.#stopLingering = undefined;
    this.#isUrgent = false;
    const batch = this.#filling;
    this.#inFlight = batch;
    batch.close();
    this.#filling = new OpenBatch(batch.lastSequence + 1, this.#memory);
    const row = batch.makeRow(this.#options.era);
    const { eventHash } = row;
    this.#options.gate.lookAtDisk();
    this.#options.journal.append(row, batch.marks).then(
      (head) => this.#finish(batch, eventHash, head),
      (error: unknown) => {
        this.#options.warn(`A commit is in doubt: ${describe(error)}`);
        this.#dropApplied();
        void this.#recover({ batch, eventHash, error });
      },
    );
  }

  #finish(batch: OpenBatch, eventHash: Uint8Array, head: JournalHead): void {
    this.#inFlight = undefined;
    this.#durableSequence = head.lastSequence;
    this.#memory.giveBytesBack(batch.commands.memory);
    // The next commit is on its way while the answers of this one are given.
    this.#commitNext();
    this.#deliver(batch, eventHash, head);
    this.#heldAnswers.meet(this.#durableSequence);
    if (this.#state === 'recovering') void this.#recover(undefined);
    else this.#pumpSoon();
  }

  #deliver(batch: OpenBatch, eventHash: Uint8Array, head: JournalHead): void {
    batch.answer();
    this.#options.committed(
      {
        firstSequence: batch.firstSequence,
        lastSequence: batch.lastSequence,
        coreTimeMs: batch.commands.coreTimeMs,
        words: batch.words,
        eventHash,
        intents: batch.marks.length > 0 ? batch.readIntents() : [],
        release: batch.release,
      },
      head,
    );
  }

  /**
   * Shut out every other writer, ourselves of a moment ago included; only then read how the journal
   * ends, build the state again from it, and go on.
   */
  async #recover(doubt: Doubt | undefined): Promise<void> {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    let unsettled = doubt;
    try {
      if (doubt?.error instanceof WriterFenced) throw doubt.error;
      const head = await raiseEpoch(this.#options);
      this.#settleDoubt(doubt, head);
      unsettled = undefined;
      const { coreTimeMs } = await this.#options.rebuild(head);
      this.#coreTimeMs = coreTimeMs;
      this.#goOn(head);
    } catch (error) {
      // That somebody took over says nothing of our last commit: only its own answer does.
      const isCertain = unsettled?.error instanceof WriterFenced;
      unsettled?.batch.refuse(isCertain ? 'recovering' : 'outcome_unknown');
      this.#state = 'stopped';
      this.#heldAnswers.fail();
      this.#options.fatal(
        error instanceof Refusal
          ? error
          : new Refusal(EXIT.inUse, `The engine cannot go on: ${describe(error)}`, error),
      );
    } finally {
      this.#isRecovering = false;
    }
  }

  /** Tell those of the doubtful batch what the journal says. */
  #settleDoubt(doubt: Doubt | undefined, head: JournalHead): void {
    this.#inFlight = undefined;
    this.#durableSequence = head.lastSequence;
    const isDone = doubt !== undefined && head.lastSequence >= doubt.batch.lastSequence;
    if (isDone) this.#deliver(doubt.batch, doubt.eventHash, head);
    else doubt?.batch.refuse('recovering');
  }

  #goOn(head: JournalHead): void {
    // Some of the memory was never given back.
    this.#memory = new BatchMemory();
    this.#filling = new OpenBatch(head.lastSequence + 1, this.#memory);
    if (this.#state !== 'recovering') return;
    this.#state = 'running';
    this.#heldAnswers.drop();
    this.#options.warn(`The engine goes on behind sequence ${head.lastSequence}.`);
    this.#options.intentsDropped();
    this.wake();
  }

  /** Be woken when the next timer of the core is due. */
  #armTimer(): void {
    const { core, gate } = this.#options;
    const isHeld = this.#state !== 'running' || gate.mode.mode === 'halted';
    this.#alarm.set(isHeld ? Number.POSITIVE_INFINITY : core.nextTimerMs(), this.#readCoreTime);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
