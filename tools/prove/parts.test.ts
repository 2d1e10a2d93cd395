import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../checks/source-files.ts';
import { partNames } from './oldest.mjs';
import { isOfPart, listSteps, parts } from './parts.ts';

const root = join(import.meta.dirname, '../..');
const files = listFiles(root);

/** Places for long tests, and what is none. */
const places = [
  ['packages/sim/src/chaos/kills.prove.ts', ['kills']],
  ['packages/server/src/engine/engine.prove.ts', ['kills']],
  ['tools/start.prove.ts', ['starts']],
  ['packages/e2e/src/journeys/gallery.prove.ts', ['screens']],
  ['packages/sim/src/l0.test.ts', []],
] as const;

const listOwners = (file: string) => partNames.filter((name) => isOfPart(parts[name], file));

test.each(places)('%s belongs to %j', (file, owners) => {
  expect(listOwners(file)).toEqual(owners);
});

test('every long test belongs to one part', () => {
  for (const file of files.filter((path) => path.endsWith('.prove.ts'))) {
    expect(listOwners(file), file).toHaveLength(1);
  }
});

test('parts and their names are the same list, in the same order', () => {
  expect(Object.keys(parts)).toEqual([...partNames]);
});

test('the steps of a part have names of their own, and each program is there', () => {
  const steps = partNames.flatMap((name) => listSteps(parts[name], files));
  const programs = steps.map(({ args }) => args[0] ?? '');
  for (const program of programs) expect(existsSync(join(root, program)), program).toBe(true);
  for (const part of partNames) {
    const names = listSteps(parts[part], files).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('a long test is a step that runs this file alone', () => {
  const [step] = listSteps(parts.starts, ['tools/start.prove.ts', 'tools/start.test.ts']);
  expect(step?.name).toBe('tools/start.prove.ts');
  expect(step?.args).toContain('--project=prove');
  expect(step?.args).toContain(`--outputFile.json=${step?.reportFile}`);
  expect(listSteps(parts.starts, ['tools/start.test.ts'])).toEqual([]);
});

test('hostile requests go on in sittings until no call is left', () => {
  const [hostile] = parts.hostile.programs;
  expect(hostile?.isWhole?.({ callsLeft: 3 })).toBe(false);
  expect(hostile?.isWhole?.({ callsLeft: 0 })).toBe(true);
});
