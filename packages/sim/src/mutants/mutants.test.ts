// That the simulation sees: ten planted bugs, drawn anew each time, must be found in short time,
// and every planted bug must still have its place in the source.
import { expect, test } from 'vitest';
import { Dice } from '../workload/dice.ts';
import { runMutants } from './mutants.ts';
import { checkBug, readBugs } from './planted-bug.ts';

/** Those that even a slow machine finds at once; the others need the long run. */
const quick: readonly string[] = [
  'answer-before-commit',
  'cut-connection-taken-for-refusal',
  'fee-rounded-down',
  'hold-not-given-back',
  'intents-never-ended',
  'journal-commits-not-waited-for',
  'last-key-forgotten-at-restart',
  'outbox-drained-twice',
  'own-group-trades-with-itself',
  'published-before-commit',
  'snapshot-of-what-is-not-committed',
  'trailing-stop-fires-late',
  'transaction-without-begin',
  'unknown-commit-taken-for-failed',
];

test('there are enough planted bugs, and each has its place', () => {
  const bugs = readBugs();
  expect(bugs.length).toBeGreaterThanOrEqual(30);
  for (const bug of bugs) expect(() => checkBug(bug)).not.toThrow();
});

test('ten planted bugs are found', { timeout: 600_000 }, async () => {
  const dice = new Dice(Date.now() % 2 ** 32);
  const bugs = readBugs().filter(({ name }) => quick.includes(name));
  expect(bugs).toHaveLength(quick.length);
  while (bugs.length > 10) bugs.splice(dice.below(bugs.length), 1);
  const seed = dice.next();
  // The time is to give up on: an idle machine needs a tenth of it.
  const reports = await runMutants({ seed, limitMs: 40_000, parallelCount: 1, bugs });
  expect(reports.filter(({ isFound }) => !isFound).map(({ name }) => name)).toEqual([]);
});
