// That the simulation sees: three planted bugs, drawn anew for each commit, must be found in short
// time, and every planted bug must still have its place in the source. `npm run prove -- mutants`
// looks for all of them.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFreshSeed } from '../fresh-seed.ts';
import { Dice } from '../workload/dice.ts';
import { runMutants } from './mutants.ts';
import { checkBug, locateKeptRun, type PlantedBug, readBugs } from './planted-bug.ts';

/** Those that even a slow machine finds at once; the others need the long run. */
const quick: readonly string[] = [
  'answer-before-commit',
  'dead-man-fires-for-ever',
  'doubtful-work-goes-on',
  'fee-rounded-down',
  'head-read-without-lock',
  'hold-not-given-back',
  'last-key-forgotten-at-restart',
  'maker-fee-of-the-other-asset',
  'outbox-drained-twice',
  'own-group-trades-with-itself',
  'published-before-commit',
  'reader-gets-steps-again',
  'replay-begins-one-late',
];

test('there are enough planted bugs, and each has its place', () => {
  const bugs = readBugs();
  expect(bugs.length).toBeGreaterThanOrEqual(30);
  for (const bug of bugs) {
    expect(() => checkBug(bug)).not.toThrow();
    const keptRun = locateKeptRun(bug);
    expect(keptRun === undefined || existsSync(keptRun)).toBe(true);
  }
});

/** Three of them: one that L0 must find, one that L1 must find, and any other. */
function drawBugs(bugs: readonly PlantedBug[], dice: Dice): PlantedBug[] {
  const drawn: PlantedBug[] = [];
  for (const level of ['L0', 'L1', undefined]) {
    const left = bugs.filter((bug) => !drawn.includes(bug) && bug.level === (level ?? bug.level));
    drawn.push(left[dice.below(left.length)] as PlantedBug);
  }
  return drawn;
}

test('three planted bugs are found', { timeout: 1_200_000 }, async () => {
  const dice = new Dice(readFreshSeed('mutants'));
  const quickBugs = readBugs().filter(({ name }) => quick.includes(name));
  expect(quickBugs).toHaveLength(quick.length);
  const bugs = drawBugs(quickBugs, dice);
  const seed = dice.next();
  // The time is to give up on: an idle machine needs a few seconds for each.
  const reports = await runMutants({ seed, limitMs: 120_000, parallelCount: 1, bugs });
  expect(reports).toHaveLength(3);
  expect(reports.filter(({ isFound }) => !isFound).map(({ name }) => name)).toEqual([]);
});
