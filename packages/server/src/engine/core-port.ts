// What this room asks of the core: apply commands, tell the next timer, save and load its state.
// The rules stand in @isobath/core; here is only the shape, so that tests can plant a core that
// fails. Used by sequencer, recovery, snapshots and audits.
import type { Command } from '@isobath/core';

/** Words of events where the core keeps them: the first `count` of `words`. */
export interface EventRun {
  readonly words: Float64Array;
  readonly count: number;
}

/** A part of some bytes: from `from` on, before `to`. */
export interface BytesPlace {
  readonly from: number;
  readonly to: number;
}

/** The one state machine, behind the calls this room needs. */
export interface Core {
  /**
   * Read a command from its bytes; it must be done with before the next one is read.
   *
   * @param place - where it lies in the bytes, if it is not all of them.
   * @errors RangeError when they are no command.
   */
  decode(bytes: Uint8Array, place?: BytesPlace): Command;
  /** The bytes of a command. */
  encode(command: Command): Uint8Array;
  /**
   * The command in these bytes is about to come: what it touches is fetched with the next `fetch`.
   * Only speed depends on it. Bytes that are no command are passed over.
   *
   * @param place - where it lies in the bytes, if it is not all of them.
   */
  note(bytes: Uint8Array, place?: BytesPlace): void;
  /** Whether notes are worth their cost now. */
  wantsNotes(): boolean;
  /** Fetch what the commands noted touch; at most 64 of them are noted before. */
  fetch(): void;
  /**
   * Do one step.
   *
   * @returns the words of its events; they are overwritten by the next step.
   * @errors anything thrown means a defect: the state must not be used any more.
   */
  apply(command: Command, sequence: number, atMs: number): EventRun;
  /**
   * Run a made-up market through the machine and forget it again, so that the first real command
   * finds it compiled. Only before the first command.
   */
  warmUp(): void;
  /** When the earliest timer is due, Infinity without one. */
  nextTimerMs(): number;
  /** The whole state as chunks of bytes that do not change any more. */
  saveSnapshot(): readonly Uint8Array[];
  /**
   * Replace the whole state; undefined = the state before the first command.
   *
   * @errors when the chunks are no snapshot.
   */
  loadSnapshot(chunks: readonly Uint8Array[] | undefined): void;
  /** Write the logical state line by line, `docs/rules/core.md` 8. */
  dumpState(writeLine: (line: string) => void): void;
  /** SHA-256 of the logical state, `docs/rules/core.md` 8, as 64 hexadecimal digits. */
  hashState(): string;
  /**
   * Every balance of an account that is not zero, by asset number; empty for an unknown account.
   *
   * @param assetIds - only of these.
   */
  readBalances(
    accountId: number,
    assetIds?: readonly number[],
  ): readonly {
    readonly assetId: number;
    readonly availableUnits: bigint;
    readonly heldUnits: bigint;
  }[];
  /** Sum of all balances of each asset, which must be 0. */
  readTotals(): readonly { readonly assetId: number; readonly totalUnits: bigint }[];
  /**
   * The same of one asset.
   *
   * @returns undefined for one that nobody defined, and where more accounts than this would have to
   * be looked at: nothing else is done meanwhile.
   */
  readTotal(assetId: number, accountsCountMax: number): bigint | undefined;
}
