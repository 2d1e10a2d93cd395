// The parts of `npm run prove`: of which steps each consists.
// Not here: how steps are run (step.ts) and what is kept of them (part.ts). Read by command.ts.

import { flatten, readFigureList, readLeveled, readVitest } from './figures-of.ts';
import type { PartName } from './oldest.mjs';
import type { Figures } from './result.ts';
import type { Step } from './step.ts';

/** A part: programs, and the folders whose `*.prove.ts` belong to it. */
export interface Part {
  readonly programs: readonly Step[];
  readonly folders: readonly string[];
}

/** Where parts keep what is not committed. */
export const proveFolder = 'data/prove';

const needed = {
  sim: ['L0.commandsCount', 'L0.seedsCount', 'L1.commandsCount', 'L1.seedsCount'],
  mutants: ['plantedCount', 'foundCount'],
  kills: ['isDone', 'killsCount', 'failedCount', 'slowestOwnMs', 'acknowledgedCount'],
  hostile: ['callsInAll', 'callsLeft', 'requestsInAll', 'problems'],
} as const;

/** A sitting of hostile requests writes down what it did only at its end. */
const sittingSeconds = '1200';

const sim: Step = {
  name: 'simulation',
  args: ['packages/sim/src/long.ts'],
  progressFile: `${proveFolder}/sim.json`,
  read: (document) => flatten(document, needed.sim),
};

const mutants: Step = {
  name: 'planted bugs',
  args: ['packages/sim/src/run.ts', '--mutants', '--json'],
  read: (document) => flatten(document, needed.mutants),
};

const kills: Step = {
  name: 'kills',
  args: ['packages/sim/src/chaos/run.ts', '--kills', '200', '--json'],
  progressFile: `${proveFolder}/kills.json`,
  read: (document) => flatten(document, needed.kills),
};

const hostile: Step = {
  name: 'hostile requests',
  args: ['tools/hostile.ts', '--requests', '10000', '--limit-seconds', sittingSeconds, '--json'],
  progressFile: `${proveFolder}/hostile.json`,
  read: (document) => flatten(document, needed.hostile),
  isWhole: ({ callsLeft }) => callsLeft === 0,
};

/** With a missed level a bench ends with 1: that is its result, and the part goes on. */
function makeBench(
  name: string,
  words: readonly string[],
  read: (document: unknown) => Figures,
): Step {
  const args = ['packages/bench/src/run.ts', ...words, '--json'];
  return { name, args, doneCodes: [0, 1], read };
}

const gatewayLevels = { 'stalled.ratio': 'stalled.levels.ratio' };
const apiLevels = { ratio: 'levels.ratio' };
const latencyLevels = { p50Ratio: 'levels.p50Ratio', p99Ratio: 'levels.p99Ratio' };
const restLevels = {
  corePercent: 'levels.corePercent',
  growthPerDayGb: 'levels.growthPerDayGb',
};
const webLevels = {
  startMs: 'levels.startMs',
  'feed.frameWorkP99Ms': 'levels.frameWorkP99Ms',
  'feed.tasksOver50Ms': 'levels.tasksOver50Ms',
  'feed.feedRenders': 'levels.feedRenders',
  heapGrowthBytes: 'levels.heapGrowthBytes',
};

const benches: readonly Step[] = [
  makeBench('core', ['core'], readFigureList),
  makeBench('many users', ['core', '--users', '100000'], readFigureList),
  makeBench('durable', ['durable'], readFigureList),
  makeBench('gateway', ['gateway', '--stalled', '1000'], (it) => readLeveled(it, gatewayLevels)),
  makeBench('api', ['api'], (document) => readLeveled(document, apiLevels)),
  makeBench('latency', ['latency'], (it) => readLeveled(it, latencyLevels)),
  makeBench('rest', ['rest'], (document) => readLeveled(document, restLevels)),
  makeBench('web', ['web'], (document) => readLeveled(document, webLevels)),
];

/** Every part. */
export const parts: Readonly<Record<PartName, Part>> = {
  sim: { programs: [sim], folders: [] },
  mutants: { programs: [mutants], folders: [] },
  kills: { programs: [kills], folders: ['packages/sim/', 'packages/server/'] },
  hostile: { programs: [hostile], folders: [] },
  starts: { programs: [], folders: ['tools/'] },
  screens: { programs: [], folders: ['packages/e2e/'] },
  benches: { programs: benches, folders: [] },
};

/** The step of one test file. */
function makeFileStep(file: string): Step {
  const reportFile = `${proveFolder}/tests/${file.replaceAll('/', '+')}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=prove', file];
  return { name: file, args: [...vitest, ...reporters], reportFile, read: readVitest };
}

/** Whether a test file belongs to a part. */
export function isOfPart({ folders }: Part, file: string): boolean {
  return file.endsWith('.prove.ts') && folders.some((folder) => file.startsWith(folder));
}

/** All steps of a part: its programs, then its test files one at a time. */
export function listSteps(part: Part, files: readonly string[]): Step[] {
  return [...part.programs, ...files.filter((file) => isOfPart(part, file)).map(makeFileStep)];
}
