// That each method which the guide for bots lists is tried by the test it names.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages/e2e/src/binance-api');
const titles = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/['"`](.*)['"`], (?:async )?\(/g),
  ])
  .map(([, title = '']) => title);
// Rows of numbers have a test of their own (refusals.test.ts).
const rows = readFileSync(join(root, 'docs/guide/trading-api.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:method|number|---|-\d+)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

/** A title is named whole, by its beginning, or with `...` for what differs from case to case. */
function isTitle(named: string): boolean {
  const parts = named.replace(/ \(`[^`]+`\)$/, '').split('...');
  return titles.some((title) => {
    let from = 0;
    return parts.every((part) => {
      const at = title.indexOf(part.trim(), from);
      from = at + part.trim().length;
      return at >= 0;
    });
  });
}

test('the guide has its rows', () => {
  expect(rows.length).toBeGreaterThan(35);
});

test.each(rows)('%s', (_method, _call, named = '') => {
  expect(isTitle(named), named).toBe(true);
});
