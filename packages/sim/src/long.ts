// `npm run sim:long`: many seeds in slices, both levels on two processor cores, until the wanted
// numbers of commands are done; what is done is written down after each slice, so that it can be
// stopped and goes on where it was, on the same sources. Seeds begin at the clock.
// Not here: one slice (run.ts).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Progress, readProgress } from './progress.ts';

type Level = 'L0' | 'L1';

interface Done {
  commandsCount: number;
  seedsCount: number;
  nextSeed: number;
}

type Both = Record<Level, Done>;

const script = fileURLToPath(new URL('run.ts', import.meta.url));
/** Commands of a slice: some minutes, and so many that everything must have happened in them. */
const sliceCounts: Readonly<Record<Level, number>> = { L0: 400_000, L1: 400_000 };

const { values } = parseArgs({
  options: {
    l0: { type: 'string', default: '40000000' },
    l1: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 32) },
    progress: { type: 'string', default: 'data/sim-long.json' },
  },
});
const wanted: Readonly<Record<Level, number>> = { L0: Number(values.l0), L1: Number(values.l1) };

function beginBoth(): Both {
  const begin = () => ({ commandsCount: 0, seedsCount: 0, nextSeed: Number(values.seed) });
  return { L0: begin(), L1: begin() };
}

function runSlice(
  level: Level,
  it: { seed: number; commandsCount: number },
): Promise<{ code: number; last: string }> {
  const { seed, commandsCount } = it;
  const words = ['--level', level, '--commands', `${commandsCount}`, '--seed', `${seed}`];
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [script, ...words, '--json'], { stdio });
  let out = '';
  child.stdout.on('data', (text: Buffer) => (out += text));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code: code ?? 1, last: out.trim().split('\n').at(-1) ?? '' });
    });
  });
}

const progress = new Progress<Both>(values.progress);
const both = readProgress(progress) ?? beginBoth();
let isFailed = false;

async function runLevel(level: Level): Promise<void> {
  const done = both[level];
  while (done.commandsCount < wanted[level] && !isFailed) {
    const left = wanted[level] - done.commandsCount;
    const count = Math.min(left, sliceCounts[level]);
    const { code, last } = await runSlice(level, { seed: done.nextSeed, commandsCount: count });
    if (code !== 0) {
      isFailed = true;
      process.stderr.write(`${level} from seed ${done.nextSeed} failed\n`);
      return;
    }
    const slice = JSON.parse(last) as { commandsCount: number; seedsCount: number };
    done.commandsCount += slice.commandsCount;
    done.seedsCount += slice.seedsCount;
    done.nextSeed += slice.seedsCount;
    progress.keep(both);
    const { commandsCount, seedsCount } = done;
    process.stderr.write(`${level}: ${commandsCount} commands on ${seedsCount} seeds\n`);
  }
}

await Promise.all([runLevel('L0'), runLevel('L1')]);
process.stdout.write(`${JSON.stringify(both)}\n`);
if (isFailed) process.exitCode = 1;
