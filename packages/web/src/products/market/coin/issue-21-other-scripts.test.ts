// The converter reads the digits and marks of other scripts as every number field does.
import { expect, test } from 'vitest';
import { readWish } from './convert.ts';

test.each([
  ['０．５ btc in usdt', '0.5'],
  ['１，０００ btc in usdt', '1000'],
  ['٠٫٥ btc in usdt', '0.5'],
  ['１.５　ｂtc', null],
])('%s', (text, amount) => {
  expect(readWish(text, 'en-US', 'USD')?.amount ?? null).toBe(amount);
});
