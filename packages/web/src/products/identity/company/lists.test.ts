import { companyOwner } from '@isobath/wire';
import { expect, test } from 'vitest';
import {
  fromPerson,
  readPeople,
  readSharePpm,
  readTraders,
  sumShares,
  toOwner,
  writePeople,
  writeShare,
  writeTraders,
} from './lists.ts';

test.each([
  ['25', 250_000],
  ['33.3333', 333_333],
  ['100', 1_000_000],
  ['0.0001', 1],
  ['50.5', 505_000],
] as const)('%s percent are %d millionths, and back', (percent, ppm) => {
  expect(readSharePpm(percent)).toBe(ppm);
  expect(writeShare(ppm)).toBe(percent);
});

test.each(['', '-25', '25,5', '25.00001', 'all'])('"%s" is no share', (word) => {
  expect(readSharePpm(word)).toBe(0);
});

test('people go through a word as the calls take them', () => {
  const owner = companyOwner.parse({
    firstName: 'Anselm',
    lastName: 'Damson',
    birthDate: '1980-02-03',
    country: 'FR',
    documentType: 'passport',
    documentNumber: 'AB1234',
    sharePpm: 250_000,
  });
  const people = readPeople(writePeople([fromPerson(owner), fromPerson(owner)]));
  expect(people.map(toOwner)).toEqual([owner, owner]);
  expect(sumShares(people)).toBe(500_000);
  expect(readPeople('not a list')).toEqual([]);
  expect(readPeople('{}')).toEqual([]);
});

test('account numbers go through a word', () => {
  expect(readTraders(writeTraders([{ uid: 7 }, { uid: 12 }]))).toEqual([{ uid: 7 }, { uid: 12 }]);
  expect(readTraders('')).toEqual([]);
});
