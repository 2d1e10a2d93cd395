// Rounding never favours the side that pays, and never costs it more than one unit. Over amounts as
// wide as a command carries, with the borders of words and halves drawn on purpose.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateFee, calculateQuoteUnits } from './amounts.ts';
import { amountUnitsLimit } from './words.ts';

const million = 1_000_000n;
const nearPower = fc
  .tuple(fc.integer({ min: 0, max: 103 }), fc.integer({ min: -3, max: 3 }))
  .map(([power, offset]) => (1n << BigInt(power)) + BigInt(offset))
  .filter((units) => units >= 0n && units < amountUnitsLimit);
const amount = fc.oneof(fc.bigInt({ min: 0n, max: amountUnitsLimit - 1n }), nearPower);
const rate = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.constantFrom(0, 1, 999, 1_000, 999_999, 1_000_000),
);
const signedRate = fc.tuple(rate, fc.boolean()).map(([ppm, isRebate]) => (isRebate ? -ppm : ppm));

describe('a fee', () => {
  it('is never below the exact fee, and less than one unit above it', () => {
    fc.assert(
      fc.property(amount, signedRate, (units, ppm) => {
        const exactTimesMillion = units * BigInt(ppm);
        const over = calculateFee(units, ppm) * million - exactTimesMillion;
        expect(over >= 0n && over < million).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('and what is left make the whole, and neither is more than it', () => {
    fc.assert(
      fc.property(amount, rate, (units, ppm) => {
        const fee = calculateFee(units, ppm);
        const net = units - fee;
        expect(fee + net).toBe(units);
        expect(fee >= 0n && net >= 0n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not made smaller by cutting a fill into parts, and grows by less than a unit each', () => {
    const parts = fc.array(fc.bigInt({ min: 0n, max: 1n << 90n }), { minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(parts, signedRate, (sizes, ppm) => {
        const whole = calculateFee(
          sizes.reduce((sum, size) => sum + size, 0n),
          ppm,
        );
        const inParts = sizes.reduce((sum, size) => sum + calculateFee(size, ppm), 0n);
        expect(inParts >= whole).toBe(true);
        expect(inParts - whole < BigInt(sizes.length)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves nobody richer who buys and sells the same lots at one price', () => {
    const count = fc.integer({ min: 1, max: 2 ** 26 - 1 });
    fc.assert(
      fc.property(count, count, rate, rate, (priceTicks, sizeLots, buyPpm, sellPpm) => {
        const cost = calculateQuoteUnits({ priceTicks, sizeLots }, 1n);
        const bought = BigInt(sizeLots) - calculateFee(BigInt(sizeLots), buyPpm);
        const proceeds = BigInt(priceTicks) * bought;
        expect(proceeds - calculateFee(proceeds, sellPpm) <= cost).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
