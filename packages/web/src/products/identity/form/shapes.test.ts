import { advancedForm, standardForm } from '@isobath/wire';
import { expect, test } from 'vitest';
import {
  isAddress,
  isCity,
  isCountryCode,
  isDay,
  isDocumentNumber,
  isName,
  isPostalCode,
} from './shapes.ts';

const { country, documentNumber, birthDate, firstName } = standardForm.shape;
const { address, city, postalCode } = advancedForm.shape;

const words = [
  '',
  ' ',
  'A',
  'FR',
  'fr',
  'Ng',
  'Nguyễn',
  "O'Neill",
  '李',
  'A1',
  'AB12',
  '12 34-5/6.7',
  '-12',
  '2026-02-28',
  '2026-02-30',
  '28.02.2026',
  '12 Damson Lane',
  'two\nlines',
  '69001',
  ...[1, 2, 16, 17, 40, 41, 80, 81, 160, 161].map((count) => 'x'.repeat(count)),
];

test.each([
  ['country', isCountryCode, country],
  ['name', isName, firstName],
  ['number of a document', isDocumentNumber, documentNumber],
  ['day', isDay, birthDate],
  ['address', isAddress, address],
  ['city', isCity, city],
  ['postal code', isPostalCode, postalCode],
] as const)('a %s is judged as the exchange judges it', (_, judge, shape) => {
  for (const word of words) {
    expect(judge(word), JSON.stringify(word)).toBe(shape.safeParse(word).success);
  }
});
