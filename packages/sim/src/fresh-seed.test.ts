import { expect, test } from 'vitest';
import { makeSeed, readFreshSeed } from './fresh-seed.ts';

test('sources and a name have their own seed, the same one every time', () => {
  const seed = makeSeed('3f96cff', 'L0');
  expect(makeSeed('3f96cff', 'L0')).toBe(seed);
  expect(makeSeed('3f96cff', 'L1')).not.toBe(seed);
  expect(makeSeed('3f96cfe', 'L0')).not.toBe(seed);
});

test('there is a first seed, with or without a history', () => {
  const seed = readFreshSeed('L0');
  expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
});
