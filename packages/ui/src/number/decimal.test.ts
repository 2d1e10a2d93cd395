import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  countDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  type Rounding,
  roundDecimal,
  roundToStep,
  showDecimal,
  trimDecimal,
} from './decimal.ts';

const read = (text: string): Decimal => parseDecimal(text) as Decimal;

describe('decimals', () => {
  it('reads and writes back the same text', () => {
    for (const same of ['0', '-1', '0.10', '123456789012345678901234567890.000000000000000001']) {
      expect(showDecimal(read(same))).toBe(same);
    }
    expect(showDecimal(read('.5'))).toBe('0.5');
    expect(showDecimal(read('5.'))).toBe('5');
    expect(showDecimal(read('1.5e-3'))).toBe('0.0015');
  });
  it('rounds each way on both sides of zero', () => {
    const cases: [Rounding, string, string][] = [
      ['zero', '1.2', '-1.2'],
      ['away', '1.3', '-1.3'],
      ['floor', '1.2', '-1.3'],
      ['ceiling', '1.3', '-1.2'],
      ['nearest', '1.2', '-1.2'],
    ];
    for (const [rounding, positive, negative] of cases) {
      expect(showDecimal(roundDecimal(read('1.25'), 1, rounding))).toBe(positive);
      expect(showDecimal(roundDecimal(read('-1.25'), 1, rounding))).toBe(negative);
    }
    expect(showDecimal(roundDecimal(read('1.35'), 1, 'nearest'))).toBe('1.4');
  });
  it('does exact arithmetic where floats fail', () => {
    expect(showDecimal(addDecimals(read('0.1'), read('0.2')))).toBe('0.3');
    expect(showDecimal(multiplyDecimals(read('64250.55'), read('0.00000003')))).toBe(
      '0.0019275165',
    );
    expect(compareDecimals(read('1.10'), read('1.1'))).toBe(0);
    expect(compareDecimals(read('-2'), read('-1.5'))).toBe(-1);
  });
  it('divides both signs and refuses zero', () => {
    const options = { decimals: 4, rounding: 'zero' as const };
    expect(showDecimal(divideDecimals(read('1'), read('3'), options)!)).toBe('0.3333');
    expect(showDecimal(divideDecimals(read('1'), read('-3'), options)!)).toBe('-0.3333');
    expect(showDecimal(divideDecimals(read('0.00001'), read('100'), options)!)).toBe('0.0000');
    expect(divideDecimals(read('1'), read('0.00'), options)).toBeNull();
  });
  it('rounds to steps that are not powers of ten', () => {
    expect(showDecimal(roundToStep(read('1.237'), read('0.05'), 'zero'))).toBe('1.20');
    expect(showDecimal(roundToStep(read('1.237'), read('0.05'), 'nearest'))).toBe('1.25');
    expect(showDecimal(trimDecimal(read('100.500')))).toBe('100.5');
    expect(countDecimals('0.0500')).toBe(2);
    expect(countDecimals('10')).toBe(0);
  });
});
