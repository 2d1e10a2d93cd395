// What the wire lets through as money is what the codec of amounts reads, and nothing else.
import { DecimalError, formatDecimal, parseDecimal } from '@isobath/core/math';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, signedDecimalText } from './money.ts';

const decimals = fc.integer({ min: 0, max: 18 });
/** Texts near to decimals: digits, points, signs, exponents, blanks, digits of other scripts. */
const nearText = fc
  .array(fc.constantFrom(...'0123456789.-+eE ,_٣xn\n'.split('')), { maxLength: 24 })
  .map((characters) => characters.join(''));
const text = fc.oneof(nearText, fc.string(), fc.stringMatching(/^-?\d{1,30}(\.\d{1,18})?$/));

function isRead(value: string): boolean {
  try {
    parseDecimal(value, 30);
    return true;
  } catch (error) {
    if (error instanceof DecimalError && error.word === 'not_a_decimal') return false;
    throw error;
  }
}

test('the wire and the codec agree on what a decimal is', () => {
  fc.assert(
    fc.property(text, (value) => {
      const isOnWire = decimalText.safeParse(value).success;
      expect(isOnWire).toBe(isRead(value) && !value.startsWith('-') && value.length <= 60);
    }),
    { numRuns: 5_000 },
  );
});

test('an amount of any size and scale passes the wire unchanged', () => {
  const units = fc.bigInt({ min: 0n, max: (1n << 103n) - 1n });
  fc.assert(
    fc.property(units, decimals, (value, scale) => {
      const written = formatDecimal(value, scale);
      expect(decimalText.parse(JSON.parse(JSON.stringify(written)))).toBe(written);
      expect(parseDecimal(written, scale)).toBe(value);
      if (value > 0n) expect(signedDecimalText.parse(`-${written}`)).toBe(`-${written}`);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['9007199254740993', '9007199254740993.000000000000000000'],
  [`1${'0'.repeat(30)}`, `1${'0'.repeat(30)}.000000000000000000`],
  ['0.000000000000000001', '0.000000000000000001'],
])('%s comes back to the last digit', (value, written) => {
  expect(formatDecimal(parseDecimal(decimalText.parse(value), 18), 18)).toBe(written);
});
