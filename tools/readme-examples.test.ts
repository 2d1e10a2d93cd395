// The example of every package's README runs, and prints what its comments say.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../packages');
const promise = /console\.log\([^\n]*\);[ \t]*\/\/ ([^\n:]+)/g;

for (const name of readdirSync(packages)) {
  const path = join(packages, name, 'README.md');
  if (!existsSync(path)) continue;
  const examples = [...readFileSync(path, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
  for (const [, code = ''] of examples) {
    test(`the example of ${name} does what it says`, () => {
      const run = spawnSync(process.execPath, ['--input-type=module-typescript', '-'], {
        cwd: join(packages, name),
        input: code,
        encoding: 'utf8',
      });
      expect(run.stderr).toBe('');
      expect(run.status).toBe(0);
      for (const [, said] of code.matchAll(promise)) expect(run.stdout).toContain(said);
    });
  }
}
