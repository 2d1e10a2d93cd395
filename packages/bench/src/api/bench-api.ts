// `npm run bench -- api`: bots that place and cancel over HTTP and over the WebSocket API of the
// real server, with a thousand readers of market data attached, beside the same load on a handler
// that only parses. Not here: what a bot is (bot.ts). Called by run.ts.
import { cpus } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startServer } from '@isobath/e2e';
import { collectLatencies, type Quantiles, readQuantiles } from '../gateway/latencies.ts';
import { startProgram } from '../program.ts';
import { type Bot, createBareBot, createBot } from './bot.ts';
import { readProcessorTimes, shareTimes } from './processor-time.ts';

/** How the bench is asked for. */
export interface ApiBenchOptions {
  readonly bots: number;
  /** Calls that each bot has under way at once. */
  readonly lanes: number;
  readonly readers: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Orders a second at which latencies are taken. */
  readonly pace: number;
}

/** One way to the exchange; times in milliseconds. */
export interface ApiWay {
  /** Calls a second as fast as answers come: median of the rounds. */
  readonly callsPerSecond: number;
  /** The same while each bot is told of its own orders. */
  readonly reportedCallsPerSecond: number;
  readonly flood: Quantiles;
  /** Microseconds of processor time a call, by process. */
  readonly processorUs: Readonly<Record<string, number>>;
  /** From the instant an order was due to its answer and to its report, at the pace. */
  readonly answer: Quantiles;
  readonly report: Quantiles;
}

/** Everything one bench found. */
export interface ApiReport {
  readonly machine: string;
  readonly node: string;
  readonly at: string;
  readonly bots: number;
  readonly lanes: number;
  readonly readers: { readonly count: number; readonly open: number; readonly bytes: number };
  readonly pace: number;
  readonly http: ApiWay;
  readonly socket: ApiWay;
  readonly bareCallsPerSecond: number;
  readonly bareProcessorUs: Readonly<Record<string, number>>;
  /** Calls over HTTP by those of the bare handler right before and behind them: median. */
  readonly ratio: number;
  /** The same over the socket; the level is asked of the other. */
  readonly socketRatio: number;
  /** Processor time of a call of the bare handler by one over HTTP: says how much is waiting. */
  readonly processorRatio: number;
  readonly levels: { readonly ratio: { readonly least: number } };
  readonly isMet: boolean;
}

type Way = 'http' | 'socket';

const LEVEL = 0.3;
/** Until what is called so often is compiled; the floor is simpler and takes a part of it. */
const WARM_UP_SECONDS = 8;
const crowdProgram = fileURLToPath(new URL('crowd.ts', import.meta.url));
const bareProgram = fileURLToPath(
  new URL('../../../server/src/edge/measuring/bare.ts', import.meta.url),
);

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let namesCount = 0;

function makeOrder() {
  namesCount += 1;
  return {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.001',
    price: String(20_000 + (namesCount % 2_000)),
    newClientOrderId: `bench-${namesCount}`,
  };
}

/** One connection of a bot, one call at a time. */
interface Lane {
  readonly bot: Bot;
  readonly number: number;
}

function place({ bot, number }: Lane, way: Way, order: ReturnType<typeof makeOrder>) {
  return way === 'http'
    ? bot.callHttp('POST', order, number)
    : bot.callSocket('order.place', order);
}

function cancel({ bot, number }: Lane, way: Way, name: string): Promise<void> {
  const which = { symbol: 'BTCUSDT', origClientOrderId: name };
  return way === 'http'
    ? bot.callHttp('DELETE', which, number)
    : bot.callSocket('order.cancel', which);
}

function listLanes(bots: readonly Bot[], count: number): Lane[] {
  return bots.flatMap((bot) => Array.from({ length: count }, (_none, number) => ({ bot, number })));
}

const WRITTEN_WITHIN_MS = 60_000;
/** The edge hears once a second how far the engine is. */
const HEARD_WITHIN_MS = 1_500;

const ORDERS_LAG = /^isobath_projection_lag_steps\{projection="orders"\} (\d+)$/m;

/** Wait until all orders are in the tables; books and candles are written by the minute. */
async function waitForTables(address: string): Promise<void> {
  const endMs = performance.now() + WRITTEN_WITHIN_MS;
  await rest(HEARD_WITHIN_MS);
  while (performance.now() < endMs) {
    const answer = await fetch(new URL('/metrics', address));
    if (ORDERS_LAG.exec(await answer.text())?.[1] === '0') return;
    await rest(100);
  }
  throw new Error('the tables do not catch up');
}

/** How long, and what is waited for behind it. */
interface FloodOptions {
  readonly way: Way;
  readonly seconds: number;
  readonly settle?: () => Promise<void>;
}

