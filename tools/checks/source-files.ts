// Which files are ours: what git knows plus what it would take, or, outside a repository, a walk.
// Not here: any opinion about their content.
// Used by the import law and by tidy.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const builtFolders = new Set([
  'node_modules',
  'build',
  '.building',
  'dist',
  '.git',
  '.react-router',
  'coverage',
  'data',
]);

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return builtFolders.has(entry.name) ? [] : walk(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Every file of ours below `root`, sorted, with forward slashes and relative to it. */
export function listFiles(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return walk(root, '').sort();
  const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', parameters, { cwd: root, encoding: 'utf8' });
  const paths = new Set(listed.split('\0').filter((path) => path !== ''));
  return [...paths].filter((path) => existsSync(join(root, path))).sort();
}

/** Every TypeScript or JavaScript module of the packages and tools, declarations left out. */
export function listModules(root: string): string[] {
  return listFiles(root).filter(
    (path) =>
      /^(packages|tools)\//.test(path) &&
      /\.(ts|tsx|mjs|cjs|js)$/.test(path) &&
      !path.endsWith('.d.ts'),
  );
}
