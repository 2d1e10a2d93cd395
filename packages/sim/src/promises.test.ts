// That no promise of docs/reliability.md stands without its check, and that the model stays small.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('every promise names a check that is there', () => {
  const text = readFileSync(`${root}/docs/reliability.md`, 'utf8');
  const table = text.slice(text.indexOf('| promise |'), text.indexOf('## The simulation'));
  const rows = table.trim().split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const [, promise = '', , file = ''] = row.split('|').map((cell) => cell.trim());
    expect(promise).not.toBe('');
    for (const one of file.split(', ')) {
      expect(existsSync(`${root}/${one}`), `${promise}: ${one}`).toBe(true);
    }
  }
});

test('the reference model is short enough to be read beside its rules', () => {
  const folder = `${root}/packages/sim/src/model`;
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const count = (name: string): number =>
    readFileSync(`${folder}/${name}`, 'utf8').split('\n').length - 1;
  const linesCount = files.reduce((sum, name) => sum + count(name), 0);
  expect(linesCount).toBeGreaterThan(500);
  expect(linesCount).toBeLessThanOrEqual(1_500);
  expect(count('tables.json')).toBeLessThanOrEqual(120);
  // Its state written down to be compared: beside it, under the same law of imports, no judge.
  expect(count('../model-dump.ts')).toBeLessThanOrEqual(70);
});
