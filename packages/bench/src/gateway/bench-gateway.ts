// `npm run bench -- gateway`: the real server with all its processes, people who place and cancel
// through HTTP, and what it costs them when a thousand others do not read their sockets.
// Not here: what they do (load.ts). Called by run.ts. The figures stand in docs/performance.md.
import { cpus } from 'node:os';
import process from 'node:process';
import { startServer } from '@isobath/e2e';
import { type Quantiles, readQuantiles } from './latencies.ts';
import { runFills, runFlood, runPaced } from './load.ts';
import { openCrowd } from './stalled.ts';
import { createTrader, type Trader, type Venue } from './trader.ts';

/** How a bench of the gateway is asked for. */
export interface GatewayBenchOptions {
  readonly sessions: number;
  readonly seconds: number;
  /** Orders a second at which latencies are taken. */
  readonly pace: number;
  readonly fills: number;
  /** Readers that never read; 0 leaves that part out. */
  readonly stalled: number;
}

/** What stalled readers cost the others. */
export interface StalledFigures {
  readonly readers: number;
  /** p99 of orders, medians of interleaved rounds. */
  readonly p99Without: number;
  readonly p99With: number;
  readonly ratio: number;
  readonly levels: { readonly ratio: { readonly most: number } };
  readonly isMet: boolean;
}

/** Everything one bench found; times in milliseconds. */
export interface GatewayReport {
  readonly machine: string;
  readonly node: string;
  readonly at: string;
  readonly sessions: number;
  /** Placements and cancels a second, one under way for each session. */
  readonly ordersPerSecond: number;
  readonly flood: Quantiles;
  readonly pace: number;
  readonly paced: Quantiles;
  readonly fillAnswer: Quantiles;
  readonly fillTaker: Quantiles;
  readonly fillMaker: Quantiles;
  readonly stalled?: StalledFigures;
}

const ROUNDS = 5;
const STALLED_LEVEL = 1.2;
/** Before anything is measured: compilers, caches and pools of every process. */
const WARM_UP_SECONDS = 5;
const REST_MS = 500;
/** Until a crowd that came at once has been let in and given what it asked for. */
const SETTLE_MS = 3_000;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function createTraders(venue: Venue, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let number = 0; number < count; number += 1) {
    traders.push(await createTrader(venue, `bench${number}`));
  }
  return traders;
}

function readMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Rounds with and without the crowd follow each other, so that the machine's moods hit both. */
async function measureStalled(
  venue: Venue,
  traders: readonly Trader[],
  { stalled, pace, seconds }: GatewayBenchOptions,
): Promise<StalledFigures> {
  const without: number[] = [];
  const withCrowd: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await rest(REST_MS);
    const quiet = await runPaced(traders, { perSecond: pace, seconds });
    without.push(quiet.answers.read(0.99));
    const crowd = await openCrowd(venue.address, stalled);
    await rest(SETTLE_MS);
    const crowded = await runPaced(traders, { perSecond: pace, seconds });
    withCrowd.push(crowded.answers.read(0.99));
    crowd.close();
  }
  const [p99Without, p99With] = [readMedian(without), readMedian(withCrowd)];
  const ratio = p99With / p99Without;
  const levels = { ratio: { most: STALLED_LEVEL } };
  const isMet = ratio <= STALLED_LEVEL;
  return { readers: stalled, p99Without, p99With, ratio, levels, isMet };
}

async function measure(
  venue: Venue,
  options: GatewayBenchOptions,
  print: (line: string) => void,
): Promise<GatewayReport> {
  const { sessions, seconds, pace, fills, stalled } = options;
  print(`signing in ${sessions} people`);
  const traders = await createTraders(venue, sessions);
  print('warming up');
  await runFlood(traders, WARM_UP_SECONDS);
  print('as fast as answers come');
  const flood = await runFlood(traders, seconds);
  await rest(REST_MS);
  print(`${pace} orders a second`);
  const paced = await runPaced(traders, { perSecond: pace, seconds });
  print(`${fills} trades`);
  const traded = await runFills(traders[0], traders[1], fills);
  let stalledFigures: StalledFigures | undefined;
  if (stalled > 0) {
    print(`${stalled} readers that do not read`);
    stalledFigures = await measureStalled(venue, traders, options);
  }
  for (const trader of traders) trader.close();
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
    node: process.version,
    at: new Date().toISOString(),
    sessions,
    ordersPerSecond: Math.round(flood.ordersCount / flood.seconds),
    flood: readQuantiles(flood.answers),
    pace,
    paced: readQuantiles(paced.answers),
    fillAnswer: readQuantiles(traded.answers),
    fillTaker: readQuantiles(traded.taker),
    fillMaker: readQuantiles(traded.maker),
    ...(stalledFigures === undefined ? {} : { stalled: stalledFigures }),
  };
}

/** Start a server, measure, stop it; `tell` hears of the progress. */
export async function benchGateway(
  options: GatewayBenchOptions,
  print: (line: string) => void,
): Promise<GatewayReport> {
  // The traders of the bench are alone: simulated ones would trade with them now and then.
  const venue = await startServer({ ISOBATH_LIQUIDITY: 'off' });
  try {
    return await measure(venue, options, print);
  } finally {
    await venue.stop();
  }
}

/** The report as a table for people. */
export function showGatewayReport(report: GatewayReport): string {
  const row = (name: string, { p50, p99, p999 }: Quantiles) =>
    `${name.padEnd(44)} ${[p50, p99, p999].map((ms) => ms.toFixed(2).padStart(9)).join(' ')}`;
  const { sessions, pace, stalled } = report;
  const heads = ['p50', 'p99', 'p99.9'].map((one) => one.padStart(9)).join(' ');
  const lines = [
    `${report.machine}, Node ${report.node}, ${report.at}`,
    `${sessions} sessions, one call under way each: ${report.ordersPerSecond} orders a second`,
    `${'milliseconds'.padEnd(44)} ${heads}`,
    row('answer at that rate', report.flood),
    row(`answer at ${pace} orders a second`, report.paced),
    row('answer to an order that fills', report.fillAnswer),
    row('its fill on the private channel, taker', report.fillTaker),
    row('its fill on the private channel, maker', report.fillMaker),
  ];
  if (stalled !== undefined) {
    const { readers, p99Without, p99With, ratio, isMet } = stalled;
    const level = `<= ${STALLED_LEVEL} ${isMet ? 'ok' : 'MISSED'}`;
    lines.push(
      `order p99 without and with ${readers} stalled readers: ${p99Without.toFixed(2)} and ` +
        `${p99With.toFixed(2)}, ${ratio.toFixed(2)} x (${level})`,
    );
  }
  return lines.join('\n');
}
