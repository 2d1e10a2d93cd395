import { expect, test } from 'vitest';
import { makeCsv, showCell } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-1.5', '-1.5'],
  ['-cmd', "'-cmd"],
  // Client order ids.
  ['a.b:c/1', 'a.b:c/1'],
  ['/=1', '/=1'],
  ['-1/2', "'-1/2"],
  ['-1:A2', "'-1:A2"],
  [12, '12'],
])('%j is written as %s', (value, text) => {
  expect(showCell(value)).toBe(text);
});

test('what only some rows have gets a head, and is empty elsewhere', () => {
  expect(makeCsv([{ a: '1' }, { a: '2', b: '3' }])).toBe('\ufeffa,b\r\n1,\r\n2,3\r\n');
});

test('heads come from the first row, lines end as spreadsheets expect', () => {
  expect(makeCsv([{ a: '1', b: '2' }])).toBe('\ufeffa,b\r\n1,2\r\n');
  expect(makeCsv([])).toBe('');
});
