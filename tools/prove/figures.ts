// How the tables of promises say what a part gave: a cell names a key of this list.
// Not here: which promise has which key; that stands in the cell (docs/reliability.md and
// performance.md, `<!-- prove:KEY -->`). Read by tools/make-proved-docs.ts.

import { isMissed } from './figures-of.ts';
import type { PartName } from './oldest.mjs';
import type { Figures } from './result.ts';

/** One way to say figures of one step; without a step, of every step of the part that is a test. */
export interface Said {
  readonly part: PartName;
  readonly step?: string;
  readonly say: (figures: Figures) => string;
}

/** Whole numbers in groups of three, as the pages write them. */
function group(value: unknown): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}

/** Three digits say enough of a ratio. */
function short(value: unknown): string {
  const isFraction = typeof value === 'number' && !Number.isInteger(value);
  return isFraction ? String(Number(value.toPrecision(3))) : group(value);
}

function saySimulation(level: 'L0' | 'L1', figures: Figures): string {
  const [commands, seeds] = [figures[`${level}.commandsCount`], figures[`${level}.seedsCount`]];
  return `${group(commands)} commands on ${group(seeds)} seeds, nothing wrong`;
}

function sayTests({ passed, failed }: Figures): string {
  return failed === 0 ? `${group(passed)} tests passed` : `${group(failed)} tests failed`;
}

/** Figures of a bench in the order of its levels, each with its unit. */
function bench(
  step: string,
  names: readonly (readonly [name: string, unit?: string, divisor?: number])[],
): Said {
  const say = (figures: Figures) =>
    names
      .map(([name, unit = '', divisor = 1]) => {
        const value = figures[name];
        const reported =
          typeof value === 'number' ? short(value / divisor) : String(value ?? 'none');
        return `${reported}${unit}${isMissed(figures, name) ? ' **missed**' : ''}`;
      })
      .join('; ');
  return { part: 'benches', step, say };
}

/** Every key. */
export const said: Readonly<Record<string, Said>> = {
  'sim-l0': { part: 'sim', step: 'simulation', say: (it) => saySimulation('L0', it) },
  'sim-l1': { part: 'sim', step: 'simulation', say: (it) => saySimulation('L1', it) },
  mutants: {
    part: 'mutants',
    step: 'planted bugs',
    say: ({ foundCount, plantedCount }) => `${foundCount} of ${plantedCount} found`,
  },
  kills: {
    part: 'kills',
    step: 'kills',
    say: ({ killsCount, acknowledgedCount, failedCount, slowestOwnMs }) =>
      [
        `${killsCount} kills, ${group(acknowledgedCount)} acknowledged, ${failedCount} failures`,
        `ready in at most ${(Number(slowestOwnMs) / 1_000).toFixed(1)} s of its own`,
      ].join('; '),
  },
  'kill-rounds': {
    part: 'kills',
    step: 'kills',
    say: ({ roundsCount, failedCount }) => `${roundsCount} rounds, ${failedCount} failed`,
  },
  hostile: {
    part: 'hostile',
    step: 'hostile requests',
    say: ({ requestsInAll, callsInAll, problems }) =>
      `${group(requestsInAll)} requests at ${callsInAll} calls, ${problems} problems`,
  },
  starts: { part: 'starts', say: sayTests },
  'bench-g5': bench('core', [['G5 core / nodejs-order-book']]),
  'bench-g6': bench('core', [['G6 core / native twin, A1'], ['G6 core / native twin, A100']]),
  'bench-g7': bench('core', [['G7 core / the same without money']]),
  'bench-naive': bench('core', [['core / naive, A1'], ['core / naive, A100']]),
  'bench-g11': bench('core', [['G11 p99.9 / p50']]),
  'bench-g12': bench('core', [
    ['G12 major collections in 30 M'],
    ['G12 minor collections in 30 M'],
    ['G13 heap growth in 30 M', ' KiB'],
  ]),
  'bench-users': bench('many users', [
    ['rate kept with many users'],
    ['snapshot', ' s'],
    ['resident memory', ' MiB'],
  ]),
  'bench-durable': bench('durable', [
    ['durable / bare client'],
    ['paced p50 / bare commit p50'],
    ['paced p99 / bare commit p50'],
  ]),
  'bench-replay': bench('durable', [['replay of a million', ' s']]),
  'bench-stalled': bench('gateway', [['stalled.ratio']]),
  'bench-api': bench('api', [['ratio']]),
  'bench-latency': bench('latency', [
    ['p50Ratio', ' bare commits'],
    ['p99Ratio', ' bare commits'],
  ]),
  'bench-rest': bench('rest', [
    ['corePercent', ' % of a core'],
    ['growthPerDayGb', ' GB a day'],
  ]),
  'bench-web': bench('web', [
    ['startMs', ' ms'],
    ['feed.frameWorkP99Ms', ' ms a frame'],
    ['feed.tasksOver50Ms', ' long tasks'],
    ['heapGrowthBytes', ' MiB', 2 ** 20],
  ]),
};
