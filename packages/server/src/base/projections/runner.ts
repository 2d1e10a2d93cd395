// Runs projections behind the bus: each reads from its own watermark, writes what came in one
// transaction with the watermark, and starts again from there after any failure. Run by the
// projector process.
import type { CommittedStep } from '../product/product.ts';
import { type Database, type Session, sqlState } from '../db/index.ts';
import type { Projection } from './projection.ts';
import { readWatermark } from './watermark.ts';

/** One batch as the bus gives it. */
interface Batch {
  readonly lastSequence: number;
  readonly steps: readonly CommittedStep[];
}

/** The part of the engine's bus that is needed. */
export interface BatchSource {
  subscribe(reader: {
    fromSequence: number;
    read(batch: Batch): void | Promise<void>;
    failed?(error: unknown): void;
  }): () => void;
}

/** What the runner stands on. */
export interface RunnerOptions {
  readonly database: Database;
  readonly bus: BatchSource;
  readonly projections: readonly Projection[];
  readonly report: (line: string) => void;
}

/** Running projections. */
export interface ProjectionRunner {
  /** The lowest watermark of all. */
  readProjectedSequence(): number;
  /** Resolves when every projection has that sequence. */
  waitFor(sequence: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Events of steps that wait to be written together, at most: they are memory, and a statement's
 * values. Below that the more the better, since much of what was opened is closed again.
 */
const WAITING_COUNT_MAX = 40_000;
/**
 * A projection that gathers rests so many times as long as it wrote: what was opened and closed
 * meanwhile is one row, and a busy moment costs the database less.
 */
const RESTS = 4;
const REST_MAX_MS = 250;
const RETRY_MS = 500;
const LOOK_EVERY_MS = 5_000;

/** @errors when the watermark is not where this runner left it: somebody emptied the projection. */
async function moveWatermark(
  session: Session,
  name: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const count = await session.execute(
    from === 0
      ? `INSERT INTO projections (name, sequence) VALUES ($1, $3) ON CONFLICT (name)
         DO UPDATE SET sequence = EXCLUDED.sequence WHERE projections.sequence = $2`
      : 'UPDATE projections SET sequence = $3 WHERE name = $1 AND sequence = $2',
    [name, from, to],
  );
  if (count === 0) throw new Error('the watermark was moved by somebody else');
}

/**
 * Empty a projection, so that it is made again from the first event; its runner notices by itself.
 * The mark goes first: a runner in the middle of a write finds it gone and takes its rows back.
 */
export async function resetProjection(database: Database, projection: Projection): Promise<void> {
  await database.transaction(async (session) => {
    await session.execute('DELETE FROM projections WHERE name = $1', [projection.name]);
    for (const table of projection.tables) await session.execute(`DELETE FROM ${table}`);
  });
}

interface Runner {
  sequence: number;
  stop(): Promise<void>;
}

function runOne(options: RunnerOptions, projection: Projection, moved: () => void): Runner {
  const { database, report } = options;
  let isStopped = false;
  let unsubscribe = () => {};
  let waiting: CommittedStep[] = [];
  let waitingCount = 0;
  let waitingLast = 0;
  /** What was taken in and not written is lost: nothing is taken until all is read anew. */
  let isLost = false;
  let makeRoom = () => {};
  let writing: Promise<void> | undefined;
  let lastWriteMs = 0;
  let lastTookMs = 0;
  let endPause = () => {};
  const runner: Runner = {
    sequence: 0,
    async stop() {
      isStopped = true;
      clearInterval(looking);
      unsubscribe();
      endPause();
      await writing?.catch(() => {});
    },
  };

  async function pause(): Promise<void> {
    const everyMs = projection.everyMs ?? 0;
    const busyMs = everyMs > 0 ? Math.min(lastTookMs * RESTS, REST_MAX_MS) : 0;
    const restMs = lastWriteMs + Math.max(everyMs, busyMs) - performance.now();
    if (restMs <= 0 || waitingCount >= WAITING_COUNT_MAX) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** What waits now; nothing may be awaited between this and the use of it. */
  function takeWaiting(): { steps: readonly CommittedStep[]; last: number } {
    const taken = { steps: waiting, last: waitingLast };
    waiting = [];
    waitingCount = 0;
    makeRoom();
    return taken;
  }

  async function writeOnce(): Promise<void> {
    let last = 0;
    await database.transaction(async (session) => {
      // A lost commit is made again from the event log, so nobody has to wait for the disk.
      await session.execute('SET LOCAL synchronous_commit = off');
      const taken = takeWaiting();
      last = taken.last;
      await projection.apply(taken.steps, session);
      await moveWatermark(session, projection.name, { from: runner.sequence, to: last });
    });
    runner.sequence = last;
  }

  async function write(): Promise<void> {
    while (waitingLast > runner.sequence && !isStopped) {
      await pause();
      if (isStopped) return;
      lastWriteMs = performance.now();
      try {
        await writeOnce();
      } catch (error) {
        isLost = true;
        throw error;
      }
      lastTookMs = performance.now() - lastWriteMs;
      moved();
    }
  }

  function gather(steps: readonly CommittedStep[]): void {
    const fresh = steps.filter((step) => step.sequence > runner.sequence);
    if (projection.gather !== undefined) waitingCount = projection.gather(fresh);
    else {
      for (const step of fresh) {
        waiting.push(step);
        waitingCount += step.events.length;
      }
    }
  }

  function take(batch: Batch): void | Promise<void> {
    if (isLost || batch.lastSequence <= waitingLast) return undefined;
    gather(batch.steps);
    waitingLast = batch.lastSequence;
    if (writing === undefined) {
      writing = write().finally(() => {
        writing = undefined;
        makeRoom();
      });
      writing.catch((error: unknown) => void restart(error));
    }
    if (waitingCount < WAITING_COUNT_MAX) return undefined;
    endPause();
    return new Promise((resolve) => (makeRoom = resolve));
  }

  async function start(): Promise<void> {
    await projection.load(database);
    runner.sequence = await readWatermark(database, projection.name);
    waiting = [];
    waitingCount = 0;
    waitingLast = runner.sequence;
    isLost = false;
    moved();
    unsubscribe = options.bus.subscribe({
      fromSequence: runner.sequence + 1,
      read: take,
      failed: (error) => void restart(error),
    });
  }

  let restarting: Promise<void> | undefined;
  function restart(error: unknown): Promise<void> {
    restarting ??= restartOnce(error).finally(() => {
      restarting = undefined;
    });
    return restarting;
  }

  async function restartOnce(error: unknown): Promise<void> {
    unsubscribe();
    await writing?.catch(() => {});
    while (!isStopped) {
      report(`projection ${projection.name}: ${String(error)} ${sqlState(error) ?? ''}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      try {
        if (!isStopped) await start();
        return;
      } catch (again) {
        error = again;
      }
    }
  }

  /** Without new events nothing is written, so an emptied projection must be looked for. */
  async function look(): Promise<void> {
    if (writing !== undefined || restarting !== undefined || runner.sequence === 0) return;
    const sequence = await readWatermark(database, projection.name);
    if (sequence < runner.sequence && writing === undefined) await restart('emptied');
  }

  const looking = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
  start().catch((error: unknown) => restart(error));
  return runner;
}

/** Start all projections. */
export function runProjections(options: RunnerOptions): ProjectionRunner {
  const waiters: { sequence: number; resolve: () => void }[] = [];
  const runners: Runner[] = [];

  function readProjectedSequence(): number {
    return runners.reduce((lowest, one) => Math.min(lowest, one.sequence), Number.MAX_SAFE_INTEGER);
  }

  function moved(): void {
    const sequence = readProjectedSequence();
    for (let at = waiters.length - 1; at >= 0; at -= 1) {
      if (waiters[at].sequence > sequence) continue;
      waiters[at].resolve();
      waiters.splice(at, 1);
    }
  }

  for (const projection of options.projections) runners.push(runOne(options, projection, moved));
  return {
    readProjectedSequence,
    waitFor: (sequence) =>
      new Promise((resolve) => {
        waiters.push({ sequence, resolve });
        moved();
      }),
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
