import { expect, test } from 'vitest';
import { rateStrength } from './strength.ts';

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
