import { expect, test } from 'vitest';
import { addAmounts, findProblem, isAmount, readCap, settleAmount } from './amount.ts';

const limits = (cap: string, precision = 8) => ({ cap, precision });

test('an amount finer than the precision is cut when its field is left, and that is said', () => {
  expect(settleAmount('1.123456789', limits('1000'))).toEqual({
    amount: '1.12345678',
    note: 'trimmed',
  });
  expect(settleAmount('12.9', limits('100', 0))).toEqual({ amount: '12', note: 'trimmed' });
  for (const amount of ['1.5', '', '1.50000000000', '?1.5x']) {
    expect(settleAmount(amount, limits('1000'))).toEqual({ amount, note: null });
  }
});

test('the amount is capped at what is available and left for today, cut and not rounded', () => {
  const cap = readCap({ available: '10.129999', todayAvailableLimit: '50' });
  expect(cap).toBe('10.129999');
  expect(settleAmount('11', limits(cap, 2))).toEqual({ amount: '10.12', note: 'capped' });
  expect(readCap({ available: '10', todayAvailableLimit: '0.5' })).toBe('0.5');
  expect(settleAmount('1', limits('0.50'))).toEqual({ amount: '0.5', note: 'capped' });
  expect(settleAmount('1', limits('0'))).toEqual({ amount: '1', note: null });
});

test('zero in any form is no amount', () => {
  for (const text of ['', '0', '0.', '0.000']) expect(isAmount(text)).toBe(false);
  expect(isAmount('0.001')).toBe(true);
});

test('an amount needs to be a number above zero, there, and no finer than the coin', () => {
  expect(findProblem('', limits('10'))).toBe('empty');
  expect(findProblem('0.0', limits('10'))).toBe('empty');
  expect(findProblem('?1e9', limits('10'))).toBe('refused');
  expect(findProblem('0', limits('0.00'))).toBe('tooMuch');
  expect(findProblem('11', limits('10'))).toBe('tooMuch');
  expect(findProblem('9.123', limits('10', 2))).toBe('tooFine');
  expect(findProblem('9.1200', limits('10', 2))).toBeNull();
  expect(findProblem('10', limits('10'))).toBeNull();
});

test('balances before and after are exact', () => {
  expect(addAmounts('0.3', '0.1', -1)).toBe('0.2');
  expect(addAmounts('123456789012345678.1', '0.9', 1)).toBe('123456789012345679');
});
