// The engine's process: its own database sessions, its socket in the data folder, its end with its
// parent's. It holds no rule and no step of the writer's work. Started by the launcher.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { engineCompilerOptions } from '@isobath/core';
import { readSecrets, readSettings } from '../base/config/index.ts';
import { embeddedFolder, openDatabase } from '../base/db/index.ts';
import { readDatabaseAddress } from '../base/db/of-settings.ts';
import { log as processLog, setLogLevel } from '../base/log/index.ts';
import { runChild, type RunningChild } from '../base/process/child.ts';
import type { Refusal } from '../base/process/exit.ts';
import type { Core } from './core-port.ts';
import { openCore, RULES_VERSION } from './core.ts';
import { MarkFile } from './journal/mark-file.ts';
import { PostgresOutbox } from './journal/outbox.ts';
import { PostgresJournal } from './journal/postgres-journal.ts';
import { PostgresEventLog } from './log/event-log.ts';
import { PackingThread } from './log/packer.ts';
import { PostgresSnapshots } from './log/snapshots.ts';
import { OperatorModeKeeper, readOperatorMode } from './operator-mode.ts';
import type { EngineMode } from './ports.ts';
import { listBalanceQuestions } from './process/balance-questions.ts';
import { startEngine, type RunningEngine } from './process/engine.ts';
import { serveEngine, type EngineQuestion } from './process/socket-server.ts';
import { createSystemClock, watchDisk } from './process/system.ts';
import { ENGINE_ID } from './tables.ts';

/**
 * A commit that is not answered in so long is in doubt: nothing is taken any more until the journal
 * says how it ends. A connection cut without a word would otherwise be noticed after minutes.
 */
const COMMIT_WITHIN_MS = 10_000;
/** Snapshots and the log's larger pieces take longer, on a slow disk. */
const ANSWER_WITHIN_MS = 60_000;
/** Time for the last refusals to leave the socket. */
const LAST_WORDS_MS = 50;

/** A core that holds nothing yet, and how it was warmed. */
interface PreparedCore {
  readonly core: Core;
  readonly warmed: string;
}

/** Open and warm the core: it needs no database, so it is done while that one starts. */
function prepare(report: (text: string) => void): PreparedCore {
  for (const option of engineCompilerOptions) setFlagsFromString(option);
  const core = openCore();
  return { core, warmed: readSettings().isWarmedUp ? warmUp(core, report) : 'not warmed' };
}

async function start(
  report: (text: string) => void,
  { core, warmed }: PreparedCore,
): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  const { dataFolder } = settings;
  const key = Buffer.from((await readSecrets(dataFolder))['journal-key'], 'hex');
  const database = openDatabase({
    address: await readDatabaseAddress(settings),
    role: 'app',
    applicationName: 'isobath engine',
    sessionsMax: 4,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  const writing = openDatabase({
    address: await readDatabaseAddress(settings),
    role: 'app',
    applicationName: 'isobath engine',
    sessionsMax: 2,
    answerWithinMs: COMMIT_WITHIN_MS,
  });
  const writer = randomUUID();
  const base = { database, engineId: ENGINE_ID, key, writer };
  const packing = new PackingThread();
  const log = new PostgresEventLog({ ...base, pack: packing.pack });
  let endUnasked: (refusal: Refusal) => void = () => {};
  const ended = new Promise<never>((_, reject) => (endUnasked = reject));
  let isShutOut = false;
  ended.catch(() => (isShutOut = true));
  const journal = new PostgresJournal({ ...base, writing });
  const operatorMode = await readOperatorMode(database, ENGINE_ID);
  const engine = await startEngine({
    core,
    rulesVersion: RULES_VERSION,
    journal,
    chain: { key, engineId: ENGINE_ID },
    log,
    snapshots: new PostgresSnapshots(base),
    mark: new MarkFile(dataFolder, key),
    outbox: new PostgresOutbox(database, ENGINE_ID),
    clock: createSystemClock(),
    disk: watchDisk(dataFolder, embeddedFolder(dataFolder)),
    report,
    warn: processLog.warn,
    fatal: (refusal) => endUnasked(refusal),
    operatorMode,
  });
  const keeper = new OperatorModeKeeper({
    database,
    engineId: ENGINE_ID,
    last: operatorMode,
    apply: (mode, reason) => engine.setMode(mode, reason),
  });
  const stopServing = await serveEngine(dataFolder, {
    engine,
    questions: listQuestions(engine, keeper),
  });
  const stop = async () => {
    // The socket's name may be the successor's already: it is not ours to remove.
    if (isShutOut) {
      await Promise.all([sleep(LAST_WORDS_MS), packing.close()]);
      return;
    }
    await engine.stop();
    await stopServing();
    await Promise.all([journal.close(), log.close(), packing.close()]);
    await Promise.all([writing.close(), database.close()]);
  };
  const { sequence, snapshotSequence } = engine.recovered;
  const replayed = `sequence ${sequence}, ${sequence - snapshotSequence} replayed`;
  return { stop, detail: `${warmed}, ${replayed}`, ended };
}

/** Warm the core before it holds anything; says how long it took. */
function warmUp(core: Core, report: (text: string) => void): string {
  report('warms the engine');
  const from = performance.now();
  core.warmUp();
  return `warmed in ${((performance.now() - from) / 1000).toFixed(1)} s`;
}

function listQuestions(
  engine: RunningEngine,
  keeper: OperatorModeKeeper,
): Record<string, EngineQuestion> {
  const setMode = async (mode: EngineMode, reason: unknown) => {
    await keeper.set(mode, typeof reason === 'string' ? reason : 'operator');
    return engine.readStatus();
  };
  return {
    status: () => engine.readStatus(),
    clock: () => engine.readClock(),
    hash: () => engine.hashState(),
    halt: ({ reason }) => setMode('halted', reason),
    'cancel-only': ({ reason }) => setMode('cancel-only', reason),
    // Whoever agreed to end one halt did not agree to end a later one.
    resume: ({ number }) =>
      number === undefined || number === keeper.number
        ? setMode('normal', '')
        : { ...engine.readStatus(), isAnother: true },
    'operator-mode': () => ({ number: keeper.number }),
    ...listBalanceQuestions(engine),
    'close-era': () => engine.closeEra(),
    snapshot: async () => {
      await engine.makeSnapshot();
      return engine.readStatus();
    },
  };
}

runChild(start, prepare);
