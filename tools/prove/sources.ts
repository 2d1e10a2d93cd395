// Of which sources a proof speaks: the commit, and the trees in it that are tried.
// Called by command.ts and part.ts.

import { execFileSync } from 'node:child_process';
import { readSources } from '../../packages/sim/src/fresh-seed.ts';

/** A state that belongs to others is not gone on with. */
const triedPaths = ['packages', 'tools', 'package-lock.json'];

/** What the parts write themselves: it makes no tree dirty. */
const written = [
  'docs/results/',
  'docs/reliability.md',
  'docs/performance.md',
  'packages/sim/regressions/open/',
];

/** The committed sources at hand. */
export interface Sources {
  /** The full hash of HEAD. */
  readonly commit: string;
  /** The hashes of the trees that are tried. */
  readonly trees: string;
  /** Paths with changes that are not committed. */
  readonly changes: readonly string[];
}

/** Whether a change of this path changes what is tried. */
export function isTried(path: string): boolean {
  return triedPaths.some((tried) => path === tried || path.startsWith(`${tried}/`));
}

function readGit(root: string, words: readonly string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', words, { cwd: root, stdio, encoding: 'utf8' });
}

/** Read them; undefined where the sources come without their history. */
export function readCommitted(root: string): Sources | undefined {
  const trees = readSources({ paths: triedPaths, cwd: root });
  if (trees === undefined) return undefined;
  const commit = readGit(root, ['rev-parse', 'HEAD']).trim();
  const status = ['status', '--porcelain', '--untracked-files=all', '--no-renames', '-z'];
  const entries = readGit(root, status).split('\0');
  const paths = entries.filter((entry) => entry !== '').map((entry) => entry.slice(3));
  const changes = paths.filter((path) => !written.some((own) => path.startsWith(own)));
  return { commit, trees: trees.replaceAll('\n', ' '), changes };
}
