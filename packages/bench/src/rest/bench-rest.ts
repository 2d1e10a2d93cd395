// `npm run bench -- rest`: the sandbox with its simulated traders and nobody else. What share of
// one core do all its processes take, and by how much does its data folder grow? Processor time,
// not wall clock: a busy machine tells the same. Growth is what adds up: files that are written
// again in their place are not counted. Called by run.ts.
import { lstatSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '@isobath/e2e';
import { askServer } from '@isobath/server/operator';
import { type ProcessorTimes, readProcessorTimes } from '../api/processor-time.ts';

/** How the bench is asked for. */
export interface RestOptions {
  /** Until compilers are done and every market is full. */
  readonly settleSeconds: number;
  readonly seconds: number;
}

/** Everything one bench found. */
export interface RestReport {
  readonly machine: string;
  readonly node: string;
  readonly at: string;
  readonly seconds: number;
  /** Of one core, all processes together; at most 25. */
  readonly corePercent: number;
  readonly percentByPart: Readonly<Record<string, number>>;
  readonly commandsPerSecond: number;
  readonly bytesPerCommand: number;
  /** What a day at that pace adds to the data folder, in GB; at most 1. */
  readonly growthPerDayGb: number;
  /** The write-ahead log is recycled: it grows to 512 MiB and no further. */
  readonly writeAheadMib: number;
  readonly levels: Readonly<Record<'corePercent' | 'growthPerDayGb', { readonly most: number }>>;
  readonly isMet: boolean;
}

const CORE_PERCENT_MAX = 25;
const GROWTH_PER_DAY_GB_MAX = 1;
const DAY_SECONDS = 86_400;
/** The bench's own process, as processor-time.ts calls it. */
const OWN_PART = 'bots';
const WRITE_AHEAD = 'pg_wal';
/** Folders and files that are written again in their place, as often as one likes. */
const KEPT_IN_PLACE = new Set([WRITE_AHEAD, 'code-cache', 'pg_internal.init']);
/** PostgreSQL gives numbers below to its own catalogue, and so names the files of tables. */
const FIRST_OWN_NUMBER = 16_384;

/**
 * Whether a file adds up as the exchange is used. Its catalogue is as large as there are tables and
 * columns: filling it with statistics minutes after a first start is no growth.
 */
function isGrowing(folder: string, name: string): boolean {
  if (KEPT_IN_PLACE.has(name)) return false;
  const isOfTable = /\/(base\/\d+|global)$/.test(folder) && /^\d+/.test(name);
  return !isOfTable || Number.parseInt(name, 10) >= FIRST_OWN_NUMBER;
}

/** Bytes of files below a folder; what is gone meanwhile counts nothing. */
function measureFolder(folder: string, counts: typeof isGrowing): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!counts(folder, entry.name)) continue;
    const path = join(folder, entry.name);
    try {
      if (entry.isFile()) bytes += lstatSync(path).size;
      else if (entry.isDirectory()) bytes += measureFolder(path, counts);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return bytes;
}

interface Look {
  readonly times: ProcessorTimes;
  readonly atMs: number;
  readonly bytes: number;
  readonly sequence: number;
}

async function look(dataFolder: string): Promise<Look> {
  const status = await askServer(dataFolder, 'engine.status', {});
  const sequence = Number(status?.['lastSequence']);
  if (!Number.isSafeInteger(sequence)) throw new Error('the engine does not say where it is');
  const times = readProcessorTimes();
  return {
    times,
    atMs: performance.now(),
    bytes: measureFolder(dataFolder, isGrowing),
    sequence,
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Percent of one core by process, threads together; the largest first. */
function sharePercent(from: Look, to: Look): Record<string, number> {
  const shares = new Map<string, number>();
  for (const [name, ms] of to.times) {
    const [part = ''] = name.split(',');
    if (part === OWN_PART) continue;
    const percent = (100 * (ms - (from.times.get(name) ?? 0))) / (to.atMs - from.atMs);
    shares.set(part, (shares.get(part) ?? 0) + percent);
  }
  const sorted = [...shares].toSorted(([, one], [, two]) => two - one);
  return Object.fromEntries(sorted.map(([part, percent]) => [part, round(percent, 2)]));
}

function report(from: Look, to: Look) {
  const seconds = (to.atMs - from.atMs) / 1_000;
  const percentByPart = sharePercent(from, to);
  const corePercent = round(
    Object.values(percentByPart).reduce((sum, percent) => sum + percent, 0),
    2,
  );
  const commandsCount = to.sequence - from.sequence;
  const bytesPerCommand = Math.round((to.bytes - from.bytes) / Math.max(1, commandsCount));
  const commandsPerSecond = commandsCount / seconds;
  const growthPerDayGb = (bytesPerCommand * commandsPerSecond * DAY_SECONDS) / 1e9;
  const isCalm = corePercent <= CORE_PERCENT_MAX;
  // Traders who stand still would cost nothing: then nothing was measured.
  const isMet = isCalm && growthPerDayGb <= GROWTH_PER_DAY_GB_MAX && commandsPerSecond >= 1;
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
    node: process.version,
    at: new Date().toISOString(),
    seconds: round(seconds, 1),
    corePercent,
    percentByPart,
    commandsPerSecond: round(commandsPerSecond, 1),
    bytesPerCommand,
    growthPerDayGb: round(growthPerDayGb, 3),
    levels: {
      corePercent: { most: CORE_PERCENT_MAX },
      growthPerDayGb: { most: GROWTH_PER_DAY_GB_MAX },
    },
    isMet,
  };
}

/** Start a server, let it come to rest, look twice, stop it; `tell` hears of the progress. */
export async function benchRest(
  options: RestOptions,
  print: (line: string) => void,
): Promise<RestReport> {
  const product = await startServer();
  try {
    const { dataFolder } = product;
    print(`settling for ${options.settleSeconds} s`);
    await sleep(options.settleSeconds * 1_000);
    const from = await look(dataFolder);
    print(`looking on for ${options.seconds} s`);
    await sleep(options.seconds * 1_000);
    const to = await look(dataFolder);
    const writeAhead = measureFolder(join(dataFolder, 'database', WRITE_AHEAD), () => true);
    return { ...report(from, to), writeAheadMib: Math.round(writeAhead / 2 ** 20) };
  } finally {
    await product.stop();
  }
}

/** The report as a table for people. */
export function showRestReport(it: RestReport): string {
  const verdict = (value: number, most: number) => (value <= most ? 'ok' : 'MISSED');
  const parts = Object.entries(it.percentByPart).map(([part, percent]) => `${part} ${percent}`);
  const { corePercent, growthPerDayGb } = it;
  return [
    `${it.machine}, Node ${it.node}, ${it.at}, ${it.seconds} s`,
    `share of one core, all processes: ${corePercent} % (at most ${CORE_PERCENT_MAX}: ` +
      `${verdict(corePercent, CORE_PERCENT_MAX)})`,
    `of it ${parts.join(', ')}`,
    `commands a second: ${it.commandsPerSecond}, each ${it.bytesPerCommand} bytes on disk`,
    `growth of the data folder: ${growthPerDayGb} GB a day (at most ${GROWTH_PER_DAY_GB_MAX}: ` +
      `${verdict(growthPerDayGb, GROWTH_PER_DAY_GB_MAX)})`,
    `write-ahead log, recycled: ${it.writeAheadMib} MiB`,
  ].join('\n');
}
