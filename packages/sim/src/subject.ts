import type { AccountId, AssetId, Command, CoreEvent, EngineSizes } from '@isobath/core';

/** An engine as the judge sees it. */
export interface Subject {
  /** How much it has room for. */
  readonly sizes: EngineSizes;
  /** Apply a command; everything that happened. */
  apply(command: Command, sequence: number, atMs: number): readonly CoreEvent[];
  /**
   * The words of the last command's events, overwritten by the next command; absent where `apply`
   * tells something else than the engine does.
   */
  readonly readWords?: (() => Float64Array) | undefined;
  /** Apply a command and read no event. */
  run(command: Command, sequence: number, atMs: number): void;
  /** What an account has of an asset, in base units. */
  readBalance(accountId: AccountId, assetId: AssetId): { available: bigint; held: bigint };
  /** When the earliest timer is due, 0 without one. */
  nextTimerMs(): number;
  /** The state as text, docs/rules/core.md 8. */
  dump(): string;
  /** Written down and read into a fresh engine; this one must not be used any more. */
  restart(): Subject;
  /** Nobody uses it any more, and nothing was wrong with it. */
  end(): void;
  /** A command to bytes and back. */
  roundTrip(command: Command): Command;
}
