// `npm run bench -- NAME`: one measured question a name. Not here: the questions.
// Called by a person or by CI; exits with 1 when a level is missed, with 65 when a document of
// another engine cannot be compared with.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchApi, showApiReport } from './api/bench-api.ts';
import { benchCore, showReport } from './core/bench-core.ts';
import { EXTERNAL_REFUSED, ExternalRefusal, loadExternals } from './core/external.ts';
import { benchDurable } from './durable/bench-durable.ts';
import { benchGateway, showGatewayReport } from './gateway/bench-gateway.ts';
import { benchLatency } from './latency/bench-latency.ts';
import { showLatencyReport } from './latency/report.ts';
import { benchRest, showRestReport } from './rest/bench-rest.ts';

const usage = `npm run bench -- core [--json] [--rounds N] [--external FILE]...
npm run bench -- core [--json] [--rounds N] --users N [--assets N]
npm run bench -- durable [--json] [--rounds N] [--pace N] [--seconds N]
npm run bench -- gateway [--json] [--sessions N] [--seconds N] [--pace N] [--fills N] [--stalled N]
npm run bench -- api [--json] [--bots N] [--lanes N] [--readers N] [--rounds N] [--seconds N]
  [--pace N]
npm run bench -- latency [--json] [--short] [--paces N,N...] [--seconds N] [--rounds N]
  [--readers N]
npm run bench -- rest [--json] [--settle SECONDS] [--seconds N]
npm run bench -- web [--json] [--seconds N] [--warm-up N]`;

const browserBench = fileURLToPath(new URL('../../e2e/src/run.ts', import.meta.url));

/** The browser's bench lives with the journeys, which have the browser: a program of its own. */
function runWeb(args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [browserBench, ...args], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}

function runCore(args: string[]): boolean {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      users: { type: 'string', default: '0' },
      assets: { type: 'string', default: '40' },
      external: { type: 'string', multiple: true, default: [] },
    },
  });
  const externals = loadExternals(values.external);
  const [rounds, users, assets] = [values.rounds, values.users, values.assets].map(Number);
  if (users > 0 && externals.length > 0) {
    throw new ExternalRefusal('--external is compared on A1 and A100, which --users does not run');
  }
  const print = (line: string) => process.stderr.write(`${line}\n`);
  const report = benchCore({ rounds, users, assets, externals }, print);
  console.log(values.json ? JSON.stringify(report) : showReport(report));
  return report.figures.every(({ isMet }) => isMet !== false);
}

function runDurable(args: string[]): boolean {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      pace: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '5' },
    },
  });
  const [rounds, pace, paceSeconds] = [values.rounds, values.pace, values.seconds].map(Number);
  const report = benchDurable({ rounds, pace, paceSeconds });
  console.log(values.json ? JSON.stringify(report) : showReport(report));
  return report.figures.every(({ isMet }) => isMet !== false);
}

async function runGateway(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      sessions: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '15' },
      pace: { type: 'string', default: '500' },
      fills: { type: 'string', default: '1000' },
      stalled: { type: 'string', default: '0' },
    },
  });
  const { sessions, seconds, pace, fills, stalled } = values;
  const report = await benchGateway(
    {
      sessions: Number(sessions),
      seconds: Number(seconds),
      pace: Number(pace),
      fills: Number(fills),
      stalled: Number(stalled),
    },
    (line) => process.stderr.write(`${line}\n`),
  );
  console.log(values.json ? JSON.stringify(report) : showGatewayReport(report));
  return report.stalled?.isMet !== false;
}

async function runApi(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      bots: { type: 'string', default: '96' },
      lanes: { type: 'string', default: '4' },
      readers: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      pace: { type: 'string', default: '300' },
    },
  });
  const [bots, lanes, readers, rounds, seconds, pace] = [
    values.bots,
    values.lanes,
    values.readers,
    values.rounds,
    values.seconds,
    values.pace,
  ].map(Number);
  const options = { bots, lanes, readers, rounds, seconds, pace };
  const report = await benchApi(options, (line) => process.stderr.write(`${line}\n`));
  console.log(values.json ? JSON.stringify(report) : showApiReport(report));
  return report.isMet;
}

async function runLatency(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      paces: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string', default: '1' },
      readers: { type: 'string' },
    },
  });
  const isShort = values.short;
  const paces = (values.paces ?? (isShort ? '100,1000,5000' : '100,500,1000,2000,5000')).split(',');
  const options = {
    paces: paces.map(Number),
    seconds: Number(values.seconds ?? (isShort ? 2 : 5)),
    rounds: Number(values.rounds),
    readers: Number(values.readers ?? (isShort ? 0 : 1_000)),
    isShort,
  };
  const report = await benchLatency(options, (line) => process.stderr.write(`${line}\n`));
  console.log(values.json ? JSON.stringify(report) : showLatencyReport(report));
  return report.isMet;
}

async function runRest(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      settle: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '600' },
    },
  });
  const [settleSeconds, seconds] = [values.settle, values.seconds].map(Number);
  const print = (line: string) => process.stderr.write(`${line}\n`);
  const report = await benchRest({ settleSeconds, seconds }, print);
  console.log(values.json ? JSON.stringify(report) : showRestReport(report));
  return report.isMet;
}

const benches: Readonly<Record<string, (args: string[]) => boolean | Promise<boolean>>> = {
  core: runCore,
  durable: runDurable,
  gateway: runGateway,
  api: runApi,
  latency: runLatency,
  rest: runRest,
  web: runWeb,
};

/** A document that cannot be compared with is said in one line; nothing was measured then. */
async function runBench(run: (typeof benches)[string], args: string[]): Promise<number> {
  try {
    return (await run(args)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ExternalRefusal)) throw error;
    console.error(`bench: ${error.message}`);
    return EXTERNAL_REFUSED;
  }
}

const [name = '', ...rest] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(usage);
  process.exitCode = 64;
} else process.exitCode = await runBench(bench, rest);
