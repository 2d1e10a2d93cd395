// A program: how fast the real writer makes commands durable, beside a bare client that inserts the
// same bytes in the same batches into the same database. Prints one line of JSON. Not here: levels
// and the table (packages/bench/src/durable). Started there with a file of commands.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { engineCompilerOptions } from '@isobath/core';
import type { OwnSession } from '../../base/db/index.ts';
import { listProjections } from '../../projections.ts';
import { hasRefused, runPaced, runSaturated, type Load } from './load.ts';
import { measureColdStart } from './cold-start.ts';
import { CommandFile } from './command-file.ts';
import { openFixture, startWriter, type MeasuredFixture } from './measured-writer.ts';
import { readProcessorTimes, shareTimes } from './processor-time.ts';

const projector = join(import.meta.dirname, '../../projector-process.ts');

/** On a machine that has other work the projector is still behind then, which is said. */
const CATCH_UP_MS_MAX = 120_000;

/** How many commands each part takes; the file holds at least their sum. */
interface Parts {
  readonly opening: number;
  readonly warmUp: number;
  readonly round: number;
  readonly rounds: number;
  readonly pace: number;
  /** Before the clock; the compiler works on other threads long after. */
  readonly paceWarmUpSeconds: number;
  readonly paceSeconds: number;
}

/** Both sides of a comparison and the database they share. */
interface Sides {
  readonly fixture: MeasuredFixture;
  readonly load: Load;
  readonly bare: BareClient;
}

/** What the database's own log holds before its files are used again, and a little more. */
const LOG_MEBIBYTES = 560;

interface BareRow {
  readonly commands: Buffer;
  readonly event_hash: Buffer;
  readonly count: number;
}

const bareTable = 'CREATE TABLE bare_journal (LIKE journal INCLUDING ALL)';
const bareInsert = {
  name: 'bare-insert',
  text: `INSERT INTO bare_journal (engine_id, first_sequence, count, era, codec_version,
    core_time_ms, commands, event_hash, row_hash, previous_hash)
    VALUES (1, $1, $2, 1, 1, 0, $3, $4, $4, $4)`,
};

/** Inserts rows as a client that knows nothing but the database. */
class BareClient {
  readonly #session: OwnSession;
  #sequence = 1;

  constructor(session: OwnSession) {
    this.#session = session;
  }

