// The engine against the model: every kept run, and some fresh seeds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EventKind } from '@isobath/core/event';
import { rejects } from '@isobath/core/reject';
import { Coverage } from './coverage.ts';
import { createEngineSubject, simulationSizes } from './engine-subject.ts';
import { readFreshSeed } from './fresh-seed.ts';
import { lookClosely, runPlan, stepsPerRun } from './l0.ts';
import { readTrace, replayTrace } from './trace.ts';
import { drawPlan } from './workload.ts';

const folder = fileURLToPath(new URL('../regressions', import.meta.url));
const kept = readdirSync(folder).filter((name) => /^(?!l1-).*\.json$/.test(name));
const judging = { createSubject: createEngineSubject, dumpEvery: 200 };

test.each(kept)('the kept run %s passes', (name) => {
  const found = replayTrace(readTrace(`${folder}/${name}`), lookClosely(judging));
  expect(found).toBeNull();
});

test('a batch that sweeps icebergs of a thousand parts tells every event', () => {
  expect(runPlan(drawPlan(3_928_778_165, stepsPerRun), judging)).toBeNull();
});

test.each([
  { bookPagesMax: 12, listsMax: 2, seed: 40, full: [8, 9] },
  { ordersMax: 20, seed: 41, full: [7] },
  { positionsMax: 3, seed: 45, full: [13] },
])('engine and rules agree where rooms $full are full', ({ seed, full, ...capacity }) => {
  const found = new Set<number>();
  const coverage = new Coverage();
  coverage.count = (events) => {
    for (const it of events) {
      const isFull =
        it.kind === EventKind.commandApplied && it.code === rejects.capacity_exceeded[0];
      if (isFull) found.add(it.facts[0] ?? 0);
    }
  };
  const createSubject = () => createEngineSubject({ ...simulationSizes, ...capacity });
  expect(runPlan(drawPlan(seed, 1_000), { createSubject, dumpEvery: 50, coverage })).toBeNull();
  expect([...found].sort()).toEqual(full);
});

const script = fileURLToPath(new URL('run.ts', import.meta.url));
/** `npm run prove -- sim` runs millions, and asks of them that all kinds of things happened. */
const freshCount = 60_000;

// In a program of its own, like the long run: a test runner's modules are slower.
test('engine and rules agree on fresh seeds', async () => {
  const request = [
    '--commands',
    String(freshCount),
    '--seed',
    String(readFreshSeed('L0')),
    '--json',
  ];
  const child = spawn(process.execPath, [script, '--level', 'L0', ...request]);
  const said = { out: '', error: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text));
  child.stderr.on('data', (text: Buffer) => (said.error += text));
  const [code] = await once(child, 'close');
  // A difference is told there.
  expect(said.error).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(said.out).commandsCount).toBeGreaterThanOrEqual(freshCount);
});
