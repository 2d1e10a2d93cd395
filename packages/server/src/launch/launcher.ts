// Starts every part in order, keeps them running, stops them in the opposite order.
// It knows no part by name: main.ts lists them.
// Called by main.ts.

import { readDatabaseAddress } from '../base/db/of-settings.ts';
import { checkAppendOnly, migrate, openDatabase, type Migration } from '../base/db/index.ts';
import type { Settings } from '../base/config/index.ts';
import { installQueue } from '../base/jobs/index.ts';
import { describeFailure, type Refusal } from '../base/process/exit.ts';
import {
  startChild,
  superviseChild,
  type ChildPlan,
  type ChildSurroundings,
  type SupervisedChild,
} from './child-process.ts';
import { checkDatabase, prepareSecrets, startDatabase } from './database.ts';
import { prepareFolder } from './folder.ts';
import { checkMode, keepMode } from './installation.ts';
import { takeLock } from './lock.ts';
import { keepBackups } from './kept-backups.ts';
import { keepLogsShort, prepareLog } from './logs.ts';
import { checkPort } from './port.ts';
import { endRegistered, ProcessRegistry } from './registry.ts';
import { becomeServiceUser, findServiceUser } from './service-user.ts';
import { findStartFaults } from './start-rules.ts';
import type { Steps } from './steps.ts';

/** Everything a start needs to be told. */
export interface LaunchPlan {
  readonly settings: Settings;
  /** Settings as every process gets them, beside its own environment. */
  readonly values: Readonly<Record<string, string>>;
  readonly migrations: readonly Migration[];
  /** In the order they start. */
  readonly children: readonly ChildPlan[];
  /** Started when all others are ready, and waited for by nobody. */
  readonly laterChildren: readonly ChildPlan[];
  /** Steps that change nothing in the data folder, before it is touched. */
  readonly preparations: readonly Preparation[];
  /** What the program itself is read from: whoever it runs as must be able to. */
  readonly program: readonly string[];
  readonly steps: Steps;
  readonly notice: (text: string) => void;
  /** Told when a part cannot be brought back. */
  readonly onHopeless: (refusal: Refusal) => void;
}

/** A step by its name; what it returns stands on its line. */
export interface Preparation {
  readonly name: string;
  /** The signal is aborted when everything is to stop. */
  readonly work: (report: (text: string) => void, signal: AbortSignal) => Promise<string>;
}

/** What has been started so far, last first. */
type Undo = () => Promise<void> | void;

/** Everything is running. */
export interface RunningServer {
  /** Start the children that nobody waits for; to be called once. */
  beginLater(): void;
  /** Stop all parts in order. May be called again. */
  stop(): Promise<void>;
}

/**
 * Start everything.
 * @param signal - aborts the start: the step under way ends, and no further one begins.
 * @errors the Refusal of the first part that refuses; whatever was started before is stopped again.
 */
