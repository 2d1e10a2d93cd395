import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'isobath-folder-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a folder is made with those above it, for its owner alone, and kept when it is there', () => {
  const folder = join(root, 'a', 'b');
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, 'kept'), '');
  makeFolder(folder);
  expect(statSync(join(folder, 'kept')).isFile()).toBe(true);
});

test('what cannot be a folder is refused at once', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file', 'below'))).toThrow('ENOTDIR');
  // Nobody may make one here, not even root, and the system says that it is not there.
  expect(() => makeFolder('/proc/isobath/data')).toThrow('ENOENT');
});
