import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { OtherSources, Progress } from './progress.ts';

const folder = mkdtempSync(join(tmpdir(), 'progress-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a run goes on with what it did on the same sources', () => {
  const path = join(folder, 'deep', 'same.json');
  expect(new Progress(path, 'a').read()).toBeUndefined();
  new Progress<{ count: number }>(path, 'a').keep({ count: 7 });
  expect(new Progress(path, 'a').read()).toEqual({ count: 7 });
});

test('it does not go on with what was done on others', () => {
  const path = join(folder, 'other.json');
  new Progress(path, 'a').keep({});
  expect(() => new Progress(path, 'b').read()).toThrow(OtherSources);
});

test('without a file nothing is kept', () => {
  const progress = new Progress('', 'a');
  progress.keep({ count: 7 });
  expect(progress.read()).toBeUndefined();
});

test.each(['long.ts', 'chaos/run.ts', '../../../tools/hostile.ts'])(
  '%s ends at once with a file of other sources, and says why',
  (script) => {
    const path = join(folder, 'strange.json');
    writeFileSync(path, '{"sources":"of old","done":{}}');
    const program = fileURLToPath(new URL(script, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, '--progress', path], {
      encoding: 'utf8',
    });
    expect(stderr).toBe(`${path} is of other sources: remove it or name another file\n`);
    expect(status).toBe(64);
  },
);