/**
 * Every lane places and cancels, one call under way each, as fast as answers come. What is written
 * into tables afterwards is part of its cost, and must not slow down what comes next.
 */
async function runFlood(lanes: readonly Lane[], { way, seconds, settle }: FloodOptions) {
  const answers = collectLatencies();
  const before = readProcessorTimes();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const work = async (lane: Lane) => {
    while (performance.now() < endMs) {
      const order = makeOrder();
      const placedMs = performance.now();
      await place(lane, way, order);
      const canceledMs = performance.now();
      answers.add(canceledMs - placedMs);
      await cancel(lane, way, order.newClientOrderId);
      answers.add(performance.now() - canceledMs);
    }
  };
  await Promise.all(lanes.map(work));
  const perSecond = answers.count / ((performance.now() - startedMs) / 1_000);
  await settle?.();
  const processorUs = shareTimes(before, readProcessorTimes(), answers.count);
  return { perSecond, answers, processorUs };
}

/** Orders at a steady pace; each is waited for twice: its answer and its report. */
async function runPaced(bots: readonly Bot[], way: Way, { pace, seconds }: ApiBenchOptions) {
  const answer = collectLatencies();
  const report = collectLatencies();
  const dueMsByName = new Map<string, number>();
  for (const bot of bots) {
    bot.hear = (name, word) => {
      const dueMs = word === 'NEW' ? dueMsByName.get(name) : undefined;
      if (dueMs !== undefined) report.add(performance.now() - dueMs);
    };
  }
  const running: Promise<void>[] = [];
  const startedMs = performance.now();
  const count = Math.floor(pace * seconds);
  const run = async (bot: Bot, dueMs: number) => {
    const order = makeOrder();
    dueMsByName.set(order.newClientOrderId, dueMs);
    const lane = { bot, number: 0 };
    await place(lane, way, order);
    answer.add(performance.now() - dueMs);
    await cancel(lane, way, order.newClientOrderId);
  };
  // A connection over HTTP carries one call at a time: a bot's calls wait for each other.
  const lastOf = new Map<Bot, Promise<void>>();
  for (let number = 0; number < count; ) {
    const dueMs = startedMs + (number * 1_000) / pace;
    if (performance.now() < dueMs) {
      await rest(1);
      continue;
    }
    const bot = bots[number % bots.length] as Bot;
    const next = (lastOf.get(bot) ?? Promise.resolve()).then(() => run(bot, dueMs));
    lastOf.set(bot, next);
    running.push(next);
    number += 1;
  }
  await Promise.all(running);
  await rest(500);
  for (const bot of bots) bot.hear = undefined;
  return { answer: readQuantiles(answer), report: readQuantiles(report) };
}

function readMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

const roundRatio = (ratio: number) => Math.round(ratio * 1_000) / 1_000;

/**
 * Rates of the rounds by the bare handler's, which are one more: a machine that many share gives
 * more or less from minute to minute, so each is compared with its neighbours only.
 */
function readRatio(rates: readonly number[], bare: readonly number[]): number {
  const ratios = rates.map((rate, at) => (2 * rate) / (bare[at] + bare[at + 1]));
  return roundRatio(readMedian(ratios));
}

interface Field {
  readonly bots: readonly Bot[];
  readonly bare: readonly Bot[];
  readonly settle: () => Promise<void>;
}

async function measure({ bots, bare, settle }: Field, options: ApiBenchOptions, print: Print) {
  print('warming up');
  const { seconds } = options;
  const lanes = listLanes(bots, options.lanes);
  const bareLanes = listLanes(bare, options.lanes);
  for (const way of ['http', 'socket'] as const) {
    await runFlood(lanes, { way, seconds: WARM_UP_SECONDS, settle });
  }
  await runFlood(bareLanes, { way: 'http', seconds: WARM_UP_SECONDS / 2 });
  const rates = { bare: [] as number[], http: [] as number[], socket: [] as number[] };
  const floods = { http: collectLatencies(), socket: collectLatencies() };
  const processor: Record<'bare' | Way, Record<string, number>> = {
    bare: {},
    http: {},
    socket: {},
  };
  const floodBare = async () => {
    const simpleLimit = await runFlood(bareLanes, { way: 'http', seconds });
    rates.bare.push(simpleLimit.perSecond);
    processor.bare = simpleLimit.processorUs;
  };
  await floodBare();
  for (let round = 1; round <= options.rounds; round += 1) {
    print(`round ${round}`);
    for (const way of ['http', 'socket'] as const) {
      const flood = await runFlood(lanes, { way, seconds, settle });
      rates[way].push(flood.perSecond);
      processor[way] = flood.processorUs;
      for (const share of flood.answers.list()) floods[way].add(share);
    }
    await floodBare();
  }
  print('every bot listens to its own stream');
  await Promise.all(bots.map((bot) => bot.listen()));
  const way = async (name: Way): Promise<ApiWay> => {
    const reported = await runFlood(lanes, { way: name, seconds, settle });
    print(`${options.pace} orders a second, ${name}`);
    const paced = await runPaced(bots, name, options);
    return {
      callsPerSecond: Math.round(readMedian(rates[name])),
      reportedCallsPerSecond: Math.round(reported.perSecond),
      flood: readQuantiles(floods[name]),
      processorUs: processor[name],
      ...paced,
    };
  };
  const http = await way('http');
  const socket = await way('socket');
  return {
    http,
    socket,
    bareCallsPerSecond: Math.round(readMedian(rates.bare)),
    bareProcessorUs: processor.bare,
    ratio: readRatio(rates.http, rates.bare),
    socketRatio: readRatio(rates.socket, rates.bare),
    processorRatio: roundRatio(processor.bare['all'] / processor.http['all']),
  };
}

