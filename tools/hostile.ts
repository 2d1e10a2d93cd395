// The long form of tools/hostile.test.ts: as many hostile requests at every call as asked for.
// `npm run hostile -- --requests 10000 --seed 7 --calls order --progress FILE --limit-seconds N`.
// Exit code 1 when anything is wrong. With --json the last line is one document. With a progress
// file what a sitting did is written down at its end, when nothing was wrong and nothing changed;
// the next one goes on with the calls that are left.

import { parseArgs } from 'node:util';
import type { Route } from '@isobath/wire';
import { Progress, readProgress } from '../packages/sim/src/progress.ts';
import { makeOperators, makePeople } from './access/crowd.ts';
import { listRoutes } from './access/table.ts';
import { startFixture, type Fixture } from './access/fixture.ts';
import { fireAtBinanceSockets } from './hostile/binance-frames.ts';
import { fire, type FireReport } from './hostile/fire.ts';
import { fireAtSocket } from './hostile/frames.ts';
import { compareStates, readMemoryMib, readState } from './hostile/state.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1_000)) },
    calls: { type: 'string', default: '' },
    progress: { type: 'string', default: '' },
    'limit-seconds': { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});

const countPerRoute = Number(values.requests);
/** Each may make two changing calls a second: together more than the machine answers. */
const crowdCount = 250;
const limitSeconds = Number(values['limit-seconds']);

/** Calls that had all of their requests, in sittings that found nothing. */
interface Done {
  readonly requests: number;
  readonly seeds: number[];
  readonly calls: string[];
  sentCount: number;
}

const progress = new Progress<Done>(values.progress);
const before = readProgress(progress);
const isSame = before?.requests === countPerRoute;
const done: Done = isSame
  ? before
  : { requests: countPerRoute, seeds: [], calls: [], sentCount: 0 };

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Every call that is served and asked for. */
async function listCalls(fixture: Fixture): Promise<Route[]> {
  const { text } = await fixture.call({ method: 'GET', url: '/health/endpoints' });
  const paths = new Set((JSON.parse(text) as Route[]).map(({ path }) => path));
  return listRoutes().filter(({ path }) => paths.has(path) && path.includes(values.calls));
}

/** Says after each call how far it is, and how long the rest will take at that rate. */
function createPublisher(callsCount: number) {
  const startedMs = Date.now();
  let doneCount = 0;
  return ({ sentCount, problems }: FireReport): void => {
    doneCount += 1;
    const seconds = (Date.now() - startedMs) / 1_000;
    const rate = Math.round(sentCount / seconds);
    const left = Math.round((seconds / doneCount) * (callsCount - doneCount));
    const done = `${doneCount} of ${callsCount} calls, ${sentCount} requests, ${rate} a second`;
    process.stderr.write(`${done}, ${problems.length} problems, some ${left} s left\n`);
  };
}

async function run(fixture: Fixture): Promise<void> {
  const seed = Number(values.seed);
  const crowds = {
    people: await makePeople(fixture, crowdCount),
    operators: await makeOperators(fixture, 'administrator', crowdCount),
  };
  const stateBefore = await readState(fixture);
  const memoryMib = readMemoryMib(fixture);
  const calls = await listCalls(fixture);
  const routes = calls.filter((route) => !done.calls.includes(nameOf(route)));
  const startedMs = Date.now();
  const print = createPublisher(routes.length);
  const fired: string[] = [];
  const reported = (route: Route, report: FireReport) => {
    fired.push(nameOf(route));
    print(report);
  };
  const endMs = limitSeconds > 0 ? startedMs + limitSeconds * 1_000 : Infinity;
  const request = { routes, countPerRoute, seed, crowds, reported, endMs };
  const report = await fire(fixture, request);
  const frames = await fireAtSocket(fixture, { count: countPerRoute, seed });
  frames.push(...(await fireAtBinanceSockets(fixture, { count: countPerRoute, seed })));
  const changes = compareStates(stateBefore, await readState(fixture));
  const problems = [...report.problems, ...frames, ...changes];
  for (const problem of problems) console.log(problem);
  if (problems.length === 0) {
    done.seeds.push(seed);
    done.calls.push(...fired);
    done.sentCount += report.sentCount;
    progress.keep(done);
  }
  const answer = {
    seed,
    calls: fired.length,
    callsLeft: routes.length - fired.length,
    requests: report.sentCount,
    callsInAll: done.calls.length,
    requestsInAll: done.sentCount,
    seconds: Math.round((Date.now() - startedMs) / 1_000),
    limited: report.limitedCount,
    closed: report.closedCount,
    statuses: Object.fromEntries(report.statuses),
    memoryGrowthMib: readMemoryMib(fixture) - memoryMib,
    problems: problems.length,
  };
  console.log(JSON.stringify(answer, null, values.json ? 0 : 2));
  process.exitCode = problems.length === 0 ? 0 : 1;
}

const fixture = await startFixture();
try {
  await run(fixture);
} finally {
  await fixture.stop();
}
