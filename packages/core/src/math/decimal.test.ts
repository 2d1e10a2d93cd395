import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutZeros, DecimalError, formatDecimal, parseDecimal } from './decimal.ts';

const decimals = fc.integer({ min: 0, max: 30 });
const units = fc.bigInt({ min: -(1n << 110n), max: 1n << 110n });

describe('decimal', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(units, decimals, (value, count) => {
        expect(parseDecimal(formatDecimal(value, count), count)).toBe(value);
      }),
    );
  });

  it.each([
    ['0', 8, 0n],
    ['1', 8, 100000000n],
    ['0.00000001', 8, 1n],
    ['-1.5', 2, -150n],
    ['1.500', 2, 150n],
    ['123456789012345678901234567890', 0, 123456789012345678901234567890n],
  ])('reads %s with %d decimals', (text, count, expected) => {
    expect(parseDecimal(text, count)).toBe(expected);
  });

  it.each([
    ['', 'not_a_decimal'],
    ['1.', 'not_a_decimal'],
    ['.5', 'not_a_decimal'],
    ['01', 'not_a_decimal'],
    ['+1', 'not_a_decimal'],
    ['1e3', 'not_a_decimal'],
    [' 1', 'not_a_decimal'],
    ['1\n', 'not_a_decimal'],
    ['-0', 'not_a_decimal'],
    ['-0.00', 'not_a_decimal'],
    ['NaN', 'not_a_decimal'],
    ['1,000', 'not_a_decimal'],
    ['١', 'not_a_decimal'],
    ['1'.repeat(81), 'not_a_decimal'],
    ['0.001', 'too_many_decimals'],
  ])('refuses %j as %s', (text, word) => {
    expect(() => parseDecimal(text, 2)).toThrow(DecimalError);
    try {
      parseDecimal(text, 2);
    } catch (error) {
      expect((error as DecimalError).word).toBe(word);
    }
  });

  it.each([-1, 31, 1.5, Number.NaN])('refuses %d decimals', (count) => {
    expect(() => parseDecimal('1', count)).toThrow('decimals');
    expect(() => formatDecimal(1n, count)).toThrow('decimals');
  });

  it('writes every digit', () => {
    expect(formatDecimal(-150n, 2)).toBe('-1.50');
    expect(formatDecimal(7n, 0)).toBe('7');
    expect(formatDecimal(7n, 3)).toBe('0.007');
    expect(formatDecimal(0n, 2)).toBe('0.00');
  });
});

it('cuts idle zeros behind the point, and none before it', () => {
  expect(['1.50', '100', '0.000', '10.0', '7'].map(cutZeros)).toEqual([
    '1.5',
    '100',
    '0',
    '10',
    '7',
  ]);
});
