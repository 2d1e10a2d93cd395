// The long form of tools/hostile.test.ts: as many hostile requests at every call as asked for.
// `npm run hostile -- --requests 10000 --seed 7 --calls order`. Exit code 1 when anything is wrong.
// With --json the last line is one document.

import { parseArgs } from 'node:util';
import type { Route } from '@isobath/wire';
import { listRoutes } from './access/table.ts';
import { startWorld } from './access/world.ts';
import { fireAtDialectSockets } from './hostile/dialect-frames.ts';
import { fire } from './hostile/fire.ts';
import { fireAtSocket } from './hostile/frames.ts';
import { compareStates, readMemoryMib, readState } from './hostile/state.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1_000)) },
    calls: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

const world = await startWorld();
try {
  const countPerRoute = Number(values.requests);
  const seed = Number(values.seed);
  const operatorToken = await world.makeOperatorSession('administrator');
  const before = await readState(world);
  const memoryMib = readMemoryMib(world);
  const { text } = await world.call({ method: 'GET', url: '/health/endpoints' });
  const paths = new Set((JSON.parse(text) as Route[]).map(({ path }) => path));
  const routes = listRoutes().filter(({ path }) => paths.has(path) && path.includes(values.calls));
  const startedMs = Date.now();
  const report = await fire(world, { routes, countPerRoute, seed, operatorToken });
  const frames = await fireAtSocket(world, { count: countPerRoute, seed });
  frames.push(...(await fireAtDialectSockets(world, { count: countPerRoute, seed })));
  const changes = compareStates(before, await readState(world));
  const problems = [...report.problems, ...frames, ...changes];
  for (const problem of problems) console.log(problem);
  const answer = {
    seed,
    calls: routes.length,
    requests: report.sentCount,
    seconds: Math.round((Date.now() - startedMs) / 1_000),
    limited: report.limitedCount,
    closed: report.closedCount,
    statuses: Object.fromEntries(report.statuses),
    memoryGrowthMib: readMemoryMib(world) - memoryMib,
    problems: problems.length,
  };
  console.log(JSON.stringify(answer, null, values.json ? 0 : 2));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await world.stop();
}