  /** Insert one row and wait for its commit; gives the milliseconds it took. */
  async insert(row: BareRow): Promise<number> {
    const from = performance.now();
    const values = [this.#sequence, row.count, row.commands, row.event_hash];
    await this.#session.execute(bareInsert, values);
    this.#sequence += row.count;
    return performance.now() - from;
  }
}

/** The rows that a run has added to the journal. */
function readRows(fixture: MeasuredFixture, from: number, to: number): Promise<BareRow[]> {
  return fixture.db.owner.query<BareRow>(
    `SELECT commands, event_hash, count FROM journal
     WHERE first_sequence > ${from} AND first_sequence <= ${to} ORDER BY first_sequence`,
  );
}

async function insertAll(bare: BareClient, rows: readonly BareRow[]): Promise<number[]> {
  const times: number[] = [];
  for (const row of rows) times.push(await bare.insert(row));
  return times;
}

/** The event log is written behind the commits; the next part begins when it is done. */
async function waitForLog({ engine }: Load): Promise<void> {
  for (;;) {
    const { loggedSequence, durableSequence } = engine.readStatus();
    if (loggedSequence >= durableSequence) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Write the database's own log once to its full length. A database that has been in use uses its
 * files again; a new one makes each when a commit needs it, who waits for 16 MiB of zeros.
 */
async function fillDatabaseLog({ db }: MeasuredFixture): Promise<void> {
  const write = `SELECT pg_logical_emit_message(false, 'full', repeat('x', 1048576))`;
  for (let count = 0; count < LOG_MEBIBYTES; count += 1) await db.owner.query(write);
  await db.owner.execute('CHECKPOINT');
}

/** One round: the writer, then the bare client with the rows that the writer made. */
async function runRound({ fixture, load, bare }: Sides, count: number) {
  const before = load.engine.readStatus().durableSequence;
  const used = readProcessorTimes();
  const writerMs = await runSaturated(load, count);
  await waitForLog(load);
  const times = shareTimes(used, readProcessorTimes(), count);
  const rows = await readRows(fixture, before, before + count);
  const from = performance.now();
  await insertAll(bare, rows);
  const bareMs = performance.now() - from;
  const perSecond = (ms: number): number => (count / ms) * 1000;
  return {
    writer: perSecond(writerMs),
    bare: perSecond(bareMs),
    batch: count / rows.length,
    times,
  };
}

/** The projector in a process of its own, following the writer's socket. */
function startProjector({ folder, url }: MeasuredFixture): () => Promise<void> {
  const child = spawn(process.execPath, [projector], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
}

/** Up to where people's orders are in their tables. */
async function readProjected({ db }: MeasuredFixture): Promise<number> {
  const rows = await db.owner.query<{ sequence: number }>(
    `SELECT sequence FROM projections WHERE name = 'orders'`,
  );
  return rows[0]?.sequence ?? 0;
}

/** The projector begins with everything that was sent before; gives how much a second it writes. */
async function waitForProjector(fixture: MeasuredFixture, sequence: number): Promise<number> {
  const from = performance.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const projected = await readProjected(fixture);
    const tookMs = performance.now() - from;
    if (projected >= sequence || tookMs > CATCH_UP_MS_MAX) return (projected / tookMs) * 1000;
  }
}

/** Latencies at a pace, and what a commit of the same rows takes the bare client, interleaved. */
async function measurePaced({ fixture, load, bare }: Sides, parts: Parts) {
  const stopProjector = startProjector(fixture);
  const perSecond = await waitForProjector(fixture, load.engine.readStatus().durableSequence);
  // Commits of so few commands and readers that follow are new to the compiler.
  await runPaced(load, { count: parts.pace * parts.paceWarmUpSeconds, perSecond: parts.pace });
  const before = load.engine.readStatus().durableSequence;
  const count = parts.pace * parts.paceSeconds;
  const used = readProcessorTimes();
  const latencies = await runPaced(load, { count, perSecond: parts.pace });
  const times = shareTimes(used, readProcessorTimes(), count);
  const behindCount = before + count - (await readProjected(fixture));
  const rows = await readRows(fixture, before, before + count);
  const commits = await insertAll(bare, rows.slice(0, 2000));
  await stopProjector();
  await waitForLog(load);
  return {
    latencies: readQuantiles(latencies),
    bareCommit: readQuantiles(commits),
    times,
    projector: { perSecond, behindSeconds: behindCount / parts.pace },
  };
}

/** What the projector wrote is not to be swept or brought to the disk while others are measured. */
async function forgetProjections({ db }: MeasuredFixture): Promise<void> {
  const tables = (await listProjections()).flatMap((projection) => projection.tables);
  await db.owner.execute(`TRUNCATE ${tables.join(', ')} CASCADE; TRUNCATE notices CASCADE`);
  await db.owner.execute('CHECKPOINT');
}

function readQuantiles(times: number[] | Float64Array): Record<string, number> {
  const sorted = Float64Array.from(times).sort();
  const read = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)];
  return { p50: read(0.5), p99: read(0.99), p999: read(0.999), max: read(1) };
}

async function run(path: string, parts: Parts): Promise<object> {
  const fixture = await openFixture();
  try {
    const writer = await startWriter(fixture);
    const load: Load = { ...writer, commands: new CommandFile(path), sentCount: 0 };
    await fixture.db.owner.execute(bareTable);
    const bare = new BareClient(await fixture.db.owner.openSession());
    const sides = { fixture, load, bare };
    await runSaturated(load, parts.opening + parts.warmUp);
    await waitForLog(load);
    await fillDatabaseLog(fixture);
    // First, while there is little that the projector has to read before it follows.
    const paced = await measurePaced(sides, parts);
    await forgetProjections(fixture);
    const rounds = [];
    for (let round = 0; round < parts.rounds; round += 1) {
      rounds.push(await runRound(sides, parts.round));
      await waitForLog(load);
    }
    await writer.stop();
    const replay = await measureColdStart(fixture);
    return { rounds, ...paced, replay, refused: hasRefused(load) };
  } finally {
    await fixture.stop();
  }
}

for (const option of engineCompilerOptions) setFlagsFromString(option);
const [path = '', parts = '{}'] = process.argv.slice(2);
console.log(JSON.stringify(await run(path, JSON.parse(parts) as Parts)));
process.exit(0);
