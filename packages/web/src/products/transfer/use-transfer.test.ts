import { expect, test } from 'vitest';
import { type Choice, choosePair, firstChoice, isTypeOpen, readPrecision } from './use-transfer.ts';

test('a transfer begins with USDT, coin 52, and eight decimals', () => {
  expect(firstChoice({ source: 2, target: 5 })).toEqual({
    source: 2,
    target: 5,
    tradeId: 0,
    coinId: 52,
  });
  expect(readPrecision(undefined)).toBe(8);
  expect(readPrecision({ transferPrecision: 2 })).toBe(2);
});

test('an account type is open for a coin by the rules of its direction', () => {
  const rules = [{ type: 5, transferOutAble: true, transferInAble: false }];
  expect(isTypeOpen(rules, 5, true)).toBe(true);
  expect(isTypeOpen(rules, 5, false)).toBe(false);
  expect(isTypeOpen(rules, 2, true)).toBe(false);
});

const pair = (tradeId: number, isOpen: boolean) => ({
  tradeId,
  base: 'BTC',
  quote: 'USDT',
  baseTransferinable: false,
  quoteTransferinable: isOpen,
  baseTransferoutable: false,
  quoteTransferoutable: false,
});

test('an isolated account takes the first pair that is open, and keeps one that is', () => {
  const choice: Choice = { source: 2, target: 7, tradeId: 0, coinId: 52 };
  const pairs = [pair(1, false), pair(2, true), pair(3, true)];
  expect(choosePair(choice, pairs)).toBe(2);
  expect(choosePair({ ...choice, tradeId: 3 }, pairs)).toBe(3);
  expect(choosePair({ ...choice, tradeId: 1 }, pairs)).toBe(2);
  expect(choosePair({ ...choice, target: 5, tradeId: 3 }, pairs)).toBe(0);
  // Nothing may leave any of them.
  expect(choosePair({ ...choice, source: 7, target: 2 }, pairs)).toBe(0);
});
