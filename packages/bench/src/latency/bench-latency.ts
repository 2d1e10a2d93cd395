// `npm run bench -- latency`: how long one waits for an answer at an even pace, from the real
// server with all its processes, beside a bare commit on its database and a bare handler in the
// same run. Not here: how a pace is kept (paced.ts), what is printed (report.ts). Called by run.ts.
import { cpus } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startServer } from '@isobath/e2e';
import { type Bot, createBareBot, createBot } from '../api/bot.ts';
import { collectLatencies, type Quantiles, readQuantiles } from '../gateway/latencies.ts';
import { openTrader, type Trader, type Venue } from '../gateway/trader.ts';
import { type Program, startProgram } from '../program.ts';
import { type Fate, type Pace, runPaced, type Way } from './paced.ts';

/** How the bench is asked for. */
export interface LatencyOptions {
  /** Orders and cancels a second, one figure for each pace. */
  readonly paces: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  /** Readers of market data in the second half; 0 leaves it out. */
  readonly readers: number;
  /** Only over HTTP, with cancels. */
  readonly isShort: boolean;
}

/** What one pace gave; times in milliseconds. */
export interface LatencyCell {
  readonly way: Way;
  readonly fate: Fate;
  readonly perSecond: number;
  readonly readers: number;
  readonly answer: Quantiles;
  /** Pairs of calls that were not taken to their end. */
  readonly refusedCount: number;
  /** What the generator itself was late. */
  readonly late: Quantiles;
  /** Of fills: from the answer until the private channel and the user stream said it. */
  readonly channel?: Quantiles;
  readonly stream?: Quantiles;
  /** Of a commit alone, right before and behind. */
  readonly bareCommit: Quantiles;
  readonly processorUs: Readonly<Record<string, number>>;
}

/** Everything one bench found. */
export interface LatencyReport {
  readonly machine: string;
  readonly node: string;
  readonly at: string;
  readonly seconds: number;
  readonly bareCommit: Quantiles;
  /** The handler that only parses, at each pace. */
  readonly bareHandler: readonly { readonly perSecond: number; readonly answer: Quantiles }[];
  readonly cells: readonly LatencyCell[];
  /** Of the level's pace: p50 and p99 of an answer by the p50 of the bare commit, medians. */
  readonly p50Ratio: number;
  readonly p99Ratio: number;
  readonly levels: Readonly<Record<'p50Ratio' | 'p99Ratio', { readonly most: number }>>;
  readonly isMet: boolean;
}

type Print = (line: string) => void;

/** Asked over HTTP, with cancels, at this pace, without readers. */
export const LEVEL_PACE = 1_000;
const levels = { p50Ratio: { most: 4 }, p99Ratio: { most: 12 } } as const;
const BOTS = 32;
const LANES = 8;
const COMMITS = 200;
const REST_MS = 300;
/** Until what is called so often is compiled. */
const WARM_UP = { perSecond: 1_000, seconds: 6 } as const;

const programOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const crowdProgram = programOf('../api/crowd.ts');
const bareProgram = programOf('../../../server/src/edge/measuring/bare.ts');
const commitsProgram = programOf('../../../server/src/engine/measuring/bare-commits.ts');
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everybody who takes part, connected. */
interface Field {
  readonly venue: Venue;
  readonly bots: readonly Bot[];
  readonly bare: readonly Bot[];
  readonly commits: Program;
  /** The person of the first bot, who listens to the private channel. */
  readonly person: Trader;
  /** When the channel and the stream said each fill, by the order's name. */
  readonly channelMs: Map<string, number>;
  readonly streamMs: Map<string, number>;
}

async function openField(venue: Venue, floor: Program, commits: Program): Promise<Field> {
  const [bots, bare]: [Bot[], Bot[]] = [[], []];
  for (let number = 0; number < BOTS; number += 1) {
    const which = { number, lanes: LANES };
    bots.push(await createBot(venue, which));
    bare.push(await createBareBot(floor.first, which));
  }
  const [channelMs, streamMs] = [new Map<string, number>(), new Map<string, number>()];
  const person = await openTrader(venue, 'bot0');
  await person.listen((event) => {
    if (event.kind !== 'fill' || event.order === undefined) return;
    channelMs.set(event.order.clientOrderId, performance.now());
  });
  bots[0].hear = (name, word) => {
    if (word === 'TRADE') streamMs.set(name, performance.now());
  };
  await bots[0].listen();
  return { venue, bots, bare, commits, person, channelMs, streamMs };
}

async function measureCommits({ commits }: Field): Promise<number[]> {
  await rest(REST_MS);
  return JSON.parse(await commits.ask(String(COMMITS))) as number[];
}

function collect(values: readonly number[]): Quantiles {
  const all = collectLatencies();
  for (const value of values) all.add(value);
  return readQuantiles(all);
}

/** From the answer to each fill that was said; an order that filled nothing is not said. */
function readReported(
  answeredMs: ReadonlyMap<string, number>,
  reportedMs: Map<string, number>,
): Quantiles {
  const waits = [...answeredMs].flatMap(([name, ms]) => {
    const heardMs = reportedMs.get(name);
    return heardMs === undefined ? [] : [heardMs - ms];
  });
  reportedMs.clear();
  return collect(waits);
}

