// Which commands may be taken now: the operator's mode, the clock's and the disk's say.
// It applies nothing and journals nothing. Asked by the sequencer before each command.
import { CommandKind, Source, type Command } from '@isobath/core';
import { DISK_FULL_BYTES } from '../base/process/free-room.ts';
import type { Clock, Disk, EngineMode, SubmitTrouble } from './ports.ts';

/** Clocks that differ by so much cannot both be right. */
const CLOCK_DIFFERENCE_MS = 1_000;
/** Below this much free room nothing but cancels is taken. */
const DISK_LOW_BYTES = 256 * 1024 * 1024;
const DISK_LOOK_MS = 1_000;
/** So often it looks by itself: others may fill the disk while nobody commands anything. */
const IDLE_LOOK_MS = 2_000;

/** Taken also while only cancels are: what frees, time, and prices, so that marks do not stand. */
const cancels: readonly number[] = [
  CommandKind.cancelOrder,
  CommandKind.cancelOrderList,
  CommandKind.cancelAllOrders,
  CommandKind.setDeadMan,
  CommandKind.time,
  CommandKind.applyPrices,
];

/** What the gate decides from. */
export interface GateOptions {
  readonly clock: Clock;
  readonly disk: Disk;
  /** Core time of the last command in the journal. */
  readonly coreTimeMs: number;
  /** Told when mode or reason changed. */
  readonly changed: () => void;
}

/** The three reasons not to take a command, and core time. */
export class Gate {
  readonly #options: GateOptions;
  #operatorMode: EngineMode = 'normal';
  #operatorReason = '';
  #freeBytes = Number.POSITIVE_INFINITY;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #anchorWallMs: number;
  #anchorSteadyMs: number;
  #isClockWrong = false;
  #stopWaiting: (() => void) | undefined;
  #isClosed = false;
  #coreTimeMs: number;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#coreTimeMs = options.coreTimeMs;
    this.#anchorWallMs = options.clock.nowMs();
    this.#anchorSteadyMs = options.clock.steadyMs();
    this.#isClockWrong = this.#coreTimeMs - this.#anchorWallMs >= CLOCK_DIFFERENCE_MS;
    this.lookAtDisk();
    this.#watch();
  }

  /** Mode and the reason for it; the strictest of the three counts. */
  get mode(): { readonly mode: EngineMode; readonly reason: string } {
    if (this.#operatorMode === 'halted') return { mode: 'halted', reason: this.#operatorReason };
    if (this.#freeBytes < DISK_FULL_BYTES) return { mode: 'halted', reason: 'disk' };
    if (this.#operatorMode === 'cancel-only') {
      return { mode: 'cancel-only', reason: this.#operatorReason };
    }
    if (this.#isClockWrong) return { mode: 'cancel-only', reason: 'clock' };
    if (this.#freeBytes < DISK_LOW_BYTES) return { mode: 'cancel-only', reason: 'disk' };
    return { mode: 'normal', reason: '' };
  }

  /** The operator's word. Normal also accepts the wall clock as it stands. */
  setMode(mode: EngineMode, reason: string): void {
    this.#operatorMode = mode;
    this.#operatorReason = mode === 'normal' ? '' : reason;
    if (mode === 'normal') {
      this.#anchorWallMs = this.#options.clock.nowMs();
      this.#anchorSteadyMs = this.#options.clock.steadyMs();
      this.readCoreTime();
    }
    this.#options.changed();
  }

  /** Asked for every command, three times. */
  get #isNormal(): boolean {
    const isAllowed = this.#operatorMode === 'normal' && !this.#isClockWrong;
    return isAllowed && this.#freeBytes >= DISK_LOW_BYTES;
  }

  /** Why nothing at all may be taken, or undefined: known before a command is read. */
  findHalt(): SubmitTrouble | undefined {
    if (this.#isNormal) return undefined;
    const { mode, reason } = this.mode;
    if (mode !== 'halted') return undefined;
    return reason === 'disk' ? 'disk_full' : 'halted';
  }

  /** Why this command may not be taken, or undefined. */
  check(command: Command): SubmitTrouble | undefined {
    if (this.#isNormal) return undefined;
    const halt = this.findHalt();
    if (halt !== undefined) return halt;
    const { reason } = this.mode;
    if (cancels.includes(command.kind)) return undefined;
    const isMarketState = command.kind === CommandKind.setMarketState;
    if (isMarketState && command.source === Source.operator) return undefined;
    return reason === 'disk' ? 'disk_full' : 'cancel_only';
  }

  /**
   * Core time for the next command: the wall clock, but never back, and never with a jump of it.
   * While the clocks disagree, time goes on at the steady clock's pace.
   */
  readCoreTime(): number {
    const { clock } = this.#options;
    const wallMs = clock.nowMs();
    const steadyMs = clock.steadyMs();
    const expectedMs = this.#anchorWallMs + Math.floor(steadyMs - this.#anchorSteadyMs);
    const isJump = Math.abs(wallMs - expectedMs) >= CLOCK_DIFFERENCE_MS;
    const nowMs = isJump ? expectedMs : wallMs;
    this.#setClockWrong(isJump || this.#coreTimeMs - nowMs >= CLOCK_DIFFERENCE_MS);
    if (nowMs > this.#coreTimeMs) this.#coreTimeMs = nowMs;
    return this.#coreTimeMs;
  }

  /** Look no more: the writer ends. */
  close(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
  }

  /** Look at the disk, at most once a second. */
  lookAtDisk(): void {
    const { clock, disk } = this.#options;
    const steadyMs = clock.steadyMs();
    if (this.#isLooking || steadyMs - this.#lookedAtMs < DISK_LOOK_MS) return;
    this.#isLooking = true;
    this.#lookedAtMs = steadyMs;
    disk
      .freeBytes()
      .then((bytes) => this.#setFreeBytes(bytes))
      // A folder that cannot even be asked has no room for us.
      .catch(() => this.#setFreeBytes(0))
      .finally(() => (this.#isLooking = false));
  }

  #setFreeBytes(bytes: number): void {
    const before = this.mode.mode;
    this.#freeBytes = bytes;
    if (this.mode.mode !== before) this.#options.changed();
    this.#watch();
  }

  #setClockWrong(isWrong: boolean): void {
    if (isWrong === this.#isClockWrong) return;
    this.#isClockWrong = isWrong;
    this.#options.changed();
    this.#watch();
  }

  /**
   * Look at clock and disk from time to time, more often while something is wrong. Neither those
   * who are refused nor nobody at all can make that be more or less.
   */
  #watch(): void {
    this.#stopWaiting?.();
    if (this.#isClosed) return;
    const isWrong = this.#isClockWrong || this.#freeBytes < DISK_LOW_BYTES;
    this.#stopWaiting = this.#options.clock.wakeAfter(isWrong ? DISK_LOOK_MS : IDLE_LOOK_MS, () => {
      this.#stopWaiting = undefined;
      this.readCoreTime();
      this.lookAtDisk();
      if (this.#stopWaiting === undefined) this.#watch();
    });
  }
}
