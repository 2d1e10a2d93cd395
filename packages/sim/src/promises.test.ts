// That no promise of docs/reliability.md stands without its check.
import { existsSync, readFileSync } from 'node:fs';
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
