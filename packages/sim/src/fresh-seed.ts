// The first seed of a test's fresh runs: another one for each change of what is tried, and the
// same one for whoever has the same sources. Long runs take the clock instead (run.ts).
// Used by the tests, by progress.ts and by tools/prove.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The committed sources that the simulation runs, and those of the simulation. */
const tried = ['packages/core', 'packages/server', 'packages/sim'];

/** Which committed sources: paths from the top of the repository, and a folder in it. */
export interface SourcesRequest {
  readonly paths: readonly string[];
  readonly cwd: string;
}

const ownSources: SourcesRequest = {
  paths: tried,
  cwd: fileURLToPath(new URL('.', import.meta.url)),
};

/** The name of the sources at hand; undefined where they come without their history. */
export function readSources({ paths, cwd }: SourcesRequest = ownSources): string | undefined {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const trees = ['rev-parse', ...paths.map((path) => `HEAD:${path}`)];
    return execFileSync('git', trees, { cwd, stdio, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** A whole number of 32 bits made from the name of sources and another name. */
export function makeSeed(sources: string, name: string): number {
  return createHash('sha256').update(`${sources} ${name}`).digest().readUInt32LE(0);
}

/**
 * The first seed for tests of the sources at hand; from the clock where they come without their
 * history.
 *
 * @param name - tells the runs of the same sources apart.
 */
export function readFreshSeed(name: string): number {
  const sources = readSources();
  return sources === undefined ? Date.now() % 2 ** 32 : makeSeed(sources, name);
}
