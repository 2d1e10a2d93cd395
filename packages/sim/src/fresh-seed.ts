// The first seed of a test's fresh runs: another one for each commit, and the same one for whoever
// checks that commit out. Long runs take the clock instead (run.ts). Used by the tests.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

function readCommit(): string | undefined {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd, stdio, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** A whole number of 32 bits made from a commit and a name. */
export function makeSeed(commit: string, name: string): number {
  return createHash('sha256').update(`${commit} ${name}`).digest().readUInt32LE(0);
}

/**
 * The first seed for tests of the commit at hand; from the clock where the sources come without
 * their history.
 *
 * @param name - tells the runs of one commit apart.
 */
export function readFreshSeed(name: string): number {
  const commit = readCommit();
  return commit === undefined ? Date.now() % 2 ** 32 : makeSeed(commit, name);
}
