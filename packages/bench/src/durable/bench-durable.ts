// `npm run bench -- durable`: what it costs to make every command durable, as ratios to a bare
// client that inserts the same bytes in the same batches into the same database. Not here: the
// writer and the clock (packages/server/src/engine/measuring, a program of its own). Called by
// run.ts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { engineEnvironment, engineNodeOptions } from '@isobath/core';
import type { CoreReport, Figure } from '../core/bench-core.ts';
import { writeCommands } from './write-commands.ts';

const program = fileURLToPath(
  new URL('../../../server/src/engine/measuring/durable.ts', import.meta.url),
);
const timeoutMs = 900_000;
const warmUp = 500_000;
const round = 400_000;
const paceWarmUpSeconds = 3;
const levels = { saturated: 0.6, p50: 3, p99: 10, replaySeconds: 5 } as const;
const million = 1_000_000;

/** As the launcher starts an engine. */
const environment = {
  ...process.env,
  ...engineEnvironment,
  NODE_COMPILE_CACHE: join(tmpdir(), 'isobath-code-cache'),
};

/** How a bench of the durable path is asked for. */
export interface DurableBenchOptions {
  readonly rounds: number;
  /** Commands a second at which latencies are taken. */
  readonly pace: number;
  readonly paceSeconds: number;
}

type Quantiles = Readonly<Record<'p50' | 'p99' | 'p999' | 'max', number>>;

const parts = ['writer', 'helpers', 'packing', 'database', 'projector'] as const;

/** Microseconds of processor time a command, by part. */
type Times = Readonly<Record<(typeof parts)[number], number>>;

interface Round extends Readonly<Record<'writer' | 'bare' | 'batch', number>> {
  readonly times: Times;
}

interface Measured {
  readonly rounds: readonly Round[];
  readonly latencies: Quantiles;
  /** While commands came at a pace. */
  readonly times: Times;
  readonly bareCommit: Quantiles;
  /** How fast it read what was there, and how far it was behind when the last command was done. */
  readonly projector: { readonly perSecond: number; readonly behindSeconds: number };
  readonly replay: { readonly commands: number; readonly ms: number };
  readonly refused: number;
}

function readMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function runProgram(options: DurableBenchOptions): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'));
  try {
    const path = join(folder, 'commands');
    const { rounds, pace, paceSeconds } = options;
    const paced = pace * (paceSeconds + paceWarmUpSeconds);
    const opening = writeCommands(path, warmUp + rounds * round + paced);
    const counts = { opening, warmUp, round, rounds, pace };
    const plan = JSON.stringify({ ...counts, paceWarmUpSeconds, paceSeconds });
    const { status, stdout } = spawnSync(
      process.execPath,
      [...engineNodeOptions, program, path, plan],
      {
        env: environment,
        encoding: 'utf8',
        timeout: timeoutMs,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    if (status !== 0) throw new Error(`the measured writer ended with ${status}`);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the time goes, which other work on the machine changes least. */
function listTimes({ rounds, times }: Measured): Figure[] {
  const show = (when: string, part: string, value: number): Figure[] =>
    value < 0.005 ? [] : [{ name: `${when} a command, ${part}`, value, unit: 'us' }];
  return [
    ...parts.flatMap((part) =>
      show('saturated', part, readMedian(rounds.map((round) => round.times[part]))),
    ),
    ...parts.flatMap((part) => show('paced', part, times[part])),
  ];
}

function listFigures(measured: Measured): Figure[] {
  const { rounds, latencies, bareCommit, projector, replay, refused } = measured;
  const ratio = readMedian(rounds.map(({ writer, bare }) => writer / bare));
  const read = (name: 'writer' | 'bare' | 'batch'): number =>
    readMedian(rounds.map((one) => one[name]));
  const [p50, p99] = [latencies.p50 / bareCommit.p50, latencies.p99 / bareCommit.p50];
  const perMillion = ((replay.ms / 1000) * million) / replay.commands;
  const most = (value: number, level: number): Pick<Figure, 'must' | 'isMet'> => ({
    must: `<= ${level}`,
    isMet: value <= level,
  });
  return [
    { name: 'durable commands', value: read('writer') / million, unit: 'M/s' },
    { name: 'bare client, same rows', value: read('bare') / million, unit: 'M/s' },
    { name: 'commands a commit', value: read('batch'), unit: '' },
    {
      name: 'durable / bare client',
      value: ratio,
      unit: 'x',
      must: `>= ${levels.saturated}`,
      isMet: ratio >= levels.saturated,
    },
    { name: 'bare commit p50 (paced rows)', value: bareCommit.p50, unit: 'ms' },
    { name: 'paced p50', value: latencies.p50, unit: 'ms' },
    { name: 'paced p99', value: latencies.p99, unit: 'ms' },
    { name: 'paced p99.9', value: latencies.p999, unit: 'ms' },
    { name: 'paced p50 / bare commit p50', value: p50, unit: 'x', ...most(p50, levels.p50) },
    { name: 'paced p99 / bare commit p50', value: p99, unit: 'x', ...most(p99, levels.p99) },
    { name: 'projector behind after that', value: projector.behindSeconds, unit: 's' },
    { name: 'projector from the start', value: projector.perSecond / million, unit: 'M/s' },
    { name: 'commands replayed at start', value: replay.commands / million, unit: 'M' },
    {
      name: 'replay of a million',
      value: perMillion,
      unit: 's',
      ...most(perMillion, levels.replaySeconds),
    },
    { name: 'commands refused', value: refused * 100, unit: '%' },
    ...listTimes(measured),
  ];
}

/** Measure the durable path. */
export function benchDurable(options: DurableBenchOptions): CoreReport {
  const figures = listFigures(runProgram(options));
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`;
  const at = new Date().toISOString();
  return { machine, node: process.version, at, rounds: options.rounds, figures };
}
