import { expect, test } from 'vitest';
import { addAmounts, findProblem, isAmount, readCap, typeAmount } from './amount.ts';

test.each([
  ['1.123456789', '1.12345678'],
  ['1.5', '1.5'],
  ['', ''],
])('%j becomes %j', (typed, shown) => {
  expect(typeAmount(typed, 8, '1000')).toBe(shown);
});

test('the amount is capped at what is available and left for today, cut and not rounded', () => {
  const cap = readCap({ available: '10.129999', todayAvailableLimit: '50' });
  expect(cap).toBe('10.129999');
  expect(typeAmount('11', 2, cap)).toBe('10.12');
  expect(readCap({ available: '10', todayAvailableLimit: '0.5' })).toBe('0.5');
  expect(typeAmount('1', 8, '0.50')).toBe('0.5');
  expect(typeAmount('12.9', 0, '100')).toBe('12');
});

test('zero in any form is no amount', () => {
  for (const text of ['', '0', '0.', '0.000']) expect(isAmount(text)).toBe(false);
  expect(isAmount('0.001')).toBe(true);
});

test('an amount needs to be above zero and there', () => {
  expect(findProblem('', '10')).toBe('empty');
  expect(findProblem('0.0', '10')).toBe('empty');
  expect(findProblem('0', '0.00')).toBe('tooMuch');
  expect(findProblem('11', '10')).toBe('tooMuch');
  expect(findProblem('10', '10')).toBeNull();
});

test('balances before and after are exact', () => {
  expect(addAmounts('0.3', '0.1', -1)).toBe('0.2');
  expect(addAmounts('123456789012345678.1', '0.9', 1)).toBe('123456789012345679');
});
