// `npm run bench -- core`: the core's ratios on the order streams, each the median of interleaved
// rounds with one engine in a process. Not here: the engines (child.ts and below).
// Called by run.ts. What the figures mean stands in docs/performance.md.
import { spawnSync } from 'node:child_process';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { engineEnvironment } from '@isobath/core';
import { compareExternal, type ExternalEngine } from './external.ts';
import { readLevel } from './levels.ts';
import { streamA1, streamA100, type StreamTerms } from './stream.ts';
import { buildTwin, type Twin } from './twin.ts';

const child = fileURLToPath(new URL('./child.ts', import.meta.url));
const timeoutMs = 900_000;

/** How a bench of the core is asked for. */
export interface CoreBenchOptions {
  readonly rounds: number;
  readonly users: number;
  readonly assets: number;
  /** Engines that ran elsewhere, to be compared with. */
  readonly externals: readonly ExternalEngine[];
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
  /** Absent: it was not measured, and the note says why. */
  readonly value?: number;
  readonly unit: string;
  readonly record?: string;
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
  if ((name === 'engine' || name === 'twin') && isZeroSum !== true)
    throw new Error(`${name} made or lost money`);
}

/** The twin has no other judge: trades, their hash and the fees are those of the definition. */
function checkTwin(terms: StreamTerms, answer: ChildAnswer): void {
  checkAnswer('twin', { ...answer, expectedHash: terms.tradeHash });
  for (const name of ['tradesCount', 'feeQuoteUnits'] as const) {
    if (answer[name] === terms[name]) continue;
    throw new Error(`the twin on ${terms.name}: ${name} is ${String(answer[name])}`);
  }
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

/** Streams that the native twin runs, each right behind the core. */
const twinStreams = [streamA1, streamA100] as const;
const twinPasses = 9;

type Subject = readonly [name: string, run: () => ChildAnswer];

function listSubjects(twin: Twin | undefined): Subject[] {
  return subjects.flatMap(([name, ...args]): Subject[] => {
    const run = () => {
      const answer = runChild(args);
      checkAnswer(args[0], answer);
      return answer;
    };
    const terms = twinStreams.find((it) => name === `engine ${it.name}`);
    if (twin === undefined || terms === undefined) return [[name, run]];
    const runTwin = () => {
      const answer: ChildAnswer = twin.run(terms, twinPasses, environment);
      checkTwin(terms, answer);
      return answer;
    };
    return [
      [name, run],
      [`twin ${terms.name}`, runTwin],
    ];
  });
}

function measureRounds(
  rounds: number,
  { twin, emit }: { twin: Twin | undefined; emit: (line: string) => void },
): Map<string, number> {
  const all = listSubjects(twin);
  const rates = new Map<string, number[]>(all.map(([name]) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, run] of all) {
      const rate = readRate(run());
      rates.get(name)?.push(rate);
      emit(`round ${round} of ${rounds}: ${name} ${(rate / 1e6).toFixed(2)} M/s`);
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

/** G6 needs a compiler: without one nothing is said of it but that. */
function listTwinRatios(twin: Twin | undefined, read: (name: string) => number): Figure[] {
  return twinStreams.map(({ name: stream }) => {
    const name = `G6 core / native twin, ${stream}`;
    if (twin === undefined) return { name, unit: 'x', record: 'no compiler: not measured' };
    return makeRatio(name, read(`engine ${stream}`) / read(`twin ${stream}`), readLevel('G6'));
  });
}

function listExternalRatios(
  externals: readonly ExternalEngine[],
  read: (name: string) => number,
): Figure[] {
  return externals.map((engine) => {
    const { name, value, least } = compareExternal(engine, read(`engine ${engine.stream}`));
    return least === undefined ? { name, value, unit: 'x' } : makeRatio(name, value, least);
  });
}

function measureRatios(options: CoreBenchOptions, emit: (line: string) => void): Figure[] {
  const twin = buildTwin();
  emit(`native twin: ${twin?.compiler ?? 'no compiler'}`);
  try {
    const rates = measureRounds(options.rounds, { twin, emit });
    const read = (name: string): number => rates.get(name) ?? Number.NaN;
    const over = (a: string, b: string): number => read(a) / read(b);
    const matching = over('engine A1', 'matching A1');
    return [
      ...[...rates].map(([name, rate]) => ({ name, value: rate / 1e6, unit: 'M/s' })),
      ...listExternalRatios(options.externals, read),
      makeRatio(
        'G5 core / nodejs-order-book',
        over('engine prefix', 'npm prefix'),
        readLevel('G5'),
      ),
      ...listTwinRatios(twin, read),
      makeRatio('G7 core / the same without money', matching, readLevel('G7')),
      makeRatio('core / naive, A1', over('engine A1', 'naive A1'), readLevel('naiveA1')),
      makeRatio('core / naive, A100', over('engine A100', 'naive A100'), readLevel('naiveA100')),
    ];
  } finally {
    twin?.remove();
  }
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
export function benchCore(options: CoreBenchOptions, emit: (line: string) => void): CoreReport {
  const isWide = options.users > 0;
  // Once for nothing: from then on all children find their code prepared.
  runChild(['nothing']);
  const figures = isWide
    ? measureWide(options)
    : [...measureRatios(options, emit), ...measureLatency(), ...measureSoak()];
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`;
  const at = new Date().toISOString();
  return { machine, node: process.version, at, rounds: options.rounds, figures };
}

/** The report as a table for people. */
export function showReport(report: CoreReport): string {
  const lines = report.figures.map(({ name, value, unit, must, isMet, record }) => {
    if (value === undefined) return `${name.padEnd(36)} ${record ?? ''}`;
    const level = must === undefined ? '' : `${must} ${isMet === true ? 'ok' : 'MISSED'}`;
    const digits = Math.abs(value) >= 100 ? 0 : 2;
    return `${name.padEnd(36)} ${value.toFixed(digits).padStart(9)} ${unit.padEnd(4)} ${level}`;
  });
  const head = `${report.machine}, Node ${report.node}, ${report.at}, ${report.rounds} rounds`;
  return [head, ...lines].join('\n');
}
