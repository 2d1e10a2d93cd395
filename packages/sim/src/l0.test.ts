// The engine against the model: every kept run, and fresh seeds for as long as the setting says.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tell } from './comparison.ts';
import { Coverage } from './coverage.ts';
import { createEngineSubject } from './engine-subject.ts';
import { readFreshSeed } from './fresh-seed.ts';
import { runPlan, stepsPerRun } from './l0.ts';
import { readTrace, replayTrace } from './trace.ts';
import { drawPlan } from './workload.ts';

const folder = fileURLToPath(new URL('../regressions', import.meta.url));
const kept = readdirSync(folder).filter((name) => /^(?!l1-).*\.json$/.test(name));
const judging = { createSubject: createEngineSubject, dumpEvery: 200 };

test.each(kept)('the kept run %s passes', (name) => {
  const found = replayTrace(readTrace(`${folder}/${name}`), judging);
  expect(found).toBeNull();
});

test('a batch that sweeps icebergs of a thousand parts tells every event', () => {
  expect(runPlan(drawPlan(3_928_778_165, stepsPerRun), judging)).toBeNull();
});

/** As many as fit into the time, on an idle machine all of them; never fewer than the least. */
const freshMs = 240_000;
const freshCount = 1_600_000;
const leastCount = 400_000;

test('engine and rules agree on fresh seeds', { timeout: freshMs * 5 }, () => {
  const coverage = new Coverage();
  const first = readFreshSeed('L0');
  const endsAtMs = performance.now() + freshMs;
  const isOver = (): boolean =>
    coverage.commandsCount >= (performance.now() > endsAtMs ? leastCount : freshCount);
  for (let seed = first; !isOver(); seed += 1) {
    const failure = runPlan(drawPlan(seed >>> 0, stepsPerRun), { ...judging, coverage });
    const { check, detail } = failure?.fault ?? {};
    expect(failure === null, `seed ${seed} check ${check}: ${tell(detail)}`).toBe(true);
  }
  expect(coverage.readMissing()).toEqual([]);
  const share = coverage.acceptedCount / coverage.commandsCount;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.8);
});
