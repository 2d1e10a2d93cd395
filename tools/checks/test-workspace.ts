// A small copy of this house in a temporary folder, into which tests plant violations.
// Not a mock: the same configuration files and the same programs run on it.
// Used by the tests of tools/.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from './source-files.ts';

/** The folder of the real house. */
export const house = join(import.meta.dirname, '../..');

const configuration = [
  'package.json',
  'tsconfig.json',
  'tsconfig.web.json',
  'biome.json',
  'knip.json',
  '.oxlintrc.json',
  '.dependency-cruiser.cjs',
];

/** A temporary workspace; it is deleted when its scope ends (`using`). */
export interface TestWorkspace extends Disposable {
  readonly root: string;
  write(path: string, content: string | Buffer): void;
}

function linkPackages(root: string): void {
  const target = join(root, 'node_modules');
  mkdirSync(join(target, '@isobath'), { recursive: true });
  for (const entry of readdirSync(join(house, 'node_modules'))) {
    if (entry === '@isobath' || entry.startsWith('.')) continue;
    symlinkSync(join(house, 'node_modules', entry), join(target, entry));
  }
  for (const name of readdirSync(join(house, 'packages'))) {
    if (!existsSync(join(house, 'packages', name, 'package.json'))) continue;
    mkdirSync(join(root, 'packages', name), { recursive: true });
    const file = join('packages', name, 'package.json');
    cpSync(join(house, file), join(root, file));
    symlinkSync(join(root, 'packages', name), join(target, '@isobath', name));
  }
}

/**
 * Make a workspace with every file of this house.
 */
export function copyHouse(): TestWorkspace {
  const files = listFiles(house).map((path) => [path, readFileSync(join(house, path))] as const);
  return makeTestWorkspace(Object.fromEntries(files));
}

/**
 * Make a workspace with the configuration and the empty packages of this house.
 *
 * @param files - path to content, written on top.
 */
export function makeTestWorkspace(files: Record<string, string | Buffer> = {}): TestWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'isobath-house-'));
  for (const file of configuration) cpSync(join(house, file), join(root, file));
  linkPackages(root);
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const remove = () => rmSync(root, { recursive: true, force: true });
  return { root, write, [Symbol.dispose]: remove };
}
