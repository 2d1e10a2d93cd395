// A writer in a test's own process, on a real database with the toy core or the real one. Not part
// of the product. Used by tests of this room.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  CommandKind,
  Source,
  type AccountId,
  type Command,
  type OwnerId,
  unkeyed,
} from '@isobath/core';
import type { AssetId } from '@isobath/core';
import { openDatabase, type Database, type DatabaseAddress } from '../../base/db/index.ts';
import type { TestDatabase } from '../../base/db/testing.ts';
import type { Refusal } from '../../base/process/exit.ts';
import type { StepWords } from '../batch.ts';
import type { Core } from '../core-port.ts';
import { MarkFile } from '../journal/mark-file.ts';
import { PostgresOutbox } from '../journal/outbox.ts';
import { PostgresJournal } from '../journal/postgres-journal.ts';
import { PostgresEventLog } from '../log/event-log.ts';
import { PostgresSnapshots } from '../log/snapshots.ts';
import { SubmitRefusal, type Clock } from '../ports.ts';
import { startEngine, type EngineParts, type RunningEngine } from '../process/engine.ts';
import { createSystemClock } from '../process/system.ts';
import { createToyCore } from './toy-core.ts';

/** Key of every test's chain. */
export const testKey = Buffer.alloc(32, 5);

/** What a test may say about its world. */
export interface TestFixtureOptions {
  readonly db: Pick<TestDatabase, 'address' | 'folder'>;
  /** Of a proxy before the database. */
  readonly address?: DatabaseAddress;
  readonly engineId: number;
  /** Data folder of a writer before this one; without it one is made, which goes with `db`. */
  readonly folder?: string;
  readonly core?: Core;
  readonly clock?: Clock;
  readonly freeBytes?: () => number;
  readonly snapshotIntervalCount?: number;
  readonly rulesVersion?: number;
  /** How long the event log gathers batches: an intent has no end before. */
  readonly logGatherMs?: number;
  /** A commit that is not answered in so long is in doubt. */
  readonly commitWithinMs?: number;
}

/** A writer under test. */
export interface TestEngine extends RunningEngine {
  readonly core: Core;
  readonly database: Database;
  readonly folder: string;
  readonly warnings: string[];
  /** Resolves when the writer says that it cannot go on. */
  readonly ended: Promise<Refusal>;
  /** Send a command and wait for its commit. */
  send(command: Command): Promise<StepWords>;
  /** Stop using the database without a word, as a killed process does. */
  abandon(): Promise<void>;
}

/** Start a writer on a database of its own pool. */
export async function startTestEngine(options: TestFixtureOptions): Promise<TestEngine> {
  const { db, address = db.address, engineId, clock = createSystemClock() } = options;
  const database = openDatabase({ address, role: 'app', applicationName: 'test engine' });
  const folder = options.folder ?? mkdtempSync(join(db.folder, 'engine-'));
  const base = { database, engineId, key: testKey, writer: randomUUID() };
  const core = options.core ?? createToyCore();
  const warnings: string[] = [];
  let end: (refusal: Refusal) => void = () => {};
  const ended = new Promise<Refusal>((resolve) => (end = resolve));
  const { commitWithinMs: answerWithinMs } = options;
  const writing =
    answerWithinMs === undefined
      ? database
      : openDatabase({ address, role: 'app', applicationName: 'test journal', answerWithinMs });
  const journal = new PostgresJournal({ ...base, writing });
  const log = new PostgresEventLog(base);
  const parts: EngineParts = {
    core,
    rulesVersion: options.rulesVersion ?? 1,
    journal,
    chain: { key: testKey, engineId },
    log,
    snapshots: new PostgresSnapshots(base),
    mark: new MarkFile(folder, testKey),
    outbox: new PostgresOutbox(database, engineId),
    clock,
    disk: { freeBytes: async () => options.freeBytes?.() ?? 2 ** 40 },
    report: () => {},
    warn: (text) => warnings.push(text),
    fatal: end,
    ...(options.snapshotIntervalCount
      ? { snapshotIntervalCount: options.snapshotIntervalCount }
      : {}),
    ...(options.logGatherMs === undefined ? {} : { logGatherMs: options.logGatherMs }),
  };
  const close = () =>
    Promise.all([journal.close(), log.close()])
      .then(async () => void (await Promise.all([writing.close(), database.close()])))
      .catch(() => {});
  const engine = await startEngine(parts).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...engine,
    core,
    database,
    folder,
    warnings,
    ended,
    send: (command) => send(engine, core, command),
    abandon: close,
    stop: async () => {
      await engine.stop();
      await close();
    },
  };
}

function send(engine: RunningEngine, core: Core, command: Command): Promise<StepWords> {
  const bytes = core.encode(command);
  return new Promise((resolve, reject) => {
    engine.submit({
      bytes,
      from: 0,
      to: bytes.length,
      intentId: '',
      committed: resolve,
      refused: (trouble) => reject(new SubmitRefusal(trouble)),
    });
  });
}

const envelope = {
  actorId: 1_000_001 as OwnerId,
  sessionId: 1,
  source: Source.operator as Source,
  issuedAtMs: 0,
  ...unkeyed,
};

/** A transfer that the toy knows by its reference. */
export function makeTransfer(reference: number, source: Source = Source.operator): Command {
  return {
    ...envelope,
    source,
    kind: CommandKind.transfer,
    fromAccountId: 1 as AccountId,
    toAccountId: 2 as AccountId,
    assetId: 52 as AssetId,
    amountUnits: 5n,
    reason: 3,
    reference,
  };
}

/** A timer of the toy. */
export function makeTimer(
  accountId: number,
  timeoutMs: number,
  source: Source = Source.operator,
): Command {
  return {
    ...envelope,
    source,
    kind: CommandKind.setDeadMan,
    accountId: accountId as AccountId,
    timeoutMs,
  };
}

/** A clock whose wall can be pushed; timers run on the real one. */
export function createPushedClock(): Clock & { pushMs: number } {
  const clock = createSystemClock();
  return {
    ...clock,
    pushMs: 0,
    nowMs() {
      return clock.nowMs() + this.pushMs;
    },
  };
}
