import { expect, test } from 'vitest';
import { findWeakness, rateStrength } from './strength.ts';

test.each([
  ['', 0],
  ['short1!', 0],
  ['aaaaaaaaaaaa', 1],
  ['lowercase', 1],
  ['lowercase7', 1],
  ['Lowercase7', 2],
  ['Lowercase7!', 3],
  ['correct horse battery', 3],
  ['Correct horse battery 7', 4],
])('%j is rated %d', (password, score) => {
  expect(rateStrength(password)).toBe(score);
});

test.each([
  ['short1!', null],
  ['aaaaaaaaaaaa', 'repeats'],
  ['maria.lopez-and-more', 'address'],
  ['Maria.Lopez1', 'address'],
  ['lowercase', 'longer'],
  ['a sentence beats a puzzle', null],
])('%j is weak because of %j', (password, weakness) => {
  expect(findWeakness(password, 'maria.lopez@example.com')).toBe(weakness);
});
