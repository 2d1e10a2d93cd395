// That no number of docs/constants.md stands without the test that shows it.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { house } from './checks/test-workspace.ts';

const rows = readFileSync(`${house}/docs/constants.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '));

test('the list has its rows', () => {
  expect(rows.length).toBeGreaterThan(25);
});

test.each(rows)('%s: %s', (_constant, _value, file = '', title = '') => {
  const path = `${house}/packages/${file}`;
  expect(existsSync(path), path).toBe(true);
  const text = readFileSync(path, 'utf8');
  const starts = ["'", '"', '`'].map((quote) => `(${quote}${title}${quote}, `);
  expect(
    starts.some((start) => text.includes(start) || text.includes(start.replace('(', '(\n  '))),
    `${file} has no test "${title}"`,
  ).toBe(true);
});
