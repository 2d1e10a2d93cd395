// That the simulation sees: ten planted bugs, drawn anew for each commit, must be found in short
// time, and every planted bug must still have its place in the source.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFreshSeed } from '../fresh-seed.ts';
import { Dice } from '../workload/dice.ts';
import { runMutants } from './mutants.ts';
import { checkBug, locateKeptRun, readBugs } from './planted-bug.ts';

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

test('ten planted bugs are found', { timeout: 1_200_000 }, async () => {
  const dice = new Dice(readFreshSeed('mutants'));
  const bugs = readBugs().filter(({ name }) => quick.includes(name));
  expect(bugs).toHaveLength(quick.length);
  while (bugs.length > 10) bugs.splice(dice.below(bugs.length), 1);
  const seed = dice.next();
  // The time is to give up on: an idle machine needs a few seconds for each.
  const reports = await runMutants({ seed, limitMs: 120_000, parallelCount: 1, bugs });
  expect(reports.filter(({ isFound }) => !isFound).map(({ name }) => name)).toEqual([]);
});