async function measureCell(field: Field, pace: Pace, readers: number): Promise<LatencyCell> {
  const before = await measureCommits(field);
  const result = await runPaced(field.bots, LANES, pace);
  const { answers, late, processorUs, answeredMs, refusedCount } = result;
  await rest(REST_MS);
  const bareCommit = collect([...before, ...(await measureCommits(field))]);
  const { way, fate, perSecond } = pace;
  const reported =
    fate === 'fills'
      ? {
          channel: readReported(answeredMs, field.channelMs),
          stream: readReported(answeredMs, field.streamMs),
        }
      : {};
  const taken = { answer: readQuantiles(answers), refusedCount, late: readQuantiles(late) };
  return { way, fate, perSecond, readers, ...taken, ...reported, bareCommit, processorUs };
}

function listPaces({ paces, seconds, isShort }: LatencyOptions): Pace[] {
  const ways: readonly Way[] = isShort ? ['http'] : ['http', 'socket'];
  const fates: readonly Fate[] = ['cancels', 'fills'];
  return ways.flatMap((way) =>
    fates.flatMap((fate) => paces.map((perSecond) => ({ way, fate, perSecond, seconds }))),
  );
}

async function measureHalf(
  field: Field,
  options: LatencyOptions,
  { readers, print }: { readonly readers: number; readonly print: Print },
): Promise<LatencyCell[]> {
  const cells: LatencyCell[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const pace of listPaces(options)) {
      print(`${pace.perSecond} a second, ${pace.way}, ${pace.fate}, ${readers} readers`);
      cells.push(await measureCell(field, pace, readers));
    }
  }
  return cells;
}

function readMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Each round by the bare commits around it: a machine that many share changes in between. */
function readRatio(cells: readonly LatencyCell[], share: 'p50' | 'p99'): number {
  const asked = cells.filter(
    ({ way, fate, perSecond, readers }) =>
      way === 'http' && fate === 'cancels' && perSecond === LEVEL_PACE && readers === 0,
  );
  const ratios = asked.map(({ answer, bareCommit }) => answer[share] / bareCommit.p50);
  return Math.round(readMedian(ratios) * 100) / 100;
}

function isFast(p50Ratio: number, p99Ratio: number): boolean {
  return p50Ratio <= levels.p50Ratio.most && p99Ratio <= levels.p99Ratio.most;
}

async function measure(field: Field, options: LatencyOptions, print: Print) {
  print('warming up');
  for (const fate of ['cancels', 'fills'] as const) {
    const seconds = options.isShort ? WARM_UP.seconds / 2 : WARM_UP.seconds;
    await runPaced(field.bots, LANES, { ...WARM_UP, seconds, way: 'http', fate });
    if (options.isShort) continue;
    await runPaced(field.bots, LANES, { ...WARM_UP, seconds, way: 'socket', fate });
  }
  const bareHandler: LatencyReport['bareHandler'][number][] = [];
  const common = { way: 'http', fate: 'cancels', seconds: options.seconds } as const;
  await runPaced(field.bare, LANES, { ...common, perSecond: WARM_UP.perSecond });
  for (const perSecond of options.paces) {
    const { answers } = await runPaced(field.bare, LANES, { ...common, perSecond });
    bareHandler.push({ perSecond, answer: readQuantiles(answers) });
  }
  const cells = await measureHalf(field, options, { readers: 0, print });
  if (options.readers > 0) {
    print(`connecting ${options.readers} readers`);
    const crowd = await startProgram(crowdProgram, [field.venue.address, String(options.readers)]);
    cells.push(...(await measureHalf(field, options, { readers: options.readers, print })));
    crowd.child.stdin?.end();
  }
  return { bareHandler, cells };
}

/** Start a server, measure, stop it; `print` hears of the progress. */
export async function benchLatency(options: LatencyOptions, print: Print): Promise<LatencyReport> {
  const venue = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  const floor = await startProgram(bareProgram, []);
  const commits = await startProgram(commitsProgram, [], { DATA_DIR: venue.dataFolder });
  try {
    print('making bots');
    const field = await openField(venue, floor, commits);
    const { bareHandler, cells } = await measure(field, options, print);
    for (const bot of [...field.bots, ...field.bare]) bot.close();
    field.person.close();
    const [p50Ratio, p99Ratio] = [readRatio(cells, 'p50'), readRatio(cells, 'p99')];
    const p50s = cells.map(({ bareCommit }) => bareCommit);
    const middle = (share: 'p50' | 'p99' | 'p999') => readMedian(p50s.map((one) => one[share]));
    const count = p50s.reduce((sum, one) => sum + one.count, 0);
    return {
      machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
      node: process.version,
      at: new Date().toISOString(),
      seconds: options.seconds,
      bareCommit: { count, p50: middle('p50'), p99: middle('p99'), p999: middle('p999') },
      bareHandler,
      cells,
      p50Ratio,
      p99Ratio,
      levels,
      // Who refuses answers soon: at these paces nothing is refused.
      isMet: isFast(p50Ratio, p99Ratio) && cells.every(({ refusedCount }) => refusedCount === 0),
    };
  } finally {
    floor.child.kill();
    commits.child.kill();
    await venue.stop();
  }
}
