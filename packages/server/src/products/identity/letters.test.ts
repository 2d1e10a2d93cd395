// What is the same however it was typed, and what is not.
import { expect, test } from 'vitest';
import { readLetters } from './letters.ts';

test.each([
  ['zx 900-100', 'ZX900100'],
  ['ＺＸ９００１００', 'ZX900100'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['Jose\u0301', 'JOS\u00c9'],
  ['Straße', 'STRASSE'],
])('%s is read as %s', (typed, read) => expect(readLetters(typed)).toBe(read));

test('an accent and a vowel sign make another name', () => {
  expect(readLetters('José')).not.toBe(readLetters('Jose'));
  expect(readLetters('राम')).not.toBe(readLetters('रम'));
});
