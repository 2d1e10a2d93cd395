import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVersionReader } from './version.ts';

let root: string;
const commit = 'c0ffee'.padEnd(40, '0');
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const read = () => createVersionReader(root)();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'isobath-version-'));
  write('package.json', '{"version": "1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('without a checkout or a build the release alone is told', async () => {
  expect(await read()).toEqual({ version: '1.2.3', commit: '', pagesHash: '' });
});

test.each<[string, Record<string, string>]>([
  ['a loose ref', { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': commit }],
  ['no branch', { '.git/HEAD': commit }],
  [
    'packed refs',
    {
      '.git/HEAD': 'ref: refs/heads/main',
      '.git/packed-refs': `# pack\n${commit} refs/heads/main\n`,
    },
  ],
  [
    'a worktree',
    {
      '.git': 'gitdir: home/worktrees/one',
      'home/worktrees/one/HEAD': 'ref: refs/heads/side',
      'home/worktrees/one/commondir': '../..',
      'home/refs/heads/side': commit,
    },
  ],
])('the commit is found with %s', async (_what, files) => {
  for (const [file, text] of Object.entries(files)) write(file, `${text}\n`);
  expect((await read()).commit).toBe(commit);
});

test('a reference that leads elsewhere is none', async () => {
  write('.git/HEAD', 'ref: refs/../../package.json');
  expect((await read()).commit).toBe('');
});

test('the same files give the same hash, another letter or name another one', async () => {
  const file = 'packages/web/build/client/assets/a.js';
  write(file, 'one');
  const { pagesHash } = await read();
  expect(pagesHash).toMatch(/^[0-9a-f]{64}$/);
  expect((await read()).pagesHash).toBe(pagesHash);
  write(file, 'two');
  expect((await read()).pagesHash).not.toBe(pagesHash);
  write(file, 'one');
  write('packages/admin/build/client/b.js', '');
  expect((await read()).pagesHash).not.toBe(pagesHash);
});