export async function launch(plan: LaunchPlan, signal: AbortSignal): Promise<RunningServer> {
  const undo: Undo[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= undoAll(undo, plan.notice));
  try {
    const registry = new ProcessRegistry(plan.settings.dataFolder, plan.notice);
    for (const step of listSteps({ ...plan, registry }, undo, signal)) {
      if (signal.aborted) break;
      await step();
    }
    return { stop, beginLater: () => beginLater(plan, undo, registry) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What cannot be put away, as a file on a disk that fails, keeps nothing else from its end. */
async function undoAll(undo: Undo[], notice: LaunchPlan['notice']): Promise<void> {
  for (const one of undo.toReversed()) {
    try {
      await one();
    } catch (error) {
      notice(`not put away: ${describeFailure(error).line}`);
    }
  }
}

function beginLater(plan: LaunchPlan, undo: Undo[], registry: ProcessRegistry): void {
  for (const child of plan.laterChildren) {
    const started = startChild(child, surround(plan, child, registry));
    undo.push(() => started.stop());
  }
}

function listSteps(
  plan: LaunchPlan & { readonly registry: ProcessRegistry },
  undo: Undo[],
  signal: AbortSignal,
): (() => Promise<unknown>)[] {
  const { settings, steps, registry } = plan;
  const user = findServiceUser(settings);
  let children: readonly SupervisedChild[] = [];
  const preparations = plan.preparations.map(
    ({ name, work }) =>
      () =>
        steps.run(name, (report) => work(report, signal)),
  );
  const becoming =
    user === undefined
      ? []
      : [
          // What is built beside the program is whose the program is.
          ...preparations,
          () => becomeServiceUser(user, settings.dataFolder, plan.program),
          // A port that root may listen on need not be the user's.
          () => checkPort(settings.host, settings.port),
        ];
  return [
    async () => {
      const [fault] = await findStartFaults(settings, process.cwd());
      if (fault !== undefined) throw fault;
    },
    () => checkPort(settings.host, settings.port),
    () => checkDatabase(settings),
    ...becoming,
    () => takeFolder(plan, undo, registry),
    ...(user === undefined ? preparations : []),
    async () => {
      // They load their code while the database starts: a start is half as long again without.
      children = plan.children.map((child) =>
        superviseChild(child, surround(plan, child, registry)),
      );
      undo.push(async () => void (await Promise.all(children.map((child) => child.stop()))));
    },
    () => steps.run('database', () => startDatabaseStep(plan, undo)),
    () => steps.run('tables', (report) => migrateStep(plan, report)),
    async () => void undo.push(keepBackups(settings, plan.notice)),
    ...plan.children.map(
      ({ role }, place) =>
        () =>
          steps.run(role, (report) => beginChild(children[place] as SupervisedChild, undo, report)),
    ),
  ];
}

async function takeFolder(
  { settings, notice }: LaunchPlan,
  undo: Undo[],
  registry: ProcessRegistry,
): Promise<void> {
  prepareFolder(settings.dataFolder);
  const lock = takeLock(settings.dataFolder);
  undo.push(() => lock.release());
  await endRegistered(settings.dataFolder);
  registry.clear();
  registry.add('launcher', process.pid);
  undo.push(() => registry.clear());
  await prepareSecrets(settings);
  undo.push(keepLogsShort(settings.dataFolder, settings.logs, notice));
}

async function startDatabaseStep(plan: LaunchPlan, undo: Undo[]): Promise<string> {
  const database = await startDatabase(plan);
  undo.push(() => database.stop());
  return database.detail;
}

async function migrateStep(
  { settings, migrations }: LaunchPlan,
  report: (text: string) => void,
): Promise<string> {
  const address = await readDatabaseAddress(settings);
  const options = { address, applicationName: 'isobath start', sessionsMax: 1 };
  const owner = openDatabase({ ...options, role: 'owner' });
  const app = openDatabase({ ...options, role: 'app' });
  try {
    const appRole = address.roles.app.name;
    await checkMode(owner, settings.mode);
    const ran = await migrate({ database: owner, appRole, migrations, report });
    await installQueue(owner, address);
    await keepMode(owner, settings.mode);
    await checkAppendOnly(app);
    return ran.length === 0 ? '' : `${ran.length} migrations`;
  } finally {
    await Promise.all([owner.close(), app.close()]);
  }
}

function surround(
  { settings, values, notice, onHopeless }: LaunchPlan,
  { role, companion }: ChildPlan,
  registry: ProcessRegistry,
): ChildSurroundings {
  const watch = (name: string) => ({
    logFile: prepareLog(settings.dataFolder, name, settings.logs),
    onStart: (pid: number) => registry.add(name, pid),
    onEnd: () => registry.remove(name),
  });
  return {
    ...watch(role),
    ...(companion === undefined ? {} : { companion: watch(companion.role) }),
    // The folder as it was understood here, whatever the child's own working directory is.
    environment: { ...process.env, ...values, DATA_DIR: settings.dataFolder },
    notice,
    onHopeless,
  };
}

async function beginChild(
  child: SupervisedChild,
  undo: Undo[],
  report: (text: string) => void,
): Promise<string> {
  const detail = await child.begin(report);
  undo.push(() => child.stop());
  return detail;
}
