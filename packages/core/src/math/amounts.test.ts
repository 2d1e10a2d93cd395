import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateBaseUnits,
  calculateFee,
  calculateQuoteUnits,
  calculateUnitsPerLot,
  calculateUnitsPerTickLot,
  isScaleLawKept,
} from './amounts.ts';
import { ceilDiv, ceilDivBig, floorDiv, floorDivBig } from './integers.ts';
import { amountUnitsLimit, joinWords, wordBase, readHighWord, readLowWord } from './words.ts';
import {
  calculateBandHigh,
  calculateBandLow,
  calculateBuyGuard,
  calculateSellGuard,
  calculateTrailingBuyStop,
  calculateTrailingSellStop,
} from './prices.ts';

const ticks = fc.integer({ min: 1, max: 2 ** 31 - 1 });

describe('limbs', () => {
  it('join to what was split, the low one never negative', () => {
    const units = fc.bigInt({ min: -amountUnitsLimit, max: amountUnitsLimit });
    fc.assert(
      fc.property(units, (value) => {
        const low = readLowWord(value);
        expect(joinWords(readHighWord(value), low)).toBe(value);
        expect(low >= 0 && low < wordBase).toBe(true);
      }),
    );
  });

  it('round a negative amount down', () => {
    expect([readHighWord(-1n), readLowWord(-1n)]).toEqual([-1, wordBase - 1]);
  });
});

describe('whole division', () => {
  it('agrees between numbers and wide numbers', () => {
    const wide = fc.maxSafeInteger();
    const divisor = fc.integer({ min: 1, max: 2 ** 31 });
    fc.assert(
      fc.property(wide, divisor, (a, b) => {
        expect(BigInt(floorDiv(a, b))).toBe(floorDivBig(BigInt(a), BigInt(b)));
        expect(BigInt(ceilDiv(a, b))).toBe(ceilDivBig(BigInt(a), BigInt(b)));
        const floor = floorDivBig(BigInt(a), BigInt(b)) * BigInt(b);
        expect(floor <= BigInt(a) && BigInt(a) - floor < BigInt(b)).toBe(true);
      }),
    );
  });
});

describe('amounts', () => {
  const scales = { baseScale: 8, quoteScale: 6, priceDecimals: 2, lotDecimals: 4 };

  it('are whole units of their assets', () => {
    expect(isScaleLawKept(scales)).toBe(true);
    expect(isScaleLawKept({ ...scales, priceDecimals: 3 })).toBe(false);
    expect(isScaleLawKept({ ...scales, lotDecimals: 9 })).toBe(false);
    expect(calculateUnitsPerLot(scales)).toBe(10_000n);
    expect(calculateUnitsPerTickLot(scales)).toBe(1n);
    expect(calculateBaseUnits(25, 10_000n)).toBe(250_000n);
    expect(calculateQuoteUnits({ priceTicks: 6_500_000, sizeLots: 25 }, 1n)).toBe(162_500_000n);
  });

  it('round a fee up, a rebate towards zero', () => {
    expect(calculateFee(1n, 1)).toBe(1n);
    expect(calculateFee(1_000_000n, 200)).toBe(200n);
    expect(calculateFee(1_000_001n, 200)).toBe(201n);
    expect(calculateFee(1_000_001n, -200)).toBe(-200n);
    expect(calculateFee(1n, -1)).toBe(0n);
    expect(calculateFee(5n, 0)).toBe(0n);
  });
});

describe('prices', () => {
  it('of guards stay inside the allowed distance', () => {
    fc.assert(
      fc.property(ticks, fc.integer({ min: 1, max: 10_000 }), (best, bps) => {
        const top = floorDivBig(BigInt(best) * BigInt(10_000 + bps), 10_000n);
        const bottom = ceilDivBig(BigInt(best) * BigInt(10_000 - bps), 10_000n);
        expect(BigInt(calculateBuyGuard(best, bps))).toBe(top);
        expect(BigInt(calculateSellGuard(best, bps))).toBe(bottom < 1n ? 1n : bottom);
        expect(BigInt(calculateTrailingBuyStop(best, bps))).toBe(
          ceilDivBig(BigInt(best) * BigInt(10_000 + bps), 10_000n),
        );
        expect(BigInt(calculateTrailingSellStop(best, bps))).toBe(
          floorDivBig(BigInt(best) * BigInt(10_000 - bps), 10_000n),
        );
      }),
    );
  });

  it('of bands are exact up to a factor of a thousand', () => {
    fc.assert(
      fc.property(
        ticks,
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 1_000_001, max: 1_000_000_000 }),
        (reference, low, high) => {
          expect(BigInt(calculateBandLow(reference, low))).toBe(
            ceilDivBig(BigInt(reference) * BigInt(low), 1_000_000n),
          );
          expect(BigInt(calculateBandHigh(reference, high))).toBe(
            floorDivBig(BigInt(reference) * BigInt(high), 1_000_000n),
          );
        },
      ),
    );
  });
});
