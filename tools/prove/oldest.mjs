// The names of the parts of `npm run prove`, and one line on how old their proof is.
// Plain JavaScript without dependencies: tools/test.mjs prints the line on the machine's own Node.
// Also read by parts.ts and by whoever reads a result.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every part, in the order in which they run. */
export const partNames = ['sim', 'mutants', 'kills', 'hostile', 'starts', 'screens', 'benches'];

/** Where the result of a part stands. */
export function resultPath(part) {
  return `docs/results/${part}.json`;
}

/** The result of a part as its last run wrote it; undefined where there is none. */
export function readResult(root, part) {
  try {
    return JSON.parse(readFileSync(join(root, resultPath(part)), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The last commit for which the part was green, with its date. */
function lastGreenOf({ isGreen, commit, date, lastGreen }) {
  return isGreen ? { commit, date } : lastGreen;
}

/** How many commits lie between; undefined where the history is not at hand. */
function countCommitsSince(root, commit) {
  try {
    const words = ['rev-list', '--count', `${commit}..HEAD`];
    const stdio = ['ignore', 'pipe', 'ignore'];
    return Number(execFileSync('git', words, { cwd: root, stdio, encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

function compareAge(one, two) {
  const isCounted = one.count !== undefined && two.count !== undefined;
  if (isCounted && one.count !== two.count) return two.count - one.count;
  return one.date.localeCompare(two.date);
}

/** One line: the part whose last green run is the oldest, and which parts never had one. */
export function describeOldest(root) {
  try {
    return `prove: ${describeAll(root).join('; ')}`;
  } catch (error) {
    // A result that cannot be read is said; the line is printed behind the tests of others.
    return `prove: docs/results cannot be read: ${error.message}`;
  }
}

function describeAll(root) {
  const greens = [];
  const never = [];
  const red = [];
  for (const part of partNames) {
    const result = readResult(root, part);
    if (result?.isGreen === false) red.push(part);
    const green = result && lastGreenOf(result);
    if (green === undefined) never.push(part);
    else greens.push({ part, ...green, count: countCommitsSince(root, green.commit) });
  }
  const [oldest] = greens.sort(compareAge);
  const said = [];
  if (oldest !== undefined) {
    const { part, commit, count } = oldest;
    const ago = count === undefined ? '' : `, ${count} ${count === 1 ? 'commit' : 'commits'} ago`;
    said.push(`oldest part is ${part}, green at ${commit.slice(0, 8)}${ago}`);
  }
  if (red.length > 0) said.push(`red: ${red.join(', ')}`);
  if (never.length > 0) said.push(`never: ${never.join(', ')}`);
  return said;
}
