// `npm run bench -- core`: the core's ratios on the order streams, each the median of interleaved
// rounds with one engine in a process. Not here: the engines (child.ts and below).
// Called by run.ts. What the figures mean stands in docs/performance.md.
import { spawnSync } from 'node:child_process';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { engineEnvironment } from '@isobath/core';
import { readLevel } from './levels.ts';

const child = fileURLToPath(new URL('./child.ts', import.meta.url));
const timeoutMs = 900_000;

/** How a bench of the core is asked for. */
export interface CoreBenchOptions {
  readonly rounds: number;
  readonly users: number;
  readonly assets: number;
}

interface Rates {
  readonly wall: number;
  readonly processor: number;
}

interface ChildAnswer extends Record<string, unknown> {
  readonly rates?: readonly Rates[];
}

/** One figure of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The least (or most) it must be, where there is such a level. */
  readonly must?: string;
  readonly isMet?: boolean;
}

/** Everything one bench found. */
export interface CoreReport {
  readonly machine: string;
  readonly node: string;
  readonly at: string;
  readonly rounds: number;
  readonly figures: readonly Figure[];
}

/** As the product runs its engine, for everybody who is compared. */
const environment = {
  ...process.env,
  ...engineEnvironment,
  NODE_COMPILE_CACHE: join(tmpdir(), 'isobath-code-cache'),
};

