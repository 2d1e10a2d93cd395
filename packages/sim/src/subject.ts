// What the judge asks of an engine, and the model dressed as one (for tests of the judge itself).
import type { AccountId, AssetId, Command, CoreEvent } from '@isobath/core';
import { applyCommand } from './model/apply.ts';
import { dumpState } from './model/dump.ts';
import { createModel, readBalance } from './model/state.ts';
import { readNextTimerMs } from './model/timers.ts';

/** An engine as the judge sees it. */
export interface Subject {
  /** Apply a command; everything that happened. */
  apply(command: Command, sequence: number, atMs: number): readonly CoreEvent[];
  /** What an account has of an asset, in base units. */
  readBalance(accountId: AccountId, assetId: AssetId): { available: bigint; held: bigint };
  /** When the earliest timer is due, 0 without one. */
  nextTimerMs(): number;
  /** The state as text, docs/rules/core.md 8. */
  dump(): string;
  /** Written down and read into a fresh engine. */
  restart(): Subject;
  /** A command to bytes and back. */
  roundTrip(command: Command): Command;
}

/** The model in an engine's clothes. */
export function createModelSubject(): Subject {
  const model = createModel();
  const subject: Subject = {
    apply: (command, sequence, atMs) => applyCommand(model, command, { sequence, atMs }),
    readBalance: (accountId, assetId) => readBalance(model, accountId, assetId),
    nextTimerMs: () => readNextTimerMs(model),
    dump: () => dumpState(model),
    restart: () => subject,
    roundTrip: (command) => command,
  };
  return subject;
}
