// The calculator's figures against its own rules, over many prices, sizes and rates.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateRoundTrip, findExitTicks, type Purchase } from './round-trip.ts';

const scales = { baseScale: 8, quoteScale: 8, priceDecimals: 2, lotDecimals: 5 };
const market = { scales };
const purchase: Purchase = {
  entryTicks: 6_400_000n,
  sizeLots: 1_000n,
  entryPpm: 1_000,
  exitPpm: 1_000,
};

test('takes the first fee from the coins and the second from the money', () => {
  expect(calculateRoundTrip(purchase, 7_000_000n, market)).toEqual({
    costUnits: 64_000_000_000n,
    entryFeeUnits: 1_000n,
    boughtUnits: 999_000n,
    exitFeeUnits: 69_930_000n,
    proceedsUnits: 69_860_070_000n,
    profitUnits: 5_860_070_000n,
    profitPpm: 91_563n,
  });
});

test('says of a loss that it is one, and never makes it smaller', () => {
  const { profitUnits, profitPpm } = calculateRoundTrip(purchase, 6_400_000n, market);
  expect(profitUnits).toBe(-127_936_000n);
  expect(profitPpm).toBe(-1_999n);
});

test('finds the lowest price for a profit: a tick less brings less', () => {
  const draw = fc.record({
    entryTicks: fc.bigInt(1n, 10_000_000n),
    sizeLots: fc.bigInt(1n, 100_000_000n),
    entryPpm: fc.integer({ min: 0, max: 5_000 }),
    exitPpm: fc.integer({ min: 0, max: 5_000 }),
  });
  fc.assert(
    fc.property(draw, fc.bigInt(0n, 10n ** 14n), (drawn, profitUnits) => {
      const exitTicks = findExitTicks(drawn, profitUnits, market);
      if (exitTicks === null) return;
      const at = (ticks: bigint) => calculateRoundTrip(drawn, ticks, market).profitUnits;
      expect(at(exitTicks)).toBeGreaterThanOrEqual(profitUnits);
      expect(at(exitTicks - 1n)).toBeLessThan(profitUnits);
    }),
  );
});

test('knows no price where the loss is larger than the cost', () => {
  expect(findExitTicks(purchase, -64_000_000_000n, market)).toBeNull();
});
