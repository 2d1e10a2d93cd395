// The check as a whole: each step fails on its own planted violation, and the exit code says so.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { format } from './checks/format.ts';
import { compareGenerated } from './checks/generated.ts';
import { house, makeTestWorkspace } from './checks/test-workspace.ts';
import { types } from './checks/types.ts';
import { unused } from './checks/unused.ts';
import type { Generator } from './generator.ts';

function runCheck(root: string, ...steps: string[]) {
  const parameters = [join(house, 'tools/check.ts'), ...steps];
  return spawnSync(process.execPath, parameters, { cwd: root, encoding: 'utf8' });
}

test('an unformatted file is caught', async () => {
  using workspace = makeTestWorkspace({ 'packages/wire/src/odd.ts': 'const  odd=1\n' });
  const { findings } = await format.run(workspace.root);
  expect(findings.map(({ file }) => file)).toEqual(['packages/wire/src/odd.ts']);
});

test('a wrong type is caught in both worlds', async () => {
  using workspace = makeTestWorkspace({
    'packages/wire/src/odd.ts': "export const size: number = '1';\n",
    'packages/web/src/Odd.tsx': 'export const size: number = document.title;\n',
  });
  const { findings } = await types.run(workspace.root);
  const text = findings.map(({ message }) => message).join('\n');
  expect(text).toContain('packages/wire/src/odd.ts');
  expect(text).toContain('packages/web/src/Odd.tsx');
});

test('a file that nobody imports and an export that nobody uses are caught', async () => {
  using workspace = makeTestWorkspace({
    'packages/wire/src/index.ts': "export { used } from './used.ts';\n",
    'packages/wire/src/used.ts': 'export const used = 1;\nexport const unused = 2;\n',
    'packages/wire/src/alone.ts': 'export const alone = 1;\n',
    'packages/wire/src/stranger.ts': "import 'not-in-any-package-json';\n",
  });
  const { findings } = await unused.run(workspace.root);
  const text = findings.map(({ message }) => message).join('\n');
  expect(text).toContain('packages/wire/src/alone.ts');
  expect(text).toMatch(/used\.ts: unused/);
  expect(text).toContain('packages/bench/package.json: nodejs-order-book');
});

test('a generated file that is stale, missing or left over is caught', async () => {
  const root = mkdtempSync(join(tmpdir(), 'isobath-generated-'));
  const generator: Generator = {
    name: 'numbers',
    generate: async () =>
      new Map([
        ['one.txt', '1\n'],
        ['two.txt', '2\n'],
      ]),
    list: () => ['one.txt', 'three.txt'],
  };
  writeFileSync(join(root, 'one.txt'), 'changed by hand\n');
  const findings = await compareGenerated(root, generator);
  rmSync(root, { recursive: true });
  expect(findings.map(({ file, rule }) => `${rule} ${file}`)).toEqual([
    'stale one.txt',
    'stale two.txt',
    'stale three.txt',
  ]);
});

test('the command answers with its exit code and names the place', () => {
  using workspace = makeTestWorkspace({ 'packages/wire/src/index.ts': 'export const odd = 1;\n' });
  const red = runCheck(workspace.root, 'tidy');
  expect(red.stdout).toContain('packages/wire/src/index.ts:1: odd is exported');
  expect(red.status).toBe(1);
  workspace.write('packages/wire/src/index.ts', '/** The odd one. */\nexport const odd = 1;\n');
  expect(runCheck(workspace.root, 'format').status).toBe(0);
  expect(runCheck(workspace.root, 'no-such-step').status).toBe(64);
});
