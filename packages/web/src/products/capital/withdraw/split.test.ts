import { expect, test } from 'vitest';
import { countScale, readMost, splitAmount } from './split.ts';

/** The numbers of the paper: a fee of 1 and 1,000 millionths, 6 decimals on the chain, 8 here. */
const terms = { fee: '1.00000000', feePpm: 1_000, max: '500.00000000', precision: 6 };
const inside = { terms, scale: 8, isFeeInside: true };
const outside = { ...inside, isFeeInside: false };

test('a fee inside is taken out of the amount, and what is sent is whole raw units', () => {
  expect(splitAmount('100', inside)).toEqual({
    receives: '98.90109800',
    fee: '1.09890110',
    taken: '99.99999910',
  });
});

test('a fee outside comes on top', () => {
  expect(splitAmount('100', outside)).toEqual({
    receives: '100.00000000',
    fee: '1.10000000',
    taken: '101.10000000',
  });
});

test('what the chain cannot send, or what its fee eats up, is none', () => {
  expect(splitAmount('1.0000001', outside)).toBeNull();
  expect(splitAmount('0.5', inside)).toBeNull();
  expect(splitAmount('1.000000001', inside)).toBeNull();
  expect(splitAmount('', inside)).toBeNull();
});

test('the most that can be typed leaves room for its fee and stays below the maximum', () => {
  const most = readMost('100.00000000', outside);
  expect(most).toBe('98.90109800');
  expect(Number(splitAmount(most, outside)?.taken)).toBeLessThanOrEqual(100);
  expect(readMost('100.00000000', inside)).toBe('100.00000000');
  expect(readMost('900.00000000', inside)).toBe('500.00000000');
  expect(readMost('0.50000000', outside)).toBe('0.00000000');
});

test('the scale is read from an amount that is written whole', () => {
  expect([countScale('0.00000000'), countScale('7')]).toEqual([8, 0]);
});
