// The programs of the simulated machine, put together from the product's own parts as their main
// files do: the engine, a gateway in front of it, and the projector. Each can be killed at any
// moment and is started again by its keeper. Used by exchange.ts.
import {
  connectEngine,
  createSystemClock,
  type Database,
  ENGINE_ID,
  type EngineClient,
  MarkFile,
  openCore,
  openDatabase,
  PostgresEventLog,
  PostgresJournal,
  PostgresOutbox,
  PostgresSnapshots,
  type ProjectionRunner,
  listBalanceQuestions,
  listProjections,
  Refusal,
  RULES_VERSION,
  type RunningEngine,
  runProjections,
  serveEngine,
  startEngine,
  watchDisk,
} from '@isobath/server/parts';
import { takeEngine } from '../engine-pool.ts';
import { simulationSizes } from '../engine-subject.ts';
import { reportedProjection } from './reported-projection.ts';
import { Process } from './world/scheduler.ts';
import { theWorld } from './world/world.ts';

/** Secret of every simulated chain. */
export const chainKey: Buffer = Buffer.alloc(32, 9);

/** Room for one short run: engines are made at every start and every doubt. */
export const shortRunSizes = {
  ...simulationSizes,
  ordersMax: 1_024,
  bookPagesMax: 512,
  listsMax: 512,
  timersMax: 8_192,
  eventWordsMax: 524_288,
};

/** A core in a world of many: its engine is the world's, and comes from one before it. */
export function openSmallCore(): ReturnType<typeof openCore> {
  return openCore(shortRunSizes, (room) => {
    const engine = takeEngine(room);
    theWorld().engines.push(engine);
    return engine;
  });
}

/** Where the engine's socket and mark lie. */
export const dataFolder = '/data';

/** Open the simulated database. */
export function openSimulated(applicationName: string): Database {
  const role = { name: 'simulated', password: '' };
  const address = { host: 'simulated', port: 1, database: 'simulated' };
  const roles = { owner: role, app: role };
  return openDatabase({ address: { ...address, roles } as never, role: 'app', applicationName });
}

/** What a keeper wants to know of its program. */
export interface Keeping {
  /** It cannot go on, or did not start. */
  readonly ended: (error: unknown) => void;
}

/** A program that runs. */
export interface Program<TPart> {
  readonly process: Process;
  /** What it gives to the world, once it is ready. */
  part: TPart | undefined;
}

/** Start a program. */
export function launch<TPart>(
  name: string,
  start: (program: Program<TPart>) => Promise<TPart>,
  keeping: Keeping,
): Program<TPart> {
  const program: Program<TPart> = { process: new Process(name), part: undefined };
  const { scheduler } = theWorld();
  scheduler.afterIn(program.process, 0, () => {
    start(program).then(
      (part) => {
        program.part = part;
      },
      (error: unknown) => {
        program.process.kill();
        scheduler.afterInWorld(0, () => keeping.ended(error));
      },
    );
  });
  return program;
}

/** What is said about an engine before it starts. */
export interface EnginePlace {
  readonly writer: string;
  readonly folder: string;
  readonly snapshotIntervalCount: number;
  readonly warn: (text: string) => void;
}

/** The engine's process, as process.ts puts it together. */
export function launchEngine(place: EnginePlace, keeping: Keeping): Program<RunningEngine> {
  return launch('engine', (program) => startOne(place, program.process, keeping), keeping);
}

async function startOne(
  place: EnginePlace,
  process: Process,
  keeping: Keeping,
): Promise<RunningEngine> {
  const { folder, writer, warn, snapshotIntervalCount } = place;
  const database = openSimulated('isobath engine');
  const base = { database, engineId: ENGINE_ID, key: chainKey, writer };
  const core = openSmallCore();
  const fatal = (refusal: Refusal) => {
    theWorld().scheduler.afterIn(process, 50, () => {
      process.kill();
      theWorld().scheduler.afterInWorld(0, () => keeping.ended(refusal));
    });
  };
  const engine = await startEngine({
    core,
    rulesVersion: RULES_VERSION,
    journal: new PostgresJournal(base),
    chain: { key: chainKey, engineId: ENGINE_ID },
    log: new PostgresEventLog(base),
    snapshots: new PostgresSnapshots(base),
    mark: new MarkFile(folder, chainKey),
    outbox: new PostgresOutbox(database, ENGINE_ID),
    clock: createSystemClock(),
    disk: watchDisk(folder),
    report: () => {},
    warn,
    fatal,
    snapshotIntervalCount,
  });
  const questions = {
    ...listBalanceQuestions(engine),
    status: () => engine.readStatus(),
    hash: () => engine.hashState(),
    snapshot: async () => {
      await engine.makeSnapshot();
      return engine.readStatus();
    },
  };
  await serveEngine(folder, { engine, questions });
  return engine;
}

/** What the gateway gives to the world. */
export interface Gateway {
  readonly client: EngineClient;
  readonly database: Database;
}

/** A gateway: the engine's client and a database for the product's own rows. */
export function launchGateway(keeping: Keeping): Program<Gateway> {
  const start = async () => {
    const database = openSimulated('isobath edge');
    return { client: await connectEngine(dataFolder), database };
  };
  return launch('gateway', start, keeping);
}

/** The projector's process, as projector-process.ts puts it together. */
export function launchProjector(
  place: { readonly hasAudience: boolean; readonly report: (line: string) => void },
  keeping: Keeping,
): Program<ProjectionRunner> {
  const start = async () => {
    const database = openSimulated('isobath projector');
    const bus = await connectEngine(dataFolder);
    const projections = place.hasAudience
      ? [reportedProjection, ...(await listProjections())]
      : [reportedProjection];
    return runProjections({ database, bus, projections, report: place.report });
  };
  return launch('projector', start, keeping);
}