type Print = (line: string) => void;

/** Start a server, measure, stop it; `tell` hears of the progress. */
export async function benchApi(options: ApiBenchOptions, print: Print): Promise<ApiReport> {
  const venue = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  const floor = await startProgram(bareProgram, []);
  try {
    print(`making ${options.bots} bots`);
    const bots: Bot[] = [];
    const bare: Bot[] = [];
    for (let number = 0; number < options.bots; number += 1) {
      const which = { number, lanes: options.lanes };
      bots.push(await createBot(venue, which));
      bare.push(await createBareBot(floor.first, which));
    }
    print(`connecting ${options.readers} readers`);
    const crowd = await startProgram(crowdProgram, [venue.address, String(options.readers)]);
    // The floor carries as many, though it has nothing to tell them.
    const bareCrowd = await startProgram(crowdProgram, [floor.first, String(options.readers)]);
    const settle = () => waitForTables(venue.address);
    const found = await measure({ bots, bare, settle }, options, print);
    for (const bot of [...bots, ...bare]) bot.close();
    crowd.child.stdin?.end();
    bareCrowd.child.stdin?.end();
    const said = await crowd.wait((text) => text.split('\n').length > 2);
    const { bytes, open } = JSON.parse(said.split('\n')[1] as string) as {
      bytes: number;
      open: number;
    };
    return {
      machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
      node: process.version,
      at: new Date().toISOString(),
      bots: options.bots,
      lanes: options.lanes,
      readers: { count: options.readers, open, bytes },
      pace: options.pace,
      ...found,
      levels: { ratio: { least: LEVEL } },
      isMet: found.ratio >= LEVEL && open === options.readers,
    };
  } finally {
    floor.child.kill();
    await venue.stop();
  }
}

function showShares(shares: Readonly<Record<string, number>>): string {
  return Object.entries(shares)
    .map(([name, us]) => `${name} ${us.toFixed(1)}`)
    .join(' us, ');
}

/** The report as a table for people. */
export function showApiReport(report: ApiReport): string {
  const row = (name: string, { p50, p99, p999 }: Quantiles) =>
    `${name.padEnd(44)} ${[p50, p99, p999].map((ms) => ms.toFixed(2).padStart(9)).join(' ')}`;
  const { http, socket, readers, pace } = report;
  const heads = ['p50', 'p99', 'p99.9'].map((one) => one.padStart(9)).join(' ');
  return [
    `${report.machine}, Node ${report.node}, ${report.at}`,
    `${report.bots} bots with ${report.lanes} calls under way each, ` +
      `${readers.open} of ${readers.count} readers, ${readers.bytes} bytes`,
    `calls a second: ${http.callsPerSecond} over HTTP, ${socket.callsPerSecond} over the socket`,
    `while each bot is told of its own orders: ${http.reportedCallsPerSecond} and ` +
      `${socket.reportedCallsPerSecond}`,
    `a handler that only parses: ${report.bareCallsPerSecond}; ratio ${report.ratio} ` +
      `(>= ${LEVEL} and every reader there: ${report.isMet ? 'ok' : 'MISSED'}), ` +
      `over the socket ${report.socketRatio}, by processor time ${report.processorRatio}`,
    `processor time a call, HTTP: ${showShares(http.processorUs)}`,
    `processor time a call, socket: ${showShares(socket.processorUs)}`,
    `processor time a call, bare: ${showShares(report.bareProcessorUs)}`,
    `${'milliseconds'.padEnd(44)} ${heads}`,
    row('HTTP, answer as fast as they come', http.flood),
    row(`HTTP, answer at ${pace} orders a second`, http.answer),
    row('HTTP, order to user stream', http.report),
    row('socket, answer as fast as they come', socket.flood),
    row(`socket, answer at ${pace} orders a second`, socket.answer),
    row('socket, order to user stream', socket.report),
  ].join('\n');
}