function runChild(args: readonly (string | number)[]): ChildAnswer {
  const options = {
    env: environment,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 1 << 24,
  } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', child, ...args.map(String)],
    options,
  );
  if (status !== 0) throw new Error(`bench ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as ChildAnswer;
}

function readMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** What has to be true of an engine's run before its speed means anything. */
function checkAnswer(name: string, answer: ChildAnswer): void {
  const { expectedHash, tradeHash, rejectsCount, isZeroSum } = answer;
  if (expectedHash !== undefined && expectedHash !== tradeHash) {
    throw new Error(`${name} made other trades: hash ${String(tradeHash)}`);
  }
  if (rejectsCount !== undefined && rejectsCount !== 0) {
    throw new Error(`${name} refused ${String(rejectsCount)} commands`);
  }
  if (name === 'engine' && isZeroSum !== true) throw new Error(`${name} made or lost money`);
}

/** Commands a second of one thread's processor time: others on the machine do not count. */
function readRate(answer: ChildAnswer): number {
  return readMedian((answer.rates ?? []).map(({ processor }) => processor));
}

/** Subjects of every round: name, then subject, stream and passes of the child. */
const subjects = [
  ['engine A1', 'engine', 'A1', 3],
  ['matching A1', 'free', 'A1', 3],
  ['naive A1', 'naive', 'A1', 2],
  ['engine A100', 'engine', 'A100', 3],
  ['naive A100', 'naive', 'A100', 1],
  ['engine prefix', 'engine', 'prefix', 9],
  ['npm prefix', 'npm', 'prefix', 5],
] as const;

function measureRounds(rounds: number, tell: (line: string) => void): Map<string, number> {
  const rates = new Map<string, number[]>(subjects.map(([name]) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, ...args] of subjects) {
      const answer = runChild(args);
      checkAnswer(args[0], answer);
      const rate = readRate(answer);
      rates.get(name)?.push(rate);
      tell(`round ${round} of ${rounds}: ${name} ${(rate / 1e6).toFixed(2)} M/s`);
    }
  }
  return new Map([...rates].map(([name, list]) => [name, readMedian(list)]));
}

function makeRatio(name: string, value: number, least: number): Figure {
  return { name, value, unit: 'x', must: `>= ${least}`, isMet: value >= least };
}

function makeCeiling(name: string, value: number, rest: { unit: string; most: number }): Figure {
  return { name, value, unit: rest.unit, must: `<= ${rest.most}`, isMet: value <= rest.most };
}

function measureRatios(rounds: number, tell: (line: string) => void): Figure[] {
  const rates = measureRounds(rounds, tell);
  const read = (name: string): number => rates.get(name) ?? Number.NaN;
  const speeds = subjects.map(([name]) => ({ name, value: read(name) / 1e6, unit: 'M/s' }));
  const over = (a: string, b: string): number => read(a) / read(b);
  return [
    ...speeds,
    makeRatio('G5 core / nodejs-order-book', over('engine prefix', 'npm prefix'), readLevel('G5')),
    makeRatio(
      'G7 core / the same without money',
      over('engine A1', 'matching A1'),
      readLevel('G7'),
    ),
    makeRatio('core / naive, A1', over('engine A1', 'naive A1'), readLevel('naiveA1')),
    makeRatio('core / naive, A100', over('engine A100', 'naive A100'), readLevel('naiveA100')),
  ];
}

function measureLatency(): Figure[] {
  const { p50Ns, p99Ns, p999Ns, maxNs } = runChild(['latency', 'A1']) as Record<string, number>;
  return [
    { name: 'step p50', value: p50Ns, unit: 'ns' },
    { name: 'step p99', value: p99Ns, unit: 'ns' },
    { name: 'step p99.9', value: p999Ns, unit: 'ns' },
    { name: 'step max', value: maxNs, unit: 'ns' },
    makeCeiling('G11 p99.9 / p50', p999Ns / p50Ns, { unit: 'x', most: readLevel('G11') }),
  ];
}

function measureSoak(): Figure[] {
  const answer = runChild(['soak', 'A1']) as Record<string, number>;
  const { major, minor, heapGrowthBytes } = answer;
  return [
    makeCeiling('G12 major collections in 30 M', major, { unit: '', most: readLevel('G12') }),
    makeCeiling('G12 minor collections in 30 M', minor, { unit: '', most: readLevel('G12minor') }),
    makeCeiling('G13 heap growth in 30 M', heapGrowthBytes / 1024, {
      unit: 'KiB',
      most: readLevel('G13'),
    }),
  ];
}

function measureWide({ rounds, users, assets }: CoreBenchOptions): Figure[] {
  const few: number[] = [];
  const many: number[] = [];
  const answers: ChildAnswer[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    few.push(readRate(runChild(['engine', 'wide', 3, 1000, assets])));
    const answer = runChild(['engine', 'wide', 3, users, assets]);
    checkAnswer('engine', answer);
    answers.push(answer);
    many.push(readRate(answer));
  }
  const read = (name: string): number => readMedian(answers.map((one) => Number(one[name])));
  const [fewRate, manyRate] = [readMedian(few), readMedian(many)];
  return [
    { name: `1000 users x ${assets} assets`, value: fewRate / 1e6, unit: 'M/s' },
    { name: `${users} users x ${assets} assets`, value: manyRate / 1e6, unit: 'M/s' },
    makeRatio('rate kept with many users', manyRate / fewRate, readLevel('wide')),
    makeCeiling('snapshot', read('snapshotMs') / 1000, { unit: 's', most: 5 }),
    { name: 'size of the snapshot', value: read('snapshotMiB'), unit: 'MiB' },
    makeCeiling('resident memory', read('residentMiB'), { unit: 'MiB', most: 2048 }),
  ];
}

/** Measure what was asked for; `tell` hears of the progress. */
export function benchCore(options: CoreBenchOptions, tell: (line: string) => void): CoreReport {
  const isWide = options.users > 0;
  // Once for nothing: from then on all children find their code prepared.
  runChild(['nothing']);
  const figures = isWide
    ? measureWide(options)
    : [...measureRatios(options.rounds, tell), ...measureLatency(), ...measureSoak()];
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`;
  const at = new Date().toISOString();
  return { machine, node: process.version, at, rounds: options.rounds, figures };
}

/** The report as a table for people. */
export function showReport(report: CoreReport): string {
  const lines = report.figures.map(({ name, value, unit, must, isMet }) => {
    const level = must === undefined ? '' : `${must} ${isMet === true ? 'ok' : 'MISSED'}`;
    const digits = Math.abs(value) >= 100 ? 0 : 2;
    return `${name.padEnd(36)} ${value.toFixed(digits).padStart(9)} ${unit.padEnd(4)} ${level}`;
  });
  const head = `${report.machine}, Node ${report.node}, ${report.at}, ${report.rounds} rounds`;
  return [head, ...lines].join('\n');
}
